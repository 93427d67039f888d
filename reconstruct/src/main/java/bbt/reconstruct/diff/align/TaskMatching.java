package bbt.reconstruct.diff.align;

import bbt.reconstruct.profile.TaskProfile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds for each task of A the task of B that corresponds to it. Tasks of one name are aligned in
 * the order in which they first ran (Needleman and Wunsch 1970: the alignment with the highest
 * score, gaps cost nothing): how alike their instruction counts are counts, and an equal pid a
 * little. All equal pids together count for far less than one pair: where B starts one program
 * less, all later pids are lower by one. As many tasks whose pids are off by numbers that only grow
 * (or only fall) are the same ones: among hundreds that cost about the same, chance would gain more
 * by an alignment that is shifted by one than the two lose that then stand alone.
 */
public final class TaskMatching {
  /** Larger groups are matched by their order alone: the table is quadratic. */
  private static final int MOST = 1000;

  /** The guest's name of a task without a name; its number differs from run to run. */
  private static final String NAMELESS = "task 0x";

  private TaskMatching() {}

  /**
   * Returns all tasks of both runs in pairs.
   *
   * @param program what B calls otherwise
   */
  public static List<TaskPair> match(
      List<TaskProfile> a, List<TaskProfile> b, ProgramPair program) {
    Map<String, List<TaskProfile>> inB = byName(b, program);
    List<TaskPair> pairs = new ArrayList<>();
    byName(a, ProgramPair.SAME)
        .forEach(
            (name, left) -> {
              List<TaskProfile> right = inB.remove(name);
              align(left, right == null ? List.of() : right, pairs);
            });
    inB.values().forEach(right -> align(List.of(), right, pairs));
    pairs.sort(
        Comparator.comparingInt((TaskPair p) -> p.a() != null ? p.a().number() : p.b().number())
            .thenComparing(p -> p.a() == null));
    return pairs;
  }

  private static Map<String, List<TaskProfile>> byName(
      List<TaskProfile> tasks, ProgramPair program) {
    Map<String, List<TaskProfile>> groups = new LinkedHashMap<>();
    for (TaskProfile t : tasks) {
      String name = t.name().startsWith(NAMELESS) ? NAMELESS : program.inA(t.name());
      groups.computeIfAbsent(name, k -> new ArrayList<>()).add(t);
    }
    return groups;
  }

  private static void align(List<TaskProfile> left, List<TaskProfile> right, List<TaskPair> pairs) {
    int n = left.size();
    int m = right.size();
    if (n > MOST || m > MOST || inStep(left, right)) {
      for (int i = 0; i < Math.max(n, m); i++) {
        pairs.add(new TaskPair(i < n ? left.get(i) : null, i < m ? right.get(i) : null));
      }
      return;
    }
    double pid = 0.1 / Math.max(1, Math.min(n, m));
    double[][] best = new double[n + 1][m + 1];
    for (int i = n - 1; i >= 0; i--) {
      for (int j = m - 1; j >= 0; j--) {
        double both = best[i + 1][j + 1] + likeness(left.get(i), right.get(j), pid);
        best[i][j] = Math.max(both, Math.max(best[i + 1][j], best[i][j + 1]));
      }
    }
    int i = 0;
    int j = 0;
    while (i < n || j < m) {
      if (i < n
          && j < m
          && best[i][j] == best[i + 1][j + 1] + likeness(left.get(i), right.get(j), pid)) {
        pairs.add(new TaskPair(left.get(i++), right.get(j++)));
      } else if (j == m || (i < n && best[i][j] == best[i + 1][j])) {
        pairs.add(new TaskPair(left.get(i++), null));
      } else {
        pairs.add(new TaskPair(null, right.get(j++)));
      }
    }
  }

  /** Whether nothing but other tasks, before or between them, moved the pids of these. */
  private static boolean inStep(List<TaskProfile> left, List<TaskProfile> right) {
    boolean known = left.size() == right.size();
    boolean grows = true;
    boolean falls = true;
    for (int i = 0; known && i < left.size(); i++) {
      known = left.get(i).pid() >= 0 && right.get(i).pid() >= 0;
      if (i > 0) {
        int moved = right.get(i).pid() - left.get(i).pid();
        int before = right.get(i - 1).pid() - left.get(i - 1).pid();
        grows &= moved >= before;
        falls &= moved <= before;
      }
    }
    return known && (grows || falls);
  }

  /** 1 for the same name, the smaller count as a share of the larger, and for an equal pid. */
  private static double likeness(TaskProfile a, TaskProfile b, double pid) {
    double less = Math.min(a.instructions(), b.instructions());
    double more = Math.max(1, Math.max(a.instructions(), b.instructions()));
    return 1 + less / more + (a.pid() >= 0 && a.pid() == b.pid() ? pid : 0);
  }
}
