package bbt.ptg.guest.rtl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Method;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Compares the pure functions with the definitions of the specification, in unbounded integers or
 * bit by bit.
 */
class PureFunctionsTest {
  private static final BigInteger TWO_64 = BigInteger.ONE.shiftLeft(64);

  private static BigInteger signed(long x) {
    return BigInteger.valueOf(x);
  }

  private static BigInteger unsigned(long x) {
    return x < 0 ? signed(x).add(TWO_64) : signed(x);
  }

  private static BigInteger unsignedWord(long x) {
    return signed(x & 0xFFFFFFFFL);
  }

  private static long expected(Pure f, long a, long b) {
    BigInteger word = signed((int) a);
    BigInteger wordB = signed((int) b);
    return switch (f) {
      case MULH -> signed(a).multiply(signed(b)).shiftRight(64).longValue();
      case MULHU -> unsigned(a).multiply(unsigned(b)).shiftRight(64).longValue();
      case MULHSU -> signed(a).multiply(unsigned(b)).shiftRight(64).longValue();
      case DIV -> b == 0 ? -1 : signed(a).divide(signed(b)).longValue();
      case DIVU -> b == 0 ? -1 : unsigned(a).divide(unsigned(b)).longValue();
      case REM -> b == 0 ? a : signed(a).remainder(signed(b)).longValue();
      case REMU -> b == 0 ? a : unsigned(a).remainder(unsigned(b)).longValue();
      case DIVW -> (int) b == 0 ? -1 : word.divide(wordB).intValue();
      case DIVUW -> (int) b == 0 ? -1 : unsignedWord(a).divide(unsignedWord(b)).intValue();
      case REMW -> (int) b == 0 ? (int) a : word.remainder(wordB).intValue();
      case REMUW -> (int) b == 0 ? (int) a : unsignedWord(a).remainder(unsignedWord(b)).intValue();
      case CLZ -> 64 - unsigned(a).bitLength();
      case CLZW -> 32 - unsignedWord(a).bitLength();
      case CTZ -> a == 0 ? 64 : unsigned(a).getLowestSetBit();
      case CTZW -> (int) a == 0 ? 32 : unsignedWord(a).getLowestSetBit();
      case CPOP -> unsigned(a).bitCount();
      case CPOPW -> unsignedWord(a).bitCount();
      case REV8 -> bytes(a, true);
      case ORCB -> bytes(a, false);
      case ROL -> rotate(a, 64, (int) b & 63);
      case ROR -> rotate(a, 64, 64 - ((int) b & 63));
      case ROLW -> (int) rotate(a, 32, (int) b & 31);
      case RORW -> (int) rotate(a, 32, 32 - ((int) b & 31));
      case MIN -> signed(a).min(signed(b)).longValue();
      case MAX -> signed(a).max(signed(b)).longValue();
      case MINU -> unsigned(a).min(unsigned(b)).longValue();
      case MAXU -> unsigned(a).max(unsigned(b)).longValue();
      case RBIT -> reversed(unsigned(a), 64).longValue();
      case CRC32B -> checksum(a, b, 8, 0x104C11DB7L);
      case CRC32H -> checksum(a, b, 16, 0x104C11DB7L);
      case CRC32W -> checksum(a, b, 32, 0x104C11DB7L);
      case CRC32X -> checksum(a, b, 64, 0x104C11DB7L);
      case CRC32CB -> checksum(a, b, 8, 0x11EDC6F41L);
      case CRC32CH -> checksum(a, b, 16, 0x11EDC6F41L);
      case CRC32CW -> checksum(a, b, 32, 0x11EDC6F41L);
      case CRC32CX -> checksum(a, b, 64, 0x11EDC6F41L);
    };
  }

  private static BigInteger reversed(BigInteger value, int width) {
    BigInteger result = BigInteger.ZERO;
    for (int i = 0; i < width; i++) {
      result = value.testBit(i) ? result.setBit(width - 1 - i) : result;
    }
    return result;
  }

  /** The rest of a division of polynomials whose highest power is the lowest bit. */
  private static long checksum(long sum, long value, int width, long polynomial) {
    BigInteger low = unsigned(value).mod(BigInteger.ONE.shiftLeft(width));
    BigInteger rest = reversed(unsignedWord(sum), 32).shiftLeft(width);
    rest = rest.xor(reversed(low, width).shiftLeft(32));
    for (int i = width + 31; i >= 32; i--) {
      rest = rest.testBit(i) ? rest.xor(signed(polynomial).shiftLeft(i - 32)) : rest;
    }
    return reversed(rest, 32).longValue();
  }

  private static long bytes(long a, boolean reverse) {
    long result = 0;
    for (int i = 0; i < 8; i++) {
      long part = a >>> 8 * i & 0xFF;
      result |= reverse ? part << (56 - 8 * i) : (part != 0 ? 0xFFL << 8 * i : 0);
    }
    return result;
  }

  private static long rotate(long a, int width, int left) {
    long result = 0;
    for (int i = 0; i < width; i++) {
      result |= (a >>> i & 1) << (i + left) % width;
    }
    return result;
  }

  @Test
  void everyFunctionIsAsDefined() throws Exception {
    long[] values = {
      0,
      1,
      2,
      31,
      32,
      63,
      64,
      -1,
      -2,
      0x80,
      0x100,
      0x7FFFFFFF,
      0x80000000L,
      0xFFFFFFFFL,
      1L << 32,
      Long.MAX_VALUE,
      Long.MIN_VALUE,
      Long.MIN_VALUE + 1,
      Integer.MIN_VALUE,
      0x0100800001FF0010L
    };
    Random random = new Random(7);
    long[] all = Arrays.copyOf(values, 60);
    for (int i = values.length; i < all.length; i++) {
      all[i] = random.nextLong() >> random.nextInt(64);
    }
    for (Pure f : Pure.values()) {
      Method method = PureFunctions.class.getMethod(f.methodName(), long.class, long.class);
      for (long a : all) {
        for (long b : all) {
          assertEquals(
              expected(f, a, b), method.invoke(null, a, b), () -> f + " of " + a + " and " + b);
        }
      }
    }
  }
}
