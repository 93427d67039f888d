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
 * <p>A model for one thread at a time.
 */
final class BranchRuns {
  /** The most words in a row that are coded: a position and a length's class share an int. */
  static final int MOST_WORDS = 1 << 20;

  /** The longest run; behind it the next bit may be any. */
  private static final int LONGEST = (1 << 16) - 2;

  /**
   * A row is coded only if its frame has at least this many instructions for each run, the first
   * {@link #FREE_RUNS} runs aside. To find and code a run takes 0.13 microseconds, to decode it
   * 0.15, so this is at most a nanosecond for each instruction that the guest executes: the writer
   * keeps up with it. Of a Linux boot 64 frames of 982 have more runs, of a guest that decides by
   * chance nearly all. The whole row counts: many begin with what was not seen before.
   */
  private static final int INSTRUCTIONS_PER_RUN = 140;

  private static final int FREE_RUNS = 1 << 12;

  /** A beginning with this many times as many runs as there may be is no beginning worth it. */
  private static final long HASTE = 4;

  /** Runs from one look at that to the next, less 1. */
  private static final int LOOK = (1 << 10) - 1;

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

  /** By run of the row to encode: its contexts ({@link #look}) and its length. */
  private long[] runs = new long[1 << 12];

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
   * @param instructions how many its frame has
   * @param out gets the result
   * @return false if its bits hardly repeat: then it is not worth the time, and {@code out} has
   *     nothing new
   */
  boolean encode(byte[] content, int at, int words, long instructions, ByteSink out) {
    open(words);
    for (int i = 0; i < words; i++) {
      history[FIRST_WORD + i] = (long) ByteSink.LONG.get(content, at + 8 * i);
    }
    int count = find(words, FREE_RUNS + instructions / INSTRUCTIONS_PER_RUN);
    if (count < 0) {
      return false;
    }
    RangeCoder.Encoder coder = new RangeCoder.Encoder(out);
    for (int i = 0; i < count; i++) {
      contexts(runs[i]);
      run(coder, (int) runs[i]);
    }
    coder.finish();
    return true;
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
    if (!fill(coder, words) || !coder.atEnd()) {
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
   * Finds all runs of a row to encode; returns how many, or -1 if they are more than {@code most}.
   */
  private int find(int words, long most) {
    int begin = FIRST_WORD * Long.SIZE;
    int row = words * Long.SIZE;
    int end = begin + row;
    int copy = Long.SIZE;
    int count = 0;
    for (int at = begin; at < end; ) {
      if (count == most
          || (count & LOOK) == LOOK && count > FREE_RUNS + HASTE * most * (at - begin) / row) {
        return -1;
      }
      if (count == runs.length) {
        runs = Arrays.copyOf(runs, 2 * count);
      }
      long seen = look(at, copy);
      copy = (int) seen;
      int length = alike(copy, at, end);
      runs[count++] = seen ^ copy ^ length;
      learn(at, length);
      int step = length + (parts(length, at, end) ? 1 : 0);
      at += step;
      copy += step;
    }
    return count;
  }

  /** Decodes all runs; returns false where one is longer than the row. */
  private boolean fill(RangeCoder.Decoder coder, int words) {
    int copy = Long.SIZE;
    int end = (FIRST_WORD + words) * Long.SIZE;
    for (int at = FIRST_WORD * Long.SIZE; at < end; ) {
      long seen = look(at, copy);
      copy = (int) seen;
      contexts(seen);
      int length = run(coder, 0);
      if (length > end - at) {
        return false;
      }
      copy(copy, at, length);
      learn(at, length);
      if (parts(length, at, end)) {
        put(at + length, ~bits(copy + length) & 1);
        length++;
      }
      at += length;
      copy += length;
    }
    return true;
  }

  /**
   * Looks up what followed the bits before a place.
   *
   * @param copy where the next bits are taken from if they never stood there
   * @return where to take them from; above these 32 bits the contexts of the run's length
   */
  private long look(int at, int copy) {
    int path = (int) bits(at - Integer.SIZE);
    int met = longer[longerPlace(path)];
    int which = 2;
    if (met == 0) {
      met = shorter[shorterPlace(path)];
      which = met == 0 ? 0 : 1;
    }
    int contexts = path >>> Integer.SIZE - PATH_BITS << 2 | which;
    contexts = contexts << CLASS_BITS | met & (1 << CLASS_BITS) - 1;
    return (long) contexts << Integer.SIZE | (which == 0 ? copy : met >>> CLASS_BITS);
  }

  /** Takes the contexts of a run's length from {@link #look}. */
  private void contexts(long seen) {
    int contexts = (int) (seen >>> Integer.SIZE);
    int which = contexts >>> CLASS_BITS & 3;
    byCopy = (which << CLASS_BITS | contexts & (1 << CLASS_BITS) - 1) * NODES;
    byPath = (COPIES + (contexts >>> CLASS_BITS + 2)) * NODES;
    mixed = which * NODES;
  }

  /** Keeps where the bits before a place stand, and how long the run behind them is. */
  private void learn(int at, int length) {
    int path = (int) bits(at - Integer.SIZE);
    int met = at << CLASS_BITS | classOf(length);
    longer[longerPlace(path)] = met;
    shorter[shorterPlace(path)] = met;
  }

  private static int longerPlace(int path) {
    return path * 0x9E37_79B1 >>> Integer.SIZE - LONG_BITS;
  }

  private static int shorterPlace(int path) {
    return path >>> Integer.SIZE - SHORT_BITS;
  }

  /** Whether behind a run the other bit is known to stand. */
  private static boolean parts(int length, int at, int end) {
    return length < LONGEST && length < end - at;
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

  /** Not {@link Math#clamp}, whose test of the bounds costs the encoder a tenth of its time. */
  private static int weight(int before, int change) {
    return Math.min(Math.max(before + (change + 512 >> 10), -MOST_WEIGHT), MOST_WEIGHT);
  }
}
