package bbt.packets.bytes;

import java.util.Arrays;

/**
 * The model of all bytes of a group but branch bits: {@link ContextMix} predicts their bits from
 * the last bytes, and from what followed the last five when they stood there before.
 * docs/trace-format.md, "Archive", specifies it.
 *
 * <p>One pass serves both directions; a model for one thread at a time.
 */
final class ByteModel {
  private static final int CONTEXTS = 7;
  private static final int TABLE_BITS = 20;
  private static final int PLACE_BITS = 22;

  /**
   * The number of bytes by which an earlier place is looked for, and the most that are compared
   * there.
   */
  private static final int LEAST = 5;

  private static final int MOST_COMPARED = 32;
  private static final int MOST_AGREED = 1 << 16;

  private final ContextMix mix = new ContextMix(CONTEXTS, TABLE_BITS, ContextMix.BUCKETS << 3, 256);
  private final int[] places = new int[1 << PLACE_BITS];
  private final long[] contexts = new long[CONTEXTS];
  private byte[] history = new byte[1 << 12];
  private int at;

  /** The last eight bytes, the last one lowest, and a hash of the letters of the last word. */
  private long last;

  private long word;

  private int copy;
  private int agreed;

  /** Creates a model that has learnt nothing. */
  ByteModel() {
    forget();
  }

  /** Forgets what was learnt: a group begins. */
  void restart() {
    mix.restart();
    Arrays.fill(places, 0);
    forget();
  }

  private void forget() {
    at = 1;
    last = 0;
    word = 0;
    copy = 0;
    agreed = 0;
  }

  /**
   * Codes bytes.
   *
   * @param content where they stand or are put
   * @param from the first of them
   * @param isKnown whether they are encoded
   */
  void pass(RangeCoder coder, byte[] content, int from, int length, boolean isKnown) {
    if (history.length < at + length) {
      history = Arrays.copyOf(history, Math.max(at + length, 2 * history.length));
    }
    for (int i = from; i < from + length; i++) {
      content[i] = (byte) one(coder, isKnown ? content[i] : 0);
    }
  }

  private int one(RangeCoder coder, int value) {
    find();
    contexts[0] = last & 0xFF;
    contexts[1] = last & 0xFFFF;
    contexts[2] = last & 0xFF_FFFF;
    contexts[3] = last & 0xFFFF_FFFFL;
    contexts[4] = last & 0xFFFF_FFFF_FFFFL;
    contexts[5] = last & 0xFFFF_0000L;
    contexts[6] = word;
    int expected = agreed == 0 ? 0 : history[copy] & 0xFF | 0x100;
    int bucket = agreed < 8 ? agreed : Math.min(15, 6 + (agreed >>> 2));
    int partial = 1;
    for (int i = 7; i >= 0; i--) {
      for (int k = 0; k < CONTEXTS; k++) {
        mix.keys[k] = contexts[k] << 8 | partial;
      }
      boolean expects = expected >>> i + 1 == partial;
      int bit =
          mix.bit(
              coder,
              expects ? expected >>> i & 1 : -1,
              bucket << 3 | i,
              expects ? bucket : 0,
              partial,
              value >>> i & 1);
      partial = partial << 1 | bit;
    }
    boolean right = partial == expected;
    agreed = right ? Math.min(agreed + 1, MOST_AGREED) : 0;
    copy++;
    take(partial & 0xFF);
    return partial;
  }

  private void find() {
    int place =
        (int) ((last & (1L << 8 * LEAST) - 1) * 0x9E3779B97F4A7C15L >>> Long.SIZE - PLACE_BITS);
    if (agreed == 0 && places[place] != 0) {
      copy = places[place];
      while (agreed < Math.min(MOST_COMPARED, copy)
          && history[copy - 1 - agreed] == history[at - 1 - agreed]) {
        agreed++;
      }
    }
    places[place] = at;
  }

  private void take(int value) {
    history[at++] = (byte) value;
    last = last << 8 | value;
    int letter = value | 0x20;
    word =
        letter >= 'a' && letter <= 'z' || value == '_'
            ? word * 0x2F0B_4C47 + letter & (1L << 48) - 1
            : 0;
  }
}
