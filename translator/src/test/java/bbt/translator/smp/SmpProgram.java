package bbt.translator.smp;

import static bbt.ptg.riscv.Insn.*;

import bbt.ptg.asm.Assembler;
import bbt.translator.testing.ElfBuilder;

/**
 * A program in assembly that checks itself and powers the machine off through the test finisher,
 * with success or with the number of the check that failed.
 *
 * <p>In M-mode all harts begin at its start. In S-mode one does; it starts the others through the
 * firmware, and must not care which one it is. Harts above the number that the program is for stop.
 *
 * <p>x18 is the hart's number, x19 the address of {@link #data}, x20 is 1 in the leading hart and
 * else 0. The parts given here change x5 to x7, x28 to x31, and with the firmware a0 to a7.
 */
final class SmpProgram {
  static final long BARE = 0x8000_0000L;
  static final long SUPERVISOR = 0x8020_0000L;
  static final long MSIP = 0x200_0000;
  static final long FINISHER = 0x10_0000;

  /** Exit code of check 0: QEMU's own are below. */
  static final int FIRST_CODE = 64;

  static final int IPI = 0x735049;
  static final int RFENCE = 0x52464E43;
  static final int HSM = 0x48534D;

  /** fence rw, rw. */
  private static final int RW_RW = 0x33;

  /** Offset in the data of the count of harts that are done. */
  private static final int DONE = 0x7F0;

  final Assembler a = new Assembler();
  final int harts;
  final long base;
  final long data;
  private int labels;

  private SmpProgram(int harts, long base) {
    this.harts = harts;
    this.base = base;
    this.data = base + 0x10_0000;
  }

  /** Begins a program in M-mode; hart 0 leads. */
  static SmpProgram machine(int harts) {
    SmpProgram p = new SmpProgram(harts, BARE);
    p.a.i(ADDI, 18, 10, 0).li(19, p.data).i(SLTIU, 20, 10, 1);
    p.a.li(5, harts).branch(BGEU, 18, 5, "park");
    return p;
  }

  /** Begins a program in S-mode: the hart that boots leads and starts the others here. */
  static SmpProgram supervisor(int harts) {
    SmpProgram p = new SmpProgram(harts, SUPERVISOR);
    p.a.li(20, 1).jal(0, "everyone");
    p.a.label("secondary").li(20, 0);
    p.a.label("everyone").i(ADDI, 18, 10, 0).i(ADDI, 21, 11, 0).li(19, p.data);
    p.a.li(5, harts).branch(BGEU, 18, 5, "park");
    return p;
  }

  byte[] elf() {
    return new ElfBuilder(base).segment(base, a.bytes()).build();
  }

  /** A label that is used nowhere else. */
  String fresh() {
    return "l" + labels++;
  }

  SmpProgram fence() {
    a.i(FENCE, 0, 0, RW_RW);
    return this;
  }

  /** All harts get here; the leading one goes on when all have. The others wait for good. */
  SmpProgram join() {
    String wait = fresh();
    fence();
    a.li(5, 1).i(ADDI, 6, 19, DONE).r(AMOADD_D, 0, 6, 5);
    a.branch(BEQ, 20, 0, "park");
    a.li(6, harts);
    a.label(wait).i(LD, 5, 19, DONE).branch(BNE, 5, 6, wait);
    return fence();
  }

  /** Ends with a failure of this number (1 to 60) unless the register has the value. */
  SmpProgram expect(int register, long value, int number) {
    a.li(6, value);
    return expectEqual(register, 6, number);
  }

  SmpProgram expectEqual(int register, int other, int number) {
    String ok = fresh();
    a.branch(BEQ, register, other, ok);
    a.li(6, FIRST_CODE + number << 16 | 0x3333).pair(JALR, 0, 5, "off");
    a.label(ok);
    return this;
  }

  /** Ends with success. Behind it there may be code that is jumped to. */
  SmpProgram pass() {
    a.li(6, 0x5555);
    a.label("off").li(5, FINISHER).s(SW, 6, 5, 0);
    a.label("stop").jal(0, "stop");
    a.label("park").op(WFI).jal(0, "park");
    return this;
  }

  /** Waits until a doubleword of the data is at least a value, with a pause in between or not. */
  SmpProgram await(int offset, int value, boolean pausing) {
    String wait = fresh();
    a.label(wait);
    if (pausing) {
      a.op(PAUSE);
    }
    a.i(LD, 5, 19, offset).branch(BLT, 5, value, wait);
    return fence();
  }

  /** Stores a register to a doubleword of the data, after everything before it. */
  SmpProgram publish(int offset, int value) {
    fence();
    a.s(SD, value, 19, offset);
    return this;
  }

  /** Adds a register to a doubleword of the data at once. */
  SmpProgram add(int offset, int value) {
    a.i(ADDI, 6, 19, offset).r(AMOADD_D, 0, 6, value);
    return this;
  }

  /** Sets or clears the machine software interrupt of the hart whose number is in x7. */
  SmpProgram msip(int value) {
    a.li(5, MSIP).i(SLLI, 6, 7, 2).r(ADD, 5, 5, 6).li(6, value).s(SW, 6, 5, 0);
    return this;
  }

  /** Repeats what {@code body} assembles, with x22 = 1 to {@code count}. */
  SmpProgram times(int count, Runnable body) {
    String again = fresh();
    a.li(22, 1).label(again);
    body.run();
    a.i(ADDI, 22, 22, 1).li(5, count);
    a.branch(BGE, 5, 22, again);
    return this;
  }

  /** Only the leading hart executes this. */
  SmpProgram leader(Runnable body) {
    String skip = fresh();
    String go = fresh();
    a.branch(BNE, 20, 0, go).jal(0, skip).label(go);
    body.run();
    a.label(skip);
    return this;
  }

  /** All harts but the leading one execute this. */
  SmpProgram others(Runnable body) {
    String skip = fresh();
    String go = fresh();
    a.branch(BEQ, 20, 0, go).jal(0, skip).label(go);
    body.run();
    a.label(skip);
    return this;
  }

  // ---- the firmware

  /** Calls the firmware; the arguments are in a0 to a5. */
  SmpProgram call(int extension, int function) {
    a.li(17, extension).li(16, function).op(ECALL);
    return this;
  }

  /** The leading hart does this for each other hart, with its number in x23. */
  SmpProgram forEachOther(Runnable body) {
    String again = fresh();
    String next = fresh();
    String go = fresh();
    a.li(23, 0).label(again).branch(BNE, 23, 18, go).jal(0, next).label(go);
    body.run();
    a.label(next).i(ADDI, 23, 23, 1).li(5, harts).branch(BLTU, 23, 5, again);
    return this;
  }

  /** Starts the hart in x23 at a label; a1 is three times its number, plus a number. */
  SmpProgram start(String label, int plus, int failure) {
    a.i(ADDI, 10, 23, 0).la(11, label);
    a.r(ADD, 12, 23, 23).r(ADD, 12, 12, 23).i(ADDI, 12, 12, plus);
    call(HSM, 0);
    return expect(10, 0, failure);
  }

  /** Waits until the hart in x23 has a state. */
  SmpProgram awaitState(int state, int failure) {
    String again = fresh();
    a.label(again).i(ADDI, 10, 23, 0);
    call(HSM, 2);
    expect(10, 0, failure);
    a.li(5, state).branch(BNE, 11, 5, again);
    return this;
  }
}
