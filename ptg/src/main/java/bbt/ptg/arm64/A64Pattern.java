package bbt.ptg.arm64;

import bbt.ptg.guest.table.BitPattern;
import java.util.Map;
import java.util.Set;

/**
 * The encoding of one instruction as {@link BitPattern} parses it, with AArch64's operands.
 *
 * <ul>
 *   <li>{@code rd rt}, {@code rn}, {@code rm rs}, {@code ra rt2}: a register number, each always at
 *       the same place: bits 4:0, 9:5, 20:16 and 14:10
 *   <li>{@code shift12 shift16}: how far the immediate is shifted left, in these units
 *   <li>{@code bitmask}: a bit mask ({@link BitMask}), which is the immediate; 0 if it is reserved
 *   <li>{@code immr imms}: a bit field; the immediate is the shift to the left and the second
 *       immediate the shift to the right by which it is moved
 *   <li>{@code amount}, {@code scaled}, {@code nzcv}, {@code bit}: the second immediate: how far
 *       the second operand is shifted, flags, or the number of a tested bit; behind {@code shift16}
 *       the place of the immediate
 *   <li>{@code unused}: bits that should be ones and are ignored
 * </ul>
 *
 * <p>Of instructions on vectors ({@link VectorFields} has what they mean):
 *
 * <ul>
 *   <li>{@code rm4}: a register number, {@code rm} below 16
 *   <li>{@code q}: whether both halves of registers count
 *   <li>{@code size}, {@code sz}, {@code hs}: the width of lanes, from 8, 32 and 16 bits on; behind
 *       the semicolon stands {@code lane=2} where it is always the same
 *   <li>{@code left right}: a shift, and above it the width of lanes
 *   <li>{@code lane}, {@code into}, {@code from}, {@code index}: the number of a lane, in the first
 *       two above the width of lanes; {@code into} is the immediate, the others are the second one
 *   <li>{@code fraction}: bits behind the point, less than 32 or 64
 *   <li>{@code place}: what becomes of an immediate of 8 bits
 *   <li>{@code registers=3}: how many an access to structures has
 * </ul>
 */
final class A64Pattern extends BitPattern {
  private static final Map<String, Integer> WIDTHS =
      Map.ofEntries(
          Map.entry("rd", 5),
          Map.entry("rt", 5),
          Map.entry("rn", 5),
          Map.entry("rm", 5),
          Map.entry("rs", 5),
          Map.entry("ra", 5),
          Map.entry("rt2", 5),
          Map.entry("unused", 5),
          Map.entry("cond", 4),
          Map.entry("shift", 2),
          Map.entry("option", 3),
          Map.entry("scaled", 1),
          Map.entry("shift12", 1),
          Map.entry("shift16", 2),
          Map.entry("bitmask", 13),
          Map.entry("q", 1),
          Map.entry("sz", 1),
          Map.entry("hs", 1),
          Map.entry("size", 2),
          Map.entry("rm4", 4));

  private static final Set<String> NUMBERS =
      Set.of(
          "amount",
          "immr",
          "imms",
          "nzcv",
          "bit",
          "hint",
          "crm",
          "register",
          "operation",
          "left",
          "right",
          "fraction",
          "lane",
          "into",
          "from",
          "index",
          "place");

  /** Numbers that are the second immediate as they stand there. */
  private static final String[] SECOND = {"amount", "nzcv", "bit", "index"};

  private final boolean wide;
  private final Field shift12;
  private final Field shift16;
  private final boolean isBitMask;
  private final boolean isBitField;
  private final boolean isScaled;
  private final boolean isBit;
  private final String second;
  private final VectorFields vector;

  A64Pattern(String text) {
    super(text, WIDTHS, NUMBERS);
    wide = match < 0;
    shift12 = field("shift12");
    shift16 = field("shift16");
    isBitMask = has("bitmask");
    isBitField = has("immr");
    isScaled = has("scaled");
    isBit = has("bit");
    String number = null;
    for (String each : SECOND) {
      number = has(each) ? each : number;
    }
    second = number;
    vector = new VectorFields(this, conditions());
    conditions().stream().filter(each -> each.indexOf('=') < 0).forEach(this::exclude);
    if (vector.mayHaveNoSize()) {
      exclude("size", VectorFields.NONE);
    }
  }

  VectorFields vector() {
    return vector;
  }

  /** The register number of bits 20:16. */
  int rm(int bits) {
    return bits >>> 16 & (has("rm4") ? 15 : 31);
  }

  /** A number that stands in the encoding. */
  int number(String name, int bits) {
    return (int) super.operand(name, bits);
  }

  /** The immediate; 0 where there is none. */
  long imm(int bits) {
    if (isBitMask) {
      return BitMask.decode(bits >>> 10 & 0x1FFF, wide);
    }
    if (isBitField) {
      return 63 - (bits >>> 10 & 63);
    }
    if (vector.hasImmediate()) {
      return vector.immediate(immediate(bits), bits);
    }
    long value = immediate(bits);
    if (shift12 != null) {
      return value << 12 * shift12.get(bits);
    }
    return shift16 != null ? value << 16 * shift16.get(bits) : value;
  }

  /** The second immediate; 0 where there is none. */
  int second(int bits) {
    if (isBitField) {
      int rotation = bits >>> 16 & 63;
      int last = bits >>> 10 & 63;
      return 63 - last + rotation - (last < rotation ? (wide ? 64 : 32) : 0);
    }
    if (isScaled) {
      return (bits >>> 12 & 1) == 0 ? 0 : vector.transferSize(bits);
    }
    if (vector.hasSecond()) {
      return vector.second(bits);
    }
    if (shift16 != null) {
      return 16 * shift16.get(bits);
    }
    if (second == null) {
      return 0;
    }
    return (int) operand(second, bits) + (isBit && wide ? 32 : 0);
  }

  @Override
  protected long operand(String name, int bits) {
    return switch (name) {
      case "imm" -> imm(bits);
      case "size" -> vector.size(bits);
      case "lanes" -> vector.variant(bits);
      default -> super.operand(name, bits);
    };
  }
}
