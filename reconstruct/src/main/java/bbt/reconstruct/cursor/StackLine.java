package bbt.reconstruct.cursor;

import bbt.reconstruct.stack.CallFrame;
import java.util.ArrayList;
import java.util.List;

/**
 * A line of a call stack: where a function stands, and how it was entered.
 *
 * @param number 0 for the innermost
 * @param pc the instruction that is next in it, or that called or was interrupted
 * @param entered how it came to be executed; null where that is not known
 */
public record StackLine(int number, long pc, int addressSpace, int privilege, CallFrame entered) {
  /** Whether another line differs from this one in its number and its moment alone. */
  public boolean alike(StackLine other) {
    return pc == other.pc
        && addressSpace == other.addressSpace
        && privilege == other.privilege
        && (entered == null
            ? other.entered == null
            : other.entered != null
                && entered.kind() == other.entered.kind()
                && (entered.kind() == CallFrame.Kind.CALL
                    || entered.link() == other.entered.link()));
  }

  /** The stack at a cursor, innermost first; at least one line. */
  public static List<StackLine> of(TraceCursor at) {
    List<StackLine> lines = new ArrayList<>();
    long pc = at.pc();
    int space = at.addressSpace();
    int privilege = at.privilege();
    for (CallFrame frame : at.stack()) {
      lines.add(new StackLine(lines.size(), pc, space, privilege, frame));
      pc = frame.site();
      space = frame.addressSpace();
      privilege = frame.privilege();
    }
    lines.add(new StackLine(lines.size(), pc, space, privilege, null));
    return lines;
  }
}
