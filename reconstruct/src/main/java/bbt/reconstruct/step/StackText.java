package bbt.reconstruct.step;

import bbt.reconstruct.cursor.StackLine;
import bbt.reconstruct.stack.CallFrame;
import bbt.reconstruct.stack.FoldedFrames;
import bbt.reconstruct.step.text.Paint;
import bbt.reconstruct.step.text.StopText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;

/** Writes the call stack as lines: where each function stands, and how and when it was entered. */
public final class StackText {
  private StackText() {}

  /** Returns the stack as short lines: a number, a name, the count at which it was entered. */
  public static List<AttributedString> brief(StepSession session, int selected) {
    List<AttributedString> lines = new ArrayList<>();
    for (FoldedFrames<StackLine> frames : folded(session, selected)) {
      StackLine each = frames.frame();
      AttributedStringBuilder line = start(each, selected);
      line.append(label(session, each), Paint.SYMBOL).append(frames.times());
      CallFrame frame = each.entered();
      if (frame != null) {
        line.append(String.format(Locale.ROOT, " [%,d]", frame.clock()), Paint.COUNT);
        if (frame.kind() == CallFrame.Kind.TRAP) {
          line.append(" ").append(session.map().guest().traps().title(frame.link()), Paint.ERROR);
        }
      }
      lines.add(line.toAttributedString());
    }
    return lines;
  }

  private static String label(StepSession session, StackLine line) {
    return session
        .names()
        .label(session.cursor(), line.addressSpace(), line.pc(), line.privilege());
  }

  private static AttributedStringBuilder start(StackLine line, int selected) {
    String mark = line.number() == selected ? "*" : " ";
    return Paint.line()
        .append(String.format(Locale.ROOT, "%s%-2d ", mark, line.number()), Paint.BOLD);
  }

  /** The stack; the frame that is selected stands for itself. */
  private static List<FoldedFrames<StackLine>> folded(StepSession session, int selected) {
    return FoldedFrames.of(
        StackLine.of(session.cursor()),
        (inner, outer) ->
            inner.number() != selected && outer.number() != selected && inner.alike(outer));
  }

  /**
   * One line a frame, innermost first, and one for frames that are alike; with the source line of
   * each place where it is known.
   */
  static List<AttributedString> lines(StepSession session, int selected) {
    List<AttributedString> lines = new ArrayList<>();
    for (FoldedFrames<StackLine> frames : folded(session, selected)) {
      lines.add(line(session, frames, selected));
    }
    return lines;
  }

  /** The line of a frame. */
  static AttributedString line(StepSession session, int number) {
    StackLine line = StackLine.of(session.cursor()).get(number);
    return line(session, new FoldedFrames<>(number, line, 1), number);
  }

  private static AttributedString line(
      StepSession session, FoldedFrames<StackLine> frames, int selected) {
    StackLine each = frames.frame();
    AttributedStringBuilder line = start(each, selected);
    line.append(StopText.address(each.pc()), Paint.ADDRESS).append(" ");
    String label = label(session, each);
    line.append(label.startsWith("0x") ? "(no symbol)" : label, Paint.SYMBOL);
    String source = session.lines().brief(session.cursor(), each);
    line.append(source.isEmpty() ? "" : "  " + source, Paint.DIM);
    CallFrame frame = each.entered();
    if (frame != null) {
      if (frame.kind() == CallFrame.Kind.TRAP) {
        line.append("  <- ").append(session.map().guest().traps().title(frame.link()), Paint.ERROR);
      } else {
        line.append("  <- called");
      }
      line.append(String.format(Locale.ROOT, " at [%,d]", frame.clock()), Paint.COUNT);
    } else if (each.number() > 0) {
      line.append("  (outermost known)", Paint.DIM);
    }
    return line.append(frames.times()).toAttributedString();
  }
}
