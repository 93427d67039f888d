package bbt.ptg.guest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bbt.ptg.guest.TraceRule.Leaves;
import bbt.ptg.riscv.Encoder;
import bbt.ptg.riscv.Insn;
import bbt.ptg.riscv.RiscvIsa;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each row of the rule: the node as entered, what it leaves, where it leads. */
class TraceRuleTest {
  private static final long PC = 0x80001000L;
  private static final int NOP = 0x13;

  private static TraceRule rule(int... bits) {
    return RiscvIsa.RV64.nodes().of(PC, bits).rule();
  }

  private static int jalr(int rd, int rs1, int imm) {
    return Encoder.i(Insn.JALR, rd, rs1, imm);
  }

  private static int auipc(int rd, int pages) {
    return Encoder.i(Insn.AUIPC, rd, 0, pages << 12);
  }

  /** The link-register hints of the unprivileged specification's table for jalr. */
  @ParameterizedTest
  @CsvSource({
    "0, 6, false, false", // neither is a link register
    "0, 1, true, false", // ret
    "0, 5, true, false",
    "1, 6, false, true", // call
    "5, 6, false, true",
    "6, 1, true, false", // rd is no link register
    "1, 1, false, true", // the same link register: push only
    "5, 5, false, true",
    "1, 5, true, true", // coroutine: pop, then push
    "5, 1, true, true",
  })
  void jalrFollowsTheHints(int rd, int rs1, boolean pops, boolean pushes) {
    TraceRule rule = rule(NOP, jalr(rd, rs1, 0));
    assertEquals(new TraceRule(Leaves.TARGET, pops, pushes, PC + 4, 0, PC + 8), rule);
  }

  @Test
  void compressedJumps() {
    assertEquals(new TraceRule(Leaves.TARGET, true, false, PC, 0, PC + 2), rule(0x8082)); // ret
    assertEquals(new TraceRule(Leaves.TARGET, false, true, PC, 0, PC + 2), rule(0x9302)); // jalr t1
    assertEquals(
        new TraceRule(Leaves.NOTHING, false, false, PC, PC - 2, PC + 2), rule(0xbffd)); // j .-2
    assertEquals(
        new TraceRule(Leaves.BRANCH, false, false, PC, PC + 4, PC + 2),
        rule(0xc111)); // beqz a0,.+4
  }

  @Test
  void jalIsFixedByTheCodeAndCallsWhenItLinks() {
    assertEquals(new TraceRule(Leaves.NOTHING, false, true, PC, PC + 8, PC + 4), rule(0x008000ef));
    assertEquals(new TraceRule(Leaves.NOTHING, false, true, PC, PC + 8, PC + 4), rule(0x008002ef));
    assertEquals(new TraceRule(Leaves.NOTHING, false, false, PC, PC + 8, PC + 4), rule(0x0080006f));
    assertEquals(new TraceRule(Leaves.NOTHING, false, false, PC, PC + 8, PC + 4), rule(0x0080036f));
  }

  @Test
  void aBranchLeavesABit() {
    assertEquals(
        new TraceRule(Leaves.BRANCH, false, false, PC + 4, PC + 20, PC + 8),
        rule(NOP, 0x00b50863)); // beq a0,a1,.+16
  }

  @Test
  void aPairIsDirectOnlyWhenItsAuipcStandsRightBeforeIt() {
    TraceRule call = rule(auipc(1, 3), jalr(1, 1, 0x7f0));
    assertEquals(new TraceRule(Leaves.NOTHING, false, true, PC + 4, PC + 0x37f0, PC + 8), call);
    TraceRule backwards = rule(auipc(6, 0xfffff), jalr(0, 6, -16));
    assertEquals(
        new TraceRule(Leaves.NOTHING, false, false, PC + 4, PC - 0x1010, PC + 8), backwards);
    // A direct jump through t0 is no return.
    assertEquals(
        new TraceRule(Leaves.NOTHING, false, false, PC + 4, PC + 0x1000, PC + 8),
        rule(auipc(5, 1), jalr(0, 5, 0)));
    // Another register; something between; entered at the jalr itself.
    assertEquals(Leaves.TARGET, rule(auipc(6, 3), jalr(1, 7, 0)).leaves());
    assertEquals(Leaves.TARGET, rule(auipc(6, 3), NOP, jalr(1, 6, 0)).leaves());
    assertEquals(Leaves.TARGET, rule(jalr(1, 6, 0)).leaves());
  }

  @Test
  void bitZeroOfAPairsTargetIsCleared() {
    assertEquals(PC + 0x1002, rule(auipc(6, 1), jalr(0, 6, 3)).target());
  }

  @Test
  void jalrFromX0IsFixedByTheCode() {
    assertEquals(
        new TraceRule(Leaves.NOTHING, false, false, PC, 0x123 & ~1, PC + 4),
        rule(jalr(0, 0, 0x123)));
  }

  @Test
  void systemInstructions() {
    TraceRule next = new TraceRule(Leaves.NOTHING, false, false, PC, PC + 4, PC + 4);
    assertEquals(next, rule(0x10500073)); // wfi
    assertEquals(next, rule(0x0000100f)); // fence.i
    assertEquals(next, rule(0x12000073)); // sfence.vma
    assertEquals(next, rule(0x10049073)); // csrw sstatus, s1
    TraceRule trapReturn = new TraceRule(Leaves.TRAP_RETURN, false, false, PC, 0, PC + 4);
    assertEquals(trapReturn, rule(0x10200073)); // sret
    assertEquals(trapReturn, rule(0x30200073)); // mret
    TraceRule trap = new TraceRule(Leaves.TRAP, false, false, PC, 0, PC + 4);
    assertEquals(trap, rule(0x00000073)); // ecall
    assertEquals(trap, rule(0x00100073)); // ebreak
    assertEquals(trap, rule(0xffffffff)); // no instruction
  }

  @Test
  void anUnknownEndHasNoRule() {
    Node node =
        RiscvIsa.RV64.nodes().find(PC, address -> address == PC ? 0x0001 : CodeReader.UNKNOWN);
    assertThrows(IllegalArgumentException.class, () -> node.rule());
  }
}
