package bbt.samples.conformance.fuzz.user;

import bbt.ptg.asm.Assembler;
import bbt.ptg.riscv.Insn;
import bbt.samples.conformance.fuzz.run.Image;
import java.util.Arrays;
import java.util.List;

/**
 * The bare-metal program around the cases, in the first pages of an image.
 *
 * <p>It enters each slot by mret. A trap is noted in the slot; then the case goes on behind the
 * instruction, after a fetch that failed at its recovery address, until it calls for its end by
 * {@code ecall} with {@link #END} in a7, or has trapped {@link Slot#MAX_TRAPS} times.
 */
final class UserHarness {
  /** In a7: an ecall ends the case. */
  static final int END = 0x454E44;

  /** Offsets from the start of RAM of the number of the next slot, and of the one to stop at. */
  static final int NEXT = 0x1000;

  static final int STOP = 0x1008;

  /** Address of the slot that runs, of its result's middle, and its recovery address. */
  private static final int CURRENT = 0x1010;

  private static final int MIDDLE = 0x1018;
  private static final int RECOVERY = 0x1020;

  /** A place for an sc that must fail. */
  private static final int SPARE = 0x1028;

  /** Distance from {@link #MIDDLE}, with which 12-bit offsets reach the whole page. */
  private static final int HALF = 0x800;

  private static final int FS = 0x6000;
  private static final int MPRV_MXR = 1 << 17 | 1 << 19;

  /** menvcfg, senvcfg: cache-block instructions are allowed in every mode. */
  private static final int CACHE_BLOCKS = 0xF0;

  private static final int SENVCFG_CSR = 0x10A;
  private static final int MENVCFG_CSR = 0x30A;
  private static final int SATP_CSR = 0x180;
  private static final int MSTATUS_CSR = 0x300;
  private static final int MEDELEG_CSR = 0x302;
  private static final int MIDELEG_CSR = 0x303;
  private static final int MIE_CSR = 0x304;
  private static final int MTVEC_CSR = 0x305;
  private static final int MSCRATCH_CSR = 0x340;
  private static final int MEPC_CSR = 0x341;
  private static final int MCAUSE_CSR = 0x342;
  private static final int MTVAL_CSR = 0x343;
  private static final int PMPCFG0_CSR = 0x3A0;
  private static final int PMPADDR0_CSR = 0x3B0;
  private static final int FCSR_CSR = 3;
  private static final int MHARTID_CSR = 0xF14;

  private static final int A7 = 17;

  private final Assembler code = new Assembler();

  private UserHarness() {}

  /** An image of some slots, whose numbers are consecutive. */
  static Image image(List<Slot> slots) {
    int first = slots.getFirst().number();
    int end = Slot.start(first + slots.size());
    byte[] bytes = new byte[end];
    byte[] program = new UserHarness().assemble();
    if (program.length > NEXT) {
      throw new IllegalStateException("the harness is too long: " + program.length);
    }
    System.arraycopy(program, 0, bytes, 0, program.length);
    for (Slot slot : slots) {
      System.arraycopy(slot.memory(), 0, bytes, Slot.start(slot.number()), Slot.SIZE);
    }
    Slot variables = new Slot(0, bytes);
    variables.put(NEXT, first);
    variables.put(STOP, first + slots.size());
    int memory = Math.max(32 << 20, end + (6 << 20) + (2 << 20) - 1 & -(2 << 20));
    return new Image(bytes, memory, end);
  }

  private byte[] assemble() {
    start();
    next();
    handler();
    finish();
    byte[] bytes = code.bytes();
    return Arrays.copyOf(bytes, bytes.length);
  }

  /** Address of a variable by auipc and addi. */
  private void variable(int register, int offset) {
    int distance = offset - code.offset();
    int high = distance + 0x800 & 0xFFFFF000;
    code.i(Insn.AUIPC, register, 0, high).i(Insn.ADDI, register, register, distance - high);
  }

  private void csrw(int csr, int register) {
    code.i(Insn.CSRRW, 0, register, csr);
  }

  private void csrr(int register, int csr) {
    code.i(Insn.CSRRS, register, 0, csr);
  }

  private void start() {
    csrr(5, MHARTID_CSR);
    code.branch(Insn.BEQ, 5, 0, "first");
    code.label("park").op(Insn.WFI).jal(0, "park");
    code.label("first");
    csrw(MIE_CSR, 0);
    csrw(MEDELEG_CSR, 0);
    csrw(MIDELEG_CSR, 0);
    code.i(Insn.ADDI, 5, 0, CACHE_BLOCKS);
    code.i(Insn.CSRRS, 0, 5, MENVCFG_CSR).i(Insn.CSRRS, 0, 5, SENVCFG_CSR);
    // One region for everything, as the modes below M have none by default.
    code.i(Insn.ADDI, 5, 0, -1);
    csrw(PMPADDR0_CSR, 5);
    code.i(Insn.ADDI, 5, 0, 0x1F);
    csrw(PMPCFG0_CSR, 5);
  }

  private void next() {
    code.label("next");
    variable(31, NEXT);
    code.i(Insn.LD, 30, 31, 0).i(Insn.LD, 29, 31, STOP - NEXT);
    code.branch(Insn.BEQ, 30, 29, "off");
    code.i(Insn.ADDI, 29, 30, 1).s(Insn.SD, 29, 31, 0);
    variable(28, Slot.FIRST);
    code.i(Insn.SLLI, 27, 30, Integer.numberOfTrailingZeros(Slot.SIZE)).r(Insn.ADD, 28, 28, 27);
    code.s(Insn.SD, 28, 31, CURRENT - NEXT);
    code.li(27, HALF).r(Insn.ADD, 28, 28, 27);
    code.li(27, Slot.RESULT).r(Insn.ADD, 27, 28, 27).s(Insn.SD, 27, 31, MIDDLE - NEXT);
    code.i(Insn.LD, 27, 28, Slot.RECOVERY - HALF).s(Insn.SD, 27, 31, RECOVERY - NEXT);
    csrw(SATP_CSR, 0);
    code.la(27, "handler");
    csrw(MTVEC_CSR, 27);
    // Nothing is left of the case before: no reservation, no translation, no code.
    variable(27, SPARE);
    code.r(Insn.SC_D, 26, 27, 0);
    code.li(27, FS).i(Insn.CSRRS, 0, 27, MSTATUS_CSR);
    for (int f = 0; f < 32; f++) {
      code.i(Insn.FLD, f, 28, Slot.F + 8 * f - HALF);
    }
    load(FCSR_CSR, Slot.FCSR);
    load(MSTATUS_CSR, Slot.MSTATUS);
    load(MEPC_CSR, Slot.X);
    load(SATP_CSR, Slot.SATP);
    code.r(Insn.SFENCE_VMA, 0, 0, 0).op(Insn.FENCE_I);
    for (int x = 1; x < 32; x++) {
      if (x != 28) {
        code.i(Insn.LD, x, 28, Slot.X + 8 * x - HALF);
      }
    }
    code.i(Insn.LD, 28, 28, Slot.X + 8 * 28 - HALF);
    code.op(Insn.MRET);
  }

  private void load(int csr, int offset) {
    code.i(Insn.LD, 27, 28, offset - HALF);
    csrw(csr, 27);
  }

  /** Registers here: 31 the result's middle, 1 cause, 2 epc, 3 tval, 4 status. */
  private void handler() {
    code.align(4).label("handler");
    csrw(MSCRATCH_CSR, 31);
    variable(31, MIDDLE);
    code.i(Insn.LD, 31, 31, 0);
    for (int x = 1; x < 31; x++) {
      code.s(Insn.SD, x, 31, Slot.X + 8 * x - HALF);
    }
    csrr(1, MSCRATCH_CSR);
    code.s(Insn.SD, 1, 31, Slot.X + 8 * 31 - HALF);
    csrr(1, MCAUSE_CSR);
    csrr(2, MEPC_CSR);
    csrr(3, MTVAL_CSR);
    csrr(4, MSTATUS_CSR);
    code.i(Insn.LD, 5, 31, Slot.TRAP_COUNT - HALF).i(Insn.ADDI, 6, 0, Slot.MAX_TRAPS);
    code.branch(Insn.BGEU, 5, 6, "finish");
    code.i(Insn.SLLI, 6, 5, 5).r(Insn.ADD, 6, 6, 31);
    for (int i = 0; i < 4; i++) {
      code.s(Insn.SD, 1 + i, 6, Slot.TRAPS + 8 * i - HALF);
    }
    code.i(Insn.ADDI, 5, 5, 1).s(Insn.SD, 5, 31, Slot.TRAP_COUNT - HALF);
    // An environment call (8 to 11) for the end?
    code.i(Insn.ADDI, 6, 1, -8).i(Insn.SLTIU, 6, 6, 4).branch(Insn.BEQ, 6, 0, "goOn");
    code.li(6, END).branch(Insn.BEQ, A7, 6, "finish");
    code.label("goOn");
    code.i(Insn.ADDI, 6, 0, 1).branch(Insn.BEQ, 1, 6, "recover");
    code.i(Insn.ADDI, 6, 0, 12).branch(Insn.BEQ, 1, 6, "recover");
    // The length of the instruction, read as the case sees it.
    code.la(6, "recover");
    csrw(MTVEC_CSR, 6);
    code.li(6, MPRV_MXR).i(Insn.CSRRS, 0, 6, MSTATUS_CSR);
    code.i(Insn.LHU, 6, 2, 0);
    csrw(MSTATUS_CSR, 4);
    code.i(Insn.ANDI, 6, 6, 3).i(Insn.ADDI, 7, 0, 3).i(Insn.ADDI, 2, 2, 2);
    code.branch(Insn.BNE, 6, 7, "resume");
    code.i(Insn.ADDI, 2, 2, 2).jal(0, "resume");
    code.align(4).label("recover");
    variable(6, RECOVERY);
    code.i(Insn.LD, 2, 6, 0);
    code.label("resume");
    csrw(MEPC_CSR, 2);
    csrw(MSTATUS_CSR, 4);
    code.la(6, "handler");
    csrw(MTVEC_CSR, 6);
    for (int x = 1; x < 32; x++) {
      code.i(Insn.LD, x, 31, Slot.X + 8 * x - HALF);
    }
    code.op(Insn.MRET);
  }

  private void finish() {
    code.label("finish");
    code.s(Insn.SD, 4, 31, Slot.MSTATUS - HALF);
    code.li(6, FS).i(Insn.CSRRS, 0, 6, MSTATUS_CSR);
    csrr(6, FCSR_CSR);
    code.s(Insn.SD, 6, 31, Slot.FCSR - HALF);
    for (int f = 0; f < 32; f++) {
      code.s(Insn.FSD, f, 31, Slot.F + 8 * f - HALF);
    }
    code.jal(0, "next");
    code.label("off");
    code.li(5, (int) Image.FINISHER).li(6, Image.POWER_OFF).s(Insn.SW, 6, 5, 0);
    code.label("over").jal(0, "over");
  }
}
