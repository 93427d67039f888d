package bbt.reconstruct.cursor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.map.TraceMap;
import bbt.reconstruct.stack.TaskStacks.Key;
import bbt.reconstruct.testing.RandomGuest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/**
 * Searches and movements by the call stack find the stops that looking at every stop would find.
 */
class MovesPropertyTest {
  /** A stop, with what the movements go by. */
  private record Seen(
      CursorPosition at,
      long pc,
      TraceCursor.Kind kind,
      Key key,
      int depth,
      int hart,
      long task,
      Long cause,
      int bits) {
    /** An interrupt comes in front of an instruction. */
    boolean attempts(long address) {
      return pc == address && kind != TraceCursor.Kind.END && (cause == null || cause >= 0);
    }
  }

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
                  StackReplay.at(map, cursor.log(), cursor.entry()).key(),
                  cursor.stack().size(),
                  cursor.hart(),
                  cursor.task(),
                  cursor.trap() == null ? null : cursor.trap().cause(),
                  cursor.node() == null ? 0 : cursor.node().bits(cursor.indexInNode())));
        } while (cursor.next());
        work.on(cursor, all, new Random(seed));
      }
    } finally {
      Files.delete(file);
    }
  }

  /** A cursor that has looked at nothing but its own segment: what is elsewhere must be walked. */
  private static TraceCursor fresh(TraceCursor cursor, Seen at) {
    TraceCursor fresh = new TraceCursor(cursor.map());
    fresh.to(at.at());
    return fresh;
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

  @Property(tries = 20)
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
            SearchTarget target = Targets.addresses(Set.of(pc));
            for (int step : new int[] {1, -1}) {
              TraceCursor at = fresh(cursor, all.get(from));
              // Only what was executed or attempted: the end's pc is neither.
              int expected = find(all, from, step, s -> s.attempts(pc));
              Outcome outcome = moves(at).to(target, step > 0);
              check(at, all, expected, from, outcome, "address " + step);
              found += expected >= 0 ? 1 : 0;
            }
          }
          assertTrue(found > 20);
        });
  }

  /** Something to look for, and the stops that are it. */
  private record Sought(SearchTarget target, Predicate<Seen> is) {}

  private static Sought sought(List<Seen> all, Random random) {
    Seen model = all.get(random.nextInt(all.size() - 1));
    Sought any =
        model.cause() != null
            ? new Sought(
                Targets.traps(cause -> cause == model.cause()),
                seen -> model.cause().equals(seen.cause()))
            : new Sought(Targets.addresses(Set.of(model.pc())), seen -> seen.attempts(model.pc()));
    return switch (random.nextInt(3)) {
      case 0 ->
          new Sought(
              any.target().inTasks(Set.of(model.task())),
              any.is().and(seen -> seen.task() == model.task()));
      case 1 ->
          new Sought(
              any.target().onHart(model.hart()), any.is().and(seen -> seen.hart() == model.hart()));
      default -> any;
    };
  }

  /** However often things are to be met, and however many of them: as stop by stop. */
  @Property(tries = 20)
  void countdownsMissNothing(@ForAll long seed, @ForAll @IntRange(min = 1, max = 3) int harts)
      throws IOException {
    with(
        seed,
        harts,
        (cursor, all, random) -> {
          int over = 0;
          for (int i = 0; i < 30; i++) {
            int from = random.nextInt(all.size());
            int step = random.nextBoolean() ? 1 : -1;
            int limit = random.nextInt(4) == 0 ? random.nextInt(all.size()) : -1;
            List<Sought> sought = new ArrayList<>();
            List<Countdown> counts = new ArrayList<>();
            for (int k = 0; k <= random.nextInt(3); k++) {
              sought.add(sought(all, random));
              counts.add(new Countdown(sought.getLast().target(), 1 + random.nextInt(30)));
            }
            long[] met = new long[counts.size()];
            int end = -1;
            for (int at = from + step;
                end < 0 && at >= 0 && at < all.size() && (limit < 0 || (limit - at) * step >= 0);
                at += step) {
              for (int k = 0; k < met.length; k++) {
                met[k] += sought.get(k).is().test(all.get(at)) ? 1 : 0;
                end = met[k] == counts.get(k).left() ? at : end;
              }
            }
            TraceCursor fresh = fresh(cursor, all.get(from));
            CursorPosition last = limit < 0 ? null : all.get(limit).at();
            Outcome outcome = moves(fresh).to(counts, step > 0, last);
            check(fresh, all, end, from, outcome, "countdown " + step + " to " + limit);
            for (int k = 0; k < met.length; k++) {
              assertEquals(met[k], counts.get(k).met(), "met " + k + " of " + met.length);
              assertEquals(end >= 0 && counts.get(k).left() == 0, counts.get(k).isOver());
            }
            over += end >= 0 ? 1 : 0;
          }
          assertTrue(over > 0);
        });
  }

  /** A search through all code that the trace holds finds what was executed, wherever it stood. */
  @Property(tries = 20)
  void rareInstructionsAreFoundBothWays(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 3) int harts) throws IOException {
    with(
        seed,
        harts,
        (cursor, all, random) -> {
          for (int i = 0; i < 20; i++) {
            Seen model = all.get(random.nextInt(all.size() - 1));
            boolean here = random.nextBoolean();
            SearchTarget target =
                Targets.rare(
                    (pc, bits, page) -> bits == model.bits() && (!here || pc == model.pc()));
            for (int step : new int[] {1, -1}) {
              int from = random.nextInt(all.size());
              TraceCursor at = fresh(cursor, all.get(from));
              int expected =
                  find(
                      all,
                      from,
                      step,
                      s ->
                          s.kind() == TraceCursor.Kind.INSTRUCTION
                              && s.bits() == model.bits()
                              && (!here || s.pc() == model.pc()));
              Outcome outcome = moves(at).to(target, step > 0);
              check(at, all, expected, from, outcome, "rare " + step);
            }
          }
        });
  }

  @Property(tries = 20)
  void overOutAndCallerFollowTheStack(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 3) int harts) throws IOException {
    followTheStack(seed, harts);
  }

  /** Handlers whose first instruction traps: several traps of one count at one address. */
  @Example
  void callerTellsTrapsAtOneAddressApart() throws IOException {
    followTheStack(12, 2);
  }

  private static void followTheStack(long seed, int harts) throws IOException {
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
                          s.key().equals(here.key())
                              && s.kind() != TraceCursor.Kind.TRAP
                              && s.depth() <= here.depth());
              check(cursor, all, expected, from, over, "over");
            }
            cursor.to(here.at());
            Outcome caller = moves(cursor).caller();
            if (here.depth() == 0) {
              assertEquals(Outcome.NONE, caller);
            } else {
              assertEquals(Outcome.FOUND, caller, "no caller of " + here);
              // At the caller's level, before here, and nothing between is at that level.
              int at = indexOf(all, cursor.position());
              assertTrue(at < from);
              assertEquals(here.depth() - 1, all.get(at).depth());
              assertEquals(here.key(), all.get(at).key());
              for (int k = at + 1; k < from; k++) {
                assertTrue(
                    !all.get(k).key().equals(here.key()) || all.get(k).depth() >= here.depth(),
                    "between caller and callee: " + all.get(k));
              }
              Outcome out = moves(cursor).over();
              assertTrue(out != Outcome.FOUND || cursor.position().compareTo(here.at()) > 0);
            }
          }
        });
  }

  private static int indexOf(List<Seen> all, CursorPosition position) {
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).at().equals(position)) {
        return i;
      }
    }
    throw new AssertionError("no stop at " + position);
  }

  @Property(tries = 10)
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
