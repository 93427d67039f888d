package bbt.reconstruct.report;

import bbt.packets.ExceptionKind;
import bbt.reconstruct.analysis.Report;
import bbt.reconstruct.basics.NumberText;
import bbt.reconstruct.profile.CallGraph;
import bbt.reconstruct.profile.CallTree;
import bbt.reconstruct.profile.ExceptionCost;
import bbt.reconstruct.profile.Marks;
import bbt.reconstruct.profile.ProfileFrame;
import bbt.reconstruct.profile.ProfiledMark;
import bbt.reconstruct.profile.TaskProfile;
import bbt.reconstruct.profile.Timeline;
import java.io.PrintWriter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Writes tables of the text report that stand on their own. */
final class TextParts {
  private static final int NAME_WIDTH = 40;

  private final Report report;
  private final PrintWriter out;

  TextParts(Report report, PrintWriter out) {
    this.report = report;
    this.out = out;
  }

  private void heading(String title) {
    out.println();
    out.println(title);
    out.println("-".repeat(title.length()));
  }

  private String percent(long part) {
    long whole = report.profile().instructions();
    return whole == 0 ? "-" : String.format(Locale.ROOT, "%.2f %%", 100.0 * part / whole);
  }

  /** Exceptions by cause, or system calls. */
  void costs(String title, List<ExceptionCost> costs, int top) {
    List<ExceptionCost> rows =
        costs.stream().filter(c -> c.kind() != ExceptionKind.RESET).limit(top).toList();
    if (rows.isEmpty()) {
      return;
    }
    heading(title);
    out.printf(
        Locale.ROOT,
        "%-36s %10s %15s %8s %9s %9s %9s %9s %11s %11s %11s%s%n",
        "",
        "count",
        "instructions",
        "share",
        "minimum",
        "50 %",
        "90 %",
        "99 %",
        "maximum",
        "average",
        "inclusive",
        report.costs() == null ? "" : String.format(Locale.ROOT, " %15s", "cycles"));
    for (ExceptionCost c : rows) {
      out.printf(
          Locale.ROOT,
          "%-36s %,10d %,15d %8s %,9d %,9d %,9d %,9d %,11d %,11.1f %,11.1f%s%n",
          c.name(),
          c.count(),
          c.self().sum(),
          percent(c.self().sum()),
          c.self().minimum(),
          c.self().percentile(50),
          c.self().percentile(90),
          c.self().percentile(99),
          c.self().maximum(),
          c.self().mean(),
          c.inclusive().mean(),
          report.costs() == null ? "" : String.format(Locale.ROOT, " %,15d", c.cycles()));
    }
  }

  void tasks(int top) {
    List<TaskProfile> rows =
        report.profile().tasks().stream()
            .filter(t -> t.instructions() > 0)
            .sorted(
                Comparator.comparingLong(TaskProfile::instructions)
                    .reversed()
                    .thenComparing(TaskProfile::number))
            .limit(top)
            .toList();
    if (rows.isEmpty()) {
      return;
    }
    heading("TASKS");
    out.printf(
        Locale.ROOT,
        "%-" + NAME_WIDTH + "s %15s %8s %15s %15s %10s%s%n",
        "",
        "instructions",
        "share",
        "user",
        "kernel",
        "switches",
        report.costs() == null ? "" : String.format(Locale.ROOT, " %15s", "cycles"));
    for (TaskProfile t : rows) {
      out.printf(
          Locale.ROOT,
          "%-" + NAME_WIDTH + "s %,15d %8s %,15d %,15d %,10d%s%n",
          t.title(),
          t.instructions(),
          percent(t.instructions()),
          t.userInstructions(),
          t.instructions() - t.userInstructions(),
          t.switches(),
          report.costs() == null ? "" : String.format(Locale.ROOT, " %,15d", t.cycles()));
    }
  }

  /** The costliest nodes of a tree, as a tree. */
  void tree(CallTree tree) {
    heading("CALL TREE");
    boolean cycles = tree.hasCycles();
    out.printf(
        Locale.ROOT,
        "%16s %8s %16s %12s%s  %s%n",
        "inclusive",
        "share",
        "self",
        "calls",
        cycles ? String.format(Locale.ROOT, " %16s", "incl. cycles") : "",
        "");
    for (int n = 0; n < tree.size(); n++) {
      ProfileFrame f = tree.frame(n);
      out.printf(
          Locale.ROOT,
          "%,16d %8s %,16d %,12d%s  %s%s%n",
          tree.inclusive(n),
          percent(tree.inclusive(n)),
          tree.self(n),
          tree.calls(n),
          cycles ? String.format(Locale.ROOT, " %,16d", tree.inclusiveCycles(n)) : "",
          "  ".repeat(tree.depth(n)),
          title(f));
    }
  }

  private String title(ProfileFrame f) {
    String shown = report.names().shown(f.name());
    return switch (f.kind()) {
      case USER -> f.name().startsWith(f.program()) ? f.name() : shown + " (" + f.program() + ")";
      case SYSTEM_CALL, MMU, INTERRUPT, EXECUTION -> "[" + f.name() + "]";
      case TASK -> "task " + f.name();
      case ALL, KERNEL, TRUNCATED -> shown;
    };
  }

  /** Prints the callers and callees of some functions. */
  void edges(CallGraph graph, List<ProfileFrame> frames, List<CallGraph.Node> functions, int top) {
    for (CallGraph.Node node : functions) {
      ProfileFrame f = frames.get(node.frame());
      heading("FUNCTION " + title(f));
      out.printf(
          Locale.ROOT,
          "%,d instructions of its own, %,d inclusive (%s), %,d calls%n",
          node.self(),
          node.inclusive(),
          percent(node.inclusive()),
          node.calls());
      edges("Called by", graph.callers(node.frame()), frames, true, top);
      edges("Calls", graph.callees(node.frame()), frames, false, top);
    }
  }

  private void edges(
      String title,
      List<CallGraph.Edge> edges,
      List<ProfileFrame> frames,
      boolean callers,
      int top) {
    if (edges.isEmpty()) {
      return;
    }
    out.println();
    out.printf(
        Locale.ROOT,
        "%-" + NAME_WIDTH + "s %13s %16s %8s %15s%n",
        title,
        "calls",
        "inclusive",
        "share",
        "incl./call");
    for (CallGraph.Edge e : edges.stream().limit(top).toList()) {
      out.printf(
          Locale.ROOT,
          "  %-" + (NAME_WIDTH - 2) + "s %,13d %,16d %8s %15s%n",
          title(frames.get(callers ? e.caller() : e.callee())),
          e.calls(),
          e.inclusive(),
          percent(e.inclusive()),
          e.calls() == 0
              ? "-"
              : String.format(Locale.ROOT, "%,.1f", (double) e.inclusive() / e.calls()));
    }
  }

  /** The marks that the guest set, by number. */
  void marks(int top) {
    Marks marks = report.profile().marks();
    if (marks.isEmpty()) {
      return;
    }
    heading("MARKS OF THE GUEST");
    out.printf(Locale.ROOT, "%-8s %12s %20s %20s%n", "number", "count", "first at", "last at");
    marks.byNumber().entrySet().stream()
        .limit(top)
        .forEach(
            e ->
                out.printf(
                    Locale.ROOT,
                    "%-8d %,12d %,20d %,20d%n",
                    e.getKey(),
                    e.getValue().count(),
                    e.getValue().first(),
                    e.getValue().last()));
    if (marks.byNumber().size() > top) {
      out.printf(Locale.ROOT, "[%d more numbers]%n", marks.byNumber().size() - top);
    }
  }

  /** Prints the harts' activity in so many rows. */
  void timeline(Timeline timeline, int rows) {
    int each = Math.max(1, (timeline.bins() + rows - 1) / rows);
    for (Timeline.HartActivity lane : timeline.lanes()) {
      heading(timeline.lanes().size() == 1 ? "TIMELINE" : "TIMELINE OF HART " + lane.hart());
      out.printf(
          Locale.ROOT,
          "%17s %12s %15s %7s %7s %7s %7s %7s %7s  %s%n",
          "from instruction",
          "at",
          "instructions",
          "user",
          "kernel",
          "call",
          "MMU",
          "exec.",
          "irq",
          "mostly");
      for (int bin = 0; bin < timeline.bins(); bin += each) {
        row(timeline, lane, bin, Math.min(timeline.bins(), bin + each));
      }
    }
  }

  private void row(Timeline timeline, Timeline.HartActivity lane, int from, int to) {
    long[] modes = new long[Timeline.Mode.values().length];
    long[] tasks = new long[report.profile().tasks().size()];
    long all = 0;
    for (int bin = from; bin < to; bin++) {
      for (Timeline.Mode mode : Timeline.Mode.values()) {
        modes[mode.ordinal()] += lane.instructions(bin, mode);
      }
      all += lane.instructions(bin);
      for (int i = 0; i < lane.tasks(bin).length; i++) {
        tasks[lane.tasks(bin)[i]] += lane.taskInstructions(bin)[i];
      }
    }
    int most = 0;
    for (int task = 0; task < tasks.length; task++) {
      most = tasks[task] > tasks[most] ? task : most;
    }
    StringBuilder shares = new StringBuilder();
    for (long mode : modes) {
      shares.append(
          mode == 0
              ? "       -"
              : String.format(Locale.ROOT, " %5.1f %%", 100.0 * mode / Math.max(1, all)));
    }
    out.printf(
        Locale.ROOT,
        "%,17d %12s %,15d%s  %s%n",
        timeline.clock(from),
        NumberText.seconds(timeline.seconds(from)),
        all,
        shares,
        (all == 0 ? "-" : report.profile().tasks().get(most).title())
            + marks(lane.hart(), timeline.clock(from), timeline.clock(to)));
  }

  /** The marks that a hart set in a stretch: {@code ; marks 7, 8 x12}. */
  private String marks(int hart, long from, long to) {
    Map<Integer, Long> counts =
        report.profile().marks().first().stream()
            .filter(m -> m.hart() == hart && m.clock() >= from && m.clock() < to)
            .collect(
                Collectors.groupingBy(ProfiledMark::number, TreeMap::new, Collectors.counting()));
    return counts.isEmpty()
        ? ""
        : counts.entrySet().stream()
            .map(e -> e.getKey() + (e.getValue() == 1 ? "" : " x" + e.getValue()))
            .collect(Collectors.joining(", ", "; marks ", ""));
  }
}
