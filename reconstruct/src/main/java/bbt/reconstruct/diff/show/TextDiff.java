package bbt.reconstruct.diff.show;

import bbt.reconstruct.basics.NumberText;
import bbt.reconstruct.diff.DiffResult;
import bbt.reconstruct.diff.change.Changes;
import bbt.reconstruct.diff.change.Fate;
import bbt.reconstruct.diff.find.Divergence;
import bbt.reconstruct.diff.find.DivergenceFrame;
import bbt.reconstruct.diff.find.FlowLine;
import bbt.reconstruct.stack.FoldedFrames;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Writes a comparison as text for people: why first, then what, then the details. */
public final class TextDiff {
  /** Columns of a text that must fit a line with numbers. */
  private static final int WIDE = 68;

  /** Functions of a call stack that are shown. */
  static final int DEEP = 40;

  private final PrintWriter out;
  private final int top;

  private TextDiff(int top, PrintWriter out) {
    this.top = top;
    this.out = out;
  }

  /**
   * Prints a comparison.
   *
   * @param top rows in each table
   */
  public static void print(DiffResult result, int top, PrintWriter out) {
    new TextDiff(top, out).all(result);
    out.flush();
  }

  private void all(DiffResult result) {
    line("A  %s", result.a());
    line("B  %s", result.b());
    if (result.selection() != null) {
      line("Only %s", result.selection());
    }
    if (result.same()) {
      line("Identical: %s.", result.how().text());
    } else if (result.recordedUnlike() && !result.sameUpToCut() && !result.undecided()) {
      unlike(result.changes());
    } else if (result.changes() != null) {
      total(result.changes());
    } else if (result.sameUpToCut()) {
      line("The same as far as both are recorded.");
    } else if (result.undecided()) {
      line("Nothing differs in what could be compared; not all of it could.");
    } else {
      line("Different.");
    }
    for (String side : result.cutSides()) {
      line("%s", DiffWording.cut(side));
    }
    DiffWording.recorded(result).forEach(said -> line("%s", said));
    if (!DiffWording.numbers(result).isEmpty()) {
      line("%s", DiffWording.numbers(result));
    }
    configuration(result.configuration());
    if (result.divergence() != null) {
      summary(result.divergence());
    }
    if (result.elsewhere() != null) {
      line("");
      line("The whole runs part elsewhere: %s", result.elsewhere().kind().text());
      line("  %s", result.elsewhere().why());
      line("  %s", DiffWording.moment(result.elsewhere().at()));
    }
    if (result.changes() != null) {
      changes(result.changes());
    }
    TextCode code = new TextCode(out);
    result.code().forEach(code::print);
    if (result.divergence() != null) {
      details(result.divergence());
      commands(result);
    }
  }

  private void unlike(Changes c) {
    line(
        "Not recorded alike: how much A and B executed does not compare%s.",
        c == null
            ? ""
            : "; A has "
                + NumberText.instructions(c.instructionsA())
                + " recorded, B "
                + NumberText.grouped(c.instructionsB()));
  }

  private void total(Changes c) {
    if (c.change() == 0) {
      line(
          "Different: not the same instructions, but as many, %s.",
          NumberText.grouped(c.instructionsA()));
    } else {
      line(
          "Different: B executes %s %s than A, %s (%s -> %s).",
          NumberText.instructions(Math.abs(c.change())),
          c.change() < 0 ? "fewer" : "more",
          relative(c.instructionsA(), c.instructionsB()),
          NumberText.grouped(c.instructionsA()),
          NumberText.grouped(c.instructionsB()));
    }
    if (!DiffWording.parts(c).isEmpty()) {
      line("%s", DiffWording.parts(c));
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
          line("  %-24s A  %s", key, value(values.get(0)));
          line("  %-24s B  %s", "", value(values.get(1)));
        });
  }

  private static String value(String text) {
    return text == null ? "(not there)" : text.isEmpty() ? "(empty)" : text;
  }

  private void summary(Divergence d) {
    line("");
    line("First divergence: %s", d.kind().text());
    line("  %s", d.why());
    line("  %s", DiffWording.moment(d.at()));
  }

  private void changes(Changes c) {
    TextCauses.print(c, top, WIDE, out);
    TextEdits.print(c.script(), top, WIDE, out);
    table(
        "By task, interrupts apart (bbt report counts them in)",
        c.tasks().stream()
            .filter(t -> t.change() != 0)
            .map(t -> row(sign(t.fate()) + t.title(), t.a(), t.b()))
            .toList(),
        c.change());
    table(
        "By function, own instructions",
        c.functions().stream()
            .filter(f -> f.change() != 0)
            .map(f -> row(sign(f.fate()) + name(f.name(), f.program()), f.selfA(), f.selfB()))
            .toList(),
        c.change());
    table(
        "By exception, number taken",
        c.exceptions().stream()
            .filter(e -> e.countA() != e.countB())
            .map(e -> row(sign(e.fate()) + e.name(), e.countA(), e.countB()))
            .toList(),
        c.exceptions().stream().mapToLong(e -> e.countB() - e.countA()).sum());
  }

  /** A user function without a symbol bears the program in its name. */
  static String name(String function, String program) {
    return program.isEmpty() || function.startsWith(program)
        ? function
        : function + " (" + program + ")";
  }

  private record Row(String title, long a, long b) {}

  private static Row row(String title, long a, long b) {
    return new Row(title, a, b);
  }

  static String sign(Fate fate) {
    return switch (fate) {
      case APPEARED -> "+ ";
      case VANISHED -> "- ";
      case CHANGED, SAME -> "  ";
    };
  }

  /**
   * Prints a table.
   *
   * @param all what the changes of all rows and of what no row tells add up to
   */
  private void table(String title, List<Row> rows, long all) {
    if (rows.isEmpty()) {
      return;
    }
    line("");
    line("%-" + WIDE + "s %14s %9s %15s %15s", title, "B - A", "", "A", "B");
    long rest = all;
    for (Row r : rows.subList(0, Math.min(top, rows.size()))) {
      rest -= r.b() - r.a();
      line(
          "%-" + WIDE + "s %14s %9s %15s %15s",
          r.title(),
          signed(r.b() - r.a()),
          relative(r.a(), r.b()),
          r.a() == 0 ? "-" : NumberText.grouped(r.a()),
          r.b() == 0 ? "-" : NumberText.grouped(r.b()));
    }
    if (rows.size() > top) {
      line(
          "%-" + WIDE + "s %14s",
          "  " + NumberText.grouped(rows.size() - top) + " more",
          signed(rest));
    }
  }

  static String signed(long change) {
    return String.format(Locale.ROOT, "%+,d", change);
  }

  /** The change as a share of A: {@code +1.50 %}. */
  static String relative(double a, double b) {
    if (a == 0) {
      return b == 0 ? "" : "new";
    }
    if (b == 0) {
      return "gone";
    }
    double share = 100.0 * (b - a) / a;
    return Math.abs(share) >= 1000
        ? String.format(Locale.ROOT, "x%.0f", b / a)
        : String.format(Locale.ROOT, "%+.2f %%", share);
  }

  private void details(Divergence d) {
    line("");
    line("The way to the divergence, in both");
    lines(way(d));
    List<DivergenceFrame> common = d.commonStack();
    if (common.isEmpty()) {
      stack("in A", d.a().stack());
      stack("in B", d.b().stack());
    } else {
      stack("in both", common);
    }
    if (d.a().stack().stream().anyMatch(l -> l.place().startsWith("0x"))) {
      line("  --binary ELF names functions that the trace has no symbols for, such as vmlinux.");
    }
    line("");
    side("A", d.a());
    side("B", d.b());
    if (!d.a().after().isEmpty() && d.a().after().equals(d.b().after())) {
      line("From there on, in both");
      lines(d.a().after());
    } else {
      lines("A", d.a());
      lines("B", d.b());
    }
  }

  /**
   * Returns the branches that decided the way there; the last instruction of both is among them or
   * behind them.
   */
  private static List<FlowLine> way(Divergence d) {
    List<FlowLine> lines = new ArrayList<>(d.before());
    FlowLine last = d.last();
    if (last == null) {
      return lines;
    }
    FlowLine same = lines.isEmpty() ? null : lines.getLast();
    if (same != null && same.retired() == last.retired() && same.pc() == last.pc()) {
      lines.removeLast();
      String outcome = same.outcome().isEmpty() ? "" : same.outcome() + ", ";
      lines.add(same.to(outcome + "last in both"));
    } else {
      lines.add(last.to("last in both"));
    }
    return lines;
  }

  /** Prints the commands that show the place in either run. */
  private void commands(DiffResult result) {
    line("");
    line("%s", DiffWording.COMMANDS);
    DiffWording.commands(result).forEach(command -> line("  %s", command));
  }

  private void side(String name, Divergence.View view) {
    if (view.cut()) {
      line("%s is cut", name);
      return;
    }
    line(
        "%s goes on%s: %s%s",
        name,
        view.place().isEmpty() ? "" : " at " + view.place(),
        view.next(),
        source(view.source()));
  }

  private void lines(String name, Divergence.View view) {
    if (!view.after().isEmpty()) {
      line("From there on, in %s", name);
      lines(view.after());
    }
  }

  /** The stack, innermost function first, as {@code bbt step} shows it. */
  private void stack(String where, List<DivergenceFrame> stack) {
    if (stack.isEmpty()) {
      return;
    }
    line("");
    line("Call stack %s, innermost first", where);
    List<FoldedFrames<DivergenceFrame>> folded = FoldedFrames.of(stack, DivergenceFrame::equals);
    for (int i = 0; i < folded.size(); i++) {
      FoldedFrames<DivergenceFrame> frames = folded.get(i);
      DivergenceFrame l = frames.frame();
      if (i == DEEP && folded.size() > DEEP + 1) {
        line("  ... %s more", NumberText.grouped(stack.size() - frames.number()));
        return;
      }
      line(
          "  %-3d %-48s %s%s%s",
          frames.number(),
          l.place(),
          l.entered().isEmpty() ? "(outermost known)" : "<- " + l.entered(),
          source(l.source()),
          frames.times());
    }
  }

  private static String source(String line) {
    return line.isEmpty() ? "" : "  [" + line + "]";
  }

  private void lines(List<FlowLine> lines) {
    for (FlowLine l : lines) {
      line(
          "  %,15d  %-36s %-44s %s%s",
          l.retired(), l.place(), l.text(), l.outcome(), source(l.source()));
    }
  }

  private void line(String format, Object... args) {
    out.println(String.format(Locale.ROOT, format, args).stripTrailing());
  }
}
