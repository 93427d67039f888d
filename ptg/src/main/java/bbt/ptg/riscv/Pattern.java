package bbt.ptg.riscv;

import java.util.ArrayList;
import java.util.List;

/**
 * The encoding of one instruction, parsed from its row: fixed bits, operand fields and the values
 * that operands must not have.
 *
 * <p>A pattern is a list of fields from the highest bit to the lowest:
 *
 * <ul>
 *   <li>{@code 0110011}: fixed bits
 *   <li>{@code rd rs1 rs2 rs3 rm aq rl zimm}: a register number, rounding mode (5 and 6 are
 *       reserved: the row does not match), ordering bit; {@code zimm} is the five-bit immediate of
 *       a CSR instruction and is decoded into rs1
 *   <li>{@code rd' rs1' rs2'}: a three-bit register number, meaning x8 to x15
 *   <li>{@code rdrs1 rdrs1'}: one field that is both rd and rs1
 *   <li>{@code imm12|10:5}: the bits of the sign-extended immediate that stand here, highest first;
 *       the sign is the highest bit that any field names
 *   <li>{@code uimm5:0}: the same, zero-extended
 * </ul>
 *
 * After a semicolon follow fixed operands of a compressed instruction's expansion ({@code rs1=2})
 * and reserved values ({@code rd!0,2}, {@code imm!0}), for which the row does not match.
 */
public final class Pattern {
  /** Width in bits: 16 or 32. */
  final int width;

  /** Bits that the row fixes, and their values. */
  final int mask;

  final int match;

  /** Whether the encoding has a rounding-mode field. */
  final boolean hasRm;

  final boolean hasAqRl;

  private final String text;
  private final Register rd = new Register();
  private final Register rs1 = new Register();
  private final Register rs2 = new Register();
  private final Register rs3 = new Register();
  private final Register rm = new Register();
  private final List<Piece> pieces = new ArrayList<>();

  /** Bit number of the sign of the immediate, or -1 when it is zero-extended. */
  private int signBit = -1;

  private long fixedImmediate;
  private final List<Exclusion> exclusions = new ArrayList<>();

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
   * {@code length} bits at {@code from} in the encoding are those at {@code to} in the immediate.
   */
  private record Piece(int from, int length, int to) {}

  private record Exclusion(String operand, long value) {}

  /**
   * @throws IllegalArgumentException when the fields do not add up to 16 or 32 bits, a field is
   *     unknown, or an immediate names a bit twice
   */
  Pattern(String text) {
    this.text = text;
    String[] parts = text.split(";");
    String[] fields = parts[0].trim().split(" ");
    int total = 0;
    for (String field : fields) {
      total += width(field);
    }
    if (total != 16 && total != 32) {
      throw new IllegalArgumentException("pattern '" + text + "' has " + total + " bits");
    }
    width = total;
    int position = total;
    int fixed = 0;
    int value = 0;
    for (String field : fields) {
      int length = width(field);
      position -= length;
      if (isBinary(field)) {
        fixed |= ones(length) << position;
        value |= Integer.parseInt(field, 2) << position;
      } else {
        operand(field, position, length);
      }
    }
    mask = fixed;
    match = value;
    hasRm = rm.mask != 0;
    hasAqRl = List.of(fields).contains("aq");
    checkImmediate();
    if (parts.length > 1) {
      for (String condition : parts[1].trim().split(" ")) {
        condition(condition);
      }
    }
  }

  private static boolean isBinary(String field) {
    return field.charAt(0) == '0' || field.charAt(0) == '1';
  }

  private static int ones(int length) {
    return length == 32 ? -1 : (1 << length) - 1;
  }

  private int width(String field) {
    if (isBinary(field)) {
      return field.length();
    }
    return switch (field) {
      case "rd", "rs1", "rs2", "rs3", "rdrs1", "zimm" -> 5;
      case "rd'", "rs1'", "rs2'", "rdrs1'", "rm" -> 3;
      case "aq", "rl" -> 1;
      default -> {
        int sum = 0;
        for (int[] range : ranges(field)) {
          sum += range[0] - range[1] + 1;
        }
        yield sum;
      }
    };
  }

  /** The {high, low} pairs of an immediate field. */
  private List<int[]> ranges(String field) {
    String list;
    if (field.startsWith("imm")) {
      list = field.substring(3);
    } else if (field.startsWith("uimm")) {
      list = field.substring(4);
    } else {
      throw new IllegalArgumentException("unknown field '" + field + "' in pattern '" + text + "'");
    }
    List<int[]> ranges = new ArrayList<>();
    for (String range : list.split("\\|")) {
      String[] ends = range.split(":");
      int high = Integer.parseInt(ends[0]);
      ranges.add(new int[] {high, Integer.parseInt(ends[ends.length - 1])});
    }
    return ranges;
  }

  private void operand(String field, int position, int length) {
    int base = length == 3 && !field.equals("rm") ? 8 : 0;
    switch (field) {
      case "rd", "rd'" -> set(rd, position, length, base);
      case "rs1", "rs1'", "zimm" -> set(rs1, position, length, base);
      case "rs2", "rs2'" -> set(rs2, position, length, base);
      case "rs3" -> set(rs3, position, length, base);
      case "rdrs1", "rdrs1'" -> {
        set(rd, position, length, base);
        set(rs1, position, length, base);
      }
      case "rm" -> {
        set(rm, position, length, base);
        exclusions.add(new Exclusion("rm", 5));
        exclusions.add(new Exclusion("rm", 6));
      }
      case "aq", "rl" -> {}
      default -> {
        int from = position + length;
        for (int[] range : ranges(field)) {
          int pieceLength = range[0] - range[1] + 1;
          from -= pieceLength;
          pieces.add(new Piece(from, pieceLength, range[1]));
          if (field.startsWith("imm")) {
            signBit = Math.max(signBit, range[0]);
          }
        }
      }
    }
  }

  private static void set(Register register, int position, int length, int base) {
    register.shift = position;
    register.mask = ones(length);
    register.base = base;
  }

  private void checkImmediate() {
    long seen = 0;
    for (Piece p : pieces) {
      long bits = (long) ones(p.length) << p.to;
      if ((seen & bits) != 0) {
        throw new IllegalArgumentException("immediate bit named twice in pattern '" + text + "'");
      }
      seen |= bits;
    }
  }

  private void condition(String condition) {
    int assignment = condition.indexOf('=');
    if (assignment > 0) {
      int value = Integer.parseInt(condition.substring(assignment + 1));
      switch (condition.substring(0, assignment)) {
        case "rd" -> rd.base = value;
        case "rs1" -> rs1.base = value;
        case "rs2" -> rs2.base = value;
        case "imm" -> fixedImmediate = value;
        default -> throw new IllegalArgumentException("cannot fix '" + condition + "' in " + text);
      }
      return;
    }
    int not = condition.indexOf('!');
    String operand = condition.substring(0, not);
    for (String value : condition.substring(not + 1).split(",")) {
      exclusions.add(new Exclusion(operand, Long.parseLong(value)));
    }
  }

  /** Whether this row is the instruction with these bits. */
  boolean matches(int bits) {
    if ((bits & mask) != match) {
      return false;
    }
    for (int i = 0; i < exclusions.size(); i++) {
      Exclusion e = exclusions.get(i);
      if (operand(e.operand, bits) == e.value) {
        return false;
      }
    }
    return true;
  }

  private long operand(String name, int bits) {
    return switch (name) {
      case "rd" -> rd(bits);
      case "rs1" -> rs1(bits);
      case "rs2" -> rs2(bits);
      case "rm" -> rm(bits);
      case "imm" -> imm(bits);
      default -> throw new IllegalArgumentException("no operand '" + name + "' in " + text);
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
    long value = fixedImmediate;
    for (int i = 0; i < pieces.size(); i++) {
      Piece p = pieces.get(i);
      value |= ((long) (bits >>> p.from) & ones(p.length)) << p.to;
    }
    int unused = 63 - signBit;
    return signBit < 0 ? value : value << unused >> unused;
  }

  /**
   * The encoding with these operands; what the row has no field for is left out, what a field
   * cannot hold is cut. The inverse of the accessors above.
   */
  int encode(int destination, int first, int second, int third, long immediate, int rounding) {
    int bits = match;
    bits |= rd.put(destination) | rs1.put(first) | rs2.put(second) | rs3.put(third);
    bits |= rm.put(rounding);
    for (int i = 0; i < pieces.size(); i++) {
      Piece p = pieces.get(i);
      bits |= (int) (immediate >>> p.to & ones(p.length)) << p.from;
    }
    return bits;
  }

  @Override
  public String toString() {
    return text;
  }
}
