package bbt.reconstruct.step;

import bbt.reconstruct.basics.UserException;
import bbt.reconstruct.cursor.TraceCursor;
import bbt.reconstruct.replay.Replay;
import bbt.reconstruct.replay.setup.GuestOptions;
import bbt.reconstruct.replay.state.Access;
import bbt.reconstruct.replay.state.MachineState;
import bbt.reconstruct.replay.state.Position;
import bbt.reconstruct.step.text.CommandException;
import bbt.reconstruct.step.text.Feedback;
import bbt.reconstruct.step.text.Numbers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Gets registers and memory where the cursor stands, by executing the run again. Where that cannot
 * be done (a guest file is missing), each command says why; control flow needs none of it.
 */
public final class FullState implements AutoCloseable {
  private static final int PAGE = 4096;

  private final Path trace;
  private final GuestOptions files;
  private final Feedback feedback;
  private Replay replay;

  /** The reason why the state cannot be had, once that is known. */
  private String unavailable;

  /** Creates the state of a trace; nothing is opened before it is asked for. */
  public FullState(Path trace, GuestOptions files, Feedback feedback) {
    this.trace = trace;
    this.files = files;
    this.feedback = feedback;
  }

  /** A piece of work with a replay. */
  interface Work<T> {
    /**
     * Does the work.
     *
     * @param replay stands where the cursor stands, and may be moved
     */
    T with(Replay replay) throws IOException;
  }

  /**
   * Does something with the run that is executed again.
   *
   * @throws CommandException if that cannot be done, saying why
   */
  <T> T at(TraceCursor cursor, Work<T> work) {
    if (unavailable != null) {
      throw new CommandException(unavailable);
    }
    try {
      if (replay == null) {
        open(cursor.map().endClock());
      }
      replay.goTo(new Position(cursor.clock(), cursor.trapsHere()));
      check(cursor);
      T result = work.with(replay);
      feedback.finished();
      return result;
    } catch (UserException e) {
      throw new CommandException(e.getMessage());
    } catch (IOException e) {
      throw new CommandException("registers and memory: " + e.getMessage());
    }
  }

  private void open(long end) throws IOException {
    try {
      replay = Replay.open(trace, files);
    } catch (UserException e) {
      unavailable = "registers and memory are not available: " + e.getMessage();
      throw new CommandException(unavailable);
    }
    replay.onProgress(clock -> feedback.progress(clock, Math.max(1, end)));
    replay.onCancel(feedback::interrupted);
  }

  /** Trace and machine must agree on where this is. */
  private void check(TraceCursor cursor) {
    long pc = replay.state().pc(cursor.hart());
    if (pc != cursor.pc()) {
      throw new CommandException(
          "the run executed again stands at pc 0x"
              + Numbers.hex(pc)
              + ", the trace at 0x"
              + Numbers.hex(cursor.pc())
              + ": registers and memory here cannot be trusted, so none are shown");
    }
  }

  /**
   * A command's work on the machine.
   *
   * <p>Long work throws {@link java.util.concurrent.CancellationException} when the user interrupts
   * it.
   */
  public interface Reading<T> {
    T of(MachineState state);
  }

  /**
   * Reads something where the cursor stands.
   *
   * @throws CommandException if that cannot be done, saying why
   */
  public <T> T read(TraceCursor cursor, Reading<T> reading) {
    return at(cursor, machine -> reading.of(machine.state()));
  }

  /** A piece of physical memory. */
  record Piece(long physical, int bytes) {}

  /**
   * The memory that a range of addresses shows where the cursor stands: elsewhere, in another task,
   * the same addresses may show another.
   *
   * @throws CommandException where nothing is mapped
   */
  List<Piece> pieces(TraceCursor cursor, long address, int bytes) {
    return read(
        cursor,
        state -> {
          List<Piece> pieces = new ArrayList<>();
          for (int done = 0; done < bytes; ) {
            long from = address + done;
            int some = (int) Math.min(bytes - done, PAGE - (from & PAGE - 1));
            pieces.add(new Piece(physical(state, cursor.hart(), from), some));
            done += some;
          }
          return pieces;
        });
  }

  private static long physical(MachineState state, int hart, long address) {
    return state
        .translate(hart, address)
        .orElseThrow(
            () -> new CommandException("nothing is mapped at 0x" + Numbers.hex(address) + " here"));
  }

  /** A question about one piece. */
  private interface Question {
    Optional<Access> about(Replay machine, Piece piece) throws IOException;
  }

  private Optional<Access> nearest(
      TraceCursor cursor, List<Piece> pieces, boolean forward, Question question) {
    Comparator<Access> order = Comparator.comparing(Access::position);
    return pieces.stream()
        .map(piece -> at(cursor, machine -> question.about(machine, piece)))
        .flatMap(Optional::stream)
        .min(forward ? order : order.reversed());
  }

  /** The last access to memory before the cursor. */
  Optional<Access> last(TraceCursor cursor, Access.Kind kind, List<Piece> pieces) {
    return nearest(cursor, pieces, false, (m, piece) -> m.last(kind, piece.physical, piece.bytes));
  }

  /** The last write to memory before the cursor that changed what stood there. */
  Optional<Access> lastChange(TraceCursor cursor, List<Piece> pieces) {
    return nearest(cursor, pieces, false, (m, piece) -> m.lastChange(piece.physical, piece.bytes));
  }

  /** The next access to memory: at the cursor, or behind the instruction there. */
  Optional<Access> next(TraceCursor cursor, Access.Kind kind, List<Piece> pieces) {
    return nearest(
        cursor,
        pieces,
        true,
        (machine, piece) -> {
          machine.step();
          return machine.next(kind, piece.physical, piece.bytes);
        });
  }

  /** Whether the run has been executed again for something: then more costs little. */
  public boolean isOpen() {
    return replay != null;
  }

  /** The trace is longer now: the run is executed again when it is asked for. */
  void forget() throws IOException {
    close();
    replay = null;
    unavailable = null;
  }

  @Override
  public void close() throws IOException {
    if (replay != null) {
      replay.close();
    }
  }
}
