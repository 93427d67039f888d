package bbt.reconstruct.diff.show;

import bbt.ptg.guest.PrivilegeMode;
import bbt.reconstruct.basics.NumberText;
import bbt.reconstruct.basics.ShellWord;
import bbt.reconstruct.diff.DiffResult;
import bbt.reconstruct.diff.change.ChangeCause;
import bbt.reconstruct.diff.change.Changes;
import bbt.reconstruct.diff.change.Fate;
import bbt.reconstruct.diff.find.Divergence;
import bbt.reconstruct.diff.find.RecordedPair;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Words the sentences about a comparison that the text and the page have in common. */
final class DiffWording {
  /** The callees of a cause that are named. */
  private static final int CALLEES = 3;

  private DiffWording() {}

  /**
   * Says which part of the change is the tasks' and which the interrupts'; empty if all is theirs.
   */
  static String parts(Changes c) {
    long interrupts = c.script().interrupts();
    if (interrupts == 0) {
      return "";
    }
    return c.script().change() == 0
        ? "All of it is in interrupts: the tasks cost what they did."
        : String.format(
            "That is %s in what tasks do and %s in interrupts; where these come is chance.",
            TextDiff.signed(c.script().change()), TextDiff.signed(interrupts));
  }

  /**
   * Says what a cause does otherwise: {@code 2,000 calls}, {@code 1 call, calls find 5,000 times
   * instead of 2,000}.
   */
  static String what(ChangeCause c) {
    if (c.kind() == ChangeCause.Kind.TASK && c.fate() != Fate.CHANGED) {
      return "the task is in " + (c.fate() == Fate.APPEARED ? "B" : "A") + " alone";
    }
    boolean called = c.kind() == ChangeCause.Kind.FUNCTION && !c.name().startsWith("[");
    String noun = called ? "call" : "time";
    List<String> parts = new ArrayList<>();
    if (c.callsA() != c.callsB()) {
      parts.add(NumberText.grouped(c.callsA()) + " -> " + NumberText.counted(c.callsB(), noun));
    } else if (c.kind() != ChangeCause.Kind.TASK) {
      parts.add(NumberText.counted(c.callsA(), noun));
    }
    if (c.kind() == ChangeCause.Kind.INTERRUPT) {
      parts.add("where interrupts come is chance");
    }
    // Those that matter beside the largest.
    c.callees().stream()
        .limit(CALLEES)
        .filter(
            callee -> 8 * Math.abs(callee.change()) >= Math.abs(c.callees().getFirst().change()))
        .forEach(callee -> parts.add(callee(c, callee)));
    return String.join(", ", parts);
  }

  private static String callee(ChangeCause c, ChangeCause.Callee callee) {
    String what =
        (callee.trap() ? "takes " : "calls ")
            + (callee.name().equals(c.name()) ? "itself" : callee.name())
            + (callee.callsB() == 0 ? " never" : " " + NumberText.counted(callee.callsB(), "time"));
    if (callee.callsA() == callee.callsB()) {
      return what
          + " for "
          + NumberText.instructions(Math.abs(callee.change()))
          + (callee.change() > 0 ? " more" : " fewer");
    }
    return what
        + " instead of "
        + (callee.callsA() == 0 ? "never" : NumberText.grouped(callee.callsA()));
  }

  /** Says of a run that its trace does not hold how it ended. */
  static String cut(String side) {
    return side + " is cut: its numbers are of what was recorded, the run may have gone on.";
  }

  /**
   * Says what was not recorded of either run, and what the numbers are of then; empty where nothing
   * is missing.
   */
  static List<String> recorded(DiffResult result) {
    RecordedPair recorded = result.recorded();
    if (recorded == null) {
      return List.of();
    }
    List<String> said = new ArrayList<>();
    if (!recorded.a().sentence().isEmpty()) {
      said.add("A: " + recorded.a().sentence());
    }
    if (!recorded.b().sentence().isEmpty()) {
      said.add("B: " + recorded.b().sentence());
    }
    if (result.recordedUnlike()) {
      said.add("To compare them, " + recorded.remedy(result.a(), result.b()));
    }
    return said;
  }

  /** Says that the numbers are of a part of what was executed; empty where they are not. */
  static String numbers(DiffResult result) {
    if (result.changes() == null || recorded(result).isEmpty()) {
      return "";
    }
    return result.recordedUnlike()
        ? "The numbers are of what was recorded: what one trace leaves out counts as gone or new."
        : "The numbers are of what was recorded.";
  }

  /** When the divergence comes, and in whose execution. */
  static String moment(Divergence.At at) {
    return String.format(
        Locale.ROOT,
        "after %s%s%s, %s, %s",
        NumberText.instructions(at.clock()),
        at.hart() > 0 || at.retired() != at.clock()
            ? " of all harts (" + NumberText.grouped(at.retired()) + " of hart " + at.hart() + ")"
            : "",
        Double.isNaN(at.seconds()) ? "" : ", at guest time " + NumberText.seconds(at.seconds()),
        at.where(),
        PrivilegeMode.words(at.privilege()));
  }

  /** The commands that show the place where the runs part, in A and in B. */
  static List<String> commands(DiffResult result) {
    Divergence d = result.divergence();
    return List.of(
        "bbt step " + ShellWord.of(result.a()) + " --at " + d.lookAt(),
        "bbt step " + ShellWord.of(result.b()) + " --at " + d.lookAtB());
  }

  /** The heading of these commands. */
  static final String COMMANDS =
      "To look around there, in A and in B (with registers: bbt replay for bbt step)";
}
