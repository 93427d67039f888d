package bbt.translator.device;

import bbt.translator.state.Fields;

/**
 * A random number generator that gives the same bytes for a seed on every host and JDK: SplitMix64
 * (Steele, Lea and Flood, 2014). What the guest takes for entropy (docs/determinism.md 10); not for
 * cryptography.
 */
public final class SeedStream {
  private long state;

  public SeedStream(long seed) {
    state = seed;
  }

  /** The next 64 bits. */
  public long nextLong() {
    state += 0x9E3779B97F4A7C15L;
    long z = state;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /** Fills a range of bytes, eight from each number, low byte first. */
  public void fill(byte[] target, int offset, int length) {
    long bits = 0;
    for (int i = 0; i < length; i++) {
      if ((i & 7) == 0) {
        bits = nextLong();
      }
      target[offset + i] = (byte) bits;
      bits >>>= 8;
    }
  }

  /** Where the stream is, for a snapshot. */
  public void state(Fields f) {
    state = f.of(state);
  }
}
