package bbt.reconstruct.diff;

import java.util.Locale;
import java.util.function.IntToLongFunction;

/**
 * A differential flame graph as plain HTML elements. The width of a frame is the sum of a weight
 * over its subtree, so frames of both runs are there: those that vanished, too. The colour tells by
 * how much its cost changed.
 */
final class FlameDivs {
  /** Frames narrower than this share of the page are left out. */
  private static final double NARROW = 0.0008;

  private static final int ROW = 18;
  private static final int DEEPEST = 80;

  private FlameDivs() {}

  /** Writes the graph of a tree. */
  static void write(StringBuilder out, DiffTree tree, IntToLongFunction weight) {
    int size = tree.size();
    long[] wide = new long[size];
    for (int n = size - 1; n >= 0; n--) {
      wide[n] += weight.applyAsLong(n);
      if (n > DiffTree.ROOT) {
        wide[tree.parent(n)] += wide[n];
      }
    }
    double all = Math.max(1, wide[DiffTree.ROOT]);
    double[] left = new double[size];
    double[] used = new double[size];
    int[] depth = new int[size];
    int deepest = 0;
    StringBuilder frames = new StringBuilder();
    for (int n = 0; n < size; n++) {
      int parent = tree.parent(n);
      if (n != DiffTree.ROOT) {
        depth[n] = depth[parent] + 1;
        left[n] = left[parent] + used[parent];
        used[parent] += wide[n] / all;
      }
      if (wide[n] / all >= NARROW && depth[n] <= DEEPEST) {
        deepest = Math.max(deepest, depth[n]);
        frame(frames, tree, n, left[n], wide[n] / all, depth[n]);
      }
    }
    out.append("<div class=flame style=\"--x:0;--z:1;height:")
        .append((deepest + 1) * ROW)
        .append("px\">")
        .append(frames)
        .append("</div>\n");
  }

  private static void frame(
      StringBuilder out, DiffTree tree, int n, double left, double width, int depth) {
    long a = tree.inclusiveA(n);
    long b = tree.inclusiveB(n);
    String name = HtmlDiff.escaped(tree.title(n));
    out.append(
        String.format(
            Locale.ROOT,
            "<div class=\"%s\" style=\"--l:%.5f;--w:%.5f;top:%dpx;background:%s\" title=\"%s&#10;A %,d&#10;B %,d&#10;B - A %+,d\">%s</div>",
            a == 0 ? "f new" : b == 0 ? "f gone" : "f",
            left * 100,
            width * 100,
            depth * ROW,
            colour(a, b),
            name,
            a,
            b,
            b - a,
            name));
  }

  /** Red where it costs more, blue where less; the stronger, the larger the relative change. */
  static String colour(long a, long b) {
    double change = (double) (b - a) / Math.max(1, Math.max(a, b));
    int light = (int) Math.round(94 - 42 * Math.sqrt(Math.abs(change)));
    return a == b ? "hsl(45 30% 92%)" : "hsl(" + (change > 0 ? 8 : 215) + " 75% " + light + "%)";
  }
}
