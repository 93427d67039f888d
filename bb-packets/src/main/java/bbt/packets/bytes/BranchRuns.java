package bbt.packets.bytes;

import java.util.Arrays;

/**
 * Codes the branch bits of a frame, a <em>row</em>. The bits are predicted to repeat earlier ones,
 * and only the length of each repetition, a <em>run</em>, is written. Where a repetition ends, the
 * next bit is known (it is the other one), and the next prediction is what followed the last 32
 * bits, or the last 16, when they stood there before. Lengths are coded with probabilities that
 * adapt to where they stand. Each row is coded on its own. docs/trace-format.md, "Runs", specifies
 * every step; all of it is integer arithmetic, so that it comes out alike everywhere.
 *
 * <p>One pass serves both directions; a model for one thread at a time.
 */
final class BranchRuns {
  /** The most words in a row that are coded: a position and a length's class share an int. */
  static final int MOST_WORDS = 1 << 20;

  /** The longest run; behind it the next bit may be any. */
  private static final int LONGEST = (1 << 16) - 2;

  /**
   * A row is coded only if it has at least this many bits for each run, the first {@link
   * #FREE_RUNS} runs aside, since to decode a run takes a tenth of a microsecond. Of a Linux boot
   * four frames of 982 have fewer, a guest that decides by chance has two or three. The whole row
   * counts: many begin with what was not seen before.
   */
  private static final int BITS_PER_RUN = 12;

  private static final int FREE_RUNS = 1 << 12;

  private static final int LONG_BITS = 17;
  private static final int SHORT_BITS = 16;
  private static final int PATH_BITS = 12;

  /** Bits of a length's class: {@link #classOf}. */
  private static final int CLASS_BITS = 5;

  /** Probabilities of one context: of each exponent, then of the highest digits with it. */
  private static final int NODES = 64;

  private static final int MOST_EXPONENT = 15;

  /** Lower digits are as likely as not. */
  private static final int MODELLED_DIGITS = 3;

  /** Where a row begins in the history: behind a word of zeros, and one to copy from. */
  private static final int FIRST_WORD = 2;

  /** Contexts by which copy was found (none, short, long), and how long it was the last time. */
  private static final int COPIES = 3 << CLASS_BITS;

  private static final int MOST_MET = 60;

  private static final int EVEN_WEIGHT = 26_000;
  private static final int MOST_WEIGHT = 1 << 18;

  private final int[] longer = new int[1 << LONG_BITS];
  private final int[] shorter = new int[1 << SHORT_BITS];
  private final int[] chances = new int[(COPIES + (1 << PATH_BITS)) * NODES];
  private final int[] weights = new int[3 * NODES * 2];
  private long[] history = new long[1 << 12];

  // Where the contexts of the run that is coded begin.
  private int byCopy;
  private int byPath;
  private int mixed;

  /**
   * Codes a row.
   *
   * @param content where it stands, as little-endian words
   * @param at its first byte
   * @param words how many, at most {@link #MOST_WORDS}
   * @param out gets the result
   * @return false if its bits hardly repeat: then it is not worth the time, and {@code out} has
   *     something else
   */
  boolean encode(byte[] content, int at, int words, ByteSink out) {
    open(words);
    for (int i = 0; i < words; i++) {
      history[FIRST_WORD + i] = (long) ByteSink.LONG.get(content, at + 8 * i);
    }
    RangeCoder.Encoder coder = new RangeCoder.Encoder(out);
    boolean worth = pass(coder, words, true);
    coder.finish();
    return worth;
  }

  /**
   * Decodes a row.
   *
   * @param stored what {@link #encode} wrote, from {@code from} on; it may be damaged
   * @param content gets the words
   * @param at where to
   * @return false if the stored bytes do not decode to so many words
   */
  boolean decode(byte[] stored, int from, byte[] content, int at, int words) {
    open(words);
    RangeCoder.Decoder coder = new RangeCoder.Decoder(stored, from);
    if (!pass(coder, words, false) || !coder.atEnd()) {
      return false;
    }
    for (int i = 0; i < words; i++) {
      ByteSink.LONG.set(content, at + 8 * i, history[FIRST_WORD + i]);
    }
    return true;
  }

  private void open(int words) {
    int room = FIRST_WORD + words + 2;
    if (history.length < room) {
      history = new long[Math.max(room, 2 * history.length)];
    } else {
      Arrays.fill(history, 0, room, 0);
    }
    Arrays.fill(longer, 0);
    Arrays.fill(shorter, 0);
    Arrays.fill(chances, Logistic.EVEN);
    Arrays.fill(weights, EVEN_WEIGHT);
  }

  /**
   * Codes all runs; returns false where a decoded one is longer than the row, or those to encode
   * are too many.
   */
  private boolean pass(RangeCoder coder, int words, boolean known) {
    int copy = Long.SIZE;
    int end = (FIRST_WORD + words) * Long.SIZE;
    int runs = 0;
    for (int at = FIRST_WORD * Long.SIZE; at < end; ) {
      int path = (int) (bits(at - Integer.SIZE) & 0xFFFF_FFFFL);
      int atLonger = path * 0x9E37_79B1 >>> Integer.SIZE - LONG_BITS;
      int atShorter = path >>> Integer.SIZE - SHORT_BITS;
      int found = longer[atLonger];
      int which = 2;
      if (found == 0) {
        found = shorter[atShorter];
        which = found == 0 ? 0 : 1;
      }
      copy = which == 0 ? copy : found >>> CLASS_BITS;
      byCopy = (which << CLASS_BITS | found & (1 << CLASS_BITS) - 1) * NODES;
      byPath = (COPIES + (path >>> Integer.SIZE - PATH_BITS)) * NODES;
      mixed = which * NODES;
      int length = run(coder, known ? alike(copy, at, end) : 0);
      if (known && ++runs > FREE_RUNS + end / BITS_PER_RUN) {
        return false;
      }
      boolean parts = length < LONGEST && length < end - at;
      if (!known) {
        if (length > end - at) {
          return false;
        }
        copy(copy, at, length);
        if (parts) {
          put(at + length, ~bits(copy + length) & 1);
        }
      }
      longer[atLonger] = shorter[atShorter] = at << CLASS_BITS | classOf(length);
      at += length + (parts ? 1 : 0);
      copy += length + (parts ? 1 : 0);
    }
    return true;
  }

  /** The 64 bits from a place on, the first one lowest. */
  private long bits(int at) {
    long here = history[at >>> 6] >>> at;
    return (at & 63) == 0 ? here : here | history[(at >>> 6) + 1] << -at;
  }

  /** Sets bits that were 0. */
  private void put(int at, long value) {
    history[at >>> 6] |= value << at;
    if ((at & 63) != 0) {
      history[(at >>> 6) + 1] |= value >>> -at;
    }
  }

  /** The number of bits in which two places agree, as far as one run goes. */
  private int alike(int copy, int at, int end) {
    int most = Math.min(LONGEST, end - at);
    for (int n = 0; n < most; n += Long.SIZE) {
      long differ = bits(copy + n) ^ bits(at + n);
      if (differ != 0) {
        return Math.min(most, n + Long.numberOfTrailingZeros(differ));
      }
    }
    return most;
  }

  /** Repeats earlier bits, which may reach into the repetition itself. */
  private void copy(int from, int at, int length) {
    for (int n = 0; n < length; ) {
      int step = Math.min(Math.min(length - n, at - from), Long.SIZE);
      long value = bits(from + n);
      put(at + n, step == Long.SIZE ? value : value & (1L << step) - 1);
      n += step;
    }
  }

  /** A length's order of magnitude, by halves: 0 to 31. */
  private static int classOf(int length) {
    if (length < 4) {
      return length;
    }
    int high = 31 - Integer.numberOfLeadingZeros(length);
    return 2 * high + (length >>> high - 1 & 1);
  }

  /** Codes a length, 0 to {@link #LONGEST}; returns it. */
  private int run(RangeCoder coder, int length) {
    int is = 31 - Integer.numberOfLeadingZeros(length + 1);
    int exponent = 0;
    while (exponent < MOST_EXPONENT && bit(coder, exponent, exponent == is ? 1 : 0) == 0) {
      exponent++;
    }
    int digits = 8 + 8 * Math.min(exponent, 6);
    int number = 1;
    for (int i = exponent - 1; i >= 0; i--) {
      int digit = length + 1 >>> i & 1;
      digit =
          number < 1 << MODELLED_DIGITS
              ? bit(coder, digits + number, digit)
              : coder.bit(1 << RangeCoder.BITS - 1, digit);
      number = number << 1 | digit;
    }
    return number - 1;
  }

  /** Codes a bit with what both contexts make of it. */
  private int bit(RangeCoder coder, int node, int bit) {
    int one = chances[byCopy + node];
    int two = chances[byPath + node];
    int weight = 2 * (mixed + node);
    int said = Logistic.STRETCH[one >>> Integer.SIZE - RangeCoder.BITS];
    int other = Logistic.STRETCH[two >>> Integer.SIZE - RangeCoder.BITS];
    int sum = said * weights[weight] + other * weights[weight + 1] >> 16;
    int p = Logistic.squash(sum);
    int is = coder.bit(p, bit);
    int error = (is << RangeCoder.BITS) - p;
    weights[weight] = weight(weights[weight], said * error);
    weights[weight + 1] = weight(weights[weight + 1], other * error);
    chances[byCopy + node] = Logistic.met(one, is, MOST_MET);
    chances[byPath + node] = Logistic.met(two, is, MOST_MET);
    return is;
  }

  private static int weight(int before, int change) {
    return Math.clamp(before + (change + 512 >> 10), -MOST_WEIGHT, MOST_WEIGHT);
  }
}
