package bbt.reconstruct.replay;

import bbt.reconstruct.replay.state.SnapshotStore;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;

/**
 * RAM at one moment of a run: the pages of a snapshot, and in memory those that were written to
 * since. It is good as long as the replay's snapshots are.
 */
final class MemoryImage {
  static final int PAGE = 4096;
  private static final byte[] ZERO = new byte[PAGE];

  private final SnapshotStore store;
  private final int snapshot;
  private final Map<Integer, byte[]> written;

  /**
   * Creates an image.
   *
   * @param written content of each page that may differ from the snapshot
   */
  MemoryImage(SnapshotStore store, int snapshot, Map<Integer, byte[]> written) {
    this.store = store;
    this.snapshot = snapshot;
    this.written = written;
  }

  /** Pages that may differ in another image of the run; all others do not. */
  BitSet candidates(MemoryImage other) {
    BitSet pages = new BitSet();
    store.difference(snapshot, other.snapshot, pages);
    written.keySet().forEach(pages::set);
    other.written.keySet().forEach(pages::set);
    return pages;
  }

  private byte[] page(int page) throws IOException {
    byte[] content = written.get(page);
    content = content == null ? store.page(page, snapshot) : content;
    return content == null ? ZERO : content;
  }

  /**
   * Tells where memory differs in another image.
   *
   * @param base physical address of the first page
   * @param from physical address of the first byte that counts
   * @param to physical address behind the last one
   */
  void compare(MemoryImage other, long base, long from, long to, MemoryDifferences into)
      throws IOException {
    BitSet pages = candidates(other);
    for (int page = pages.nextSetBit(0); page >= 0; page = pages.nextSetBit(page + 1)) {
      long physical = base + (long) page * PAGE;
      int first = (int) Math.clamp(from - physical, 0, PAGE);
      int behind = (int) Math.clamp(to - physical, 0, PAGE);
      if (first >= behind) {
        continue;
      }
      into.mayGoOn();
      byte[] old = page(page);
      byte[] now = other.page(page);
      if (!Arrays.equals(old, first, behind, now, first, behind)) {
        into.page(physical, old, now, first, behind);
      }
    }
  }
}
