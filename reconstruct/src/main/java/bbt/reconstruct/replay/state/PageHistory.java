package bbt.reconstruct.replay.state;

import java.util.Arrays;

/** Remembers which snapshots hold which page of RAM: for each page their indices, ascending. */
final class PageHistory {
  private static final int[] NONE = {};

  private int[][] snapshots = new int[1 << 10][];
  private int[] counts = new int[1 << 10];

  /** A snapshot holds a page; told by ascending snapshots. */
  void add(int page, int snapshot) {
    if (page >= snapshots.length) {
      int size = Math.max(2 * snapshots.length, page + 1);
      snapshots = Arrays.copyOf(snapshots, size);
      counts = Arrays.copyOf(counts, size);
    }
    int[] list = snapshots[page] == null ? NONE : snapshots[page];
    int count = counts[page]++;
    if (count == list.length) {
      list = Arrays.copyOf(list, Math.max(4, 2 * count));
      snapshots[page] = list;
    }
    list[count] = snapshot;
  }

  /** The last snapshot up to and including one that holds a page, or -1: the page is zero then. */
  int last(int page, int snapshot) {
    if (page >= snapshots.length || snapshots[page] == null) {
      return -1;
    }
    int at = Arrays.binarySearch(snapshots[page], 0, counts[page], snapshot);
    int index = at >= 0 ? at : -at - 2;
    return index < 0 ? -1 : snapshots[page][index];
  }
}
