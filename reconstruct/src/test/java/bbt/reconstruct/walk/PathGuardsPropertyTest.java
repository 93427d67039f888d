package bbt.reconstruct.walk;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bbt.packets.ExceptionKind;
import bbt.packets.TraceReader;
import bbt.reconstruct.names.TraceSymbols;
import bbt.reconstruct.profile.ExceptionCost;
import bbt.reconstruct.profile.ExceptionTally;
import bbt.reconstruct.profile.FunctionProfile;
import bbt.reconstruct.profile.HartProfile;
import bbt.reconstruct.profile.Profile;
import bbt.reconstruct.profile.ProgramProfile;
import bbt.reconstruct.profile.TaskProfile;
import bbt.reconstruct.profile.TreeChecks;
import bbt.reconstruct.profile.count.BlockGate;
import bbt.reconstruct.profile.count.Profiler;
import bbt.reconstruct.select.PositionSpecification;
import bbt.reconstruct.select.Privilege;
import bbt.reconstruct.select.Selection;
import bbt.reconstruct.select.SelectionScope;
import bbt.reconstruct.testing.CallingGuest;
import bbt.reconstruct.testing.CallingGuest.Executed;
import bbt.reconstruct.testing.RandomGuest.Place;
import bbt.reconstruct.walk.graph.BlockCount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;

/**
 * Random calls with other events between them: a profile of paths has the numbers of one that walks
 * each step alone, hears every call and keeps trees.
 */
class PathGuardsPropertyTest {
  private static final int NEVER = Integer.MAX_VALUE;

  /** Numbers by name, and how often each instruction was executed and each branch taken. */
  private record Numbers(Map<String, Long> profile, Map<String, Long> blocks) {}

  @Property(tries = 60, shrinking = ShrinkingMode.OFF)
  void everything(
      @ForAll long seed,
      @ForAll boolean compact,
      @ForAll boolean changes,
      @ForAll boolean library,
      @ForAll @IntRange(min = 1, max = 2) int harts,
      @ForAll @IntRange(min = 3, max = 40) int deepest,
      @ForAll @IntRange(min = 1, max = 30) int hot)
      throws IOException {
    CallingGuest guest =
        new CallingGuest(seed, new CallingGuest.Options(harts, deepest, true, changes, compact));
    run(guest, 15_000, file -> same(guest, file, hot, library, Selection.ALL, e -> true));
  }

  /** More calls are open than a profiler or a writer keep. */
  @Example
  void towers() throws IOException {
    for (int deepest : new int[] {1021, 1022, 1023, 1024, 1030, 16_381, 16_382, 16_383, 16_390}) {
      CallingGuest guest = new CallingGuest(deepest, CallingGuest.Options.tower(deepest));
      run(guest, 30 * deepest, file -> same(guest, file, 2, false, Selection.ALL, e -> true));
    }
  }

  /** Windows of every length that begin and end at every instruction of a stretch. */
  @Property(tries = 6, shrinking = ShrinkingMode.OFF)
  void everyEdgeOfAWindow(
      @ForAll long seed, @ForAll boolean changes, @ForAll @IntRange(min = 1, max = 2) int harts)
      throws IOException {
    CallingGuest guest =
        new CallingGuest(seed, new CallingGuest.Options(harts, 6, false, changes, true));
    run(
        guest,
        4_000,
        file -> {
          for (int i = 0; i < 40; i++) {
            int from = 3_000 + i;
            int to = 3_500 + 7 * i;
            same(guest, file, 2, false, window(from, to), within(guest, from, to));
            same(
                guest,
                file,
                2,
                false,
                window(from, from + i + 1),
                within(guest, from, from + i + 1));
          }
        });
  }

  /** Tasks, privileges and harts, in windows. */
  @Property(tries = 20, shrinking = ShrinkingMode.OFF)
  void selections(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 2) int harts,
      @ForAll @IntRange(min = 1, max = 7_000) int from,
      @ForAll @IntRange(min = 7_001, max = 9_000) int to,
      @ForAll boolean window)
      throws IOException {
    CallingGuest guest =
        new CallingGuest(seed, new CallingGuest.Options(harts, 12, true, true, true));
    PositionSpecification start = window ? new PositionSpecification.Instruction(from) : null;
    PositionSpecification end = window ? new PositionSpecification.Instruction(to) : null;
    run(
        guest,
        8_000,
        file -> {
          Predicate<Executed> inside = window ? within(guest, from, to) : e -> true;
          Selection user =
              new Selection(start, end, List.of(), Set.of(Privilege.USER), List.of(), Set.of());
          Selection supervisor =
              new Selection(start, end, List.of(), Set.of(new Privilege("s")), List.of(), Set.of());
          Selection task =
              new Selection(start, end, List.of("0x3ea"), Set.of(), List.of(), Set.of());
          Selection hart = new Selection(start, end, List.of(), Set.of(), List.of(), Set.of(0));
          Selection function =
              new Selection(start, end, List.of(), Set.of(), List.of("k2"), Set.of());
          same(guest, file, 3, true, user, inside.and(e -> e.place().space() >= 0));
          same(guest, file, 3, true, supervisor, inside.and(e -> e.place().space() < 0));
          same(guest, file, 3, true, task, null);
          same(guest, file, 3, true, function, null);
          same(guest, file, 3, true, hart, inside.and(e -> e.hart() == 0));
        });
  }

  private interface Check {
    void of(Path file) throws IOException;
  }

  private static void run(CallingGuest guest, int instructions, Check check) throws IOException {
    Path file = Files.createTempFile("calling", ".bbt");
    try {
      guest.run(file, instructions);
      check.of(file);
    } finally {
      Files.delete(file);
    }
  }

  private static Selection window(int from, int to) {
    return Selection.window(
        new PositionSpecification.Instruction(from), new PositionSpecification.Instruction(to));
  }

  /** Whether an instruction is one of a range, as an object: each is one of a kind. */
  private static Predicate<Executed> within(CallingGuest guest, int from, int to) {
    Map<Executed, Boolean> inside = new java.util.IdentityHashMap<>();
    int end = Math.min(to, guest.executed.size());
    guest.executed.subList(Math.min(from, end), end).forEach(e -> inside.put(e, true));
    return inside::containsKey;
  }

  /**
   * Compares.
   *
   * @param selected which of the guest's instructions are; null where only the walks are compared
   */
  private static void same(
      CallingGuest guest,
      Path file,
      int hot,
      boolean library,
      Selection selection,
      Predicate<Executed> selected)
      throws IOException {
    Numbers each = walk(file, true, NEVER, library, selection);
    Numbers atOnce = walk(file, false, hot, library, selection);
    TreeChecks.same(each.profile(), atOnce.profile());
    TreeChecks.same(each.blocks(), atOnce.blocks());
    if (selected != null) {
      Map<String, Long> executed = new TreeMap<>();
      guest.executed.stream()
          .filter(selected)
          .forEach(e -> count(executed, e.place(), 1, e.taken() ? 1 : 0));
      TreeChecks.same(executed, atOnce.blocks());
    }
  }

  private static void count(Map<String, Long> counts, Place place, long times, long taken) {
    String name =
        (place.space() < 0 ? "kernel " : "user ")
            + Long.toHexString(place.address())
            + " "
            + Integer.toHexString(place.bits());
    if (times != 0) {
      counts.merge(name, times, Long::sum);
    }
    if (taken != 0) {
      counts.merge(name + " taken", taken, Long::sum);
    }
  }

  private static Numbers walk(
      Path file, boolean each, int hot, boolean library, Selection selection) throws IOException {
    TraceSymbols symbols = CallingGuest.symbols(library);
    SelectionScope scope =
        selection.everything() ? null : SelectionScope.of(selection, file, symbols);
    Profiler profiler = new Profiler(symbols, new Profiler.Options(each, null, null, scope, null));
    Map<String, Long> blocks = new TreeMap<>();
    try (TraceReader reader = TraceReader.open(file)) {
      Reconstruction walk = new Reconstruction(reader, symbols, profiler, null).countBlocks();
      profiler.gate(new BlockGate(walk));
      for (int i = 0; i < walk.harts(); i++) {
        walk.walker(i).hot(hot);
      }
      walk.run();
      assertEquals(List.of(), walk.problems());
      for (BlockCount c : walk.blockCounts()) {
        int last = c.node().count() - 1;
        for (int i = 0; i <= last; i++) {
          long times = c.executions();
          for (int n = i + 1; n <= c.partial().length; n++) {
            times += c.partial()[n - 1];
          }
          int space = c.addressSpace() == BlockCount.PRIVILEGED ? -1 : 0;
          Place place = new Place(space, c.node().address(i), c.node().bits(i));
          count(blocks, place, times, i == last ? c.taken() : 0);
        }
      }
    }
    return new Numbers(numbers(profiler.profile()), blocks);
  }

  private static Map<String, Long> numbers(Profile p) {
    Map<String, Long> all = new TreeMap<>();
    all.put("instructions", p.instructions());
    for (int i = 0; i < p.programs().size(); i++) {
      ProgramProfile program = p.programs().get(i);
      String name = "program " + i + " " + program.name() + " ";
      all.put(name, program.instructions());
      for (FunctionProfile f : program.functions()) {
        String function = name + Long.toHexString(f.address()) + " ";
        all.merge(function + "self", f.self(), Long::sum);
        all.merge(function + "inclusive", f.inclusive(), Long::sum);
        all.merge(function + "calls", f.calls(), Long::sum);
      }
    }
    ExceptionTally tally = p.exceptions();
    for (ExceptionKind kind : ExceptionKind.values()) {
      all.put(kind + " count", tally.count(kind));
      all.put(kind + " inclusive", tally.inclusive(kind));
      all.put(kind + " exclusive", tally.exclusive(kind));
      all.put(kind + " unfinished", tally.unfinishedInstructions(kind));
      all.put(kind + " outside", tally.outsideInclusive(kind));
    }
    p.costs().forEach(c -> put(all, "cause ", c));
    p.systemCalls().forEach(c -> put(all, "call ", c));
    for (TaskProfile t : p.tasks()) {
      String name = "task " + t.number() + " " + t.title() + " ";
      all.put(name, t.instructions());
      all.put(name + "user", t.userInstructions());
      all.put(name + "switches", t.switches());
    }
    for (HartProfile h : p.harts()) {
      all.put("hart " + h.number(), h.instructions());
      all.put("hart " + h.number() + " switches", h.switches());
    }
    return all;
  }

  private static void put(Map<String, Long> all, String what, ExceptionCost c) {
    String name = what + c.kind() + " " + c.name() + " ";
    all.put(name + "count", c.count());
    all.put(name + "self", c.self().sum());
    all.put(name + "inclusive", c.inclusive().sum());
    all.put(name + "unfinished", c.unfinishedInstructions());
    all.put(name + "outside", c.outsideInstructions());
  }
}
