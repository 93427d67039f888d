package bbt.ptg.guest.table;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The encoding of one instruction, parsed from its row: fixed bits, operand fields and the values
 * that operands must not have.
 *
 * <p>A pattern is a list of fields from the highest bit to the lowest:
 *
 * <ul>
 *   <li>{@code 0110011}: fixed bits
 *   <li>a name that the guest gives a width: {@code rd}
 *   <li>{@code imm12|10:5}: the bits of the sign-extended immediate that stand here, highest first;
 *       the sign is the highest bit that any field names
 *   <li>{@code uimm5:0}: the same, zero-extended; so is every other number that the guest's
 *       patterns have
 * </ul>
 *
 * <p>After a semicolon follow conditions: reserved values ({@code rd!0,2}, {@code imm!0}), for
 * which the row does not match, and what else a guest's patterns have.
 */
public class BitPattern {
  private static final String IMMEDIATE = "imm";

  /** A name and the bits of it that stand in a field: {@code imm12|10:5}. */
  private static final Pattern SCATTERED = Pattern.compile("([a-z]+)([0-9][0-9|:]*)");

  /** Width in bits: 16 or 32. */
  public final int width;

  /** Bits that the row fixes. */
  public final int mask;

  /** Their values. */
  public final int match;

  private final String text;
  private final Map<String, Integer> widths;
  private final Set<String> numbers;
  private final Map<String, Field> fields = new HashMap<>();
  private final Map<String, Scattered> scattered = new HashMap<>();
  private final Scattered immediate;
  private final List<Exclusion> exclusions = new ArrayList<>();

  /**
   * A field of an operand.
   *
   * @param position number of its lowest bit
   * @param length in bits
   */
  public record Field(int position, int length) {
    /** The number that stands in it. */
    public int get(int bits) {
      return bits >>> position & ones(length);
    }
  }

  /** A number whose bits stand in several fields. */
  private static final class Scattered {
    private final List<Piece> pieces = new ArrayList<>();

    /** Bit number of the sign, or -1 when the number is zero-extended. */
    private int signBit = -1;

    private long get(int bits) {
      long value = 0;
      for (int i = 0; i < pieces.size(); i++) {
        Piece p = pieces.get(i);
        value |= ((long) (bits >>> p.from) & ones(p.length)) << p.to;
      }
      int unused = 63 - signBit;
      return signBit < 0 ? value : value << unused >> unused;
    }

    private int put(long value) {
      int bits = 0;
      for (int i = 0; i < pieces.size(); i++) {
        Piece p = pieces.get(i);
        bits |= (int) (value >>> p.to & ones(p.length)) << p.from;
      }
      return bits;
    }
  }

  /** {@code length} bits at {@code from} in the encoding are those at {@code to} in the operand. */
  private record Piece(int from, int length, int to) {}

  private record Exclusion(String operand, long value) {}

  /**
   * @param text of the row
   * @param widths of the fields that have a name and no bits
   * @param numbers names of the operands, the immediate not meant, that are followed by their bits
   * @throws IllegalArgumentException when the fields do not add up to 16 or 32 bits, a field is
   *     unknown, or an operand names a bit twice
   */
  protected BitPattern(String text, Map<String, Integer> widths, Set<String> numbers) {
    this.text = text;
    this.widths = widths;
    this.numbers = numbers;
    String[] parts = text.split(";");
    String[] names = parts[0].trim().split(" ");
    int total = 0;
    for (String field : names) {
      total += width(field);
    }
    if (total != 16 && total != 32) {
      throw new IllegalArgumentException("pattern '" + text + "' has " + total + " bits");
    }
    width = total;
    int position = total;
    int fixed = 0;
    int value = 0;
    for (String field : names) {
      int length = width(field);
      position -= length;
      if (isBinary(field)) {
        fixed |= ones(length) << position;
        value |= Integer.parseInt(field, 2) << position;
      } else if (widths.containsKey(field)) {
        fields.put(field, new Field(position, length));
      } else {
        scatter(field, position + length);
      }
    }
    mask = fixed;
    match = value;
    scattered.values().forEach(this::check);
    immediate = scattered.getOrDefault(IMMEDIATE, new Scattered());
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
    Integer known = widths.get(field);
    if (known != null) {
      return known;
    }
    int sum = 0;
    for (int[] range : ranges(scattered(field).group(2))) {
      sum += range[0] - range[1] + 1;
    }
    return sum;
  }

  private Matcher scattered(String field) {
    Matcher matcher = SCATTERED.matcher(field);
    if (!matcher.matches() || !isNumber(matcher.group(1))) {
      throw new IllegalArgumentException("unknown field '" + field + "' in pattern '" + text + "'");
    }
    return matcher;
  }

  private boolean isNumber(String name) {
    return name.equals(IMMEDIATE) || name.equals("u" + IMMEDIATE) || numbers.contains(name);
  }

  /** The {high, low} pairs of a list of bits. */
  private static List<int[]> ranges(String list) {
    List<int[]> ranges = new ArrayList<>();
    for (String range : list.split("\\|")) {
      String[] ends = range.split(":");
      int high = Integer.parseInt(ends[0]);
      ranges.add(new int[] {high, Integer.parseInt(ends[ends.length - 1])});
    }
    return ranges;
  }

  /** Adds a field to a scattered operand; {@code from} is the number of the bit above the field. */
  private void scatter(String field, int from) {
    Matcher parts = scattered(field);
    String name = parts.group(1);
    boolean signed = name.equals(IMMEDIATE);
    String operand = name.equals("u" + IMMEDIATE) ? IMMEDIATE : name;
    Scattered number = scattered.computeIfAbsent(operand, key -> new Scattered());
    for (int[] range : ranges(parts.group(2))) {
      int length = range[0] - range[1] + 1;
      from -= length;
      number.pieces.add(new Piece(from, length, range[1]));
      if (signed) {
        number.signBit = Math.max(number.signBit, range[0]);
      }
    }
  }

  private void check(Scattered number) {
    long seen = 0;
    for (Piece p : number.pieces) {
      long bits = (long) ones(p.length) << p.to;
      if ((seen & bits) != 0) {
        throw new IllegalArgumentException("operand's bit named twice in pattern '" + text + "'");
      }
      seen |= bits;
    }
  }

  /** The conditions behind the semicolon, as they are written. */
  protected final List<String> conditions() {
    String[] parts = text.split(";");
    return parts.length > 1 ? List.of(parts[1].trim().split(" ")) : List.of();
  }

  /** Adds a condition that lists reserved values: {@code rd!0,2}. */
  protected final void exclude(String condition) {
    int not = condition.indexOf('!');
    if (not < 0) {
      throw new IllegalArgumentException("no condition '" + condition + "' in " + text);
    }
    for (String value : condition.substring(not + 1).split(",")) {
      exclude(condition.substring(0, not), Long.parseLong(value));
    }
  }

  /** Adds a reserved value. */
  protected final void exclude(String operand, long value) {
    exclusions.add(new Exclusion(operand, value));
  }

  /** Whether this row is the instruction with these bits. */
  public final boolean matches(int bits) {
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

  /** The value of an operand by its name; for conditions. */
  protected long operand(String name, int bits) {
    Field field = fields.get(name);
    if (field != null) {
      return field.get(bits);
    }
    if (!scattered.containsKey(name)) {
      throw new IllegalArgumentException("no operand '" + name + "' in " + text);
    }
    return scattered.get(name).get(bits);
  }

  /** The field with a name; null if there is none. */
  protected final Field field(String name) {
    return fields.get(name);
  }

  /** Whether an operand stands in the encoding. */
  public final boolean has(String operand) {
    return fields.containsKey(operand) || scattered.containsKey(operand);
  }

  /** The immediate; 0 where there is none. */
  protected final long immediate(int bits) {
    return immediate.get(bits);
  }

  /** The bits of an encoding that hold an immediate; what the fields cannot hold is cut. */
  protected final int immediateBits(long value) {
    return immediate.put(value);
  }

  @Override
  public final String toString() {
    return text;
  }
}
