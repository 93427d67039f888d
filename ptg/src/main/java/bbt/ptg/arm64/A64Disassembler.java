package bbt.ptg.arm64;

import bbt.ptg.arm64.semantics.Width;
import java.util.List;
import java.util.Locale;
import java.util.function.LongFunction;

/**
 * Disassembles instructions as {@code objdump -d} prints them, aliases ({@code mov}, {@code cmp},
 * {@code ret}) included, its comments not: mnemonic, a tab, operands.
 */
public final class A64Disassembler {
  private static final int STACK_POINTER = 31;
  private static final String[] CONDITIONS = {
    "eq", "ne", "cs", "cc", "mi", "pl", "vs", "vc", "hi", "ls", "ge", "lt", "gt", "le", "al", "nv"
  };
  private static final String[] SHIFTS = {"lsl", "lsr", "asr", "ror"};
  private static final String[] EXTENDS = {
    "uxtb", "uxth", "uxtw", "uxtx", "sxtb", "sxth", "sxtw", "sxtx"
  };
  private static final String[] DOMAINS = {"osh", "nsh", "ish", ""};
  private static final String[] ACCESSES = {"", "ld", "st", "sy"};
  private static final String[] PREFETCHES = {"pld", "pli", "pst"};

  /** The shift of an extension that is written as a shift: its width is that of a register. */
  private static final int UXTW = 2;

  private static final int UXTX = 3;

  private A64Disassembler() {}

  /** The name of a condition. */
  static String condition(int number) {
    return CONDITIONS[number];
  }

  /** {@link #text(long, int, LongFunction)} without symbols. */
  public static String text(long pc, int bits) {
    return text(pc, bits, address -> null);
  }

  /**
   * The text of one instruction.
   *
   * @param pc its address, for targets
   * @param symbols from a target to its name, shown in angle brackets; null for none
   * @return never null: an undefined encoding is shown as data
   */
  public static String text(long pc, int bits, LongFunction<String> symbols) {
    A64Decoded d = A64Decoder.decode(bits);
    if (d == null) {
      return ".inst\t0x%08x ; undefined".formatted(bits);
    }
    String form = A64Aliases.form(d);
    List<String> pieces = form == null ? d.insn().format().pieces : A64Format.pieces(form);
    StringBuilder text = new StringBuilder();
    if (form == null) {
      text.append(d.insn().mnemonic());
      if (d.insn() == A64Insn.B_COND) {
        text.append(CONDITIONS[d.condition()]);
      }
      text.append(VectorText.isUpper(d) ? "2" : "");
      text.append(pieces.isEmpty() ? "" : "\t");
    }
    for (String piece : pieces) {
      if (piece.charAt(0) == '{') {
        operand(text, piece.substring(1), pc, d, symbols);
      } else {
        text.append(piece);
      }
    }
    return text.toString();
  }

  private static void operand(
      StringBuilder text, String name, long pc, A64Decoded d, LongFunction<String> symbols) {
    boolean wide = d.insn().registers() == Width.X;
    int rotation = d.bits() >>> 16 & 63;
    int last = d.bits() >>> 10 & 63;
    int width = wide ? 64 : 32;
    switch (name) {
      case "imm12" -> {
        int shift = d.bits() >>> 22 & 1;
        text.append(hex(d.imm() >>> 12 * shift)).append(shift != 0 ? ", lsl #12" : "");
      }
      case "imm16" -> {
        int shift = d.bits() >>> 21 & 3;
        text.append(hex(d.imm() >>> 16 * shift)).append(shift != 0 ? ", lsl #" + 16 * shift : "");
      }
      case "moved" -> text.append(hex(moved(d, wide)));
      case "hex" -> text.append(hex(d.imm()));
      case "dec" -> text.append('#').append(d.imm());
      case "offset" -> text.append(d.imm() == 0 ? "" : ", #" + d.imm());
      case "immr" -> text.append('#').append(rotation);
      case "imms" -> text.append('#').append(last);
      case "inverted" -> text.append('#').append(width - 1 - last);
      case "inserted" -> text.append('#').append(width - rotation).append(", #").append(last + 1);
      case "extracted" ->
          text.append('#').append(rotation).append(", #").append(last - rotation + 1);
      case "shift" -> {
        if (d.shift() != 0 || d.second() != 0) {
          text.append(", ").append(SHIFTS[d.shift()]).append(" #").append(d.second());
        }
      }
      case "extended" -> extended(text, d, wide);
      case "index" -> index(text, d);
      case "flags" -> text.append(hex(d.second()));
      case "bit" -> text.append('#').append(d.second());
      case "cond" -> text.append(CONDITIONS[d.condition()]);
      case "not cond" -> text.append(CONDITIONS[d.condition() ^ 1]);
      case "target" -> target(text, pc + d.imm(), symbols);
      case "page" -> target(text, (pc & ~0xFFFL) + d.imm(), symbols);
      case "prefetch" -> text.append(prefetch(d.rd()));
      case "hint" -> text.append(hex(d.bits() >>> 5 & 127));
      case "crm" -> text.append(hex(d.crm()));
      case "barrier" -> text.append(barrier(d.crm()));
      case "field" -> text.append(d.insn().name().substring(4).toLowerCase(Locale.ROOT));
      case "register" -> text.append(SystemRegisters.name(d.system(), d.insn() == A64Insn.MSR));
      case "operation" ->
          text.append(
              "#%d, C%d, C%d, #%d"
                  .formatted(
                      d.system() >>> 11 & 7,
                      d.system() >>> 7 & 15,
                      d.system() >>> 3 & 15,
                      d.system() & 7));
      case "argument" ->
          text.append(d.rd() == STACK_POINTER ? "" : ", " + register(d.rd(), true, false));
      default -> {
        if (!VectorText.append(text, name, d)) {
          text.append(register(name, d, wide));
        }
      }
    }
  }

  private static String register(String name, A64Decoded d, boolean wide) {
    boolean stackPointer = name.endsWith("|sp");
    String letters = stackPointer ? name.substring(0, name.length() - 3) : name;
    boolean isWide = letters.length() == 1 ? wide : letters.charAt(0) == 'X';
    int number =
        switch (letters.charAt(letters.length() - 1)) {
          case 'd' -> d.rd();
          case 'n' -> d.rn();
          case 'm' -> d.rm();
          case 'a' -> d.ra();
          default -> throw new IllegalArgumentException("no operand '" + name + "'");
        };
    return register(number, isWide, stackPointer);
  }

  /**
   * Name of a register.
   *
   * @param stackPointer whether 31 is the stack pointer, not the zero register
   */
  static String register(int number, boolean wide, boolean stackPointer) {
    if (number < STACK_POINTER) {
      return (wide ? "x" : "w") + number;
    }
    if (stackPointer) {
      return wide ? "sp" : "wsp";
    }
    return wide ? "xzr" : "wzr";
  }

  private static String hex(long value) {
    return "#0x" + Long.toHexString(value);
  }

  /** What a move of a constant leaves in the register. */
  private static long moved(A64Decoded d, boolean wide) {
    boolean inverted = d.insn() == A64Insn.MOVN_W || d.insn() == A64Insn.MOVN_X;
    long value = inverted ? ~d.imm() : d.imm();
    return wide ? value : value & 0xFFFFFFFFL;
  }

  private static void extended(StringBuilder text, A64Decoded d, boolean wide) {
    int option = d.option();
    text.append(register(d.rm(), wide && (option & 3) == 3, false));
    boolean ofStackPointer =
        d.rn() == STACK_POINTER
            || (d.rd() == STACK_POINTER && d.insn().format() == A64Format.ADD_EXTENDED);
    if (ofStackPointer && option == (wide ? UXTX : UXTW)) {
      text.append(d.second() == 0 ? "" : ", lsl #" + d.second());
      return;
    }
    text.append(", ").append(EXTENDS[option]);
    text.append(d.second() == 0 ? "" : " #" + d.second());
  }

  private static void index(StringBuilder text, A64Decoded d) {
    int option = d.option();
    boolean scaled = (d.bits() >>> 12 & 1) != 0;
    text.append(register(d.rm(), (option & 1) != 0, false));
    if (option == UXTX) {
      text.append(scaled ? ", lsl #" + d.second() : "");
    } else {
      text.append(", ").append(EXTENDS[option]).append(scaled ? " #" + d.second() : "");
    }
  }

  private static void target(StringBuilder text, long target, LongFunction<String> symbols) {
    text.append(Long.toHexString(target));
    String symbol = symbols.apply(target);
    if (symbol != null) {
      text.append(" <").append(symbol).append('>');
    }
  }

  private static String prefetch(int operation) {
    int level = operation >>> 1 & 3;
    if (operation >>> 3 == 3 || level == 3) {
      return "#0x%02x".formatted(operation);
    }
    String policy = (operation & 1) == 0 ? "keep" : "strm";
    return PREFETCHES[operation >>> 3] + "l" + (level + 1) + policy;
  }

  private static String barrier(int option) {
    int access = option & 3;
    if (access == 0) {
      return "#0x%02x".formatted(option);
    }
    String domain = DOMAINS[option >>> 2];
    if (domain.isEmpty()) {
      return ACCESSES[access];
    }
    return access == 3 ? domain : domain + ACCESSES[access];
  }
}
