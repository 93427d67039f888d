package bbt.reconstruct.diff.align;

import bbt.ptg.guest.Node;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds for each function of A without a symbol its counterpart in B, where a program was built
 * anew: by what their code looks like, in the order in which they lie in the program.
 */
final class FunctionMatching {
  /** Functions of either program; beyond it a table would take too long. */
  private static final int MOST = 4000;

  /**
   * A function without a symbol, with the hash of its code.
   *
   * @param offset in its program
   * @param print see {@link Node#print}
   */
  record Code(long offset, long print) {}

  private FunctionMatching() {}

  /**
   * Returns for each function of B the number of the one in A that it is; -1 for none. Null where
   * both are one build, as far as can be told: then functions are the same that lie at one place.
   *
   * <p>Those that look alike are aligned by Needleman and Wunsch's method; where as many lie
   * between them in A as in B, these have changed, and are taken in their order.
   *
   * @param a by ascending offset
   * @param b by ascending offset
   */
  static int[] match(List<Code> a, List<Code> b) {
    int n = a.size();
    int m = b.size();
    if (n > MOST || m > MOST) {
      return null;
    }
    short[][] best = new short[n + 1][m + 1];
    for (int i = n - 1; i >= 0; i--) {
      for (int j = m - 1; j >= 0; j--) {
        int one = Math.max(best[i + 1][j], best[i][j + 1]);
        int both = alike(a.get(i), b.get(j)) ? best[i + 1][j + 1] + 1 : 0;
        best[i][j] = (short) Math.max(one, both);
      }
    }
    return oneBuild(a, b, best[0][0]) ? null : way(a, b, best);
  }

  /**
   * Whether they are better explained by one build than by two: that few functions are other ones
   * than those that lie there in the other run, and few are found again elsewhere. A run may
   * execute what another does not, and code may be written as the program runs.
   *
   * @param alike as many look alike and keep their order
   */
  private static boolean oneBuild(List<Code> a, List<Code> b, int alike) {
    Map<Long, Code> inA = new HashMap<>();
    a.forEach(f -> inA.put(f.offset(), f));
    int same = 0;
    int others = 0;
    for (Code f : b) {
      Code there = inA.get(f.offset());
      if (there != null && alike(there, f)) {
        same++;
      } else if (there != null && there.print() != Node.NO_PRINT && f.print() != Node.NO_PRINT) {
        others++;
      }
    }
    int elsewhere = alike - same;
    return elsewhere <= others || (others == 0 && elsewhere <= same);
  }

  private static int[] way(List<Code> a, List<Code> b, short[][] best) {
    int n = a.size();
    int m = b.size();
    int[] inA = new int[m];
    Arrays.fill(inA, -1);
    int gapA = 0;
    int gapB = 0;
    int i = 0;
    int j = 0;
    while (i < n && j < m) {
      if (alike(a.get(i), b.get(j)) && best[i][j] == best[i + 1][j + 1] + 1) {
        changed(inA, gapA, i, gapB, j);
        inA[j++] = i++;
        gapA = i;
        gapB = j;
      } else if (best[i][j] == best[i + 1][j]) {
        i++;
      } else {
        j++;
      }
    }
    changed(inA, gapA, n, gapB, m);
    return inA;
  }

  private static boolean alike(Code f, Code g) {
    return f.print() == g.print() && f.print() != Node.NO_PRINT;
  }

  private static void changed(int[] inA, int fromA, int toA, int fromB, int toB) {
    if (toA - fromA == toB - fromB) {
      for (int k = 0; k < toB - fromB; k++) {
        inA[fromB + k] = fromA + k;
      }
    }
  }
}
