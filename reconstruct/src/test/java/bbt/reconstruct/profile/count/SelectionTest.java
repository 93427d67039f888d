package bbt.reconstruct.profile.count;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.ExceptionKind;
import bbt.packets.SidebandRecord;
import bbt.reconstruct.names.TraceSymbols;
import bbt.reconstruct.profile.CallTree;
import bbt.reconstruct.profile.ExceptionCost;
import bbt.reconstruct.profile.ExceptionTally;
import bbt.reconstruct.profile.FunctionProfile;
import bbt.reconstruct.profile.HartProfile;
import bbt.reconstruct.profile.Profile;
import bbt.reconstruct.profile.ProfileFrame;
import bbt.reconstruct.profile.TaskProfile;
import bbt.reconstruct.profile.TimelineBuilder;
import bbt.reconstruct.profile.TimelineChecks;
import bbt.reconstruct.profile.TreeChecks;
import bbt.reconstruct.select.PositionSpecification;
import bbt.reconstruct.select.Privilege;
import bbt.reconstruct.select.Selection;
import bbt.reconstruct.select.SelectionException;
import bbt.reconstruct.select.SelectionScope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Selections that complement each other sum up to the whole, whatever is counted. */
class SelectionTest {
  private static Profile profile(RandomFlow flow, Selection selection) {
    SelectionScope scope;
    try {
      scope =
          selection.everything()
              ? null
              : SelectionScope.of(selection, flow.outline(), RandomFlow.symbols());
    } catch (SelectionException e) {
      throw new AssertionError(e);
    }
    TimelineBuilder timeline =
        new TimelineBuilder(
            scope == null ? 0 : scope.from(),
            scope == null ? Long.MAX_VALUE : scope.to(),
            64,
            RandomFlow::time);
    Profiler profiler =
        new Profiler(RandomFlow.symbols(), new Profiler.Options(true, timeline, null, scope, null));
    flow.tell(profiler);
    Profile profile = profiler.profile();
    TreeChecks.agrees(profile);
    TimelineChecks.agrees(profile);
    return profile;
  }

  /** Everything that a profile counts, by name. */
  private static Map<String, Long> counts(Profile p) {
    Map<String, Long> counts = new TreeMap<>();
    counts.put("instructions", p.instructions());
    for (FunctionProfile f : p.functions()) {
      String name = f.program() + ":" + Long.toHexString(f.address());
      counts.merge(name + " self", f.self(), Long::sum);
      counts.merge(name + " inclusive", f.inclusive(), Long::sum);
      counts.merge(name + " calls", f.calls(), Long::sum);
    }
    for (ExceptionKind kind : ExceptionKind.values()) {
      ExceptionTally e = p.exceptions();
      counts.put(kind + " count", e.count(kind));
      counts.put(
          kind + " inclusive",
          e.inclusive(kind) + e.unfinishedInstructions(kind) + e.outsideInclusive(kind));
    }
    for (ExceptionCost c : p.costs()) {
      counts.put(c.name() + " count", c.count());
      counts.put(
          c.name() + " inclusive",
          c.inclusive().sum() + c.unfinishedInstructions() + c.outsideInstructions());
    }
    for (TaskProfile t : p.tasks()) {
      counts.put("task " + t.number() + " instructions", t.instructions());
      counts.put("task " + t.number() + " user", t.userInstructions());
      counts.put("task " + t.number() + " switches", t.switches());
    }
    for (HartProfile h : p.harts()) {
      counts.put("hart " + h.number() + " instructions", h.instructions());
      counts.put("hart " + h.number() + " switches", h.switches());
    }
    CallTree tree = p.taskTree();
    for (int n = 0; n < tree.size(); n++) {
      StringBuilder path = new StringBuilder("path");
      for (int node : tree.path(n)) {
        ProfileFrame f = tree.frame(node);
        path.append(';').append(f.kind()).append(Long.toHexString(f.address() + f.cause()));
      }
      counts.merge(path + " self", tree.self(n), Long::sum);
      counts.merge(path + " calls", tree.calls(n), Long::sum);
    }
    counts.values().removeIf(v -> v == 0);
    return counts;
  }

  private static void sumsUp(RandomFlow flow, List<Selection> parts) {
    Map<String, Long> sum = new TreeMap<>();
    for (Selection part : parts) {
      counts(profile(flow, part)).forEach((k, v) -> sum.merge(k, v, Long::sum));
    }
    TreeChecks.same(counts(profile(flow, Selection.ALL)), sum);
  }

  private static Selection with(Consumer<Parts> change) {
    Parts parts = new Parts();
    change.accept(parts);
    return new Selection(null, null, parts.tasks, parts.privileges, parts.functions, parts.harts);
  }

  private static final class Parts {
    List<String> tasks = List.of();
    Set<Privilege> privileges = Set.of();
    List<String> functions = List.of();
    Set<Integer> harts = Set.of();
  }

  @Property(tries = 60)
  void windows(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 3) int harts,
      @ForAll @IntRange(max = 5000) int first,
      @ForAll @IntRange(min = 1, max = 5000) int length) {
    RandomFlow flow = new RandomFlow(seed, harts, 400);
    long a = first % flow.length() + 1;
    PositionSpecification one = new PositionSpecification.Instruction(a);
    PositionSpecification two = new PositionSpecification.Instruction(a + length);
    List<Selection> parts = new ArrayList<>();
    parts.add(Selection.window(null, one));
    parts.add(Selection.window(one, two));
    if (a + length <= flow.length()) {
      parts.add(Selection.window(two, null));
    }
    sumsUp(flow, parts);
  }

  @Property(tries = 60)
  void privileges(@ForAll long seed, @ForAll @IntRange(min = 1, max = 3) int harts) {
    RandomFlow flow = new RandomFlow(seed, harts, 400);
    sumsUp(
        flow,
        List.of(
            with(p -> p.privileges = Set.of(Privilege.KERNEL)),
            with(p -> p.privileges = Set.of(Privilege.USER))));
    sumsUp(
        flow,
        List.of(
            with(p -> p.privileges = Set.of(new Privilege("u"))),
            with(p -> p.privileges = Set.of(new Privilege("s"))),
            with(p -> p.privileges = Set.of(new Privilege("m")))));
  }

  @Property(tries = 60)
  void harts(@ForAll long seed, @ForAll @IntRange(min = 2, max = 4) int harts) {
    RandomFlow flow = new RandomFlow(seed, harts, 400);
    List<Selection> parts = new ArrayList<>();
    for (int hart = 0; hart < harts; hart++) {
      int number = hart;
      parts.add(with(p -> p.harts = Set.of(number)));
    }
    sumsUp(flow, parts);
  }

  @Property(tries = 60)
  void tasks(@ForAll long seed, @ForAll @IntRange(min = 1, max = 3) int harts) {
    RandomFlow flow = new RandomFlow(seed, harts, 400);
    // By name; what never had one by its address.
    Set<String> all = new TreeSet<>();
    Profile whole = profile(flow, Selection.ALL);
    for (TaskProfile t : whole.tasks()) {
      all.add(t.name().startsWith("task 0x") ? t.name().substring(5) : t.name());
    }
    Set<Long> named = new TreeSet<>();
    flow.outline().tasks().stream().map(SidebandRecord.Task::task).forEach(named::add);
    all.removeIf(
        name -> name.startsWith("0x") && named.contains(Long.parseLong(name.substring(2), 16)));
    sumsUp(flow, all.stream().map(name -> with(p -> p.tasks = List.of(name))).toList());
  }

  @Property(tries = 60)
  void insideAFunctionIsItsInclusiveCost(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 3) int harts) {
    RandomFlow flow = new RandomFlow(seed, harts, 400);
    Profile whole = profile(flow, Selection.ALL);
    for (FunctionProfile f : whole.functions().stream().limit(5).toList()) {
      if (f.program().equals(TraceSymbols.KERNEL)) {
        Profile inside = profile(flow, with(p -> p.functions = List.of(f.name())));
        assertEquals(f.inclusive(), inside.instructions(), f.name());
        FunctionProfile same =
            inside.functions().stream()
                .filter(g -> g.address() == f.address())
                .findFirst()
                .orElse(null);
        assertEquals(f, f.inclusive() + f.calls() == 0 ? f : same);
        for (FunctionProfile g : inside.functions()) {
          assertTrue(g.inclusive() <= f.inclusive());
        }
      }
    }
  }
}
