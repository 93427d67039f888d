package bbt.reconstruct.diff.show;

import bbt.reconstruct.basics.NumberText;
import bbt.reconstruct.basics.ShellWord;
import bbt.reconstruct.diff.DiffResult;
import bbt.reconstruct.diff.change.Changes;
import bbt.reconstruct.diff.find.Divergence;
import java.util.List;
import java.util.Locale;

/** Words the sentences about a comparison that the text and the page have in common. */
final class DiffWording {
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

  /** Says of a run that its trace does not hold how it ended. */
  static String cut(String side) {
    return side + " is cut: its numbers are of what was recorded, the run may have gone on.";
  }

  /** When the divergence comes, and in whose execution. */
  static String moment(Divergence.At at) {
    return String.format(
        Locale.ROOT,
        "after %s%s, at guest time %.6f s, %s, %s-mode",
        NumberText.instructions(at.clock()),
        at.hart() > 0 || at.retired() != at.clock()
            ? " of all harts (" + NumberText.grouped(at.retired()) + " of hart " + at.hart() + ")"
            : "",
        at.seconds(),
        at.where(),
        at.privilege());
  }

  /** The commands that show the place where the runs part, in A and in B. */
  static List<String> commands(DiffResult result) {
    String at = " --at " + result.divergence().lookAt();
    return List.of(
        "bbt step " + ShellWord.of(result.a()) + at, "bbt step " + ShellWord.of(result.b()) + at);
  }

  /** The heading of these commands. */
  static final String COMMANDS =
      "To look around there, in A and in B (with registers: bbt replay for bbt step)";
}
