package bbt.reconstruct.diff.change;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Probabilities of groups, by trying every division of all values into groups of their sizes. */
class RankSumTest {
  private static long[] part(long[] all, int chosen, boolean in) {
    long[] part = new long[all.length];
    int size = 0;
    for (int i = 0; i < all.length; i++) {
      if ((chosen >> i & 1) == 1 == in) {
        part[size++] = all[i];
      }
    }
    return Arrays.copyOf(part, size);
  }

  /** Twice the distance of A's rank sum from its mean; equal values share their ranks. */
  private static long distance(long[] all, int chosen) {
    long sum = 0;
    int count = Integer.bitCount(chosen);
    for (int i = 0; i < all.length; i++) {
      for (int j = 0; (chosen >> i & 1) == 1 && j < all.length; j++) {
        sum += 1 + Long.signum(all[i] - all[j]);
      }
    }
    return Math.abs(sum - (long) count * all.length);
  }

  @Test
  void probabilitiesAreThoseOfAllDivisions() {
    Random random = new Random(5);
    for (int round = 0; round < 400; round++) {
      int n = 1 + random.nextInt(4);
      int m = 1 + random.nextInt(4);
      // Few values: many are equal.
      long[] all = random.longs(n + m, 0, 1 + random.nextInt(9)).toArray();
      int own = (1 << n) - 1;
      int divisions = 0;
      int separate = 0;
      int extreme = 0;
      for (int chosen = 0; chosen < 1 << (n + m); chosen++) {
        if (Integer.bitCount(chosen) == n) {
          divisions++;
          GroupChange g =
              new GroupChange("f", "", part(all, chosen, true), part(all, chosen, false));
          separate += g.separate() ? 1 : 0;
          extreme += distance(all, chosen) >= distance(all, own) ? 1 : 0;
        }
      }
      long[] a = part(all, own, true);
      long[] b = part(all, own, false);
      String what = Arrays.toString(a) + " " + Arrays.toString(b);
      assertEquals((double) separate / divisions, RankSum.chance(a, b), 1e-12, what);
      assertEquals((double) extreme / divisions, RankSum.probability(a, b), 1e-12, what);
    }
  }
}
