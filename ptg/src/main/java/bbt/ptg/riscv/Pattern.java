package bbt.ptg.riscv;

import bbt.ptg.guest.table.BitPattern;
import java.util.Map;
import java.util.Set;

/**
 * The encoding of one instruction as {@link BitPattern} parses it, with RISC-V's operands.
 *
 * <ul>
 *   <li>{@code rd rs1 rs2 rs3 rm aq rl zimm}: a register number, rounding mode (5 and 6 are
 *       reserved: the row does not match), ordering bit; {@code zimm} is the five-bit immediate of
 *       a CSR instruction and is decoded into rs1
 *   <li>{@code rd' rs1' rs2'}: a three-bit register number, meaning x8 to x15
 *   <li>{@code rdrs1 rdrs1'}: one field that is both rd and rs1
 * </ul>
 *
 * Conditions are reserved values and fixed operands of a compressed instruction's expansion ({@code
 * rs1=2}).
 */
public final class Pattern extends BitPattern {
  private static final Map<String, Integer> WIDTHS =
      Map.ofEntries(
          Map.entry("rd", 5),
          Map.entry("rs1", 5),
          Map.entry("rs2", 5),
          Map.entry("rs3", 5),
          Map.entry("rdrs1", 5),
          Map.entry("zimm", 5),
          Map.entry("rd'", 3),
          Map.entry("rs1'", 3),
          Map.entry("rs2'", 3),
          Map.entry("rdrs1'", 3),
          Map.entry("rm", 3),
          Map.entry("aq", 1),
          Map.entry("rl", 1));

  /** Whether the encoding has a rounding-mode field. */
  final boolean hasRm;

  final boolean hasAqRl;

  private final Register rd = new Register();
  private final Register rs1 = new Register();
  private final Register rs2 = new Register();
  private final Register rs3 = new Register();
  private final Register rm = new Register();
  private long fixedImmediate;

  /** A register number is {@code base + (bits >>> shift & mask)}; an absent one has mask 0. */
  private static final class Register {
    int shift;
    int mask;
    int base;

    int get(int bits) {
      return base + (bits >>> shift & mask);
    }

    int put(int number) {
      return (number - base & mask) << shift;
    }
  }

  /**
   * @throws IllegalArgumentException when the text is no pattern
   */
  Pattern(String text) {
    super(text, WIDTHS, Set.of());
    set(rd, "rd", "rdrs1");
    set(rs1, "rs1", "rdrs1");
    set(rs1, "zimm", "zimm");
    set(rs2, "rs2", "rs2");
    set(rs3, "rs3", "rs3");
    set(rm, "rm", "rm");
    hasRm = rm.mask != 0;
    hasAqRl = has("aq");
    if (hasRm) {
      exclude("rm", 5);
      exclude("rm", 6);
    }
    conditions().forEach(this::condition);
  }

  /** The place of a register: in the field of that name, or the one that it shares. */
  private void set(Register register, String name, String shared) {
    for (String each : new String[] {name, shared}) {
      set(register, field(each), 0);
      set(register, field(each + "'"), 8);
    }
  }

  private static void set(Register register, Field field, int base) {
    if (field != null) {
      register.shift = field.position();
      register.mask = (1 << field.length()) - 1;
      register.base = base;
    }
  }

  private void condition(String condition) {
    int assignment = condition.indexOf('=');
    if (assignment < 0) {
      exclude(condition);
      return;
    }
    int value = Integer.parseInt(condition.substring(assignment + 1));
    switch (condition.substring(0, assignment)) {
      case "rd" -> rd.base = value;
      case "rs1" -> rs1.base = value;
      case "rs2" -> rs2.base = value;
      case "imm" -> fixedImmediate = value;
      default -> throw new IllegalArgumentException("cannot fix '" + condition + "' in " + this);
    }
  }

  @Override
  protected long operand(String name, int bits) {
    return switch (name) {
      case "rd" -> rd(bits);
      case "rs1" -> rs1(bits);
      case "rs2" -> rs2(bits);
      case "rm" -> rm(bits);
      case "imm" -> imm(bits);
      default -> throw new IllegalArgumentException("no operand '" + name + "' in " + this);
    };
  }

  int rd(int bits) {
    return rd.get(bits);
  }

  int rs1(int bits) {
    return rs1.get(bits);
  }

  int rs2(int bits) {
    return rs2.get(bits);
  }

  int rs3(int bits) {
    return rs3.get(bits);
  }

  int rm(int bits) {
    return rm.get(bits);
  }

  long imm(int bits) {
    return fixedImmediate | immediate(bits);
  }

  /**
   * The encoding with these operands; what the row has no field for is left out, what a field
   * cannot hold is cut. The inverse of the accessors above.
   */
  int encode(int destination, int first, int second, int third, long immediate, int rounding) {
    int bits = match;
    bits |= rd.put(destination) | rs1.put(first) | rs2.put(second) | rs3.put(third);
    return bits | rm.put(rounding) | immediateBits(immediate);
  }
}
