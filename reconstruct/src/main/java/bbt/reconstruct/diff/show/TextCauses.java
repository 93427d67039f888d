package bbt.reconstruct.diff.show;

import bbt.reconstruct.basics.NumberText;
import bbt.reconstruct.diff.change.ChangeCause;
import bbt.reconstruct.diff.change.Changes;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** Writes the causes of a change as text for people: a row for each, and what it does otherwise. */
final class TextCauses {
  /** Below it a digit behind the point says something. */
  private static final double SMALL = 100;

  private TextCauses() {}

  /**
   * Prints the causes.
   *
   * @param top the most rows
   * @param wide columns of the text beside the numbers
   */
  static void print(Changes changes, int top, int wide, PrintWriter out) {
    List<ChangeCause> causes = changes.causes();
    if (causes.isEmpty()) {
      return;
    }
    String row = "%-" + wide + "s %14s %9s %15s %15s";
    line(out, "");
    line(
        out,
        row,
        "What caused it: functions that do otherwise themselves",
        "B - A",
        "",
        "each, in A",
        "each, in B");
    long rest = changes.change();
    for (ChangeCause c : causes.subList(0, Math.min(top, causes.size()))) {
      rest -= c.change();
      line(
          out,
          row,
          TextDiff.sign(c.fate()) + TextDiff.name(c.name(), c.program()),
          TextDiff.signed(c.change()),
          c.mostlyOwn() ? TextDiff.relative(c.eachA(), c.eachB()) : "",
          each(c.selfA(), c.callsA()),
          each(c.selfB(), c.callsB()));
      line(out, "      %s", DiffWording.what(c) + where(c));
    }
    if (causes.size() > top) {
      String more = "  " + NumberText.grouped(causes.size() - top) + " more";
      line(out, "%-" + wide + "s %14s", more, TextDiff.signed(rest));
    }
    line(out, "  each: own instructions for each call, without what it calls.");
    line(out, "  --code FUNCTION shows its code in both, side by side.");
  }

  private static String where(ChangeCause c) {
    if (c.kind() != ChangeCause.Kind.FUNCTION) {
      return "";
    }
    return ", " + TextEdits.callers(c.path().subList(1, c.path().size())) + c.path().getFirst();
  }

  private static String each(long self, long calls) {
    if (calls == 0) {
      return "-";
    }
    double each = (double) self / calls;
    return each >= SMALL || self % calls == 0
        ? NumberText.grouped(Math.round(each))
        : String.format(Locale.ROOT, "%.1f", each);
  }

  private static void line(PrintWriter out, String format, Object... args) {
    out.println(String.format(Locale.ROOT, format, args).stripTrailing());
  }
}
