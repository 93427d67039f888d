package bbt.reconstruct.walk.graph;

/** An address space: a direct-mapped cache of the views that its virtual pages show. */
public final class Space {
  private static final int SIZE = 2048;

  final int id;
  public final View[] cache = new View[SIZE];

  /** The number of times that a page stopped being shown; whoever keeps a view compares it. */
  int changes;

  Space(int id) {
    this.id = id;
  }

  public static int index(long virtualPage) {
    return (int) ((virtualPage >>> 12) ^ (virtualPage >>> 21)) & (SIZE - 1);
  }

  void clear() {
    java.util.Arrays.fill(cache, null);
    changes++;
  }

  void show(int index, View view) {
    if (cache[index] != null) {
      changes++;
    }
    cache[index] = view;
  }

  void forget(View view) {
    if (cache[view.cacheIndex] == view) {
      show(view.cacheIndex, null);
    }
  }
}
