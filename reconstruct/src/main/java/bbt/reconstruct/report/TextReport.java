package bbt.reconstruct.report;

import bbt.packets.ExceptionKind;
import bbt.reconstruct.analysis.ExceptionRow;
import bbt.reconstruct.analysis.HartRow;
import bbt.reconstruct.analysis.Report;
import bbt.reconstruct.profile.CallGraph;
import bbt.reconstruct.profile.ExceptionTally;
import bbt.reconstruct.profile.FunctionProfile;
import bbt.reconstruct.profile.Panic;
import bbt.reconstruct.profile.Profile;
import bbt.reconstruct.profile.ProgramProfile;
import bbt.reconstruct.trace.TraceTotals;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * Writes a report as text for people: on one screen, or in full with the founding paper's tables.
 */
public final class TextReport {
  private static final int NAME_WIDTH = 40;

  /** Part of all instructions below which a program has no tables of its own. */
  private static final double SMALL = 0.01;

  private final Report report;
  private final int top;
  private final PrintWriter out;

  private TextReport(Report report, int top, PrintWriter out) {
    this.report = report;
    this.top = top;
    this.out = out;
  }

  /**
   * The parts that are printed.
   *
   * @param full all tables, for every program, and the file's own figures; else one screen
   * @param top rows in each table
   * @param treeNodes nodes of the call tree; 0 for no tree
   * @param timelineRows rows of the timeline; 0 for none
   * @param bootRows rows of initcalls, behind the milestones of the kernel's start; 0 for neither
   * @param callers functions whose callers and callees are wanted
   */
  public record Options(
      boolean full, int top, int treeNodes, int timelineRows, int bootRows, List<String> callers) {}

  /** Prints a report; tree, timeline and callers as far as it has them. */
  public static void print(Report report, Options options, PrintWriter out) {
    TextReport text = new TextReport(report, options.top(), out);
    TextParts parts = new TextParts(report, out);
    if (options.full()) {
      text.head(parts);
      if (report.memory() != null) {
        new MemoryText(report, out).print(options.top(), true);
      }
    } else {
      new SummaryReport(report, options.top(), out).print();
    }
    Profile profile = report.profile();
    if (options.bootRows() > 0 && report.boot() != null) {
      new BootText(report, out).print(options.bootRows());
    }
    if (options.timelineRows() > 0 && profile.timeline() != null) {
      parts.timeline(profile.timeline(), options.timelineRows());
    }
    if (options.treeNodes() > 0 && profile.tree() != null) {
      parts.tree(profile.tree().pruned(options.treeNodes()));
    }
    if (!options.callers().isEmpty() && profile.tree() != null) {
      CallGraph graph = CallGraph.of(profile.tree());
      for (String function : options.callers()) {
        parts.edges(graph, profile.frames(), Callers.find(report, graph, function), options.top());
      }
    }
    if (options.full()) {
      text.programs();
    }
    out.flush();
  }

  /** The file, the execution in sum, exceptions, tasks. */
  private void head(TextParts parts) {
    if (!report.selection().everything()) {
      selection();
    }
    traceFile();
    reconstruction();
    if (report.harts().size() > 1) {
      harts();
    }
    Profile profile = report.profile();
    exceptions("EXCEPTION HANDLING", profile.exceptions(), profile.instructions());
    if (report.panic() != null) {
      exceptions(
          "EXCEPTION HANDLING BEFORE THE PANIC",
          report.panic().exceptions(),
          report.panic().instructions());
    }
    parts.costs("EXCEPTIONS BY CAUSE", profile.costs(), top);
    parts.costs("SYSTEM CALLS", profile.systemCalls(), top);
    parts.tasks(top);
    parts.marks(top);
  }

  private void selection() {
    heading("SELECTION");
    row("Only", report.selection().text());
    row("Instructions selected", grouped(report.profile().instructions()));
    row("Of the trace's", grouped(report.traceInstructions()));
    if (report.stacksFrom() > 0) {
      row("Call stacks known from", "instruction " + grouped(report.stacksFrom()));
    }
  }

  private void traceFile() {
    TraceTotals t = report.totals();
    heading("TRACE FILE");
    row("Trace file size", grouped(report.fileBytes()) + " bytes");
    if (!report.origin().isEmpty()) {
      row("Imported from", report.origin());
    }
    if (report.kernel().isKnown()) {
      row("Kernel's build-id", report.kernel().best());
    }
    if (report.traceInstructions() > 0) {
      row("Bits per instruction", format("%.4f", report.bitsPerInstruction()));
    }
    if (t.passed() > 0) {
      row("Frames passed over", grouped(t.passed()) + ": not in the packets below");
    }
    row("Total packets", grouped(t.packets()));
    row("Normal packets", grouped(t.normalPackets()));
    row("Exception packets", grouped(t.exceptionPackets()));
    row("Context switch packets", grouped(t.switchPackets()));
    if (report.dropped() > 0) {
      row(
          report.isRing() ? "Dropped by the ring" : "Before the recording",
          grouped(report.dropped()) + " instructions");
    }
    if (t.gaps() > 0) {
      row("Gap packets", grouped(t.gaps()));
      row(
          "Instructions not recorded",
          report.origin().isEmpty()
              ? grouped(t.unrecorded())
              : "not known, at least " + grouped(t.unrecorded()));
    }
    row("Minimum payload size", grouped(t.minPayload()) + " bytes");
    row("Maximum payload size", grouped(t.maxPayload()) + " bytes");
    row("Average payload size", format("%,.2f bytes", report.averagePayload()));
  }

  private void reconstruction() {
    Profile p = report.profile();
    heading("RECONSTRUCTION");
    row("Reconstruction time", format("%.2f s", report.reconstructionNanos() / 1e9));
    row("Reconstruction rate", format("%,.1f M instructions/s", report.rate() / 1e6));
    row(
        "Calculated actual run time",
        report.time().known()
            ? format("%.3f s of guest time", report.virtualSeconds())
            : "not known: the trace is an imported one");
    row("Total instructions", grouped(p.instructions()));
    if (report.costs() != null) {
      row("Total cycles", grouped(p.cycles()) + " (" + report.costs().name() + ")");
      row(
          "Cycles per instruction",
          format("%.3f", (double) p.cycles() / Math.max(1, p.instructions())));
    }
    Panic panic = report.panic();
    if (panic != null) {
      row("Effective total (before panic)", grouped(panic.instructions()));
      if (report.costs() != null) {
        row("Effective cycles (before panic)", grouped(panic.cycles()));
      }
    }
    FunctionProfile most = p.mostInstructions();
    if (most != null) {
      row("Function with most instructions", title(most));
      row("Its instructions", grouped(most.self()));
      row("Ratio to total instructions", percent(most.self()));
      effective(most);
    }
    FunctionProfile called = p.mostCalled();
    if (called != null) {
      row("Most called function", title(called));
      row("Number of times called", grouped(called.calls()));
      row("Ratio to total instructions", percent(called.self()));
      effective(called);
    }
  }

  private void effective(FunctionProfile f) {
    if (report.panic() != null) {
      row("Ratio to effective total", percent(f.self(), report.panic().instructions()));
    }
  }

  private String title(FunctionProfile f) {
    return title(report, f);
  }

  /** A function with its program, which names of code without symbols begin with. */
  static String title(Report report, FunctionProfile f) {
    return f.name().startsWith(f.program())
        ? f.name()
        : report.names().shown(f.name()) + " (" + f.program() + ")";
  }

  private void harts() {
    heading("HARTS");
    out.printf(
        Locale.ROOT,
        "%-6s %17s %8s %12s %12s %12s %12s %12s %8s%n",
        "",
        "instructions",
        "share",
        "switches",
        "system calls",
        "MMU",
        "interrupts",
        "firmware",
        "idle");
    for (HartRow h : report.harts()) {
      out.printf(
          Locale.ROOT,
          "%-6d %,17d %8s %,12d %,12d %,12d %,12d %,12d %8s%n",
          h.number(),
          h.instructions(),
          percent(h.instructions()),
          h.profile().switches(),
          h.profile().exceptions(ExceptionKind.SYSTEM_CALL),
          h.profile().exceptions(ExceptionKind.MMU),
          h.profile().exceptions(ExceptionKind.INTERRUPT),
          h.profile().exceptions(ExceptionKind.FIRMWARE),
          h.idleShare() < 0 ? "-" : format("%.2f %%", 100 * h.idleShare()));
    }
  }

  private void exceptions(String title, ExceptionTally tally, long whole) {
    heading(title);
    out.printf(
        Locale.ROOT,
        "%-20s %10s %15s %12s %8s %15s %12s %16s%s%n",
        "",
        "count",
        "instructions",
        "average",
        "share",
        "inclusive",
        "average",
        "unfinished",
        report.costs() == null ? "" : format(" %15s %12s", "cycles", "average"));
    for (ExceptionRow r : ExceptionRow.of(tally)) {
      out.printf(
          Locale.ROOT,
          "%-20s %,10d %,15d %,12.2f %8s %,15d %,12.2f %16s%s%n",
          r.title(),
          r.count(),
          r.instructions(),
          r.average(),
          percent(r.instructions(), whole),
          r.inclusive(),
          r.inclusiveAverage(),
          r.unfinished() == 0
              ? "-"
              : grouped(r.unfinished()) + ": " + grouped(r.unfinishedInstructions()),
          report.costs() == null ? "" : format(" %,15d %,12.2f", r.cycles(), r.averageCycles()));
    }
  }

  /** Prints each program, but small ones together. */
  private void programs() {
    List<ProgramProfile> all = report.profile().programs();
    List<ProgramProfile> small =
        all.stream()
            .filter(p -> p.instructions() < SMALL * report.profile().instructions())
            .toList();
    boolean together = small.size() > 1;
    for (ProgramProfile program : all) {
      if (!together || !small.contains(program)) {
        boolean kernel = program.name().toUpperCase(Locale.ROOT).equals("KERNEL");
        program(kernel ? "KERNEL" : "PROGRAM " + program.name(), program);
      }
    }
    if (together) {
      program(
          "PROGRAMS BELOW 1 %, " + small.size(),
          new ProgramProfile(
              "",
              small.stream().mapToLong(ProgramProfile::instructions).sum(),
              small.stream().flatMap(p -> p.functions().stream()).toList()));
    }
  }

  private void program(String title, ProgramProfile program) {
    heading(
        format(
            "%s: %,d instructions, %s",
            title, program.instructions(), percent(program.instructions())));
    table("Most instructions, self", program, FunctionProfile::self);
    table("Most instructions, inclusive", program, FunctionProfile::inclusive);
    table("Most calls", program, FunctionProfile::calls);
    table("Most instructions per call, self", program, f -> f.calls() == 0 ? 0 : f.selfPerCall());
    table(
        "Most instructions per call, inclusive",
        program,
        f -> f.calls() == 0 ? 0 : f.inclusivePerCall());
  }

  private void table(
      String title, ProgramProfile program, ToDoubleFunction<FunctionProfile> order) {
    List<FunctionProfile> rows = program.top(top, order);
    if (rows.isEmpty()) {
      return;
    }
    out.println();
    out.printf(
        Locale.ROOT,
        "%-" + NAME_WIDTH + "s %15s %8s %16s %13s %15s %15s%s%n",
        title,
        "self",
        "share",
        "inclusive",
        "calls",
        "self/call",
        "incl./call",
        report.costs() == null ? "" : format(" %16s %16s", "cycles", "incl. cycles"));
    for (FunctionProfile f : rows) {
      out.printf(
          Locale.ROOT,
          "  %-" + (NAME_WIDTH - 2) + "s %,15d %8s %,16d %,13d %15s %15s%s%n",
          f.program().equals(program.name()) ? report.names().shown(f.name()) : title(f),
          f.self(),
          percent(f.self()),
          f.inclusive(),
          f.calls(),
          f.calls() == 0 ? "-" : format("%,.1f", f.selfPerCall()),
          f.calls() == 0 ? "-" : format("%,.1f", f.inclusivePerCall()),
          report.costs() == null ? "" : format(" %,16d %,16d", f.cycles(), f.inclusiveCycles()));
    }
  }

  private void heading(String title) {
    out.println();
    out.println(title);
    out.println("-".repeat(title.length()));
  }

  private void row(String key, String value) {
    out.printf(Locale.ROOT, "%-34s %s%n", key, value);
  }

  private String percent(long part) {
    return percent(part, report.profile().instructions());
  }

  private static String percent(long part, long whole) {
    return whole == 0 ? "-" : format("%.2f %%", 100.0 * part / whole);
  }

  private static String grouped(long value) {
    return format("%,d", value);
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
