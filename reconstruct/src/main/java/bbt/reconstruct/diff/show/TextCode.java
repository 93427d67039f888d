package bbt.reconstruct.diff.show;

import bbt.reconstruct.basics.NumberText;
import bbt.reconstruct.code.FunctionCode;
import bbt.reconstruct.diff.code.CodePair;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** Writes the code of a function in both runs side by side, as text for people. */
final class TextCode {
  /** Columns of either side. */
  private static final int SIDE = 62;

  /** Rows that are shown before and after a difference. */
  private static final int AROUND = 3;

  private final PrintWriter out;

  TextCode(PrintWriter out) {
    this.out = out;
  }

  /** Prints one function: what differs, with some rows around it. */
  void print(CodePair pair) {
    line("");
    line("Code of %s", TextDiff.name(pair.name(), pair.program()));
    line("  A: %s", executed(pair.a()));
    line("  B: %s", executed(pair.b()));
    line("");
    both("   executed  offset  A", " ", "   executed  offset  B");
    List<CodePair.Row> rows = pair.rows();
    int next = 0;
    while (next < rows.size()) {
      int from = next;
      while (next < rows.size() && !shown(rows, next)) {
        next++;
      }
      if (next > from) {
        line("  ... %s alike", NumberText.instructions(next - from));
      }
      while (next < rows.size() && shown(rows, next)) {
        row(rows.get(next++));
      }
    }
    line("");
    line(
        "  ~ executed more or less often for each call, | another instruction,"
            + " < in A alone, > in B alone");
    line("  (what was never executed is in no trace)");
  }

  private static boolean shown(List<CodePair.Row> rows, int index) {
    int from = Math.max(0, index - AROUND);
    int to = Math.min(rows.size(), index + AROUND + 1);
    return rows.subList(from, to).stream().anyMatch(r -> r.mark() != CodePair.Mark.SAME);
  }

  private static String executed(FunctionCode f) {
    return f == null
        ? "not executed"
        : String.format(
            Locale.ROOT,
            "%s executed in %s, at 0x%x",
            NumberText.instructions(f.instructions()),
            NumberText.counted(f.entries(), "call"),
            f.address());
  }

  private void row(CodePair.Row row) {
    String left = row.a() == null ? "" : row.a().source();
    String right = row.b() == null ? "" : row.b().source();
    if (!left.isEmpty() || !right.isEmpty()) {
      both(source(left), " ", source(right));
    }
    both(text(row.a()), mark(row.mark()), text(row.b()));
  }

  private static String source(String text) {
    return text.isEmpty() ? "" : " ".repeat(11) + text;
  }

  private static String text(CodePair.Line line) {
    if (line == null) {
      return "";
    }
    String[] parts = line.text().split("\t", 2);
    return String.format(
        Locale.ROOT,
        "%,11d %7s  %-8s%s",
        line.line().executions(),
        "+" + Long.toHexString(line.offset()),
        parts[0],
        parts.length > 1 ? " " + parts[1] : "");
  }

  static String mark(CodePair.Mark mark) {
    return switch (mark) {
      case SAME -> " ";
      case COUNT -> "~";
      case OTHER -> "|";
      case ONLY_A -> "<";
      case ONLY_B -> ">";
    };
  }

  private void both(String left, String mark, String right) {
    line("%-" + SIDE + "s %s %s", cut(left), mark, cut(right));
  }

  private static String cut(String text) {
    return text.length() <= SIDE ? text.stripTrailing() : text.substring(0, SIDE - 3) + "...";
  }

  private void line(String format, Object... args) {
    out.println(String.format(Locale.ROOT, format, args).stripTrailing());
  }
}
