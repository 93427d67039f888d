package bbt.translator.trace;

import java.util.HashMap;
import java.util.Map;

/**
 * Registers path ids of straddlers: instructions whose bytes lie in two pages. An id is asked for
 * at each execution, since either page may change without the other; one that was asked for lately
 * costs a compare. Guest thread only.
 */
final class Straddlers {
  private static final int RECENT = 256;

  private record Straddler(long pc, long physical, long secondPhysical, int bits) {
    boolean is(long otherPc, long otherPhysical, long otherSecond, int otherBits) {
      return pc == otherPc
          && physical == otherPhysical
          && secondPhysical == otherSecond
          && bits == otherBits;
    }
  }

  private final PathTable paths;
  private final Map<Straddler, Integer> ids = new HashMap<>();
  private final Straddler[] recent = new Straddler[RECENT];
  private final int[] recentIds = new int[RECENT];

  Straddlers(PathTable paths) {
    this.paths = paths;
  }

  /**
   * Returns the base id of a straddler: always the same one for the same place and bits.
   *
   * @param pc virtual address
   * @param physical physical address of its first halfword
   * @param secondPhysical physical address of its second halfword
   * @param bits its encoding
   */
  int id(long pc, long physical, long secondPhysical, int bits) {
    int slot = (int) (pc >>> 12) & RECENT - 1;
    Straddler known = recent[slot];
    if (known == null || !known.is(pc, physical, secondPhysical, bits)) {
      known = new Straddler(pc, physical, secondPhysical, bits);
      recent[slot] = known;
      recentIds[slot] =
          ids.computeIfAbsent(
              known, s -> paths.registerStraddler(s.pc, s.physical, s.secondPhysical, s.bits));
    }
    return recentIds[slot];
  }
}
