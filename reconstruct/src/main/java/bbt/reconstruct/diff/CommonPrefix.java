package bbt.reconstruct.diff;

import bbt.packets.ChunkHeader;
import java.util.List;

/**
 * How far two traces are the same by the hashes in their chunk headers.
 *
 * @param same every chunk of the execution is
 * @param chunks number of leading chunks that are the same
 * @param resume number of leading chunks behind which both can be walked anew, at most {@code
 *     chunks}
 * @param clock instructions of all harts before that place
 */
record CommonPrefix(boolean same, int chunks, int resume, long clock) {

  /**
   * Compares. Frames are cut by the execution alone, so chunks of equal executions are equal as
   * long as the executions are; one header of 48 bytes stands for four million instructions.
   */
  static CommonPrefix of(Side a, Side b) {
    boolean comparable = a.harts() == b.harts() && a.recording().equals(b.recording());
    if (!comparable) {
      return new CommonPrefix(false, 0, 0, 0);
    }
    List<ChunkHeader> left = a.chunks();
    List<ChunkHeader> right = b.chunks();
    int length = Math.min(left.size(), right.size());
    int equal = 0;
    int resume = 0;
    long clock = 0;
    while (equal < length
        && !ends(left.get(equal))
        && left.get(equal).sameContent(right.get(equal))) {
      ChunkHeader chunk = left.get(equal);
      equal++;
      if (a.harts() == 1 && chunk.kind() == ChunkHeader.Kind.FRAME) {
        resume = equal;
        clock = chunk.endRetired();
      } else if (chunk.kind() == ChunkHeader.Kind.EPOCH) {
        resume = equal - 1;
        clock = chunk.retired();
      }
    }
    boolean both = equal < length && ends(left.get(equal)) && ends(right.get(equal));
    return new CommonPrefix(both, equal, resume, clock);
  }

  /** The end record states the content hash, which depends on the header, too. */
  private static boolean ends(ChunkHeader chunk) {
    return chunk.kind() == ChunkHeader.Kind.END;
  }
}
