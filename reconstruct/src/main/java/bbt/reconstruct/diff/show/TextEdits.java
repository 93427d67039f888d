package bbt.reconstruct.diff.show;

import bbt.reconstruct.basics.NumberText;
import bbt.reconstruct.diff.align.Edit;
import bbt.reconstruct.diff.align.EditScript;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** Writes an edit script as text for people: the largest edits, in order of time. */
public final class TextEdits {
  /** The most callers that are named. */
  private static final int CALLERS = 5;

  private TextEdits() {}

  /**
   * Prints an edit script.
   *
   * @param top edits
   * @param wide columns of the text beside the numbers
   */
  static void print(EditScript script, int top, int wide, PrintWriter out) {
    if (script.size() == 0) {
      if (script.interrupts() != 0) {
        line(out, "");
        line(
            out,
            "In order of time: every task does the same in both; interrupts alone make the change of %s.",
            TextDiff.signed(script.interrupts()));
      }
      return;
    }
    List<Edit> edits = script.largest(top);
    String row = "%-" + wide + "s %14s %9s %15s %15s";
    line(out, "");
    line(
        out,
        row,
        "In order of time: what B does otherwise"
            + (edits.size() < script.size() ? ", the largest" : ""),
        "B - A",
        "",
        "at, in A",
        "at, in B");
    long rest = script.change();
    for (Edit e : edits) {
      rest -= e.change();
      String change = e.kind() == Edit.Kind.MOVED ? "0" : TextDiff.signed(e.change());
      line(out, row, what(e), change, relative(e), clock(e.clockA()), clock(e.clockB()));
      line(out, "      %s", where(e));
    }
    if (edits.size() < script.size()) {
      String more = "  " + NumberText.grouped(script.size() - edits.size()) + " more";
      line(out, "%-" + wide + "s %14s", more, TextDiff.signed(rest));
    }
    if (script.interrupts() != 0) {
      String text = "  interrupts, wherever they came";
      line(out, "%-" + wide + "s %14s", text, TextDiff.signed(script.interrupts()));
    }
    line(out, "  bbt step TRACE --at N stands there.%s", small(script.least()));
  }

  private static String small(long least) {
    return least <= 1
        ? ""
        : " Calls of fewer than " + NumberText.instructions(least) + " count for their callers.";
  }

  public static String what(Edit e) {
    String sign =
        switch (e.kind()) {
          case APPEARED -> "+ ";
          case VANISHED -> "- ";
          case CHANGED -> "  ";
          case MOVED -> "~ ";
        };
    String name = e.path().isEmpty() ? e.task() : e.path().getLast();
    return sign
        + name
        + (e.calls() > 1 ? ", " + NumberText.counted(e.calls(), e.called() ? "call" : "time") : "");
  }

  public static String where(Edit e) {
    if (e.path().isEmpty()) {
      return switch (e.kind()) {
        case APPEARED -> "the task is in B alone";
        case VANISHED -> "the task is in A alone";
        case CHANGED, MOVED -> "calls too small to be told";
      };
    }
    return ordinal(e) + callers(e.path()) + e.task();
  }

  /**
   * Names the callers of a function, the innermost first.
   *
   * @param path from the outermost function to its own
   */
  static String callers(List<String> path) {
    StringBuilder text = new StringBuilder();
    int callers = path.size() - 1;
    for (int i = callers - 1; i >= Math.max(0, callers - CALLERS); i--) {
      text.append(i == callers - 1 ? "in " : " < ").append(path.get(i));
    }
    return text.append(callers > CALLERS ? " < ..., " : callers > 0 ? ", " : "").toString();
  }

  /** Says which of its caller's calls it is, where there are several. */
  private static String ordinal(Edit e) {
    String call = e.called() ? " call" : " time";
    if (e.ordinalA() > 0 && e.ordinalB() > 0 && e.ordinalA() != e.ordinalB()) {
      return "the " + nth(e.ordinalA()) + call + ", in B the " + nth(e.ordinalB()) + ", ";
    }
    int ordinal = Math.max(e.ordinalA(), e.ordinalB());
    if (ordinal == 1) {
      return "";
    }
    return (e.calls() > 1 ? "from the " : "the ")
        + nth(ordinal)
        + call
        + (e.calls() > 1 ? " on, " : ", ");
  }

  private static String nth(int n) {
    String end = n / 10 % 10 == 1 ? "th" : n % 10 == 1 ? "st" : n % 10 == 2 ? "nd" : "";
    return n + (end.isEmpty() ? n % 10 == 3 ? "rd" : "th" : end);
  }

  private static String relative(Edit e) {
    return switch (e.kind()) {
      case APPEARED -> "new";
      case VANISHED -> "gone";
      case MOVED -> "moved";
      case CHANGED -> TextDiff.relative(e.a(), e.b());
    };
  }

  private static String clock(long clock) {
    return clock < 0 ? "-" : NumberText.grouped(clock);
  }

  private static void line(PrintWriter out, String format, Object... args) {
    out.println(String.format(Locale.ROOT, format, args).stripTrailing());
  }
}
