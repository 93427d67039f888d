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
          Map.entry("bitmask", 13));

  private static final Set<String> NUMBERS =
      Set.of("amount", "immr", "imms", "nzcv", "bit", "hint", "crm", "register", "operation");

  /** Numbers that are the second immediate as they stand there. */
  private static final String[] SECOND = {"amount", "nzcv", "bit"};

  private final boolean wide;
  private final Field shift12;
  private final Field shift16;
  private final boolean isBitMask;
  private final boolean isBitField;
  private final boolean isScaled;
  private final boolean isBit;
  private final String second;

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
    conditions().forEach(this::exclude);
  }

  /** The immediate; 0 where there is none. */
  long imm(int bits) {
    if (isBitMask) {
      return BitMask.decode(bits >>> 10 & 0x1FFF, wide);
    }
    if (isBitField) {
      return 63 - (bits >>> 10 & 63);
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
      return (bits >>> 12 & 1) == 0 ? 0 : bits >>> 30;
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
    return name.equals("imm") ? imm(bits) : super.operand(name, bits);
  }
}
