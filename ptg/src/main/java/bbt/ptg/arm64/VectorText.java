package bbt.ptg.arm64;

import bbt.ptg.arm64.semantics.Width;
import bbt.ptg.arm64.vector.Lanes;
import java.util.Locale;

/** Writes operands of instructions on vector and floating-point registers as objdump does. */
final class VectorText {
  private static final String WIDTHS = "bhsdq";
  private static final int ZERO = 31;
  private static final int REGISTERS = 32;

  private VectorText() {}

  /** Whether the mnemonic ends with 2: the narrow registers are the upper halves. */
  static boolean isUpper(A64Decoded d) {
    String format = d.insn().format().name();
    boolean changes =
        format.startsWith("LONG_") || format.startsWith("WIDE_") || format.startsWith("NARROW_");
    return changes && isVector(d) && d.lanes().wide();
  }

  private static boolean isVector(A64Decoded d) {
    return (d.bits() >>> 26 & 3) == 3;
  }

  /** Appends an operand by its name; returns false if it is none of these. */
  static boolean append(StringBuilder text, String name, A64Decoded d) {
    switch (name) {
      case "number" -> text.append(d.imm());
      case "lane" -> text.append(d.second());
      case "lane #" -> text.append('#').append(d.second());
      case "lane register" ->
          text.append(A64Disassembler.register(d.rn(), d.lanes().size() == 3, false));
      case "width" -> text.append('#').append(d.lanes().bits());
      case "moved by" -> text.append(d.rm() == ZERO ? "#" + d.second() : "x" + d.rm());
      case "modified" -> modified(text, d.bits());
      case "float" -> text.append(number(d));
      default -> {
        return register(text, name, d);
      }
    }
    return true;
  }

  private static boolean register(StringBuilder text, String name, A64Decoded d) {
    if (name.startsWith("list")) {
      list(text, d.rd(), name.charAt(4) - '0', lanes(name.substring(6), d));
    } else if (name.startsWith("table")) {
      list(text, d.rn(), name.charAt(5) - '0', "16b");
    } else if (name.charAt(0) == 'V') {
      text.append('v').append(number(name.charAt(1), d)).append('.');
      text.append(lanes(name.substring(3), d));
    } else if (name.length() == 2 && "FGBHSDQ".indexOf(name.charAt(0)) >= 0) {
      char width =
          switch (name.charAt(0)) {
            case 'F' -> WIDTHS.charAt(d.insn().pattern().vector().size(d.bits()));
            case 'G' -> WIDTHS.charAt(d.lanes().size() + 1);
            default -> name.toLowerCase(Locale.ROOT).charAt(0);
          };
      text.append(width).append(number(name.charAt(1), d));
    } else {
      return false;
    }
    return true;
  }

  private static int number(char operand, A64Decoded d) {
    return switch (operand) {
      case 'd' -> d.rd();
      case 'n' -> d.rn();
      case 'm' -> d.rm();
      default -> d.ra();
    };
  }

  private static String lanes(String kind, A64Decoded d) {
    Lanes lanes = d.lanes();
    int bytes = lanes.wide() ? 16 : 8;
    int size = lanes.size();
    return switch (kind) {
      case "t" -> (bytes >>> size) + "" + WIDTHS.charAt(size);
      case "w" -> (8 >>> size) + "" + WIDTHS.charAt(size + 1);
      case "p" -> (bytes >>> size + 1) + "" + WIDTHS.charAt(size + 1);
      case "l" -> "" + WIDTHS.charAt(size);
      case "2" -> "2" + WIDTHS.charAt(size);
      default -> kind;
    };
  }

  /** Registers that follow each other; three or more of them by the first and the last. */
  private static void list(StringBuilder text, int first, int count, String lanes) {
    text.append('{');
    int last = (first + count - 1) % REGISTERS;
    if (count > 2 && last > first) {
      text.append('v').append(first).append('.').append(lanes);
      text.append("-v").append(last).append('.').append(lanes);
    } else {
      for (int i = 0; i < count; i++) {
        text.append(i == 0 ? "v" : ", v").append((first + i) % REGISTERS);
        text.append('.').append(lanes);
      }
    }
    text.append('}');
  }

  private static void modified(StringBuilder text, int bits) {
    int immediate = bits >>> 16 & 7;
    text.append("#0x").append(Integer.toHexString(immediate << 5 | bits >>> 5 & 31));
    int kind = bits >>> 12 & 15;
    if (kind >>> 1 == 6) {
      text.append(", msl #").append((kind & 1) == 0 ? 8 : 16);
    } else if (kind < 12 && (kind >>> 1 & (kind < 8 ? 3 : 1)) != 0) {
      text.append(", lsl #").append(8 * (kind >>> 1 & (kind < 8 ? 3 : 1)));
    }
  }

  private static String number(A64Decoded d) {
    double value =
        d.lanes().size() == 3
            ? Double.longBitsToDouble(d.imm())
            : Float.intBitsToFloat((int) d.imm());
    return String.format(Locale.ROOT, "#%.18e", value);
  }

  /** The name that the assembler prefers, as {@link A64Aliases#form} has it; null for none. */
  static String alias(A64Decoded d) {
    String upper = isUpper(d) ? "2" : "";
    return switch (d.insn()) {
      case ORR_V -> d.rn() == d.rm() ? "mov\t{Vd.t}, {Vn.t}" : null;
      case NOT_V -> "mvn\t{Vd.t}, {Vn.t}";
      case UMOV_W, UMOV_X ->
          d.lanes().size() == (d.insn().registers() == Width.W ? 2 : 3)
              ? "mov\t{d}, {Vn.l}[{lane}]"
              : null;
      case INS_GENERAL -> "mov\t{Vd.l}[{number}], {lane register}";
      case INS_LANE -> "mov\t{Vd.l}[{number}], {Vn.l}[{lane}]";
      case DUP_SCALAR -> "mov\t{Fd}, {Vn.l}[{lane}]";
      case SSHLL_V_IMM -> d.imm() == 0 ? "sxtl" + upper + "\t{Vd.w}, {Vn.t}" : null;
      case USHLL_V_IMM -> d.imm() == 0 ? "uxtl" + upper + "\t{Vd.w}, {Vn.t}" : null;
      default -> null;
    };
  }
}
