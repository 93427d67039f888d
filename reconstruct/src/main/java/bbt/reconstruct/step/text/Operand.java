package bbt.reconstruct.step.text;

import bbt.ptg.guest.GuestIsa;
import bbt.reconstruct.names.CodeNames;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A place in memory, or a value, as users and the disassembly write it: {@code sp+16}, {@code
 * ring-8}, {@code 8(sp)}, {@code a0}.
 *
 * @param base a register, a symbol, an address, or what else a user may have typed
 * @param offset to be added to it
 */
public record Operand(String base, long offset) {
  private static final String NUMBER = "0x[0-9a-fA-F]+|[0-9][0-9_,]*[kMG]?";
  private static final Pattern INDEXED = Pattern.compile("([+-]?)(" + NUMBER + ")?\\((.+)\\)");
  private static final Pattern SUM = Pattern.compile("(.+)([+-])(" + NUMBER + ")");

  /** Parses a word; a word that is no sum is all base. */
  public static Operand of(String word) {
    Matcher indexed = INDEXED.matcher(word);
    if (indexed.matches()) {
      String number = indexed.group(2);
      long offset = number == null ? 0 : number(number);
      return new Operand(indexed.group(3), indexed.group(1).equals("-") ? -offset : offset);
    }
    Matcher sum = SUM.matcher(word);
    if (sum.matches()) {
      long offset = number(sum.group(3));
      return new Operand(sum.group(1), sum.group(2).equals("-") ? -offset : offset);
    }
    return new Operand(word, 0);
  }

  private static long number(String digits) {
    Long hex = digits.startsWith("0x") ? CodeNames.address(digits) : null;
    return hex != null ? hex : Numbers.count(digits);
  }

  private static String plain(String name) {
    return name.startsWith("$") ? name.substring(1) : name;
  }

  /** The number of the general register that the base is, or -1. */
  public int register(GuestIsa guest) {
    return guest.registers().number(plain(base));
  }

  /** Whether the base is the program counter. */
  public boolean isPc() {
    return plain(base).equals("pc");
  }

  /** Whether the base is a register, a general one or the program counter. */
  public boolean isRegister(GuestIsa guest) {
    return isPc() || register(guest) >= 0;
  }
}
