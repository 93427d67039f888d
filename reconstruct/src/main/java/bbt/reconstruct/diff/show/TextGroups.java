package bbt.reconstruct.diff.show;

import bbt.reconstruct.basics.NumberText;
import bbt.reconstruct.diff.change.GroupChange;
import bbt.reconstruct.diff.change.GroupDiff;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** Writes the comparison of two groups of runs as text for people. */
public final class TextGroups {
  private TextGroups() {}

  /**
   * Prints the comparison of two groups.
   *
   * @param top rows of the table
   */
  public static void print(GroupDiff diff, int top, PrintWriter out) {
    GroupChange total = diff.total();
    line(out, "A  %s: %s", runs(diff.runsA()), String.join(" ", diff.runsA()));
    line(out, "B  %s: %s", runs(diff.runsB()), String.join(" ", diff.runsB()));
    line(
        out,
        "%s: median %s -> %s instructions (%+,d), A from %s to %s, B from %s to %s, p = %.3g",
        total.separate() ? "Different" : "Not told apart by their totals",
        NumberText.grouped(Math.round(total.medianA())),
        NumberText.grouped(Math.round(total.medianB())),
        Math.round(total.change()),
        NumberText.grouped(total.a()[0]),
        NumberText.grouped(total.a()[total.a().length - 1]),
        NumberText.grouped(total.b()[0]),
        NumberText.grouped(total.b()[total.b().length - 1]),
        total.probability());
    for (String file : diff.cut()) {
      line(out, "%s is cut: its numbers are of what was recorded, no whole run's.", file);
    }
    for (String file : diff.unlike()) {
      line(
          out,
          "%s is not recorded as %s is: how much they executed does not compare.",
          file,
          diff.runsA().getFirst());
    }
    if (diff.smallest() > 0.05) {
      line(
          out,
          "Small groups: chance alone separates %d from %s with probability %.2g if all values differ; what follows is a hint, no proof.",
          diff.runsA().size(),
          runs(diff.runsB()),
          diff.smallest());
    }
    line(
        out,
        "Functions: %s vary, %s of them separate the groups; chance alone would separate about %.0f.",
        NumberText.grouped(diff.varying()),
        NumberText.grouped(diff.functions().size()),
        diff.expected());
    if (diff.functions().isEmpty()) {
      out.flush();
      return;
    }
    line(out, "");
    line(
        out,
        "%-48s %14s %31s %31s %8s",
        "By function, own instructions",
        "median B - A",
        "A from ... to",
        "B from ... to",
        "p");
    for (GroupChange c : diff.functions().stream().limit(top).toList()) {
      line(
          out,
          "  %-46s %14s %15s %15s %15s %15s %8.3g",
          c.name().startsWith(c.program()) ? c.name() : c.name() + " (" + c.program() + ")",
          String.format(Locale.ROOT, "%+,d", Math.round(c.change())),
          NumberText.grouped(c.a()[0]),
          NumberText.grouped(c.a()[c.a().length - 1]),
          NumberText.grouped(c.b()[0]),
          NumberText.grouped(c.b()[c.b().length - 1]),
          c.probability());
    }
    out.flush();
  }

  private static String runs(List<String> group) {
    return NumberText.counted(group.size(), "run");
  }

  private static void line(PrintWriter out, String format, Object... args) {
    out.println(String.format(Locale.ROOT, format, args).stripTrailing());
  }
}
