package bbt.packets.bytes;

/**
 * An arithmetic coder of single bits, each with a probability of its own. Both directions have one
 * method, so that a model is written once: the encoder takes the bit that it is given, the decoder
 * finds it.
 */
abstract sealed class RangeCoder {
  /** Probabilities are parts of 2^12; none is 0 or all of it. */
  static final int BITS = 12;

  /** Probabilities of {@link #fineBit} are parts of 2^16. */
  static final int FINE_BITS = 16;

  int low;
  int high = -1;

  /**
   * Codes the next bit: encodes the one given, or decodes and returns it.
   *
   * @param one how probable a 1 is, from 1 to 2^12 - 1
   * @param bit to encode; a decoder does not look at it
   * @return the bit
   */
  final int bit(int one, int bit) {
    return divide(low + (high - low >>> BITS) * one, bit);
  }

  /**
   * Codes the next bit, with a finer probability than {@link #bit} takes.
   *
   * @param one how probable a 1 is, from 1 to 2^16 - 1
   */
  final int fineBit(int one, int bit) {
    return divide(low + (high - low >>> FINE_BITS) * one, bit);
  }

  /**
   * Divides the range in two and takes the part of the next bit.
   *
   * @param middle what is not above it means a 1
   */
  abstract int divide(int middle, int bit);

  /** The coder that writes. */
  static final class Encoder extends RangeCoder {
    private final ByteSink out;

    Encoder(ByteSink out) {
      this.out = out;
    }

    @Override
    int divide(int middle, int bit) {
      if (bit != 0) {
        high = middle;
      } else {
        low = middle + 1;
      }
      while ((low ^ high) >>> 24 == 0) {
        out.u8(high >>> 24);
        low <<= 8;
        high = high << 8 | 0xFF;
      }
      return bit;
    }

    /**
     * Writes the rest of the code, which tells the last bits: the decoder reads zeros behind it.
     */
    void finish() {
      out.u8(high >>> 24);
    }
  }

  /** The coder that reads. What is read behind the end is zeros. */
  static final class Decoder extends RangeCoder {
    private final byte[] in;
    private int at;
    private int code;

    /**
     * Reads from a place to the end.
     *
     * @param at the first byte
     */
    Decoder(byte[] in, int at) {
      this.in = in;
      this.at = at;
      for (int i = 0; i < 4; i++) {
        shift();
      }
    }

    private void shift() {
      code = code << 8 | (at < in.length ? in[at] & 0xFF : 0);
      at++;
    }

    @Override
    int divide(int middle, int bit) {
      int found;
      if (Integer.compareUnsigned(code, middle) <= 0) {
        found = 1;
        high = middle;
      } else {
        found = 0;
        low = middle + 1;
      }
      while ((low ^ high) >>> 24 == 0) {
        low <<= 8;
        high = high << 8 | 0xFF;
        shift();
      }
      return found;
    }

    /** Whether all was read that an encoder has written, and only zeros stand behind that. */
    boolean onlyZerosAreLeft() {
      for (int i = at - 3; i < in.length; i++) {
        if (in[i] != 0) {
          return false;
        }
      }
      return at <= in.length + 3;
    }

    /** Whether just as much was read as an encoder has written. */
    boolean atEnd() {
      return at == in.length + 3;
    }
  }
}
