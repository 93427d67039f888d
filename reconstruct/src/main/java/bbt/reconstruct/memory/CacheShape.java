package bbt.reconstruct.memory;

/**
 * The geometry and the rules of a cache or a TLB, which is a cache of pages.
 *
 * @param lines entries; a multiple of the ways, and by so many ways a power of two
 * @param ways lines in which one address may stand
 * @param lineBytes bytes of a line, a power of two; of a TLB those of a page
 * @param replacement what leaves a full set
 * @param writeThrough whether stores go on to the next level at once, and a store that misses
 *     brings no line; else stores mark a line, which is written back when it leaves
 */
public record CacheShape(
    int lines, int ways, int lineBytes, Replacement replacement, boolean writeThrough) {
  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException one line: what is wrong and what is right
   */
  public CacheShape {
    if (Integer.bitCount(lineBytes) != 1) {
      throw new IllegalArgumentException("a line of " + lineBytes + " bytes is no power of two");
    }
    if (ways < 1 || lines < ways || lines % ways != 0) {
      throw new IllegalArgumentException(
          lines + " lines cannot stand in sets of " + ways + " ways");
    }
    if (Integer.bitCount(lines / ways) != 1) {
      throw new IllegalArgumentException(
          lines + " lines in " + ways + " ways are " + lines / ways + " sets, no power of two");
    }
    if (replacement == Replacement.PLRU && Integer.bitCount(ways) != 1) {
      throw new IllegalArgumentException("plru needs ways that are a power of two, not " + ways);
    }
    if (replacement == Replacement.PLRU && ways > 64) {
      throw new IllegalArgumentException("plru has at most 64 ways, not " + ways);
    }
  }

  /** Sets. */
  public int sets() {
    return lines / ways;
  }

  /** Bytes of all lines. */
  public long bytes() {
    return (long) lines * lineBytes;
  }
}
