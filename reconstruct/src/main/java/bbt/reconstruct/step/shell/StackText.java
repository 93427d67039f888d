package bbt.reconstruct.step.shell;

import bbt.reconstruct.profile.Causes;
import bbt.reconstruct.step.CallFrame;
import bbt.reconstruct.step.TraceCursor;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;

/** The call stack as lines: where each function stands, and how and when it was entered. */
final class StackText {
  private StackText() {}

  /** The same, short: a number, a name, the count at which it was entered. */
  static List<AttributedString> brief(Session session, int selected) {
    TraceCursor at = session.cursor();
    List<AttributedString> lines = new ArrayList<>();
    long pc = at.pc();
    int space = at.addressSpace();
    List<CallFrame> frames = at.stack();
    for (int i = 0; i <= frames.size(); i++) {
      String label = session.names().label(space, pc);
      AttributedStringBuilder line = Paint.line();
      line.append(String.format(Locale.ROOT, "%s%-3d", i == selected ? "*" : " ", i), Paint.BOLD);
      line.append(label == null ? StopText.address(pc) : label, Paint.SYMBOL);
      if (i < frames.size()) {
        CallFrame frame = frames.get(i);
        line.append(String.format(Locale.ROOT, " [%,d]", frame.clock()), Paint.COUNT);
        if (frame.kind() == CallFrame.Kind.TRAP) {
          line.append(" ").append(Causes.title(frame.link()), Paint.ERROR);
        }
        pc = frame.site();
        space = frame.addressSpace();
      }
      lines.add(line.toAttributedString());
    }
    return lines;
  }

  /** One line a frame, innermost first; with the source line of each place where it is known. */
  static List<AttributedString> lines(Session session, int selected) {
    TraceCursor at = session.cursor();
    List<CallFrame> frames = at.stack();
    List<AttributedString> lines = new ArrayList<>();
    long pc = at.pc();
    int space = at.addressSpace();
    for (int i = 0; i <= frames.size(); i++) {
      AttributedStringBuilder line = Paint.line();
      line.append(String.format(Locale.ROOT, "%s%-3d", i == selected ? "*" : " ", i), Paint.BOLD);
      line.append(StopText.address(pc), Paint.ADDRESS).append(" ");
      String label = session.names().label(space, pc);
      line.append(label == null ? "(no symbol)" : label, Paint.SYMBOL);
      String source = session.lines().brief(pc);
      line.append(source.isEmpty() ? "" : "  " + source, Paint.DIM);
      if (i < frames.size()) {
        CallFrame frame = frames.get(i);
        if (frame.kind() == CallFrame.Kind.TRAP) {
          line.append("  <- ").append(Causes.title(frame.link()), Paint.ERROR);
        } else {
          line.append("  <- called");
        }
        line.append(String.format(Locale.ROOT, " at [%,d]", frame.clock()), Paint.COUNT);
        pc = frame.site();
        space = frame.addressSpace();
      } else if (i > 0 || !at.stack().isEmpty()) {
        line.append("  (outermost known)", Paint.DIM);
      }
      lines.add(line.toAttributedString());
    }
    return lines;
  }
}
