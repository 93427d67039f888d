package bbt.reconstruct.step;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.testing.RandomGuest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Searches and movements by the call stack find what looking at every stop would find. */
class MovesPropertyTest {
  /** A stop, with what the movements go by. */
  private record Seen(Position at, long pc, TraceCursor.Kind kind, long key, int depth, int hart) {}

  private interface Work {
    void on(TraceCursor cursor, List<Seen> all, Random random);
  }

  private static void with(long seed, int harts, Work work) throws IOException {
    Path file = Files.createTempFile("moves", ".bbt");
    try {
      new RandomGuest(seed).run(file, true, 2000 * harts, harts);
      try (TraceMap map = TraceMap.open(file, TraceMap.Options.PLAIN)) {
        TraceCursor cursor = new TraceCursor(map);
        List<Seen> all = new ArrayList<>();
        do {
          all.add(
              new Seen(
                  cursor.position(),
                  cursor.pc(),
                  cursor.kind(),
                  StackTracker.key(cursor.task(), cursor.hart()),
                  cursor.stack().size(),
                  cursor.hart()));
        } while (cursor.next());
        work.on(cursor, all, new Random(seed));
      }
    } finally {
      Files.delete(file);
    }
  }

  private static Moves moves(TraceCursor cursor) {
    return new Moves(cursor, () -> false, clock -> {});
  }

  private static int find(List<Seen> all, int from, int step, Predicate<Seen> wanted) {
    for (int i = from + step; i >= 0 && i < all.size(); i += step) {
      if (wanted.test(all.get(i))) {
        return i;
      }
    }
    return -1;
  }

  private static void check(
      TraceCursor cursor, List<Seen> all, int expected, int from, Outcome outcome, String what) {
    if (expected < 0) {
      assertEquals(Outcome.NONE, outcome, what + " from " + all.get(from));
      assertEquals(all.get(from).at(), cursor.position(), what + " must not move");
    } else {
      assertEquals(Outcome.FOUND, outcome, what + " from " + all.get(from));
      assertEquals(
          all.get(expected).at(), cursor.position(), what + " from " + from + " " + all.get(from));
    }
  }

  @Property(tries = 40)
  void addressesAreFoundBothWays(@ForAll long seed, @ForAll @IntRange(min = 1, max = 3) int harts)
      throws IOException {
    with(
        seed,
        harts,
        (cursor, all, random) -> {
          int found = 0;
          for (int i = 0; i < 40; i++) {
            int from = random.nextInt(all.size());
            long pc = all.get(random.nextInt(all.size() - 1)).pc();
            Target target = Targets.addresses(Set.of(pc));
            for (int step : new int[] {1, -1}) {
              cursor.to(all.get(from).at());
              // Only what was executed or attempted: the end's pc is neither.
              int expected =
                  find(all, from, step, s -> s.pc() == pc && s.kind() != TraceCursor.Kind.END);
              Outcome outcome = moves(cursor).to(target, step > 0);
              check(cursor, all, expected, from, outcome, "address " + step);
              found += expected >= 0 ? 1 : 0;
            }
          }
          assertTrue(found > 20);
        });
  }

  @Property(tries = 40)
  void overOutAndCallerFollowTheStack(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 3) int harts) throws IOException {
    with(
        seed,
        harts,
        (cursor, all, random) -> {
          for (int i = 0; i < 40; i++) {
            int from = random.nextInt(all.size());
            Seen here = all.get(from);
            if (here.kind() == TraceCursor.Kind.END) {
              continue;
            }
            cursor.to(here.at());
            Outcome over = moves(cursor).over();
            if (over == Outcome.FOUND) {
              int expected =
                  find(
                      all,
                      from,
                      1,
                      s ->
                          s.key() == here.key()
                              && s.kind() != TraceCursor.Kind.TRAP
                              && s.depth() <= here.depth());
              check(cursor, all, expected, from, over, "over");
            }
            cursor.to(here.at());
            Outcome caller = moves(cursor).caller();
            if (here.depth() == 0) {
              assertEquals(Outcome.NONE, caller);
            } else if (caller == Outcome.FOUND) {
              // At the caller's level, before here, and nothing between is at that level.
              int at = indexOf(all, cursor.position());
              assertTrue(at < from);
              assertEquals(here.depth() - 1, all.get(at).depth());
              assertEquals(here.key(), all.get(at).key());
              for (int k = at + 1; k < from; k++) {
                assertTrue(
                    all.get(k).key() != here.key() || all.get(k).depth() >= here.depth(),
                    "between caller and callee: " + all.get(k));
              }
              Outcome out = moves(cursor).over();
              assertTrue(out != Outcome.FOUND || cursor.position().compareTo(here.at()) > 0);
            }
          }
        });
  }

  private static int indexOf(List<Seen> all, Position position) {
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).at().equals(position)) {
        return i;
      }
    }
    throw new AssertionError("no stop at " + position);
  }

  @Property(tries = 20)
  void confinedToAHartOnlyItsStopsCount(
      @ForAll long seed, @ForAll @IntRange(min = 2, max = 3) int harts) throws IOException {
    with(
        seed,
        harts,
        (cursor, all, random) -> {
          for (int i = 0; i < 20; i++) {
            int from = random.nextInt(all.size());
            int hart = random.nextInt(harts);
            for (int step : new int[] {1, -1}) {
              cursor.to(all.get(from).at());
              Moves moves = moves(cursor);
              moves.confine(hart);
              int expected = find(all, from, step, s -> s.hart() == hart);
              check(cursor, all, expected, from, moves.stop(step > 0), "hart " + hart);
            }
          }
        });
  }
}
