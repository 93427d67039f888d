package bbt.reconstruct.step.dap;

import bbt.ptg.dwarf.SourceFrame;
import bbt.reconstruct.cursor.CursorPosition;
import bbt.reconstruct.cursor.Moves;
import bbt.reconstruct.cursor.Outcome;
import bbt.reconstruct.cursor.TraceCursor;
import bbt.reconstruct.step.StepSession;
import java.util.List;

/**
 * Moves by source lines as debuggers do: over calls, into them, and back, in one task. A call of a
 * function that was inlined is a call. Where no line is known they go by instructions.
 */
final class LineMoves {
  /** Instructions in which a stub must have found the function that it is for. */
  private static final int STUB = 64;

  /** Instructions between which the user is asked. */
  private static final int PATIENCE = 64;

  private final StepSession session;
  private final ExecutedLines executed;
  private int steps;

  LineMoves(StepSession session, ExecutedLines executed) {
    this.session = session;
    this.executed = executed;
  }

  private TraceCursor cursor() {
    return session.cursor();
  }

  private Moves moves() {
    return session.moves();
  }

  /** Where the cursor stands in the source, innermost inlined function first; empty: nowhere. */
  private List<SourceFrame> here() {
    List<SourceFrame> frames = session.lines().frames(cursor());
    return frames.isEmpty() || frames.getFirst().line() == 0 ? List.of() : frames;
  }

  private static boolean sameLine(List<SourceFrame> a, List<SourceFrame> b) {
    SourceFrame first = a.getFirst();
    SourceFrame second = b.getFirst();
    return first.line() == second.line() && String.valueOf(first.file()).equals(second.file());
  }

  private boolean interrupted() {
    if (++steps % PATIENCE != 0) {
      return false;
    }
    session.feedback().progress(cursor().clock(), Math.max(1, session.map().endClock()));
    return session.feedback().interrupted();
  }

  /** Moves to the next line of this function, or to its caller. */
  Outcome over() {
    return forward(false);
  }

  /** Moves to the next line; into a function that is called on the way, if its source is known. */
  Outcome into() {
    return forward(true);
  }

  private Outcome forward(boolean into) {
    CursorPosition start = cursor().position();
    List<SourceFrame> from = here();
    if (from.isEmpty()) {
      return into ? moves().stop(true) : moves().over();
    }
    int depth = moves().depth();
    while (true) {
      if (interrupted()) {
        cursor().to(start);
        return Outcome.INTERRUPTED;
      }
      if (into && entered(depth)) {
        return Outcome.FOUND;
      }
      Outcome one = moves().over();
      if (one != Outcome.FOUND) {
        cursor().to(start);
        return one;
      }
      if (moves().depth() < depth) {
        return Outcome.FOUND;
      }
      List<SourceFrame> now = here();
      if (now.isEmpty()) {
        continue; // code that the compiler wrote by itself
      }
      boolean deeper = now.size() > from.size();
      if (deeper ? into : now.size() < from.size() || !sameLine(now, from)) {
        return Outcome.FOUND;
      }
    }
  }

  /** Goes into the call that the cursor stands at; false, and nowhere, if there is none. */
  private boolean entered(int depth) {
    CursorPosition before = cursor().position();
    if (!cursor().atNodeEnd() || moves().stop(true) != Outcome.FOUND) {
      return false;
    }
    if (cursor().kind() == TraceCursor.Kind.INSTRUCTION && moves().depth() == depth + 1) {
      // What is called may be a stub that goes on to the function itself.
      for (int i = 0; i < STUB && moves().depth() == depth + 1; i++) {
        if (!here().isEmpty()) {
          toBody();
          return true;
        }
        if (moves().over() != Outcome.FOUND) {
          break;
        }
      }
    }
    cursor().to(before);
    return false;
  }

  /** Moves from the entry of a function to where its parameters are in their places. */
  private void toBody() {
    CursorPosition entry = cursor().position();
    long body = executed.body(cursor().pc());
    for (int i = 0; i < STUB; i++) {
      if (cursor().pc() == body) {
        return;
      }
      if (moves().over() != Outcome.FOUND) {
        break;
      }
    }
    cursor().to(entry);
  }

  /** Moves back to where this line began or, from there, the line before; over calls. */
  Outcome back() {
    CursorPosition start = cursor().position();
    List<SourceFrame> from = here();
    int began = moves().depth();
    Outcome one = moves().overBack();
    if (one != Outcome.FOUND || from.isEmpty()) {
      return one;
    }
    int depth = moves().depth();
    List<SourceFrame> line = here();
    if (line.isEmpty() && depth < began) {
      return Outcome.FOUND; // the call, in code without lines
    }
    while (line.isEmpty()) {
      if (interrupted()) {
        cursor().to(start);
        return Outcome.INTERRUPTED;
      }
      if (moves().overBack() != Outcome.FOUND || moves().depth() < depth) {
        return Outcome.FOUND;
      }
      line = here();
    }
    // Behind a call of an inlined function: its caller's line is meant.
    int frames = Math.min(line.size(), from.size());
    if (moves().depth() == depth && line.size() > from.size()) {
      line = line.subList(line.size() - frames, line.size());
    }
    CursorPosition begin = cursor().position();
    while (true) {
      if (interrupted()) {
        cursor().to(start);
        return Outcome.INTERRUPTED;
      }
      if (moves().overBack() != Outcome.FOUND) {
        break;
      }
      if (moves().depth() < depth) {
        break;
      }
      List<SourceFrame> now = here();
      if (now.isEmpty() || now.size() > line.size()) {
        continue;
      }
      if (now.size() < line.size() || !sameLine(now, line)) {
        break;
      }
      begin = cursor().position();
    }
    cursor().to(begin);
    return Outcome.FOUND;
  }
}
