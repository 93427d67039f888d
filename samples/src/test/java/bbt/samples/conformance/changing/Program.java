package bbt.samples.conformance.changing;

import static bbt.ptg.riscv.Insn.ADDI;
import static bbt.ptg.riscv.Insn.BNE;
import static bbt.ptg.riscv.Insn.CSRRS;
import static bbt.ptg.riscv.Insn.CSRRW;
import static bbt.ptg.riscv.Insn.FENCE_I;
import static bbt.ptg.riscv.Insn.JALR;
import static bbt.ptg.riscv.Insn.MRET;
import static bbt.ptg.riscv.Insn.SD;
import static bbt.ptg.riscv.Insn.SFENCE_VMA;
import static bbt.ptg.riscv.Insn.SW;
import static bbt.ptg.riscv.Insn.XOR;

import bbt.ptg.asm.Assembler;
import bbt.ptg.riscv.Encoder;
import bbt.ptg.riscv.Encoder.Operands;
import bbt.ptg.riscv.Insn;
import bbt.samples.conformance.fuzz.run.Image;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A bare-metal program whose code changes, under construction. It leaves numbers at {@link
 * #RESULTS}; a trap leaves its cause there and goes on behind the instruction.
 *
 * <pre>
 *   0x00000  code                    0x20000  page tables (Sv39)
 *   0x10000  pages of functions      0x80000  results
 * </pre>
 *
 * <p>The page tables show RAM and the devices where they are, and pages of choice from {@link
 * #WINDOW} on.
 */
final class Program {
  static final int ZERO = 0;
  static final int RA = 1;
  static final int T0 = 5;
  static final int T1 = 6;
  static final int T2 = 7;

  /** Points to the next result. */
  static final int S0 = 8;

  /** Counts the rounds of a loop. */
  static final int S1 = 9;

  static final int A0 = 10;
  static final int A1 = 11;
  static final int A2 = 12;
  static final int A3 = 13;
  static final int S2 = 18;
  static final int S3 = 19;
  static final int S4 = 20;
  static final int S5 = 21;
  static final int S6 = 22;
  static final int S7 = 23;
  static final int S8 = 24;
  private static final int T6 = 31;

  static final int FUNCTIONS = 0x10000;
  static final int ROOT = 0x20000;

  /** A second root page table, which shows the window through {@link #SECOND_LEAVES}. */
  static final int SECOND_ROOT = 0x21000;

  private static final int MIDDLE = 0x22000;
  private static final int SECOND_MIDDLE = 0x23000;

  /** The page of PTEs of the window; further ones follow. */
  static final int LEAVES = 0x24000;

  static final int SECOND_LEAVES = 0x30000;
  static final int RESULTS = 0x80000;
  static final int SIZE = RESULTS + 0x1000;

  /** Virtual address of the pages of choice. */
  static final long WINDOW = 0x4000_0000L;

  /** PTE bits V, R, W, X, A, D. */
  static final int RWX = 0xCF;

  static final int RX = 0x4B;
  static final int READ_ONLY = 0x43;

  private static final int MSTATUS = 0x300;
  private static final int MTVEC = 0x305;
  private static final int MEPC = 0x341;
  private static final int MCAUSE = 0x342;
  private static final int PMPCFG0 = 0x3A0;
  private static final int PMPADDR0 = 0x3B0;
  private static final int SATP = 0x180;
  private static final long MPP_S = 0x800;
  private static final long MPP = 0x1800;

  final Assembler a = new Assembler();
  private final boolean fences;
  private final byte[] bytes = new byte[SIZE];
  private int labels;

  /**
   * Begins a program.
   *
   * @param fences whether {@link #fence} emits a fence.i: then other machines must agree
   */
  Program(boolean fences) {
    this.fences = fences;
    a.jal(ZERO, "start");
    a.align(4).label("handler");
    a.i(CSRRS, T6, 0, MCAUSE);
    out(T6);
    a.i(CSRRS, T6, 0, MEPC).i(ADDI, T6, T6, 4).i(CSRRW, 0, T6, MEPC).op(MRET);
    a.label("start").la(T0, "handler").i(CSRRW, 0, T0, MTVEC);
    a.i(ADDI, T0, 0, -1).i(CSRRW, 0, T0, PMPADDR0).i(ADDI, T0, 0, 0x1F).i(CSRRW, 0, T0, PMPCFG0);
    a.li(T0, 0x6000).i(CSRRS, 0, T0, MSTATUS); // floating point on
    a.li(S0, Image.BASE + RESULTS).li(A0, 0).li(A1, 0);
    // The gigapages of devices and RAM, and the window.
    for (int root : new int[] {ROOT, SECOND_ROOT}) {
      put64(root, RWX);
      put64(root + 8, pointer(root == ROOT ? MIDDLE : SECOND_MIDDLE));
      put64(root + 16, Image.BASE >>> 2 | RWX);
    }
    for (int i = 0; i < 4; i++) {
      put64(MIDDLE + 8 * i, pointer(LEAVES + 0x1000 * i));
    }
    put64(SECOND_MIDDLE, pointer(SECOND_LEAVES));
  }

  private static long pointer(int table) {
    return Image.BASE + table >>> 2 | 1;
  }

  void put64(int offset, long value) {
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(offset, value);
  }

  /** The PTE of a physical page. */
  static long pte(int offset, int bits) {
    return Image.BASE + offset >>> 2 | bits;
  }

  /** Shows a page of the image in the window. */
  Program map(int windowPage, int offset, int bits) {
    put64(LEAVES + 8 * windowPage, pte(offset, bits));
    return this;
  }

  /** Shows a page of the image in the window of the second root page table. */
  Program mapSecond(int windowPage, int offset, int bits) {
    put64(SECOND_LEAVES + 8 * windowPage, pte(offset, bits));
    return this;
  }

  /** The satp of a root page table. */
  static long satp(int root, int asid) {
    return 8L << 60 | (long) asid << 44 | Image.BASE + root >>> 12;
  }

  /** Goes on in S-mode with translation; uses t0, t1. */
  Program supervisor() {
    a.li(T0, satp(ROOT, 1)).i(CSRRW, 0, T0, SATP).r(SFENCE_VMA, 0, 0, 0);
    a.li(T0, MPP).emit(Insn.CSRRC, new Operands(0, T0, 0, 0, MSTATUS, 0));
    a.li(T0, MPP_S).i(CSRRS, 0, T0, MSTATUS);
    String label = fresh();
    a.la(T0, label).i(CSRRW, 0, T0, MEPC).op(MRET).label(label);
    return this;
  }

  /** Writes satp from a register. */
  Program switchTo(int register) {
    a.i(CSRRW, 0, register, SATP);
    return this;
  }

  String fresh() {
    return "label" + labels++;
  }

  /** Appends a register to the results. */
  Program out(int register) {
    a.s(SD, register, S0, 0).i(ADDI, S0, S0, 8);
    return this;
  }

  /** Where other machines need it: what was stored may be executed. */
  Program fence() {
    if (fences) {
      a.op(FENCE_I);
    }
    return this;
  }

  /** Repeats what is between this and {@link #end}; s1 counts. */
  Program rounds(int count) {
    a.li(S1, count).label("round");
    return this;
  }

  Program end() {
    a.i(ADDI, S1, S1, -1);
    String over = fresh();
    a.branch(Insn.BEQ, S1, 0, over).jal(ZERO, "round").label(over);
    return this;
  }

  /** Loads two words that take turns: t0 is the first, s3 changes it ({@link #turn}). */
  Program words(int first, int second) {
    a.li(T0, first).li(S3, first ^ second);
    return this;
  }

  /** The other of the two words into t0. */
  Program turn() {
    a.r(XOR, T0, T0, S3);
    return this;
  }

  Program nops(int count) {
    for (int i = 0; i < count; i++) {
      a.i(ADDI, 0, 0, 0);
    }
    return this;
  }

  /** Calls an address in a register. */
  Program call(int register) {
    a.i(JALR, RA, register, 0);
    return this;
  }

  /** {@code addi a0, a0, amount}. */
  static int add(int amount) {
    return Encoder.i(ADDI, A0, A0, amount);
  }

  /** {@code ret}. */
  static int ret() {
    return Encoder.i(JALR, 0, RA, 0);
  }

  /** Puts instructions of four bytes somewhere into the image. */
  Program place(int offset, int... instructions) {
    for (int i = 0; i < instructions.length; i++) {
      ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(offset + 4 * i, instructions[i]);
    }
    return this;
  }

  /** The program as an image; ends it by power-off. */
  Image image() {
    a.li(T0, Image.POWER_OFF).li(T1, Image.FINISHER).s(SW, T0, T1, 0);
    a.label("over").jal(ZERO, "over");
    byte[] code = a.bytes();
    if (code.length > FUNCTIONS) {
      throw new IllegalStateException("the code is too long: " + code.length);
    }
    System.arraycopy(code, 0, bytes, 0, code.length);
    return new Image(bytes, 16 << 20, SIZE);
  }

  /** Repeats while a register is not 0, in reach of a branch. */
  Program whileNot(int register, String label) {
    a.branch(BNE, register, 0, label);
    return this;
  }
}
