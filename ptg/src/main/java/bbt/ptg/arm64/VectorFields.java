package bbt.ptg.arm64;

import bbt.ptg.arm64.vector.Lanes;
import java.util.List;

/**
 * What stands in encodings of instructions on vector and floating-point registers only: how
 * registers are divided into lanes, numbers of lanes, immediates (manual, chapter C4.1, and shared
 * pseudocode, {@code AdvSIMDExpandImm} and {@code VFPExpandImm}).
 */
final class VectorFields {
  /** The size of lanes where the encoding has none. */
  static final int NONE = -1;

  private static final int SINGLE = 2;
  private static final int WIDE = 1 << 30;

  /** Bits that tell an immediate that is expanded, and what they are. */
  private static final int EXPANDED_MASK = 0x9FF8_0C00;

  private static final int EXPANDED = 0x0F00_0400;

  /** The bits of {@code fmov}, scalar, that are no part of its immediate or registers. */
  private static final int FLOAT_MASK = 0xFFA0_1FE0;

  private static final int FLOAT = 0x1E20_1000;

  private final A64Pattern pattern;
  private final int fixed;
  private final int registers;

  /** The number above whose bits the size stands; null if there is none. */
  private final String shift;

  private final String lane;
  private final boolean isExpanded;
  private final boolean isFloat;
  private final boolean isScalar;

  VectorFields(A64Pattern pattern, List<String> conditions) {
    this.pattern = pattern;
    fixed = value(conditions, "lane=", NONE);
    registers = value(conditions, "registers=", 0);
    shift = pattern.has("left") ? "left" : pattern.has("right") ? "right" : null;
    lane = pattern.has("lane") ? "lane" : pattern.has("into") ? "into" : null;
    isExpanded = fixes(EXPANDED_MASK, EXPANDED);
    isFloat = fixes(FLOAT_MASK, FLOAT);
    isScalar = (pattern.match & 1 << 28) != 0;
  }

  private boolean fixes(int mask, int match) {
    return (pattern.mask & mask) == mask && (pattern.match & mask) == match;
  }

  private static int value(List<String> conditions, String name, int otherwise) {
    return conditions.stream()
        .filter(each -> each.startsWith(name))
        .mapToInt(each -> Integer.parseInt(each.substring(name.length())))
        .findFirst()
        .orElse(otherwise);
  }

  boolean mayHaveNoSize() {
    return shift != null || lane != null;
  }

  // ---- lanes

  /** Width of lanes: 0 to 3 for 8 to 64 bits; {@link #NONE} if the encoding is reserved. */
  int size(int bits) {
    if (fixed != NONE) {
      return fixed;
    }
    if (shift != null) {
      return 31 - Integer.numberOfLeadingZeros(pattern.number(shift, bits) >>> 3);
    }
    if (lane != null) {
      int number = pattern.number(lane, bits) & 15;
      return number == 0 ? NONE : Integer.numberOfTrailingZeros(number);
    }
    if (pattern.has("size")) {
      return pattern.number("size", bits);
    }
    return pattern.has("hs")
        ? 1 + pattern.number("hs", bits)
        : SINGLE + (pattern.has("sz") ? pattern.number("sz", bits) : 0);
  }

  /** Number of the way in which registers are divided: the size, and 4 where both halves count. */
  int variant(int bits) {
    boolean wide = !isScalar && (bits & WIDE) != 0;
    return size(bits) | (wide ? 4 : 0);
  }

  Lanes lanes(int variant) {
    return new Lanes(variant & 3, (variant & 4) != 0, isScalar);
  }

  /** The ways that encodings of the row can have, a bit each. */
  int variants() {
    int result = 0;
    for (int variant = 0; variant < 8; variant++) {
      int size = variant & 3;
      int bits = pattern.match;
      if (pattern.has("q")) {
        bits |= variant >>> 2 << 30;
      }
      bits |= bitsOf(size);
      if (variant(bits) == variant && pattern.matches(bits)) {
        result |= 1 << variant;
      }
    }
    return result;
  }

  /** A size, in the place where the row has it. */
  private int bitsOf(int size) {
    if (fixed != NONE) {
      return 0;
    }
    if (shift != null) {
      return 1 << 19 + size;
    }
    if (lane != null) {
      return 1 << 16 + size;
    }
    if (pattern.has("size")) {
      return size << (registers == 0 ? 22 : 10);
    }
    int number = size - (pattern.has("hs") ? 1 : SINGLE);
    return number == 1 && (pattern.has("hs") || pattern.has("sz")) ? 1 << 22 : 0;
  }

  // ---- numbers

  /** The power of two of bytes that an indexed access transfers. */
  int transferSize(int bits) {
    return fixed != NONE ? fixed : bits >>> 30;
  }

  boolean hasImmediate() {
    return shift != null || isExpanded || isFloat || pattern.has("into") || pattern.has("fraction");
  }

  long immediate(long value, int bits) {
    if (isExpanded) {
      return expanded(value, bits);
    }
    if (isFloat) {
      return expandedFloat(value, size(bits) == SINGLE ? 8 : 11, size(bits) == SINGLE ? 23 : 52);
    }
    if (pattern.has("into")) {
      return pattern.number("into", bits) >>> size(bits) + 1;
    }
    if (pattern.has("fraction")) {
      return (bits < 0 ? 64 : 32) - pattern.number("fraction", bits);
    }
    int width = 8 << size(bits);
    int number = pattern.number(shift, bits);
    return shift.equals("left") ? number - width : 2 * width - number;
  }

  boolean hasSecond() {
    return pattern.has("lane") || pattern.has("from") || registers != 0;
  }

  /** The number of a lane, or the bytes of an access to structures. */
  int second(int bits) {
    if (registers != 0) {
      boolean whole = (bits & 1 << 24) == 0;
      boolean both = (bits & WIDE) != 0;
      return registers * (whole ? both ? 16 : 8 : 1 << size(bits));
    }
    return pattern.has("from")
        ? pattern.number("from", bits) >>> size(bits)
        : pattern.number("lane", bits) >>> size(bits) + 1;
  }

  /** An immediate of 8 bits, as a half of a vector. */
  private static long expanded(long value, int bits) {
    int kind = bits >>> 12 & 15;
    boolean operation = (bits & 1 << 29) != 0;
    return switch (kind >>> 1) {
      case 0, 1, 2, 3 -> (value << 8 * (kind >>> 1)) * 0x0000_0001_0000_0001L;
      case 4, 5 -> (value << 8 * (kind >>> 1 & 1)) * 0x0001_0001_0001_0001L;
      case 6 -> {
        int shift = (kind & 1) == 0 ? 8 : 16;
        yield (value << shift | (1L << shift) - 1) * 0x0000_0001_0000_0001L;
      }
      default -> {
        if ((kind & 1) == 0) {
          yield operation ? bytes(value) : value * 0x0101_0101_0101_0101L;
        }
        yield operation
            ? expandedFloat(value, 11, 52)
            : expandedFloat(value, 8, 23) * 0x0000_0001_0000_0001L;
      }
    };
  }

  /** A byte of ones for each bit. */
  private static long bytes(long value) {
    long result = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      result |= (value >>> i & 1) * 0xFFL << 8 * i;
    }
    return result;
  }

  /** Sign, three bits of the exponent, four of the fraction. */
  private static long expandedFloat(long value, int exponentBits, int fractionBits) {
    long sign = value >>> 7 << exponentBits + fractionBits;
    boolean low = (value & 0x40) != 0;
    long repeated = low ? (1L << exponentBits - 3) - 1 : 1L << exponentBits - 3;
    long exponent = repeated << 2 | value >>> 4 & 3;
    return sign | exponent << fractionBits | (value & 15) << fractionBits - 4;
  }
}
