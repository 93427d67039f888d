package bbt.reconstruct.step;

import bbt.reconstruct.cursor.CursorPosition;
import bbt.reconstruct.cursor.Outcome;
import bbt.reconstruct.cursor.TraceCursor;
import bbt.reconstruct.replay.state.MachineState;
import bbt.reconstruct.stack.CallFrame;
import bbt.reconstruct.step.text.CommandException;
import java.util.Arrays;
import java.util.List;

/**
 * The registers of the selected frame. Those of a caller are as they were when it called (or when
 * the trap came): the run is executed again up to there, so all of them are known, whatever the
 * functions called since have saved, and across traps, too.
 *
 * @param pc where the frame stands: the call instruction of a caller
 * @param codeAddress an address whose description holds there: of a call the last byte of its
 *     instruction, since behind it begins what holds after the return
 */
public record FrameRegisters(long pc, long codeAddress, long[] general, long[] floating) {
  /**
   * Returns the registers of the frame that the session looks at.
   *
   * @throws CommandException where the run cannot be executed again, saying why
   */
  public static FrameRegisters of(StepSession session) {
    TraceCursor at = session.cursor();
    if (session.frame() == 0) {
      return session.state().read(at, state -> of(state, at.hart(), at.pc(), at.pc()));
    }
    List<CallFrame> stack = at.stack();
    CallFrame frame = stack.get(session.frame() - 1);
    FrameRegisters known = session.callersRegisters().get(frame);
    if (known != null) {
      return known;
    }
    long code = frame.kind() == CallFrame.Kind.CALL ? frame.link() - 1 : frame.site();
    CursorPosition here = at.position();
    try {
      if (session.moves().caller(session.frame() - 1) != Outcome.FOUND) {
        throw new CommandException(
            "the registers of frame "
                + session.frame()
                + " are not available: the trace does not hold its call");
      }
      FrameRegisters found =
          session.state().read(at, state -> of(state, at.hart(), frame.site(), code));
      session.callersRegisters().put(frame, found);
      return found;
    } finally {
      at.to(here);
    }
  }

  private static FrameRegisters of(MachineState state, int hart, long pc, long code) {
    var registers = state.guest().registers();
    long[] general = new long[registers.general().size()];
    Arrays.setAll(general, i -> state.general(hart, i));
    long[] floating = new long[registers.floating().size()];
    Arrays.setAll(floating, i -> state.floating(hart, i));
    return new FrameRegisters(pc, code, general, floating);
  }
}
