package bbt.ptg.riscv;

import java.util.List;
import java.util.function.LongFunction;

/**
 * Disassembles instructions as {@code objdump -d} prints them, aliases ({@code ret}, {@code mv},
 * {@code beqz}) included: mnemonic, a tab, operands. Compressed instructions read as their
 * expansion; hints keep their {@code c.} name, as objdump has it.
 */
public final class Disassembler {
  static final List<String> X =
      List.of(
          "zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1", "a0", "a1", "a2", "a3",
          "a4", "a5", "a6", "a7", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11",
          "t3", "t4", "t5", "t6");
  static final List<String> F =
      List.of(
          "ft0", "ft1", "ft2", "ft3", "ft4", "ft5", "ft6", "ft7", "fs0", "fs1", "fa0", "fa1", "fa2",
          "fa3", "fa4", "fa5", "fa6", "fa7", "fs2", "fs3", "fs4", "fs5", "fs6", "fs7", "fs8", "fs9",
          "fs10", "fs11", "ft8", "ft9", "ft10", "ft11");
  private static final String[] RM = {"rne", "rtz", "rdn", "rup", "rmm", "5", "6", "dyn"};
  private static final LongFunction<String> NO_SYMBOLS = address -> null;

  private Disassembler() {}

  /** Name of an integer register, 0 to 31, as the calling convention has it. */
  public static String x(int number) {
    return X.get(number);
  }

  /** Name of a floating-point register, 0 to 31. */
  public static String f(int number) {
    return F.get(number);
  }

  /** {@link #text(long, int, LongFunction)} without symbols. */
  public static String text(long pc, int bits) {
    return text(pc, bits, NO_SYMBOLS);
  }

  /**
   * The text of one instruction.
   *
   * @param pc its address, for branch targets
   * @param bits the encoding; the upper half is ignored when it is a compressed one
   * @param symbols from a branch target to its name, shown in angle brackets; null for none
   * @return never null: an illegal encoding is shown as data
   */
  public static String text(long pc, int bits, LongFunction<String> symbols) {
    Decoded d = Decoder.decode(bits);
    if (d != null) {
      return text(pc, d, symbols);
    }
    if (Decoder.length(bits) == 4) {
      return ".4byte\t0x" + Integer.toHexString(bits);
    }
    int half = bits & 0xFFFF;
    return half == 0 ? "unimp" : ".2byte\t0x" + Integer.toHexString(half);
  }

  /** The text of a decoded instruction; parameters as above. */
  public static String text(long pc, Decoded d, LongFunction<String> symbols) {
    String form = d.compressed() == null ? null : CompressedHints.form(d);
    if (form == null) {
      form = Aliases.form(d);
    }
    if (form == null) {
      form = d.insn().mnemonic() + ordering(d) + "\t" + d.insn().format().template;
    }
    int tab = form.indexOf('\t');
    if (tab < 0 || tab == form.length() - 1) {
      return tab < 0 ? form : form.substring(0, tab);
    }
    StringBuilder text = new StringBuilder(form.substring(0, tab + 1));
    for (int i = tab + 1; i < form.length(); i++) {
      operand(text, form.charAt(i), pc, d, symbols);
    }
    return text.toString();
  }

  private static String ordering(Decoded d) {
    if (!d.insn().pattern().hasAqRl) {
      return "";
    }
    return d.aq() ? (d.rl() ? ".aqrl" : ".aq") : (d.rl() ? ".rl" : "");
  }

  private static void operand(
      StringBuilder text, char letter, long pc, Decoded d, LongFunction<String> symbols) {
    switch (letter) {
      case 'd' -> text.append(X.get(d.rd()));
      case 's' -> text.append(X.get(d.rs1()));
      case 't' -> text.append(X.get(d.rs2()));
      case 'D' -> text.append(F.get(d.rd()));
      case 'S' -> text.append(F.get(d.rs1()));
      case 'T' -> text.append(F.get(d.rs2()));
      case 'R' -> text.append(F.get(d.rs3()));
      case 'j' -> text.append(d.imm());
      case '>' -> text.append("0x").append(Long.toHexString(d.imm()));
      case 'u' -> text.append("0x").append(Long.toHexString(d.imm() >>> 12 & 0xFFFFF));
      case 'p' -> {
        long target = pc + d.imm();
        text.append(Long.toHexString(target));
        String symbol = symbols.apply(target);
        if (symbol != null) {
          text.append(" <").append(symbol).append('>');
        }
      }
      case 'E' -> text.append(CsrNames.name(d.csr()));
      case 'Z' -> text.append(d.rs1());
      case 'm' -> text.append(d.rm() == 7 ? "" : "," + RM[d.rm()]);
      case 'P' -> fenceSet(text, (int) d.imm() >>> 4 & 0xF);
      case 'Q' -> fenceSet(text, (int) d.imm() & 0xF);
      default -> text.append(letter);
    }
  }

  private static void fenceSet(StringBuilder text, int set) {
    if (set == 0) {
      text.append("unknown");
    }
    for (int i = 0; i < 4; i++) {
      if ((set & 8 >> i) != 0) {
        text.append("iorw".charAt(i));
      }
    }
  }
}
