package bbt.ptg.arm64;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.ExceptionKind;
import bbt.ptg.guest.FlowKind;
import bbt.ptg.guest.Node;
import bbt.ptg.guest.TraceRule;
import bbt.ptg.guest.TraceRule.Leaves;
import bbt.ptg.guest.data.DataFlow;
import bbt.ptg.guest.data.DataFlow.Store;
import bbt.ptg.guest.data.DataFlow.Write;
import bbt.ptg.guest.data.GuestRegister;
import bbt.ptg.guest.data.Source;
import bbt.ptg.guest.data.Source.Computed;
import bbt.ptg.guest.data.Source.Copy;
import bbt.ptg.guest.data.Source.Load;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** AArch64 as a guest: what each instruction leaves in a trace, and what it does with registers. */
class A64IsaTest {
  private static final long PC = 0xFFFF_8000_8000_1000L;
  private static final int NOP = 0xD503_201F;

  private static TraceRule rule(int... bits) {
    return A64Isa.ARM64.nodes().of(PC, bits).rule();
  }

  private static int bits(String hex) {
    return Integer.parseUnsignedInt(hex, 16);
  }

  /** Encodings by the assembler. */
  @ParameterizedTest
  @CsvSource({
    "54000040, BRANCH, BRANCH", // b.eq .+8
    "b4000040, BRANCH, BRANCH", // cbz x0, .+8
    "35000040, BRANCH, BRANCH", // cbnz w0, .+8
    "36180040, BRANCH, BRANCH", // tbz w0, #3, .+8
    "b7000040, BRANCH, BRANCH", // tbnz x0, #32, .+8
    "14000002, NOTHING, JUMP", // b .+8
    "94000002, NOTHING, CALL", // bl .+8
    "d61f0200, TARGET, INDIRECT_JUMP", // br x16
    "d63f0100, TARGET, INDIRECT_CALL", // blr x8
    "d65f03c0, TARGET, RETURN", // ret
    "d65f0020, TARGET, RETURN", // ret x1
    "d69f03e0, TRAP_RETURN, TRAP_RETURN", // eret
    "d4000001, TRAP, SERVICE", // svc #0
    "d4200000, TRAP, SERVICE", // brk #0
    "00000000, TRAP, NONE", // udf #0
    "ffffffff, TRAP, NONE",
    "d5033fdf, NOTHING, SEQUENTIAL", // isb
    "d53bd040, NOTHING, SEQUENTIAL", // mrs x0, tpidr_el0
    "d508871f, NOTHING, SEQUENTIAL", // tlbi vmalle1
    "d503207f, NOTHING, SEQUENTIAL" // wfi
  })
  void leaves(String hex, Leaves leaves, FlowKind kind) {
    TraceRule rule = rule(NOP, bits(hex));
    assertEquals(leaves, rule.leaves());
    assertEquals(kind, A64Isa.ARM64.flowKind(bits(hex)));
    assertEquals(kind == FlowKind.RETURN, rule.pops());
    assertEquals(kind.calls(), rule.pushes());
    assertEquals(PC + 4, rule.site());
    assertEquals(PC + 8, rule.link());
    if (leaves == Leaves.BRANCH || kind == FlowKind.JUMP || kind == FlowKind.CALL) {
      assertEquals(PC + 12, rule.target());
      assertEquals(PC + 12, A64Isa.ARM64.flowTarget(PC + 4, bits(hex)));
    }
  }

  /** Selects, compares, loads, barriers and DC ZVA are data flow: a node goes on behind them. */
  @ParameterizedTest
  @CsvSource({"9a810000", "fa400804", "f9400000", "d5033bbf", "d50b7420", "d503233f", "c85f7c20"})
  void goesOn(String hex) {
    Node node = A64Isa.ARM64.nodes().of(PC, new int[] {bits(hex), 0x14000002});
    assertEquals(2, node.count());
  }

  @Test
  void jumpsToAddressesMadeRightBeforeAreDirect() {
    int adrp = 0xB000_0010; // adrp x16, .+4096
    int add = 0x9100_8210; // add x16, x16, #32
    int br = 0xD61F_0200; // br x16
    assertEquals(
        new TraceRule(Leaves.NOTHING, false, false, PC + 8, PC + 0x1020, PC + 12),
        rule(adrp, add, br));
    int adr = 0x1000_0090; // adr x16, .+16
    assertEquals(
        new TraceRule(Leaves.NOTHING, false, true, PC + 4, PC + 16, PC + 8),
        rule(adr, 0xD63F_0200));
    assertEquals(PC + 16, A64Isa.ARM64.pairTarget(PC + 4, br, PC, adr));
    // Another register, something between, entered behind the first, a return.
    assertEquals(Leaves.TARGET, rule(adr, 0xD61F_0220).leaves());
    assertEquals(Leaves.TARGET, rule(adrp, add, NOP, br).leaves());
    assertEquals(Leaves.TARGET, rule(add, br).leaves());
    assertEquals(Leaves.TARGET, rule(adrp, 0x9100_8230, br).leaves()); // add x16, x17, #32
    assertEquals(Leaves.TARGET, rule(0xB000_0011, add, br).leaves()); // adrp x17
    assertEquals(Leaves.TARGET, rule(0x1000_009E, 0xD65F_03C0).leaves()); // adr x30; ret
    assertEquals(-1, A64Isa.ARM64.pairTarget(PC + 4, br, PC, add));
  }

  private static GuestRegister x(int number) {
    return GuestRegister.general(number);
  }

  private static GuestRegister v(int number) {
    return GuestRegister.floating(number);
  }

  private static void writes(String hex, Write... writes) {
    assertEquals(new DataFlow(List.of(writes), List.of()), A64Isa.ARM64.dataFlow(bits(hex)), hex);
  }

  @Test
  void dataFlow() {
    writes("aa0103e0", new Write(x(0), new Copy(x(1), 8))); // mov x0, x1
    writes("2a0103e0", new Write(x(0), new Copy(x(1), 4))); // mov w0, w1
    writes("910003fd", new Write(x(29), new Copy(x(31), 8))); // mov x29, sp
    writes("93407c20", new Write(x(0), new Copy(x(1), 4))); // sxtw x0, w1
    writes("53001c20", new Write(x(0), new Copy(x(1), 1))); // uxtb w0, w1
    writes("8b020020", new Write(x(0), new Computed(Set.of(x(1), x(2)), false))); // add x0, x1, x2
    writes("9a820020", new Write(x(0), new Computed(Set.of(x(1), x(2)), false))); // csel
    writes("d2800020", new Write(x(0), new Source.Constant())); // mov x0, #1
    writes("f9400420", new Write(x(0), new Load(x(1), 8, 8))); // ldr x0, [x1, #8]
    writes("d53bd040", new Write(x(0), Source.Machine.CONTROL)); // mrs x0, tpidr_el0
    writes("f100041f"); // cmp x0, #1
    writes("3dc00420", new Write(v(0), new Load(x(1), 16, 8))); // ldr q0, [x1, #16]: its low half
    writes("9e660020", new Write(x(0), new Copy(v(1), 8))); // fmov x0, d1
    writes("1e604020", new Write(v(0), new Copy(v(1), 8))); // fmov d0, d1
    writes("4e228420", new Write(v(0), new Computed(Set.of(v(1), v(2)), false))); // add v0.16b, ...
    writes("1e612000"); // fcmp d0, d1
    writes(
        "a8c17bfd", // ldp x29, x30, [sp], #16
        new Write(x(29), new Load(x(31), 0, 8)),
        new Write(x(30), new Load(x(31), 8, 8)),
        new Write(x(31), new Computed(Set.of(x(31)), false)));
    assertEquals(
        new DataFlow(
            List.of(new Write(x(31), new Computed(Set.of(x(31)), false))),
            List.of(new Store(8, new Copy(x(29), 8)), new Store(8, new Copy(x(30), 8)))),
        A64Isa.ARM64.dataFlow(bits("a9bf7bfd"))); // stp x29, x30, [sp, #-16]!
    assertEquals(DataFlow.NONE, A64Isa.ARM64.dataFlow(-1));
  }

  @ParameterizedTest
  @CsvSource({
    "54000040, eq, ne",
    "5400004c, gt, le",
    "b4000045, x5 == 0, x5 != 0",
    "35000045, w5 != 0, w5 == 0",
    "36180045, w5 bit 3 == 0, w5 bit 3 == 1",
    "b7000045, x5 bit 32 == 1, x5 bit 32 == 0",
    "14000002, '', ''"
  })
  void conditions(String hex, String taken, String notTaken) {
    assertEquals(taken, A64Isa.ARM64.condition(bits(hex), true));
    assertEquals(notTaken, A64Isa.ARM64.condition(bits(hex), false));
  }

  private static long print(int... code) {
    return A64Isa.ARM64.nodes().of(PC, code).print();
  }

  @Test
  void aPrintHasNoDistances() {
    int ret = 0xD65F_03C0;
    assertEquals(print(0x9000_0000, 0x9100_0400, ret), print(0xB000_0000, 0x9100_0800, ret));
    assertEquals(print(0x9000_0000, 0xF940_0400, ret), print(0xB000_0000, 0xF940_0800, ret));
    assertEquals(print(0x9000_0000, 0x3DC0_0400, ret), print(0xB000_0000, 0x3DC0_0800, ret));
    assertNotEquals(print(0x3DC0_0400, ret), print(0x3DC0_0800, ret)); // ldr q0, [x0, ...]
    assertEquals(print(0x9400_0002), print(0x9400_0004));
    assertEquals(print(0x5400_0040), print(0x5400_0080));
    assertNotEquals(print(0x5400_0040), print(0x5400_0041));
    assertNotEquals(print(0xB400_0040), print(0xB400_0041));
    assertNotEquals(print(0x9100_0400, ret), print(0x9100_0800, ret));
  }

  @Test
  void contexts() {
    assertTrue(A64Isa.ARM64.movesToThreadPointer(0xD518_4101)); // msr sp_el0, x1
    assertFalse(A64Isa.ARM64.movesToThreadPointer(0xD538_4101)); // mrs x1, sp_el0
    assertTrue(A64Isa.ARM64.loadsStackPointer(0x9100_013F)); // mov sp, x9
    assertFalse(A64Isa.ARM64.loadsStackPointer(0x9100_03BF)); // mov sp, x29
    assertFalse(A64Isa.ARM64.loadsStackPointer(0x9100_43FF)); // add sp, sp, #16
    assertEquals(7, A64Isa.ARM64.mark(0xD280_00FF)); // mov xzr, #7
    assertEquals(-1, A64Isa.ARM64.mark(0xD280_00E0)); // mov x0, #7
    assertEquals(-1, A64Isa.ARM64.mark(0xD2A0_00FF)); // mov xzr, #0x70000
    assertEquals(SystemRegisters.number(3, 3, 13, 0, 3), A64Isa.ARM64.control("tpidrro_el0"));
  }

  @Test
  void causes() {
    assertEquals(ExceptionKind.SYSTEM_CALL, A64Isa.ARM64.traps().kind(0x15));
    assertEquals(ExceptionKind.MMU, A64Isa.ARM64.traps().kind(0x24));
    assertEquals(ExceptionKind.INTERRUPT, A64Isa.ARM64.traps().kind(Long.MIN_VALUE));
    assertEquals(ExceptionKind.EXECUTION, A64Isa.ARM64.traps().kind(0));
    assertEquals("data abort of a program", A64Isa.ARM64.traps().title(0x24));
    assertEquals("interrupt", A64Isa.ARM64.traps().title(Long.MIN_VALUE));
    assertEquals("exception 63", A64Isa.ARM64.traps().title(63));
    assertEquals("brk", A64Isa.ARM64.traps().attempted(0x3C, 0, PC));
    assertTrue(A64Isa.ARM64.traps().resumes(PC, PC + 4));
    assertFalse(A64Isa.ARM64.traps().resumes(PC, PC + 2));
  }

  @Test
  void everyControlThatIsShownHasANumber() {
    for (String name : A64Isa.ARM64.registers().replayControls()) {
      assertTrue(A64Isa.ARM64.control(name) >= 0, name);
    }
    for (String name : A64Isa.ARM64.registers().stepperControls()) {
      assertTrue(A64Isa.ARM64.control(name) >= 0, name);
    }
  }
}
