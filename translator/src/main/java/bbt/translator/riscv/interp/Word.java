package bbt.translator.riscv.interp;

import static bbt.translator.riscv.interp.RegisterSlots.BASE;
import static bbt.translator.riscv.interp.RegisterSlots.U;

import bbt.ptg.guest.rtl.MemoryKind;
import bbt.ptg.riscv.Decoded;
import bbt.ptg.riscv.Decoder;
import bbt.ptg.riscv.Insn;
import bbt.ptg.riscv.RiscvIsa;
import bbt.ptg.riscv.semantics.SystemOp;
import bbt.translator.riscv.cpu.Cpu;
import bbt.translator.trace.ContextRule;

/**
 * A pre-decoded instruction in eight bytes.
 *
 * <pre>
 *  byte 0    1          2             3          4            5           6         7
 * +---------+----------+-------------+----------+-------------------------------------------+
 * | handler | length   | rd slot or  | rs1 slot | immediate, signed; or:                    |
 * |         | of table | rs2 slot *  |          | rs2 slot  | rs3 slot |                     |
 * +---------+----------+-------------+----------+-------------------------------------------+
 * | CALL    | ...      | ...         | ...      | immediate, or     | bits 0 to 2: rounding,|
 * |         |          |             |          | rs2 and rs3 slots | others: which handler |
 * +---------+----------+-------------+----------+-------------------------------------------+
 * </pre>
 *
 * <p>Length: bytes to the next instruction's word, 8 or 16. (*) rs2 when there is an immediate. A
 * system instruction has its {@link SystemOp} in byte 2 and its encoding in place of the immediate;
 * {@link #LOAD_SP} has its {@link MemoryKind} there. An instruction with the handler {@link #CALL}
 * is one that has no place in the dispatch loop: the loop goes to {@code Handlers.execute}, which
 * looks at its number.
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

  /**
   * A register move into tp, when that may be a context switch ({@link ContextRule#threadPointer}).
   */
  static final int MOVE_TP = 4;

  /** The machine's work. */
  static final int SYSTEM = 5;

  /** A load into sp, when that may be a context switch ({@link ContextRule#STACK}). */
  static final int LOAD_SP = 6;

  /** Must not be executed, or not all of it: protection of memory forbids it. */
  static final int FORBIDDEN = 7;

  /** An instruction that has no place in the dispatch loop. */
  static final int CALL = 8;

  /** An instruction that sets a mark, while a recorder hears of it. */
  static final int MARK = 9;

  /** Handler numbers from here on are of instructions out of the loop. */
  private static final int FIRST_CALLED = 256;

  private static final SystemOp[] SYSTEM_OPS = SystemOp.values();
  private static final MemoryKind[] MEMORY_KINDS = MemoryKind.values();

  private Word() {}

  /**
   * The word of an instruction; for an encoding that is none, one that traps.
   *
   * @param rule which instructions have handlers that look for a context switch
   */
  static long of(int bits, ContextRule rule) {
    Decoded d = Decoder.decode(bits);
    if (d == null) {
      return pack(ILLEGAL, 0, 0, Decoder.length(bits), 0);
    }
    int handler = Handlers.of(d.insn());
    if (handler < 0) {
      return pack(SYSTEM, Handlers.systemOp(d.insn()).ordinal(), 0, d.length(), d.bits());
    }
    int fp = Handlers.floatOperands(d.insn());
    int rd = (fp & 1) != 0 ? RegisterSlots.f(d.rd()) : RegisterSlots.xDestination(d.rd());
    int rs1 = (fp & 2) != 0 ? RegisterSlots.f(d.rs1()) : RegisterSlots.x(d.rs1());
    int rs2 = (fp & 4) != 0 ? RegisterSlots.f(d.rs2()) : RegisterSlots.x(d.rs2());
    if (rule.threadPointer() && RiscvIsa.movesToThreadPointer(d)) {
      return pack(MOVE_TP, rd, rs1, d.length(), rs2);
    }
    if (rule == ContextRule.STACK && RiscvIsa.loadsStackPointer(d)) {
      return pack(LOAD_SP, kindOfLoad(d.insn()).ordinal(), rs1, d.length(), (int) d.imm());
    }
    if (rule != ContextRule.NONE && RiscvIsa.mark(d) >= 0) {
      return pack(MARK, 0, rs1, d.length(), (int) d.imm());
    }
    int first = Handlers.sourceInPlaceOfDestination(d.insn()) ? rs2 : rd;
    boolean immediate = Handlers.usesImmediate(d.insn());
    int rest = immediate ? (int) d.imm() : rs2 | RegisterSlots.f(d.rs3()) << 8;
    if (handler < FIRST_CALLED) {
      return pack(handler, first, rs1, d.length(), rest);
    }
    if (immediate && rest != (short) rest) {
      throw new IllegalStateException(d.insn() + ": no place for the immediate " + rest);
    }
    int high = handler - FIRST_CALLED << 3 | d.rm();
    return pack(CALL, first, rs1, d.length(), high << 16 | rest & 0xFFFF);
  }

  // The fields of the word at an address.

  static int handler(long p) {
    return U.getByte(p) & 0xFF;
  }

  /** Bytes to the next instruction's word. */
  static int length(long p) {
    return U.getByte(p + 1);
  }

  /** Value of the register whose slot is in a byte of the word. */
  static long register(Cpu cpu, long p, int at) {
    return U.getLong(cpu, BASE + 8L * U.getByte(p + at));
  }

  static long immediate(long p) {
    return U.getInt(p + 4);
  }

  /** The rounding mode in a {@link #CALL} word. */
  static int rounding(long p) {
    return U.getByte(p + 6) & 7;
  }

  /** Handler number of an instruction. */
  static int number(long p) {
    int handler = handler(p);
    return handler == CALL ? (U.getChar(p + 6) >>> 3) + FIRST_CALLED : handler;
  }

  /**
   * The word in place of a forbidden instruction.
   *
   * @param at offset of the first forbidden part in the instruction
   */
  static long forbidden(int at) {
    return pack(FORBIDDEN, 0, 0, 2, at);
  }

  private static MemoryKind kindOfLoad(Insn insn) {
    return switch (insn) {
      case LB -> MemoryKind.S8;
      case LH -> MemoryKind.S16;
      case LW -> MemoryKind.S32;
      case LD -> MemoryKind.D64;
      case LBU -> MemoryKind.U8;
      case LHU -> MemoryKind.U16;
      case LWU -> MemoryKind.U32;
      default -> throw new IllegalArgumentException(insn.mnemonic());
    };
  }

  private static long pack(int handler, int rd, int rs1, int length, int immediate) {
    int low = handler | length * 4 << 8 | rd << 16 | rs1 << 24;
    return (long) immediate << 32 | low;
  }

  /** The operation of a {@link #SYSTEM} word. */
  static SystemOp systemOp(long p) {
    return SYSTEM_OPS[U.getByte(p + 2)];
  }

  /** The kind of load of a {@link #LOAD_SP} word. */
  static MemoryKind memoryKind(long p) {
    return MEMORY_KINDS[U.getByte(p + 2)];
  }

  /** The encoding of a {@link #SYSTEM} word. */
  static int encoding(long p) {
    return U.getInt(p + 4);
  }
}
