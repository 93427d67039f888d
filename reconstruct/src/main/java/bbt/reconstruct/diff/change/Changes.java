package bbt.reconstruct.diff.change;

import bbt.packets.ExceptionKind;
import bbt.reconstruct.analysis.Report;
import bbt.reconstruct.diff.align.CallForest;
import bbt.reconstruct.diff.align.CallRecorder;
import bbt.reconstruct.diff.align.Clones;
import bbt.reconstruct.diff.align.EditScript;
import bbt.reconstruct.diff.align.ForestAlignment;
import bbt.reconstruct.diff.align.FrameKeys;
import bbt.reconstruct.diff.align.ProgramPair;
import bbt.reconstruct.diff.align.TaskMatching;
import bbt.reconstruct.diff.align.TaskPair;
import bbt.reconstruct.diff.align.Uncalled;
import bbt.reconstruct.names.TraceSymbols;
import bbt.reconstruct.profile.ExceptionCost;
import bbt.reconstruct.profile.Profile;
import bbt.reconstruct.profile.ProfileFrame;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * The differences in cost between A and B. Each list is sorted by absolute change; over tasks, over
 * functions and over paths the changes add up to the difference of the totals.
 *
 * @param instructionsA in all
 * @param instructionsB in all
 * @param tasks all of both runs, and the interrupts by cause, whatever they interrupted
 * @param functions all of both runs
 * @param paths those that changed, of all tasks together
 * @param causes who did what changed; their changes add up, too, but for rounding
 * @param exceptions by cause
 * @param systemCalls by the function that served them
 * @param tree the call paths by task
 * @param merged the call paths of all tasks together
 * @param script the same in order of time
 */
public record Changes(
    long instructionsA,
    long instructionsB,
    List<TaskChange> tasks,
    List<FunctionChange> functions,
    List<PathChange> paths,
    List<ChangeCause> causes,
    List<ExceptionChange> exceptions,
    List<ExceptionChange> systemCalls,
    DiffTree tree,
    DiffTree merged,
    EditScript script) {

  public Changes {
    tasks = List.copyOf(tasks);
    functions = List.copyOf(functions);
    paths = List.copyOf(paths);
    causes = List.copyOf(causes);
    exceptions = List.copyOf(exceptions);
    systemCalls = List.copyOf(systemCalls);
  }

  /** Instructions of B minus those of A. */
  public long change() {
    return instructionsB - instructionsA;
  }

  /**
   * One run, walked to its end.
   *
   * @param calls as they were heard on the way
   */
  public record Walked(Report report, TraceSymbols symbols, CallRecorder calls) {
    Profile profile() {
      return report.profile();
    }

    /** Instructions of interrupts and of all that was executed in them. */
    long interrupts() {
      long others = 0;
      for (int task = 0; task < profile().tasks().size(); task++) {
        others += calls.instructions(task);
      }
      return profile().instructions() - others;
    }
  }

  /**
   * Works out what changed.
   *
   * @param program what B calls otherwise
   */
  public static Changes of(Walked a, Walked b, ProgramPair program) {
    FrameKeys keys = new FrameKeys();
    List<ProfileFrame> framesA = a.profile().frames();
    List<ProfileFrame> framesB = b.profile().frames().stream().map(program::inA).toList();
    Map<ProfileFrame, ProfileFrame> othersB =
        FrameKeys.rebuilt(framesA, a.calls()::print, framesB, b.calls()::print);
    Clones.add(framesA, framesB, othersB);
    Map<ProfileFrame, ProfileFrame> othersA =
        Uncalled.merge(
            new Uncalled.Run(framesA, a.calls()::called),
            new Uncalled.Run(framesB, b.calls()::called),
            othersB);
    FrameKeys.Run keysA = keys.run(a.symbols(), othersA, ProgramPair.SAME);
    FrameKeys.Run keysB = keys.run(b.symbols(), othersB, program);
    List<TaskPair> tasks = TaskMatching.match(a.profile().tasks(), b.profile().tasks(), program);
    DiffTree tree =
        DiffTree.of(a.profile().taskTree(), keysA, b.profile().taskTree(), keysB, keys, tasks);
    DiffTree merged = tree.merged();
    List<FunctionChange> functions = FunctionSums.of(merged);
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
        Causes.of(tree),
        exceptions(a.profile().costs(), b.profile().costs()),
        exceptions(a.profile().systemCalls(), b.profile().systemCalls()),
        tree,
        merged,
        script(a, keysA, b, keysB, keys, tasks));
  }

  private static EditScript script(
      Walked a,
      FrameKeys.Run keysA,
      Walked b,
      FrameKeys.Run keysB,
      FrameKeys keys,
      List<TaskPair> tasks) {
    long least = Math.max(a.calls().least(), b.calls().least());
    ForestAlignment alignment =
        ForestAlignment.of(forest(a, keysA, least), forest(b, keysB, least), tasks);
    // Not by the tree: where it is too deep, what an interrupt did lies beside it.
    long interrupts = b.interrupts() - a.interrupts();
    return new EditScript(
        alignment, tasks, key -> FrameKeys.title(keys.frame(key)), interrupts, least);
  }

  private static CallForest forest(Walked run, FrameKeys.Run keys, long least) {
    List<ProfileFrame> frames = run.profile().frames();
    int tasks = run.profile().tasks().size();
    return new CallForest(run.calls(), tasks, least, number -> keys.key(frames.get(number)));
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
