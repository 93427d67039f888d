package bbt.translator.riscv.interp;

import static bbt.ptg.riscv.Insn.*;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.ptg.asm.Assembler;
import bbt.ptg.riscv.Encoder;
import bbt.ptg.riscv.Encoder.Operands;
import bbt.translator.memory.Ram;
import bbt.translator.riscv.cpu.Cpu;
import bbt.translator.testing.BareMachine;
import bbt.translator.testing.BareMachine.Happening;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Node ends, counts, traps and self-modifying code of the dispatch loop. */
class InterpreterTest {
  private static final long B = Ram.BASE;
  private static final int MTVEC = 0x305;
  private static final int MEPC = 0x341;
  private static final int MCAUSE = 0x342;
  private static final int MTVAL = 0x343;

  private final BareMachine machine = new BareMachine();

  private static Assembler program() {
    return new Assembler();
  }

  /** A handler at 0x800 that waits for ever. */
  private static Assembler withHandler() {
    return program().i(AUIPC, 31, 0, 0).i(ADDI, 31, 31, 0x7F0).i(CSRRW, 0, 31, MTVEC);
  }

  private static final int AFTER_HANDLER_SETUP = 12;

  private BareMachine runWithHandler(Assembler program) {
    machine.load(program.padTo(0x7F0).op(WFI));
    return machine.runTo(1000);
  }

  private Happening trap() {
    return machine.happenings.stream().filter(h -> h.cause() >= 0).findFirst().orElseThrow();
  }

  @Test
  void eventsAreTakenAtNodeEndsOnly() {
    // node 1: 5 instructions up to the branch; then nodes of 3 (loop body and branch)
    Assembler a = program().i(ADDI, 1, 0, 1).i(ADDI, 2, 0, 2).label("loop");
    a.i(ADDI, 3, 3, 1).i(ADDI, 4, 4, 1).to(JAL, 0, 0, 0, "loop");
    machine.load(a);
    machine.runTo(9, 1);
    assertEquals(
        List.of(
            new Happening(0, B, -1),
            new Happening(5, B + 8, -1),
            new Happening(8, B + 8, -1),
            new Happening(11, B + 8, -1)),
        machine.happenings);
  }

  @Test
  void budgetOfOneStopsAtEveryNodeEndAndCountsExactly() {
    Assembler a = program().li(5, 100).label("loop").i(ADDI, 5, 5, -1);
    a.branch(BNE, 5, 0, "loop").op(WFI);
    machine.load(a);
    machine.runTo(Long.MAX_VALUE, 1);
    assertEquals(1 + 2 * 100 + 1, machine.cpu.retired());
    assertEquals(B + 4 + 8 + 4, machine.cpu.pc);
    // start, one per loop pass, wfi
    assertEquals(1 + 100 + 1, machine.happenings.size());
  }

  @Test
  void codeWithoutControlFlowEndsItsNodesAtPageEnds() {
    machine.load(program().padTo(3 * 4096).op(WFI));
    machine.runTo(Long.MAX_VALUE, 1);
    assertEquals(
        List.of(
            new Happening(0, B, -1),
            new Happening(2048, B + 4096, -1),
            new Happening(4096, B + 8192, -1),
            new Happening(6144, B + 12288, -1),
            new Happening(6145, B + 12292, -1)),
        machine.happenings);
  }

  @Test
  void straddlerIsANodeOfItsOwn() {
    Assembler a = program().padTo(4094).i(ADDI, 7, 0, 77).i(ADDI, 8, 0, 88).op(WFI);
    machine.load(a);
    machine.runTo(Long.MAX_VALUE, 1);
    assertEquals(77, machine.cpu.x7);
    assertEquals(88, machine.cpu.x8);
    assertEquals(
        List.of(
            new Happening(0, B, -1),
            new Happening(2047, B + 4094, -1),
            new Happening(2048, B + 4098, -1),
            new Happening(2050, B + 4106, -1)),
        machine.happenings);
  }

  @Test
  void straddlingBranchGoesBothWays() {
    Assembler a = program().i(ADDI, 5, 0, 3).to(JAL, 0, 0, 0, "near");
    a.label("back").i(ADDI, 5, 5, -1).label("near").padTo(4094);
    machine.load(a.branch(BNE, 5, 0, "back").op(WFI));
    machine.runTo(Long.MAX_VALUE);
    assertEquals(0, machine.cpu.x5);
    assertEquals(B + 4102, machine.cpu.pc);
  }

  @Test
  void systemInstructionEndsItsNode() {
    Assembler a = program().i(ADDI, 1, 0, 1).i(CSRRS, 2, 0, 0xB02).i(CSRRS, 3, 0, 0xB02).op(WFI);
    machine.load(a);
    machine.runTo(Long.MAX_VALUE, 1);
    assertEquals(1, machine.cpu.x2, "minstret before the second instruction");
    assertEquals(2, machine.cpu.x3);
    assertEquals(
        List.of(0L, 2L, 3L, 4L), machine.happenings.stream().map(Happening::retired).toList());
  }

  @Test
  void faultingInstructionDoesNotRetire() {
    Assembler a = withHandler().i(ADDI, 1, 0, 1).i(ADDI, 2, 0, 2).i(LD, 3, 0, 8);
    runWithHandler(a);
    assertEquals(new Happening(3 + 2, B + AFTER_HANDLER_SETUP + 8, 5), trap());
    assertEquals(B + AFTER_HANDLER_SETUP + 8, machine.cpu.csrs.read(MEPC));
    assertEquals(5, machine.cpu.csrs.read(MCAUSE));
    assertEquals(8, machine.cpu.csrs.read(MTVAL));
    assertEquals(6, machine.cpu.retired());
  }

  @Test
  void illegalInstructionHasItsBitsAsValue() {
    runWithHandler(withHandler().i(ADDI, 1, 0, 1).raw32(0xFFFFFFFF));
    assertEquals(2, machine.cpu.csrs.read(MCAUSE));
    assertEquals(0xFFFFFFFFL, machine.cpu.csrs.read(MTVAL));
    assertEquals(4, trap().retired());
  }

  @Test
  void compressedIllegalInstructionHasSixteenBits() {
    runWithHandler(withHandler().raw16(0x8000));
    assertEquals(2, machine.cpu.csrs.read(MCAUSE));
    assertEquals(0x8000L, machine.cpu.csrs.read(MTVAL));
  }

  @Test
  void floatingPointWithTheUnitOffIsIllegal() {
    int bits = Encoder.encode(FADD_D, new Operands(1, 2, 3, 0, 0, 7));
    runWithHandler(withHandler().raw32(bits));
    assertEquals(2, machine.cpu.csrs.read(MCAUSE));
    assertEquals(bits, machine.cpu.csrs.read(MTVAL));
  }

  @Test
  void environmentCallAndBreakpointDoNotRetire() {
    runWithHandler(withHandler().i(ADDI, 1, 0, 1).op(ECALL));
    assertEquals(new Happening(4, B + AFTER_HANDLER_SETUP + 4, 11), trap());
    machine.happenings.clear();
    BareMachine second = new BareMachine();
    second.load(withHandler().raw16(0x9002).padTo(0x7F0).op(WFI)).runTo(100);
    assertEquals(3, second.cpu.csrs.read(MCAUSE));
    assertEquals(B + AFTER_HANDLER_SETUP, second.cpu.csrs.read(MTVAL));
    assertEquals(B + AFTER_HANDLER_SETUP, second.cpu.csrs.read(MEPC));
  }

  @Test
  void jumpOutOfMemoryFaultsAtTheTargetAfterTheJumpRetired() {
    runWithHandler(withHandler().i(JALR, 1, 0, 0x100));
    assertEquals(1, machine.cpu.csrs.read(MCAUSE));
    assertEquals(0x100, machine.cpu.csrs.read(MEPC));
    assertEquals(0x100, machine.cpu.csrs.read(MTVAL));
    assertEquals(B + AFTER_HANDLER_SETUP + 4, machine.cpu.x1);
    assertEquals(4, trap().retired());
  }

  @Test
  void straddlerWithoutSecondPageFaultsWithThatPagesAddress() {
    BareMachine small = new BareMachine(8192);
    small.load(withHandler().padTo(0x7F0).op(WFI).padTo(0x1FFE).raw16(0x0513));
    small.runTo(3);
    small.cpu.pc = B + 0x1FFE;
    small.runTo(100);
    assertEquals(1, small.cpu.csrs.read(MCAUSE));
    assertEquals(B + 0x1FFE, small.cpu.csrs.read(MEPC));
    assertEquals(B + 0x2000, small.cpu.csrs.read(MTVAL));
  }

  @Test
  void storeIntoTheNextInstructionIsSeenAtOnce() {
    int before = Encoder.i(ADDI, 10, 0, 1);
    int after = Encoder.i(ADDI, 10, 0, 2);
    Assembler a = program().i(AUIPC, 5, 0, 0).li(6, after).i(ADDI, 7, 0, 0).label("again");
    a.s(SW, 6, 5, 0x14).raw32(before).i(ADDI, 7, 7, 1).i(ADDI, 8, 0, 2).branch(BNE, 7, 8, "again");
    machine.load(a.op(WFI));
    machine.runTo(1000);
    assertEquals(2, machine.cpu.x10);
    assertEquals(4 + 2 * 5 + 1, machine.cpu.retired());
  }

  @Test
  void storeIntoDecodedCodeOfALoopIsSeenInTheNextPass() {
    int after = Encoder.i(ADDI, 10, 10, 100);
    Assembler a = program().i(AUIPC, 5, 0, 0).li(6, after).i(ADDI, 7, 0, 2).label("again");
    a.i(ADDI, 10, 10, 1).s(SW, 6, 5, 0x10).i(ADDI, 7, 7, -1).branch(BNE, 7, 0, "again");
    machine.load(a.op(WFI));
    machine.runTo(1000);
    assertEquals(101, machine.cpu.x10);
  }

  @Test
  void directMemoryAccessIntoDecodedCodeIsSeen() {
    machine.load(program().label("loop").i(ADDI, 10, 10, 1).to(JAL, 0, 0, 0, "loop"));
    machine.runTo(100);
    long before = machine.cpu.x10;
    assertTrue(machine.code.hasLiveCode(B));
    int after = Encoder.i(ADDI, 10, 10, 1000);
    machine.ram.write32(B, after);
    machine.runTo(102);
    assertEquals(before + 1000, machine.cpu.x10);
  }

  @Test
  void registerZeroStaysZero() {
    Assembler a = program().i(ADDI, 0, 0, 5).i(ADDI, 1, 0, 0).i(LUI, 0, 0, 0x1000);
    a.i(AUIPC, 5, 0, 0).i(LD, 0, 5, 0).to(JAL, 0, 0, 0, "next").label("next");
    a.r(ADD, 1, 0, 0).i(CSRRS, 0, 0, 0xB02).op(WFI);
    machine.load(a);
    machine.runTo(1000);
    assertEquals(0, machine.cpu.x0);
    assertEquals(0, machine.cpu.x1);
  }

  @Test
  void floatingPointOperandsComeFromTheirOwnRegisters() {
    Cpu cpu = machine.cpu;
    cpu.fs = 1;
    cpu.f2 = Double.doubleToRawLongBits(3);
    cpu.f3 = Double.doubleToRawLongBits(4);
    cpu.f4 = Double.doubleToRawLongBits(5);
    Assembler a = program().emit(FMADD_D, new Operands(1, 2, 3, 4, 0, 7));
    a.emit(FCVT_L_D, new Operands(9, 1, 0, 0, 0, 1));
    a.i(AUIPC, 5, 0, 0).i(FLD, 6, 5, 0).s(FSD, 1, 5, 64).i(LD, 11, 5, 64);
    a.r(FLT_D, 12, 2, 3).op(WFI);
    machine.load(a);
    machine.runTo(1000);
    assertEquals(17.0, Double.longBitsToDouble(cpu.f1));
    assertEquals(17, cpu.x9);
    assertEquals(Double.doubleToRawLongBits(17), cpu.x11);
    assertEquals(machine.ram.read64(B + 8), cpu.f6);
    assertEquals(1, cpu.x12);
    assertEquals(3, cpu.fs);
  }

  @Test
  void moveToTaskPointerMoves() {
    machine.load(program().i(ADDI, 6, 0, 66).r(C_MV, 4, 0, 6).r(ADD, 7, 4, 4).op(WFI));
    machine.runTo(1000);
    assertEquals(66, machine.cpu.x4);
    assertEquals(132, machine.cpu.x7);
  }
}
