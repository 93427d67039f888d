package bbt.reconstruct.diff.code;

import bbt.ptg.dwarf.SourceFrame;
import bbt.ptg.guest.CodeForms;
import bbt.reconstruct.analysis.Report;
import bbt.reconstruct.code.CodeLine;
import bbt.reconstruct.code.FunctionCode;
import bbt.reconstruct.code.SourceText;
import bbt.reconstruct.diff.code.CodePair.Line;
import bbt.reconstruct.diff.code.CodePair.Mark;
import bbt.reconstruct.diff.code.CodePair.Row;
import com.github.difflib.DiffUtils;
import com.github.difflib.patch.AbstractDelta;
import com.github.difflib.patch.Chunk;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Finds functions in both runs and aligns their instructions. */
public final class CodePairs {
  private final Report a;
  private final Report b;
  private final SourceText text;

  /**
   * Creates a finder.
   *
   * @param a what was counted in A, its code among it; {@code b} the same of B
   * @param text finds the source files of both
   */
  public CodePairs(Report a, Report b, SourceText text) {
    this.a = a;
    this.b = b;
    this.text = text;
  }

  /**
   * The functions that a word means, as {@link bbt.reconstruct.code.CodeProfile#find} has it; in
   * either run those of a name in one program are each other's. Empty where neither run executed
   * one.
   */
  public List<CodePair> find(String word) {
    List<FunctionCode> inA = a.code().find(word, a.names());
    List<FunctionCode> inB = new ArrayList<>(b.code().find(word, b.names()));
    List<CodePair> pairs = new ArrayList<>();
    for (FunctionCode f : inA) {
      FunctionCode other = take(inB, f);
      pairs.add(pair(f, other));
    }
    inB.forEach(f -> pairs.add(pair(null, f)));
    return pairs;
  }

  /** The function of a name in a program, in either run; null where neither executed it. */
  public CodePair of(String name, String program) {
    FunctionCode inA = named(a, name, program);
    FunctionCode inB = named(b, name, program);
    return inA == null && inB == null ? null : pair(inA, inB);
  }

  private static FunctionCode named(Report run, String name, String program) {
    return run.code().named(name).stream()
        .filter(f -> f.program().equals(program))
        .findFirst()
        .orElse(null);
  }

  /** Removes the other run's counterpart of a function; programs may have another file's name. */
  private static FunctionCode take(List<FunctionCode> others, FunctionCode f) {
    FunctionCode found = null;
    for (FunctionCode each : others) {
      boolean named = each.name().equals(f.name());
      if (named && (found == null || each.program().equals(f.program()))) {
        found = each;
      }
    }
    others.remove(found);
    return found;
  }

  private CodePair pair(FunctionCode inA, FunctionCode inB) {
    List<Line> left = inA == null ? List.of() : lines(a, inA);
    List<Line> right = inB == null ? List.of() : lines(b, inB);
    Ratio ratio = new Ratio(inA == null ? 0 : inA.entries(), inB == null ? 0 : inB.entries());
    List<Row> rows = new ArrayList<>();
    for (AbstractDelta<Long> delta : DiffUtils.diff(forms(left), forms(right), true).getDeltas()) {
      List<Line> from = part(left, delta.getSource());
      List<Line> to = part(right, delta.getTarget());
      for (int i = 0; i < Math.max(from.size(), to.size()); i++) {
        Line x = i < from.size() ? from.get(i) : null;
        Line y = i < to.size() ? to.get(i) : null;
        rows.add(new Row(ratio.mark(delta, x, y), x, y));
      }
    }
    return new CodePair(inA, inB, rows);
  }

  /** Calls of the function in both runs. */
  private record Ratio(long callsA, long callsB) {
    Mark mark(AbstractDelta<Long> delta, Line x, Line y) {
      if (x == null) {
        return Mark.ONLY_B;
      }
      if (y == null) {
        return Mark.ONLY_A;
      }
      return switch (delta.getType()) {
        case EQUAL -> sameEach(x.line().executions(), y.line().executions());
        case CHANGE, DELETE, INSERT -> Mark.OTHER;
      };
    }

    private Mark sameEach(long executionsA, long executionsB) {
      boolean same =
          callsA == 0 || callsB == 0
              ? executionsA == executionsB
              : (double) executionsA * callsB == (double) executionsB * callsA;
      return same ? Mark.SAME : Mark.COUNT;
    }
  }

  private static List<Line> part(List<Line> lines, Chunk<Long> chunk) {
    return lines.subList(chunk.getPosition(), chunk.getPosition() + chunk.size());
  }

  /** What the instructions do, without addresses. */
  private static List<Long> forms(List<Line> lines) {
    if (lines.isEmpty()) {
      return List.of();
    }
    CodeForms forms = lines.getFirst().line().guest().forms();
    return lines.stream().map(l -> forms.next(l.line().address(), l.line().bits())).toList();
  }

  private List<Line> lines(Report run, FunctionCode f) {
    Map<Long, String> names = run.code().starts(f.program(), run.names());
    List<Line> lines = new ArrayList<>();
    String last = "";
    for (CodeLine line : f.lines()) {
      String source = source(run, line);
      String shown = source.equals(last) ? "" : source;
      last = source;
      lines.add(new Line(line, line.address() - f.address(), line.text(names::get), shown));
    }
    return lines;
  }

  /** The source line of an instruction, with its text if the file is found. */
  private String source(Report run, CodeLine line) {
    List<SourceFrame> frames = run.sources().at(line.image(), line.address(), line.bits());
    if (frames.isEmpty()) {
      return "";
    }
    SourceFrame inner = frames.getFirst();
    String code = text.line(inner.file(), inner.line());
    return inner.brief() + (code == null ? "" : "  " + code.strip());
  }
}
