package bbt.reconstruct.diff;

import bbt.reconstruct.cli.Units;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A comparison for people: why first, then what. */
public final class TextDiff {
  private final PrintWriter out;

  private TextDiff(PrintWriter out) {
    this.out = out;
  }

  /** Prints it. */
  public static void print(DiffResult result, PrintWriter out) {
    new TextDiff(out).all(result);
    out.flush();
  }

  private void all(DiffResult result) {
    if (result.same()) {
      line("Identical: %s.", result.how().text());
    } else {
      line("Different.");
    }
    configuration(result.configuration());
    if (result.divergence() != null) {
      divergence(result.divergence());
    }
  }

  private void configuration(Map<String, List<String>> different) {
    if (different.isEmpty()) {
      return;
    }
    line("");
    line("Configured differently");
    different.forEach(
        (key, values) -> {
          line("  %s", key);
          line("    A %s", values.get(0) == null ? "(not there)" : values.get(0));
          line("    B %s", values.get(1) == null ? "(not there)" : values.get(1));
        });
  }

  private void divergence(Divergence d) {
    line("");
    line("First divergence: %s", d.kind().text());
    line("  %s", d.why());
    line(
        "  after %s instructions%s, at guest time %.6f s, in task %s, %s-mode",
        Units.grouped(d.clock()),
        d.hart() > 0 || d.retired() != d.clock()
            ? " of all harts (hart " + d.hart() + ": " + Units.grouped(d.retired()) + ")"
            : "",
        d.seconds(),
        d.task(),
        d.privilege());
    line("");
    line("  The way there, in both");
    lines(d.before());
    if (!d.last().isEmpty()) {
      line("    last in both: %s", d.last());
    }
    line("  A goes on at %s: %s", d.a().place(), d.a().next());
    lines(d.a().after());
    line("  B goes on at %s: %s", d.b().place(), d.b().next());
    lines(d.b().after());
  }

  private void lines(List<FlowLine> lines) {
    for (FlowLine l : lines) {
      line("    %,15d  %-36s %-40s %s", l.retired(), l.place(), l.text(), l.outcome());
    }
  }

  private void line(String format, Object... args) {
    out.println(String.format(Locale.ROOT, format, args).stripTrailing());
  }
}
