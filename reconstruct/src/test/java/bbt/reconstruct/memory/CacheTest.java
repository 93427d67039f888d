package bbt.reconstruct.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** {@link Cache} against caches that are written as the textbook says, with lists. */
class CacheTest {
  private record Use(long line, boolean dirty, boolean touch) {}

  @Provide
  Arbitrary<List<Use>> uses() {
    return Combinators.combine(
            Arbitraries.longs().between(0, 40).map(n -> n < 38 ? n : n << 50),
            Arbitraries.of(true, false),
            Arbitraries.integers().between(0, 9).map(n -> n == 0))
        .as(Use::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(300);
  }

  @Provide
  Arbitrary<int[]> shapes() {
    return Arbitraries.of(
        new int[] {1, 1},
        new int[] {4, 1},
        new int[] {1, 4},
        new int[] {2, 2},
        new int[] {4, 8},
        new int[] {2, 3},
        new int[] {1, 5});
  }

  /** A set as a list, the first is what leaves next. */
  private static final class PlainSet {
    final List<Long> lines = new ArrayList<>();
    final Set<Long> dirty = new HashSet<>();
  }

  private static void ordered(int[] shape, List<Use> uses, Replacement replacement) {
    int sets = shape[0];
    int ways = shape[1];
    Cache cache = new Cache(new CacheShape(sets * ways, ways, 64, replacement, false));
    Map<Long, PlainSet> plain = new HashMap<>();
    for (Use use : uses) {
      PlainSet set = plain.computeIfAbsent(use.line % sets, n -> new PlainSet());
      boolean there = set.lines.contains(use.line);
      int expected = there ? Cache.HIT : Cache.MISS;
      if (there && replacement == Replacement.LRU) {
        set.lines.remove(use.line);
        set.lines.add(use.line);
      }
      long evicted = -1;
      if (!there && !use.touch) {
        if (set.lines.size() == ways) {
          evicted = set.lines.removeFirst();
          if (set.dirty.remove(evicted)) {
            expected = Cache.MISS_WRITES_BACK;
          }
        }
        set.lines.add(use.line);
      }
      if (use.dirty && (there || !use.touch)) {
        set.dirty.add(use.line);
      }
      if (use.touch) {
        assertEquals(there, cache.touch(use.line, use.dirty));
      } else {
        assertEquals(expected, cache.access(use.line, use.dirty), uses.toString());
        if (!there) {
          assertEquals(evicted, cache.evicted());
        }
      }
    }
  }

  @Property
  void lruIsTheListThatMovesWhatIsUsed(
      @ForAll("shapes") int[] shape, @ForAll("uses") List<Use> uses) {
    ordered(shape, uses, Replacement.LRU);
  }

  @Property
  void fifoIsTheListThatDoesNot(@ForAll("shapes") int[] shape, @ForAll("uses") List<Use> uses) {
    ordered(shape, uses, Replacement.FIFO);
  }

  /** A node of the tree: which half leaves next. */
  private static final class PlainTree {
    final PlainTree[] halves;
    boolean right;

    PlainTree(int ways) {
      halves =
          ways == 1 ? null : new PlainTree[] {new PlainTree(ways / 2), new PlainTree(ways / 2)};
    }

    void use(int way, int ways) {
      if (halves != null) {
        boolean used = way >= ways / 2;
        right = !used;
        halves[used ? 1 : 0].use(used ? way - ways / 2 : way, ways / 2);
      }
    }

    int leaves(int ways) {
      return halves == null ? 0 : (right ? ways / 2 : 0) + halves[right ? 1 : 0].leaves(ways / 2);
    }
  }

  @Property
  void plruFollowsItsTree(@ForAll("uses") List<Use> uses) {
    int ways = 8;
    Cache cache = new Cache(new CacheShape(2 * ways, ways, 64, Replacement.PLRU, false));
    PlainTree[] trees = {new PlainTree(ways), new PlainTree(ways)};
    List<List<Long>> sets = List.of(new ArrayList<>(), new ArrayList<>());
    for (Use use : uses) {
      int set = (int) (use.line & 1);
      List<Long> there = sets.get(set);
      int way = there.indexOf(use.line);
      boolean hit = way >= 0;
      if (!hit && there.size() < ways) {
        way = there.size();
        there.add(use.line);
      } else if (!hit) {
        way = trees[set].leaves(ways);
        there.set(way, use.line);
      }
      trees[set].use(way, ways);
      assertEquals(hit, cache.access(use.line, false) == Cache.HIT, uses.toString());
    }
  }

  @Property
  void chanceTakesAwayWhatIsThereAndOnlyFromAFullSet(@ForAll("uses") List<Use> uses) {
    int ways = 4;
    Cache cache = new Cache(new CacheShape(2 * ways, ways, 64, Replacement.RANDOM, false));
    List<Set<Long>> sets = List.of(new HashSet<>(), new HashSet<>());
    for (Use use : uses) {
      Set<Long> there = sets.get((int) (use.line & 1));
      boolean hit = there.contains(use.line);
      assertEquals(hit, cache.access(use.line, false) == Cache.HIT);
      if (!hit) {
        boolean full = there.size() == ways;
        assertEquals(full, cache.evicted() >= 0);
        assertTrue(!full || there.remove(cache.evicted()));
        there.add(use.line);
      }
    }
  }

  @Example
  void chanceTakesEachWay() {
    Cache cache = new Cache(new CacheShape(4, 4, 64, Replacement.RANDOM, false));
    int youngest = 0;
    int old = 0;
    for (long line = 0; line < 10_000; line++) {
      cache.access(line, false);
      youngest += line - cache.evicted() == 1 ? 1 : 0;
      old += cache.evicted() >= 0 && line - cache.evicted() > 8 ? 1 : 0;
    }
    // Each way a quarter: so does the line before go, and what is older than 8 with (3/4)^8.
    assertTrue(youngest > 2_300 && youngest < 2_700, "" + youngest);
    assertTrue(old > 800 && old < 1_200, "" + old);
  }
}
