package bbt.reconstruct.diff.align;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;

/**
 * The changes that turn run A into run B, in order of time: the calls that appear, vanish, move or
 * change their cost. The changes of all edits and {@link #interrupts} add up to the difference of
 * the totals.
 */
public final class EditScript {
  /** The node of the side that does not have it. */
  static final int NONE = -1;

  /**
   * An edit by its nodes.
   *
   * @param node in A, of the first call; {@link #NONE} if it appeared
   * @param inB in B
   * @param clockA see {@link Edit}
   */
  record Step(
      Edit.Kind kind,
      int pair,
      int node,
      int inB,
      int calls,
      long clockA,
      long clockB,
      long a,
      long b,
      long sameBefore) {
    long change() {
      return b - a;
    }

    /** Twice the time at which it comes, on a clock halfway between both. */
    long time() {
      return clockA < 0 ? 2 * clockB : clockB < 0 ? 2 * clockA : clockA + clockB;
    }
  }

  private record Timed(Step step, long time) {}

  private final CallForest a;
  private final CallForest b;
  private final List<TaskPair> tasks;
  private final IntFunction<String> names;
  private final long interrupts;
  private final long least;
  private final List<Step> steps;

  /** Where nearly all calls changed. */
  private Set<Site> rewritten = Set.of();

  /** The steps of each edit. */
  private final List<List<Step>> groups = new ArrayList<>();

  /**
   * Creates the script of an alignment's differences.
   *
   * @param tasks all of both runs
   * @param names what to call the function of a key
   * @param interrupts instructions of B's interrupts minus those of A's
   * @param least calls that cost less are part of their callers
   */
  public EditScript(
      ForestAlignment alignment,
      List<TaskPair> tasks,
      IntFunction<String> names,
      long interrupts,
      long least) {
    this.a = alignment.a;
    this.b = alignment.b;
    this.tasks = List.copyOf(tasks);
    this.names = names;
    this.interrupts = interrupts;
    this.least = least;
    List<Timed> all = new ArrayList<>();
    for (int i = 0; i < tasks.size(); i++) {
      long time = 0;
      for (Step s : new ScriptWriter(alignment, i).write(tasks.get(i))) {
        time = Math.max(time, s.time()); // those of one task keep their order
        all.add(new Timed(s, time));
      }
    }
    all.sort(Comparator.comparingLong(Timed::time));
    steps = all.stream().map(Timed::step).toList();
    group();
  }

  /** Calls of one function by a caller. */
  private record Site(int caller, int key) {}

  /** Nearly all calls of a function changed, if one in so many did not. */
  private static final int NEARLY_ALL = 10;

  /**
   * Calls that changed alike, one after another with nothing but what is the same between them, are
   * one edit. Where nearly all calls by a caller changed, and not nearly all by the same, the
   * function did: they are alike whatever each of them costs.
   */
  private void group() {
    Map<Integer, List<Step>> last = new HashMap<>();
    Map<Site, Map<Long, Integer>> changed = new HashMap<>();
    for (Step s : steps) {
      if (s.kind() == Edit.Kind.CHANGED && a.parent(s.node()) >= 0) {
        changed.computeIfAbsent(site(s), k -> new HashMap<>()).merge(s.change(), 1, Integer::sum);
      }
    }
    changed.entrySet().removeIf(e -> !nearlyAll(e.getKey(), e.getValue().values()));
    rewritten = changed.keySet();
    for (Step s : steps) {
      List<Step> before = last.get(s.pair());
      if (before != null && alike(before.getFirst(), s)) {
        before.add(s);
      } else {
        List<Step> group = new ArrayList<>(List.of(s));
        last.put(s.pair(), group);
        groups.add(group);
      }
    }
  }

  private boolean alike(Step s, Step t) {
    return s.kind() == Edit.Kind.CHANGED
        && t.kind() == Edit.Kind.CHANGED
        && a.parent(s.node()) >= 0
        && a.parent(s.node()) == a.parent(t.node())
        && b.parent(s.inB()) == b.parent(t.inB())
        && a.key(s.node()) == a.key(t.node())
        && (s.change() == t.change() || rewritten.contains(site(s)));
  }

  private Site site(Step s) {
    return new Site(a.parent(s.node()), a.key(s.node()));
  }

  /**
   * Whether nearly all calls changed.
   *
   * @param alike how many changed by one amount, of each amount
   */
  private boolean nearlyAll(Site site, Collection<Integer> alike) {
    int changed = alike.stream().mapToInt(Integer::intValue).sum();
    int calls = 0;
    int first = a.first(site.caller());
    for (int n = first; n < first + a.count(site.caller()); n++) {
      calls += a.key(n) == site.key() ? 1 : 0;
    }
    return NEARLY_ALL * (changed - Collections.max(alike)) > changed
        && NEARLY_ALL * (calls - changed) <= calls;
  }

  /** Number of edits. */
  public int size() {
    return groups.size();
  }

  /** An edit; they are in order of time. */
  public Edit get(int index) {
    List<Step> group = groups.get(index);
    Step s = group.getFirst();
    int[] path = s.node() == NONE ? b.path(s.inB()) : a.path(s.node());
    boolean whole = path.length == 0;
    return new Edit(
        s.kind(),
        tasks.get(s.pair()).title(),
        Arrays.stream(path).mapToObj(names).toList(),
        group.stream().mapToInt(Step::calls).sum(),
        whole || s.node() == NONE ? 0 : a.ordinal(s.node()),
        whole || s.inB() == NONE ? 0 : b.ordinal(s.inB()),
        s.clockA(),
        s.clockB(),
        group.stream().mapToLong(Step::a).sum(),
        group.stream().mapToLong(Step::b).sum(),
        s.sameBefore());
  }

  /** The edits with the largest change, in order of time. */
  public List<Edit> largest(int most) {
    long[] change = new long[groups.size()];
    Integer[] order = new Integer[groups.size()];
    for (int i = 0; i < change.length; i++) {
      change[i] = Math.abs(groups.get(i).stream().mapToLong(Step::change).sum());
      order[i] = i;
    }
    Arrays.sort(order, Comparator.comparingLong((Integer i) -> change[i]).reversed());
    return Arrays.stream(order).limit(most).sorted().map(this::get).toList();
  }

  /** Instructions of B minus those of A, of all edits. */
  public long change() {
    return steps.stream().mapToLong(Step::change).sum();
  }

  /**
   * Instructions of B's interrupts minus those of A's. Where they come is chance: they are in no
   * edit.
   */
  public long interrupts() {
    return interrupts;
  }

  /** Calls that cost fewer instructions are part of their callers. */
  public long least() {
    return least;
  }

  List<Step> steps() {
    return steps;
  }
}
