package bbt.reconstruct.diff;

import bbt.packets.ExceptionKind;
import bbt.reconstruct.profile.ExceptionCost;
import bbt.reconstruct.report.Report;
import bbt.reconstruct.trace.TraceSymbols;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * What cost more or less in B than in A. Each list is sorted by absolute change; over tasks, over
 * functions and over paths the changes add up to the difference of the totals.
 *
 * @param instructionsA in all
 * @param instructionsB in all
 * @param tasks all of both runs, and the interrupts by cause, whatever they interrupted
 * @param functions all of both runs
 * @param paths those that changed, of all tasks together
 * @param hotspots the functions that, with what they call, tell best what changed, the best first
 * @param exceptions by cause
 * @param systemCalls by the function that served them
 * @param tree the call paths by task
 * @param merged the call paths of all tasks together
 */
public record Changes(
    long instructionsA,
    long instructionsB,
    List<TaskChange> tasks,
    List<FunctionChange> functions,
    List<PathChange> paths,
    List<FunctionChange> hotspots,
    List<ExceptionChange> exceptions,
    List<ExceptionChange> systemCalls,
    DiffTree tree,
    DiffTree merged) {

  public Changes {
    tasks = List.copyOf(tasks);
    functions = List.copyOf(functions);
    paths = List.copyOf(paths);
    hotspots = List.copyOf(hotspots);
    exceptions = List.copyOf(exceptions);
    systemCalls = List.copyOf(systemCalls);
  }

  /** Instructions of B minus those of A. */
  public long change() {
    return instructionsB - instructionsA;
  }

  static Changes of(Report a, TraceSymbols symbolsA, Report b, TraceSymbols symbolsB) {
    FrameKeys keys = new FrameKeys();
    FrameKeys.Run keysA = keys.run(symbolsA);
    FrameKeys.Run keysB = keys.run(symbolsB);
    List<TaskPair> tasks = TaskMatching.match(a.profile().tasks(), b.profile().tasks());
    DiffTree tree =
        DiffTree.of(a.profile().taskTree(), keysA, b.profile().taskTree(), keysB, keys, tasks);
    DiffTree merged = tree.merged();
    Map<Integer, FunctionChange> sums = FunctionSums.of(merged);
    List<FunctionChange> functions = new ArrayList<>(sums.values());
    functions.sort(
        Changes.<FunctionChange>largest(FunctionChange::change)
            .thenComparing(FunctionChange::program)
            .thenComparing(FunctionChange::name));
    return new Changes(
        a.profile().instructions(),
        b.profile().instructions(),
        tasks(tree),
        functions,
        PathChange.of(merged),
        Hotspots.of(merged, sums),
        exceptions(a.profile().costs(), b.profile().costs()),
        exceptions(a.profile().systemCalls(), b.profile().systemCalls()),
        tree,
        merged);
  }

  private static List<TaskChange> tasks(DiffTree tree) {
    List<TaskChange> tasks = new ArrayList<>();
    for (int n = 1; n < tree.size(); n++) {
      if (tree.parent(n) == DiffTree.ROOT) {
        tasks.add(
            new TaskChange(
                tree.title(n),
                tree.isTask(n) ? tree.task(n) : null,
                tree.inclusiveA(n),
                tree.inclusiveB(n)));
      }
    }
    tasks.sort(largest(TaskChange::change));
    return tasks;
  }

  static <T> Comparator<T> largest(ToLongFunction<T> change) {
    return Comparator.comparingLong((T x) -> Math.abs(change.applyAsLong(x))).reversed();
  }

  private static List<ExceptionChange> exceptions(List<ExceptionCost> a, List<ExceptionCost> b) {
    record Key(ExceptionKind kind, String name) {}
    Map<Key, long[]> sums = new LinkedHashMap<>();
    for (int side = 0; side < 2; side++) {
      for (ExceptionCost c : side == 0 ? a : b) {
        long[] sum = sums.computeIfAbsent(new Key(c.kind(), c.name()), k -> new long[4]);
        sum[side] += c.count();
        sum[2 + side] += c.self().sum();
      }
    }
    List<ExceptionChange> changes = new ArrayList<>();
    sums.forEach(
        (key, s) ->
            changes.add(new ExceptionChange(key.kind(), key.name(), s[0], s[1], s[2], s[3])));
    changes.sort(
        largest(ExceptionChange::change)
            .thenComparing(largest(c -> c.countB() - c.countA()))
            .thenComparing(ExceptionChange::name));
    return changes;
  }
}
