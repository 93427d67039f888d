package bbt.packets.bytes;

import java.util.Arrays;

/**
 * The model of the branch bits of a group of frames. While bits repeat what they were earlier, and
 * reliably did so after the same bits, a whole stretch of them is one decision; any other bit is
 * one of its own, which {@link ContextMix} predicts from the last 12 to 64 bits.
 * docs/trace-format.md, "Archive", specifies every step.
 *
 * <p>One pass serves both directions; a model for one thread at a time.
 */
final class BranchModel {
  /** The numbers of last bits by which a bit is predicted. */
  private static final int[] ORDERS = {12, 18, 24, 36, 64};

  private static final int TABLE_BITS = 20;
  private static final int PLACE_BITS = 18;
  private static final int CONFIDENCE_BITS = 20;

  /** Number of right repetitions in a row, behind the same bits, after which a stretch goes on. */
  private static final int SURE = 32;

  /** The least bits that a repetition has lasted where a stretch begins. */
  private static final int LEAST_AGREED = 32;

  private static final int SHORTEST = 8;
  private static final int LONGEST = 256;

  /** The distance, in bits, between places within a stretch that are noted to repeat from. */
  private static final int NOTED = 32;

  /** Bits before the first one of a group: words of zeros. */
  private static final int FIRST_WORD = 2;

  private static final int MOST_MET = 250;

  /** The risk that a bit is no repetition, by how often it was one in a row; only ratios count. */
  private static final int[] RISK = new int[256];

  static {
    for (int i = 0; i < RISK.length; i++) {
      RISK[i] = (1 << 16) / (i + 4) + 1;
    }
  }

  private final ContextMix mix =
      new ContextMix(ORDERS.length, TABLE_BITS, ContextMix.BUCKETS << 8, 256);
  private final int[] longer = new int[1 << PLACE_BITS];
  private final int[] shorter = new int[1 << PLACE_BITS];
  private final byte[] confidence = new byte[1 << CONFIDENCE_BITS];
  private final int[] stretches = new int[32 << 4];

  /** Sums of the risks of the stretch that is coded. */
  private final int[] risks = new int[LONGEST + 1];

  private long[] history = new long[1 << 12];

  /** The index of the next bit, and the 64 bits before it, the last one highest. */
  private int at;

  private long path;

  /**
   * The place that the bits repeat from, for how many bits they did (0: nothing is repeated), and
   * the repetitions that failed.
   */
  private int copy;

  private int agreed;
  private int misses;

  /** Null when decoding; bit {@link #at} of the history is in byte {@code at / 8 + base} of it. */
  private byte[] known;

  private int base;

  /** Creates a model that has learnt nothing. */
  BranchModel() {
    forget();
  }

  /** Forgets what was learnt: a group begins. */
  void restart() {
    mix.restart();
    Arrays.fill(longer, 0);
    Arrays.fill(shorter, 0);
    Arrays.fill(confidence, (byte) 0);
    Arrays.fill(history, 0);
    forget();
  }

  private void forget() {
    Arrays.fill(stretches, Logistic.EVEN);
    at = FIRST_WORD * Long.SIZE;
    path = 0;
    copy = 0;
    agreed = 0;
    misses = 0;
  }

  /**
   * Codes words.
   *
   * @param content where they stand, as little-endian words, or are put
   * @param from their first byte
   * @param isKnown whether they are encoded
   * @param most single bits that may be coded
   * @return how many single bits were coded; more than {@code most} if it ended for that
   */
  long pass(RangeCoder coder, byte[] content, int from, int words, boolean isKnown, long most) {
    int needed = (at >>> 6) + words + 2;
    if (history.length < needed) {
      history = Arrays.copyOf(history, Math.max(needed, 2 * history.length));
    }
    int first = at >>> 6;
    known = isKnown ? content : null;
    base = from - (at >>> 3);
    int end = at + words * Long.SIZE;
    long singles = 0;
    while (at < end && singles <= most) {
      if (agreed < LEAST_AGREED || stretch(coder, end)) {
        one(coder);
        singles++;
      }
    }
    if (!isKnown) {
      for (int i = 0; i < words; i++) {
        ByteSink.LONG.set(content, from + Long.BYTES * i, history[first + i]);
      }
    }
    return singles;
  }

  private int known(int place) {
    return known == null ? 0 : known[base + (place >>> 3)] >>> (place & 7) & 1;
  }

  private int bit(int place) {
    return (int) (history[place >>> 6] >>> place) & 1;
  }

  private void put(int place, int bit) {
    history[place >>> 6] |= (long) bit << place;
  }

  private void clear(int place, int count) {
    for (int i = place; i < place + count; i++) {
      history[i >>> 6] &= ~(1L << i);
    }
  }

  /** Codes a stretch, if one begins here; returns whether a bit of its own comes next. */
  private boolean stretch(RangeCoder coder, int end) {
    int most = Math.min(LONGEST, end - at);
    int length = 0;
    int wrong = -1;
    long way = path;
    while (length < most) {
      int sure = confidence[context(way)] & 0xFF;
      if (sure < SURE) {
        break;
      }
      int bit = bit(copy + length);
      put(at + length, bit);
      if (wrong < 0 && known != null && known(at + length) != bit) {
        wrong = length;
      }
      risks[length + 1] = risks[length] + RISK[sure];
      length++;
      way = way >>> 1 | (long) bit << 63;
    }
    if (length < SHORTEST) {
      clear(at, length);
      return true;
    }
    if (isWhole(coder, length, wrong < 0)) {
      take(length, true);
      agreed += length;
      misses <<= 1;
      return length < most;
    }
    int good = firstWrong(coder, length, wrong);
    clear(at + good, length - good);
    put(at + good, ~bit(copy + good) & 1);
    take(good, true);
    take(1, false);
    agreed = 0;
    misses = misses << 1 | 1;
    return false;
  }

  private boolean isWhole(RangeCoder coder, int length, boolean whole) {
    int sum = risks[length];
    int log = 31 - Integer.numberOfLeadingZeros(sum);
    int danger = 2 * log - 16 + (sum >>> log - 1 & 1); // 4 to 21
    int proven = Math.min(7, 31 - Integer.numberOfLeadingZeros(agreed >>> 5));
    int state = danger << 4 | proven << 1 | misses & 1;
    int is = coder.fineBit(Math.clamp(stretches[state] >>> 16, 16, 65_520), whole ? 1 : 0);
    stretches[state] = Logistic.met(stretches[state], is, MOST_MET);
    return is != 0;
  }

  private int firstWrong(RangeCoder coder, int length, int wrong) {
    int low = 0;
    int high = length;
    while (high - low > 1) {
      int half = low + high >>> 1;
      long share = ((long) (risks[half] - risks[low]) << 16) / (risks[high] - risks[low]);
      if (coder.fineBit(Math.clamp(share, 16, 65_520), wrong < half ? 1 : 0) != 0) {
        high = half;
      } else {
        low = half;
      }
    }
    return low;
  }

  /** Goes on by bits that the history has. */
  private void take(int count, boolean repeated) {
    for (int i = 0; i < count; i++) {
      confirm(repeated);
      if ((at & NOTED - 1) == 0) {
        note();
      }
      path = path >>> 1 | (long) bit(at) << 63;
      at++;
    }
    copy += count;
  }

  private static int context(long path) {
    return (int) (path >>> Long.SIZE - CONFIDENCE_BITS);
  }

  private void confirm(boolean repeated) {
    int context = context(path);
    int sure = confidence[context] & 0xFF;
    confidence[context] = (byte) (repeated ? Math.min(255, sure + 1) : sure >> 2);
  }

  private void one(RangeCoder coder) {
    if (agreed == 0 && !found(longer[place(path >>> 32)], 20)) {
      found(shorter[place(path >>> 44)], 16);
    }
    note();
    for (int i = 0; i < ORDERS.length; i++) {
      mix.keys[i] = path >>> Long.SIZE - ORDERS[i];
    }
    int bucket = bucket(agreed);
    int expected = agreed == 0 ? -1 : bit(copy);
    int state = bucket << 8 | misses & 255;
    int bit = mix.bit(coder, expected, state, bucket, (int) (path >>> 56), known(at));
    put(at, bit);
    if (expected >= 0) {
      boolean right = bit == expected;
      confirm(right);
      agreed = right ? agreed + 1 : 0;
      misses = misses << 1 | (right ? 0 : 1);
      copy++;
    }
    path = path >>> 1 | (long) bit << 63;
    at++;
  }

  private void note() {
    longer[place(path >>> 32)] = at;
    shorter[place(path >>> 44)] = at;
  }

  private static int place(long bits) {
    return (int) (bits * 0x9E3779B97F4A7C15L >>> Long.SIZE - PLACE_BITS);
  }

  /**
   * Repeats from a place if enough bits before it are those before the present one; returns whether
   * it does.
   */
  private boolean found(int place, int least) {
    if (place == 0) {
      return false;
    }
    int from = place - Long.SIZE;
    long there = history[from >>> 6] >>> from;
    if ((from & 63) != 0) {
      there |= history[(from >>> 6) + 1] << -from;
    }
    int same = Long.numberOfLeadingZeros(there ^ path);
    if (same < least) {
      return false;
    }
    copy = place;
    agreed = same;
    return true;
  }

  /** Returns how long a repetition has lasted, in 16 steps. */
  private static int bucket(int agreed) {
    if (agreed < 16) {
      return agreed == 0 ? 0 : 1;
    }
    if (agreed < 64) {
      return agreed < 32 ? (agreed >>> 2) - 2 : 2 + (agreed >>> 3);
    }
    return Math.min(15, 4 + 31 - Integer.numberOfLeadingZeros(agreed));
  }
}
