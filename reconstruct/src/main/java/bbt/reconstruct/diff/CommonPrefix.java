package bbt.reconstruct.diff;

import bbt.packets.ChunkHeader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * How far two traces are the same by the hashes in their chunk headers.
 *
 * @param same every chunk of the execution is
 * @param chunks number of leading chunks that are the same
 * @param resume places at which both can be walked anew, the last one first; the very start is not
 *     in it
 */
record CommonPrefix(boolean same, int chunks, List<Place> resume) {
  /**
   * A place between two chunks.
   *
   * @param chunk number of chunks before it
   * @param clock instructions of all harts before it
   */
  record Place(int chunk, long clock) {}

  /**
   * A frame that closes with an indirect call leaves its link address to the next one, where a walk
   * that starts there misses it, in one of about a hundred. Then it starts earlier.
   */
  private static final int PLACES = 8;

  /**
   * Compares. Frames are cut by the execution alone, so chunks of equal executions are equal as
   * long as the executions are; one header of 48 bytes stands for four million instructions.
   */
  static CommonPrefix of(Side a, Side b) {
    boolean comparable = a.harts() == b.harts() && a.recording().equals(b.recording());
    if (!comparable) {
      return new CommonPrefix(false, 0, List.of());
    }
    List<ChunkHeader> left = a.chunks();
    List<ChunkHeader> right = b.chunks();
    int length = Math.min(left.size(), right.size());
    int equal = 0;
    Deque<Place> resume = new ArrayDeque<>();
    while (equal < length
        && !ends(left.get(equal))
        && left.get(equal).sameContent(right.get(equal))) {
      ChunkHeader chunk = left.get(equal);
      equal++;
      // The last chunk of a cut file may be there by its header alone: nothing starts behind it.
      if (equal == length) {
        break;
      }
      if (a.harts() == 1 && chunk.kind() == ChunkHeader.Kind.FRAME) {
        resume.push(new Place(equal, chunk.endRetired()));
      } else if (chunk.kind() == ChunkHeader.Kind.EPOCH) {
        resume.push(new Place(equal - 1, chunk.retired()));
      }
      if (resume.size() > PLACES) {
        resume.removeLast();
      }
    }
    boolean both = equal < length && ends(left.get(equal)) && ends(right.get(equal));
    return new CommonPrefix(both, equal, List.copyOf(resume));
  }

  /** The end record states the content hash, which depends on the header, too. */
  private static boolean ends(ChunkHeader chunk) {
    return chunk.kind() == ChunkHeader.Kind.END;
  }
}
