package bbt.reconstruct.report;

import bbt.reconstruct.analysis.MemoryRows;
import bbt.reconstruct.analysis.Report;
import bbt.reconstruct.memory.MemoryConfig;
import bbt.reconstruct.memory.MemoryEvent;
import bbt.reconstruct.memory.MemoryProfile;
import bbt.reconstruct.memory.MissCounts;
import bbt.reconstruct.names.TraceSymbols;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** Writes what a memory system did, as text. */
final class MemoryText {
  /** Pages of data in the summary. */
  private static final int PAGES = 4;

  private final MemoryConfig config;
  private final MemoryRows rows;
  private final PrintWriter out;

  /**
   * Prepares it.
   *
   * @param report with {@link Report#memory}
   */
  MemoryText(Report report, PrintWriter out) {
    this.config = report.memory().config();
    this.rows = new MemoryRows(report);
    this.out = out;
  }

  /**
   * Prints it.
   *
   * @param top rows of functions, lines and tasks
   * @param full whether to print as many pages of data, and lines of source; else few pages
   */
  void print(int top, boolean full) {
    MissCounts total = rows.total();
    long stalls = total.stalls(config);
    out.println();
    out.println("MEMORY SYSTEM, simulated: " + config.name());
    out.printf(Locale.ROOT, "%18s %15s %13s %7s%n", "", "accesses", "misses", "rate");
    for (MemoryRows.Level level : MemoryRows.levels(config, total)) {
      out.printf(
          Locale.ROOT,
          "%-18s %,15d %,13d %6.2f%%  %s%n",
          level.key().equals(level.what()) ? level.key() : level.key() + " " + level.what(),
          level.accesses(),
          level.misses(),
          100 * level.rate(),
          level.text());
    }
    out.printf(
        Locale.ROOT,
        "predicted %,d cycles, %.3f for an instruction; misses are %s of them%n",
        total.predicted(config),
        (double) total.predicted(config) / Math.max(1, total.instructions),
        percent(stalls, total.predicted(config)));
    heading("By function", "instructions");
    rows.functions().stream().limit(top).forEach(r -> row(r.counts(), stalls, title(r.key())));
    if (full && !rows.lines().isEmpty()) {
      heading("By line of source", "instructions");
      rows.lines().stream()
          .limit(top)
          .forEach(r -> row(r.counts(), stalls, r.key().file() + ":" + r.key().line()));
    }
    List<MemoryProfile.Row<String>> tasks = rows.tasks();
    if (tasks.size() > 1) {
      heading("By task", "instructions");
      tasks.stream().limit(top).forEach(r -> row(r.counts(), stalls, r.key()));
    }
    List<MemoryProfile.RangeCount> pages = rows.pages();
    if (!pages.isEmpty()) {
      heading("By page of data", "");
      pages.stream()
          .limit(full ? top : Math.min(top, PAGES))
          .forEach(
              p ->
                  row(
                      p.counts(),
                      stalls,
                      "0x" + Long.toHexString(p.address()) + " of " + p.program()));
    }
  }

  private static String title(MemoryRows.FunctionName f) {
    return f.program().equals(TraceSymbols.KERNEL) ? f.name() : f.name() + " [" + f.program() + "]";
  }

  private void heading(String title, String first) {
    out.println();
    out.println(title);
    out.printf(
        Locale.ROOT,
        "%12s %12s %6s %6s %6s %6s %6s %6s%n",
        "miss cycles",
        first,
        "share",
        "l1i",
        "l1d",
        "l2",
        "tlb",
        "branch");
  }

  private void row(MissCounts c, long stalls, String name) {
    out.printf(
        Locale.ROOT,
        "%,12d %12s %6s %6s %6s %6s %6s %6s  %s%n",
        c.stalls(config),
        c.instructions == 0 ? "" : brief(c.instructions),
        percent(c.stalls(config), stalls),
        brief(c.of(MemoryEvent.FETCH_L1)),
        brief(c.of(MemoryEvent.READ_L1, MemoryEvent.WRITE_L1)),
        brief(c.of(MemoryEvent.FETCH_L2, MemoryEvent.READ_L2, MemoryEvent.WRITE_L2)),
        brief(c.of(MemoryEvent.FETCH_TLB, MemoryEvent.READ_TLB, MemoryEvent.WRITE_TLB)),
        brief(c.of(MemoryEvent.BRANCH, MemoryEvent.RETURN, MemoryEvent.JUMP)),
        name);
  }

  /** A count in at most six characters. */
  static String brief(long n) {
    return n < 100_000
        ? String.format(Locale.ROOT, "%,d", n)
        : n < 10_000_000
            ? n / 1_000 + "k"
            : n < 10_000_000_000L ? n / 1_000_000 + "M" : n / 1_000_000_000 + "G";
  }

  private static String percent(long part, long whole) {
    return whole == 0 ? "-" : String.format(Locale.ROOT, "%.1f%%", 100.0 * part / whole);
  }
}
