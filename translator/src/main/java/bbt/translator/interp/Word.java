package bbt.translator.interp;

import bbt.ptg.isa.Decoded;
import bbt.ptg.isa.Decoder;
import bbt.ptg.isa.SystemOp;
import bbt.translator.engine.TaskPointer;

/**
 * A pre-decoded instruction in a long.
 *
 * <pre>
 *  63                              32 31 30 29      23 22      16 15       9 8        0
 * +----------------------------------+-----+----------+----------+----------+----------+
 * | immediate (signed)               | len | rs2 slot | rs1 slot | rd slot  | handler  |
 * +----------------------------------+-----+----------+----------+----------+----------+
 * </pre>
 *
 * <p>len: halfwords, 1 or 2. Instead of an immediate, floating-point arithmetic has the rounding
 * mode in bits 32-34 and the rs3 slot in bits 40-46; a system instruction has its encoding there
 * and the {@link SystemOp} in the rd slot.
 */
final class Word {
  /** Not decoded yet. */
  static final int DECODE = 0;

  /** The slot after the last: the node ends, execution goes on in the next page. */
  static final int PAGE_END = 1;

  /** Begins in the last halfword of the page and ends in the next page. */
  static final int STRADDLER = 2;

  /** Not an instruction. */
  static final int ILLEGAL = 3;

  /** A register move into tp: a context switch on Linux (docs/determinism.md 16). */
  static final int MOVE_TP = 4;

  /** The machine's work. */
  static final int SYSTEM = 5;

  static final int HANDLER_MASK = 0x1FF;

  private static final SystemOp[] SYSTEM_OPS = SystemOp.values();

  private Word() {}

  /** The word of an instruction; for an encoding that is none, one that traps. */
  static long of(int bits) {
    Decoded d = Decoder.decode(bits);
    if (d == null) {
      return pack(ILLEGAL, 0, 0, 0, Decoder.length(bits), 0);
    }
    int handler = Handlers.of(d.insn());
    if (handler < 0) {
      return pack(SYSTEM, Handlers.systemOp(d.insn()).ordinal(), 0, 0, d.length(), d.bits());
    }
    int fp = Handlers.fpOperands(d.insn());
    int rd = (fp & 1) != 0 ? RegisterSlots.f(d.rd()) : RegisterSlots.xDestination(d.rd());
    int rs1 = (fp & 2) != 0 ? RegisterSlots.f(d.rs1()) : RegisterSlots.x(d.rs1());
    int rs2 = (fp & 4) != 0 ? RegisterSlots.f(d.rs2()) : RegisterSlots.x(d.rs2());
    long immediate = d.imm();
    if (TaskPointer.isMove(d)) {
      handler = MOVE_TP;
    } else if (d.insn().hasRoundingMode()) {
      immediate = d.rm() | RegisterSlots.f(d.rs3()) << 8;
    }
    return pack(handler, rd, rs1, rs2, d.length(), immediate);
  }

  private static long pack(int handler, int rd, int rs1, int rs2, int length, long immediate) {
    int low = handler | rd << 9 | rs1 << 16 | rs2 << 23 | length >>> 1 << 30;
    return immediate << 32 | (low & 0xFFFFFFFFL);
  }

  /** The operation of a {@link #SYSTEM} word. */
  static SystemOp systemOp(long word) {
    return SYSTEM_OPS[(int) word >>> 9 & 0x7F];
  }

  /** The encoding of a {@link #SYSTEM} word. */
  static int encoding(long word) {
    return (int) (word >>> 32);
  }

  /** The word of a straddler's first half. */
  static long straddler() {
    return pack(STRADDLER, 0, 0, 0, 4, 0);
  }
}
