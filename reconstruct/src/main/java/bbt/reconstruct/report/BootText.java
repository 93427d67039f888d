package bbt.reconstruct.report;

import bbt.reconstruct.analysis.Report;
import bbt.reconstruct.basics.NumberText;
import bbt.reconstruct.boot.BootView;
import bbt.reconstruct.boot.BootView.Initcall;
import bbt.reconstruct.boot.BootView.Milestone;
import bbt.reconstruct.profile.ConsoleLog;
import java.io.PrintWriter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** Writes how the kernel started, as text for people. */
final class BootText {
  private final Report report;
  private final BootView boot;
  private final PrintWriter out;

  /** Prepares it for a report that has a boot view. */
  BootText(Report report, PrintWriter out) {
    this.report = report;
    this.boot = report.boot();
    this.out = out;
  }

  /**
   * Prints the view.
   *
   * @param rows of initcalls, the costliest first
   */
  void print(int rows) {
    out.println();
    if (boot.isEmpty()) {
      out.println("HOW THE KERNEL STARTED: not in this trace, or a kernel that is not known");
    } else {
      milestones();
      if (!boot.initcalls().isEmpty()) {
        initcalls(rows);
      }
    }
    if (!report.profile().console().isEmpty()) {
      console(rows);
    }
  }

  /** The lines after which most was executed until the next one, in the order of the run. */
  private void console(int rows) {
    List<ConsoleLog.Line> lines = report.profile().console().first();
    int last = lines.size() - 1;
    List<Integer> shown =
        IntStream.rangeClosed(0, last)
            .boxed()
            .sorted(
                Comparator.comparingLong(
                    i ->
                        i == last
                            ? Long.MIN_VALUE
                            : lines.get(i).clock() - lines.get(i + 1).clock()))
            .limit(rows)
            .sorted()
            .toList();
    out.println();
    line("CONSOLE: %s", NumberText.counted(report.profile().console().count(), "line"));
    line("%10s %15s %15s", "at, s", "instructions", "to the next");
    for (int i : shown) {
      ConsoleLog.Line each = lines.get(i);
      String next =
          i == last
              ? ""
              : String.format(Locale.ROOT, "%,d", lines.get(i + 1).clock() - each.clock());
      line("%10s %,15d %15s  %s", at(each.clock()), each.clock(), next, each.text());
    }
    long more = report.profile().console().count() - shown.size();
    if (more > 0) {
      line(
          "%42s  [%,d more, with less until the next one%s]",
          "", more, rows < lines.size() ? ": --full" : "");
    }
  }

  private void milestones() {
    List<Milestone> all = boot.milestones();
    out.println("HOW THE KERNEL STARTED");
    line("%10s %15s %15s", "at, s", "instructions", "to the next");
    for (int i = 0; i < all.size(); i++) {
      Milestone each = all.get(i);
      String next =
          i + 1 < all.size()
              ? String.format(Locale.ROOT, "%,d", all.get(i + 1).at() - each.at())
              : "";
      String what =
          each.function().isEmpty()
              ? each.text() + ", " + report.profile().tasks().get(each.task()).title()
              : each.function() + ": " + each.text();
      line("%10s %,15d %15s  %s", at(each.at()), each.at(), next, what);
    }
  }

  private void initcalls(int rows) {
    List<Initcall> shown = boot.costliest(rows);
    long sum = boot.instructions();
    out.println();
    line("INITCALLS: %,d, %,d instructions", boot.initcalls().size(), sum);
    line("%10s %15s %7s", "at, s", "instructions", "share");
    for (Initcall each : shown) {
      line(
          "%10s %,15d %6.1f%%  %s%s",
          at(each.at()),
          each.instructions(),
          100.0 * each.instructions() / Math.max(1, sum),
          each.name(),
          each.returned() ? "" : " (did not return)");
    }
    if (boot.initcalls().size() > shown.size()) {
      line("%10s %15s          [%,d more: --full]", "", "", boot.initcalls().size() - shown.size());
    }
  }

  /** Guest time, as the columns have it. */
  private String at(long clock) {
    return NumberText.microseconds(report.time().secondsAt(clock));
  }

  private void line(String format, Object... args) {
    out.println(String.format(Locale.ROOT, format, args).stripTrailing());
  }
}
