package bbt.packets.bytes;

import java.util.Arrays;

/**
 * Predicts bits from several contexts at once: each context remembers in a hashed table what bits
 * followed it, what they say is weighed by two sets of weights, and the weights learn.
 * docs/trace-format.md, "Archive", specifies it.
 */
final class ContextMix {
  /**
   * A slot of a context that has met nothing. Its bits, from the highest on: a check of the context
   * (8), the last bits that followed it behind a leading one (8), how probable a one is (12), how
   * often it was met (4).
   */
  private static final int NEW = 1 << 16 | 1 << 15;

  private static final int MOST_MET = 15;
  private static final int MOST_TRUST = 250;
  private static final int FIRST_WEIGHT = 13_107;
  private static final int MOST_WEIGHT = 1 << 19;
  private static final int RATE = 6;

  /** Number of buckets; a bit's bucket is one of two numbers that choose its first weights. */
  static final int BUCKETS = 16;

  private final int contexts;
  private final int tableBits;
  private final int[][] slots;
  private final int[][] meanings;
  private final int[] trust;
  private final int[] first;
  private final int[] second;
  private final int[] places;
  private final int[] inputs;

  /** The contexts of the next bit, filled by the caller: a number for each, the shortest first. */
  final long[] keys;

  /**
   * A mix that has met nothing.
   *
   * @param tableBits logarithm of each context's table
   * @param trusts number of states in which a bit may be expected
   * @param seconds number of the second sets of weights
   */
  ContextMix(int contexts, int tableBits, int trusts, int seconds) {
    this.contexts = contexts;
    this.tableBits = tableBits;
    slots = new int[contexts][1 << tableBits];
    meanings = new int[contexts][256];
    trust = new int[trusts];
    places = new int[contexts];
    keys = new long[contexts];
    inputs = new int[2 * contexts + 2];
    first = new int[BUCKETS * (contexts + 1) * inputs.length];
    second = new int[seconds * inputs.length];
    restart();
  }

  /** Forgets all contexts: a group begins. */
  void restart() {
    for (int[] each : slots) {
      Arrays.fill(each, NEW);
    }
    for (int[] each : meanings) {
      Arrays.fill(each, Logistic.EVEN);
    }
    Arrays.fill(trust, Logistic.EVEN);
    Arrays.fill(first, FIRST_WEIGHT);
    Arrays.fill(second, FIRST_WEIGHT);
  }

  /**
   * Codes a bit.
   *
   * @param expected what a longer repetition says it is; -1 if there is none
   * @param state in which it is expected
   * @param bucket which of the first sets, with the longest context that was met before
   * @param which of the second sets
   */
  int bit(RangeCoder coder, int expected, int state, int bucket, int which, int bit) {
    int known = 0;
    for (int i = 0; i < contexts; i++) {
      long hash = keys[i] * 0x9E3779B97F4A7C15L;
      hash = (hash ^ hash >>> 29) * 0xD6E8FEB86659FD93L;
      int place = (int) (hash >>> Long.SIZE - tableBits);
      int check = (int) hash >>> 24;
      int slot = slots[i][place];
      if (slot >>> 24 != check) {
        slot = check << 24 | NEW;
        slots[i][place] = slot;
      }
      places[i] = place;
      if ((slot & 0xFF0000) == 1 << 16) {
        inputs[2 * i] = 0;
        inputs[2 * i + 1] = 0;
      } else {
        known = i + 1;
        inputs[2 * i] = Logistic.STRETCH[slot >>> 4 & 0xFFF];
        inputs[2 * i + 1] = Logistic.stretch(meanings[i][slot >>> 16 & 0xFF]);
      }
    }
    int says = expected < 0 ? 0 : Logistic.stretch(trust[state]);
    inputs[2 * contexts] = expected == 0 ? -says : says;
    inputs[2 * contexts + 1] = 256;
    int one = (bucket * (contexts + 1) + known) * inputs.length;
    int two = which * inputs.length;
    long sum = 0;
    long other = 0;
    for (int i = 0; i < inputs.length; i++) {
      sum += (long) inputs[i] * first[one + i];
      other += (long) inputs[i] * second[two + i];
    }
    int x = (int) Math.clamp(sum >> 16, -2047, 2047);
    int y = (int) Math.clamp(other >> 16, -2047, 2047);
    int is = coder.fineBit(Logistic.fineSquash(x + y >> 1), bit);
    learn(first, one, (is << 12) - Logistic.squash(x));
    learn(second, two, (is << 12) - Logistic.squash(y));
    for (int i = 0; i < contexts; i++) {
      met(i, is);
    }
    if (expected >= 0) {
      trust[state] = Logistic.met(trust[state], is == expected ? 1 : 0, MOST_TRUST);
    }
    return is;
  }

  private void learn(int[] weights, int at, int error) {
    for (int i = 0; i < inputs.length; i++) {
      int changed = weights[at + i] + (inputs[i] * error * RATE + (1 << 13) >> 14);
      weights[at + i] = Math.clamp(changed, -MOST_WEIGHT, MOST_WEIGHT);
    }
  }

  private void met(int context, int bit) {
    int slot = slots[context][places[context]];
    int count = slot & 15;
    int p = slot >>> 4 & 0xFFF;
    p += ((bit << 12) - bit - p) * Logistic.share(count) >> 16;
    int last = slot >>> 16 & 0xFF;
    int[] its = meanings[context];
    its[last] = Logistic.met(its[last], bit, MOST_TRUST);
    last = last << 1 | bit;
    last = last < 256 ? last : last & 127 | 128;
    slots[context][places[context]] =
        slot & 0xFF000000 | last << 16 | p << 4 | Math.min(count + 1, MOST_MET);
  }
}
