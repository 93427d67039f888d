package bbt.reconstruct.report;

import bbt.packets.ExceptionKind;
import bbt.packets.bytes.PrintableText;
import bbt.reconstruct.analysis.HartRow;
import bbt.reconstruct.analysis.Report;
import bbt.reconstruct.basics.NumberText;
import bbt.reconstruct.profile.Distribution;
import bbt.reconstruct.profile.ExceptionCost;
import bbt.reconstruct.profile.FunctionProfile;
import bbt.reconstruct.profile.Marks;
import bbt.reconstruct.profile.Profile;
import bbt.reconstruct.profile.ProgramProfile;
import bbt.reconstruct.profile.TaskProfile;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * Writes the report on one screen: what ran, where the instructions went, what stands out. Numbers
 * stand before names, so that a long name breaks no column and is printed whole, as other commands
 * take it.
 */
final class SummaryReport {
  /** A part of all instructions that is worth a row or a remark. */
  private static final double NOTABLE = 0.01;

  /** A part of all instructions that one function seldom has. */
  private static final double LARGE = 0.1;

  /** A cost is long from so many times the median on. */
  private static final int LONG = 20;

  private static final int NOTES = 5;
  private static final int PROGRAMS = 6;
  private static final int WIDTH = 80;

  private final Report report;
  private final Profile profile;
  private final long whole;
  private final int top;
  private final PrintWriter out;

  /**
   * Prepares a report.
   *
   * @param top rows in each table
   */
  SummaryReport(Report report, int top, PrintWriter out) {
    this.report = report;
    this.profile = report.profile();
    this.whole = profile.instructions();
    this.top = top;
    this.out = out;
  }

  void print() {
    run();
    programs();
    if (report.memory() != null) {
      // In place of the other tables, which are the same without a memory system.
      new MemoryText(report, out).print(top, false);
    } else {
      tasks();
      functions();
      exceptions();
      notes();
    }
    out.println();
    out.println("More: --full, --html FILE, --help; bbt annotate TRACE FUNCTION; bbt step TRACE");
  }

  private void run() {
    out.println(clipped("WHAT RAN: " + report.file()));
    boolean imported = !report.origin().isEmpty();
    row(
        "guest",
        report.names().guest().name()
            + ", "
            + NumberText.counted(report.harts().size(), "hart")
            + (report.kernel().isKnown() ? ", kernel " + report.kernel().best() : "")
            + (imported ? ", imported from " + report.origin() : ""));
    String append = report.header().getOrDefault("guest.append", "");
    if (!append.isEmpty()) {
      row("arguments", PrintableText.of(append));
    }
    if (!report.selection().everything()) {
      row("only", report.selection().text());
    }
    row(
        "executed",
        NumberText.grouped(whole)
            + " instructions"
            + (report.time().known()
                ? format(" in %.3f s of guest time", report.virtualSeconds())
                : ""));
    if (report.costs() != null) {
      row(
          "cycles",
          format(
              "%,d, %.3f for an instruction (%s)",
              profile.cycles(),
              (double) profile.cycles() / Math.max(1, whole),
              report.costs().name()));
    }
    row(
        "ended",
        report.live()
            ? "not yet: this is what there is so far"
            : report.end() == null
                ? "the trace was cut before the end of the run"
                : PrintableText.of(report.end().told()));
    row(
        "trace",
        format("%,d bytes", report.fileBytes())
            + (report.traceInstructions() == 0
                ? ""
                : format(", %.4f bits for an instruction", report.bitsPerInstruction())));
    row(
        "rebuilt",
        format(
            "in %.2f s, %,.1f M instructions a second",
            report.reconstructionNanos() / 1e9, report.rate() / 1e6));
  }

  private void programs() {
    List<ProgramProfile> all = profile.programs();
    List<ProgramProfile> shown =
        all.stream().filter(p -> p.instructions() >= NOTABLE * whole).limit(PROGRAMS).toList();
    heading("WHERE THE INSTRUCTIONS WENT, by program", format("%15s %7s", "instructions", "share"));
    shown.forEach(p -> out.printf(Locale.ROOT, "%s  %s%n", part(p.instructions()), p.name()));
    long rest = all.stream().mapToLong(ProgramProfile::instructions).sum();
    rest -= shown.stream().mapToLong(ProgramProfile::instructions).sum();
    if (all.size() > shown.size()) {
      out.printf(Locale.ROOT, "%s  [%d more]%n", part(rest), all.size() - shown.size());
    }
  }

  private void tasks() {
    List<TaskProfile> rows =
        profile.tasks().stream()
            .filter(t -> t.instructions() > 0)
            .sorted(
                Comparator.comparingLong(TaskProfile::instructions)
                    .reversed()
                    .thenComparing(TaskProfile::number))
            .toList();
    if (rows.size() < 2) {
      return;
    }
    heading("By task", format("%15s %7s %7s %9s", "instructions", "share", "user", "switches"));
    for (TaskProfile t : rows.subList(0, Math.min(top, rows.size()))) {
      out.printf(
          Locale.ROOT,
          "%s %7s %,9d  %s%n",
          part(t.instructions()),
          percent(t.userInstructions(), t.instructions()),
          t.switches(),
          t.title());
    }
  }

  private void functions() {
    List<FunctionProfile> rows =
        profile.functions().stream()
            .filter(f -> f.self() > 0)
            .sorted(
                Comparator.comparingLong(FunctionProfile::self)
                    .reversed()
                    .thenComparing(FunctionProfile::program)
                    .thenComparing(FunctionProfile::address, Long::compareUnsigned))
            .limit(top)
            .toList();
    if (rows.isEmpty()) {
      return;
    }
    boolean cycles = report.costs() != null;
    heading(
        "By function",
        format("%15s %7s %15s %11s", "self", "share", cycles ? "cycles" : "inclusive", "calls"));
    for (FunctionProfile f : rows) {
      out.printf(
          Locale.ROOT,
          "%s %,15d %,11d  %s%n",
          part(f.self()),
          cycles ? f.cycles() : f.inclusive(),
          f.calls(),
          title(f));
    }
  }

  private void exceptions() {
    List<ExceptionCost> causes = taken(profile.costs(), c -> c.kind() != ExceptionKind.RESET);
    if (causes.isEmpty()) {
      return;
    }
    List<ExceptionCost> calls = taken(profile.systemCalls(), c -> true);
    int half = (top + 1) / 2;
    heading(
        "By exception",
        format("%15s %7s %8s %9s %9s", "instructions", "share", "count", "average", "longest"));
    for (ExceptionCost cause : causes.subList(0, Math.min(half, causes.size()))) {
      exception(cause, "");
      if (cause.kind() == ExceptionKind.SYSTEM_CALL) {
        calls.stream().limit(half).forEach(c -> exception(c, "  "));
        calls = List.of();
      }
    }
  }

  /** A function, with its program where that is not the kernel. */
  private String title(FunctionProfile f) {
    return f.inKernel() ? report.names().shown(f.name()) : TextReport.title(report, f);
  }

  private static List<ExceptionCost> taken(
      List<ExceptionCost> costs, Predicate<ExceptionCost> which) {
    return costs.stream().filter(c -> c.count() > 0).filter(which).toList();
  }

  private void exception(ExceptionCost c, String before) {
    String numbers =
        format(
            "%s %,8d %,9.0f %,9d  ",
            part(c.self().sum()), c.count(), c.self().mean(), c.self().maximum());
    out.println(clipped(numbers + before + c.name()));
  }

  private void notes() {
    List<String> notes = new ArrayList<>();
    if (report.panic() != null) {
      notes.add(
          format("The kernel panicked after %,d instructions.", report.panic().instructions()));
    }
    if (report.stacksFrom() > 0) {
      notes.add(
          format("Call stacks are known from instruction %,d on (--lead).", report.stacksFrom()));
    }
    if (report.dropped() > 0) {
      notes.add(
          format(
              report.isRing()
                  ? "The ring dropped the first %,d instructions."
                  : "The recording begins after %,d instructions.",
              report.dropped()));
    }
    if (report.totals().gaps() > 0) {
      notes.add(report.totals().notRecorded(report.origin()));
    }
    Marks marks = profile.marks();
    if (!marks.isEmpty()) {
      notes.add(
          format(
              "The guest set %s, of %s (--full, --timeline).",
              NumberText.counted(marks.count(), "mark"),
              NumberText.counted(marks.byNumber().size(), "number")));
    }
    DoubleSummaryStatistics idle =
        report.harts().stream().mapToDouble(HartRow::idleShare).summaryStatistics();
    if (idle.getCount() > 0 && idle.getMin() > 0.5) {
      notes.add(
          format(
              "Harts were idle for %.1f%% to %.1f%% of the time.",
              100 * idle.getMin(), 100 * idle.getMax()));
    }
    note(
        notes,
        FunctionProfile::self,
        f -> f.self() >= LARGE * whole,
        f ->
            format(
                "%s alone executed %s of all instructions.", title(f), percent(f.self(), whole)));
    note(
        notes,
        FunctionProfile::self,
        f -> f.calls() == 1 && f.self() >= NOTABLE * whole,
        f -> format("One call of %s executed %,d of its own.", title(f), f.self()));
    FunctionProfile called = profile.mostCalled();
    if (called != null && called.calls() > 1) {
      notes.add(format("%s was called most often: %,d times.", title(called), called.calls()));
    }
    longest(notes, profile.systemCalls(), "system call ");
    longest(notes, taken(profile.costs(), c -> c.kind() != ExceptionKind.SYSTEM_CALL), "");
    if (notes.isEmpty()) {
      return;
    }
    out.println();
    out.println("WHAT STANDS OUT");
    notes.stream().limit(NOTES).forEach(note -> out.println("  " + note));
  }

  private void note(
      List<String> notes,
      ToLongFunction<FunctionProfile> most,
      Predicate<FunctionProfile> which,
      Function<FunctionProfile, String> text) {
    profile.functions().stream()
        .filter(which)
        .max(Comparator.comparingLong(most))
        .map(text)
        .ifPresent(notes::add);
  }

  /** An exception that took many times what others of its cause do. */
  private void longest(List<String> notes, List<ExceptionCost> costs, String before) {
    costs.stream()
        .filter(c -> c.self().count() > LONG)
        .filter(c -> c.self().maximum() >= LONG * Math.max(1, c.self().percentile(50)))
        .max(Comparator.comparingLong(c -> c.self().maximum()))
        .ifPresent(
            c -> {
              Distribution d = c.self();
              notes.add(
                  format(
                      "Longest %s%s: %,d instructions (median %,d).",
                      before, c.name(), d.maximum(), d.percentile(50)));
            });
  }

  private void heading(String title, String columns) {
    out.println();
    out.println(title);
    out.println(columns);
  }

  private void row(String key, String value) {
    out.println(clipped(format("  %-10s %s", key, value)));
  }

  /** Clips a line to the width of a usual terminal; {@code bbt info} has it whole. */
  private static String clipped(String line) {
    return line.length() <= WIDTH ? line : line.substring(0, WIDTH - 3) + "...";
  }

  private String part(long instructions) {
    return format("%,15d %7s", instructions, percent(instructions, whole));
  }

  private static String percent(long part, long whole) {
    return whole == 0 ? "-" : format("%.2f%%", 100.0 * part / whole);
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
