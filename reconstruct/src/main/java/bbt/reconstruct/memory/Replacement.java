package bbt.reconstruct.memory;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The ways to choose what leaves a full set of a cache. */
public enum Replacement {
  /** The line that was used longest ago. */
  LRU,
  /** The line that came first. */
  FIFO,
  /** A line by chance; the same ones in each simulation. */
  RANDOM,
  /**
   * The line that a tree of bits points to: each use turns the bits on its way to the other half
   * (pseudo-LRU). The ways must be a power of two.
   */
  PLRU;

  /** The name in a file. */
  String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The replacement of a name. */
  static Optional<Replacement> of(String key) {
    return Arrays.stream(values()).filter(each -> each.key().equals(key)).findFirst();
  }
}
