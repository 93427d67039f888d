package bbt.reconstruct.step;

import bbt.reconstruct.cli.ExitCode;
import bbt.reconstruct.cli.UserException;
import bbt.reconstruct.replay.Position;
import bbt.reconstruct.select.Place;
import bbt.reconstruct.trace.CodeAddress;
import java.util.List;

/** Finds the moment of a {@link Place.Execution}, by the trace alone. */
public final class Executions {
  private Executions() {}

  /**
   * The moment before an instruction is executed.
   *
   * @param hart on which; -1: on any
   * @throws UserException if the trace knows no such name, or it was not executed so often
   */
  public static Position find(TraceMap map, Place.Execution times, int hart) {
    Names names = new Names(map.symbols());
    List<CodeAddress> places = names.addresses(times.what());
    if (places.isEmpty()) {
      List<String> like = names.like(times.what());
      throw new UserException(
          ExitCode.USAGE,
          "no symbol or address \"%s\" in this trace%s"
              .formatted(
                  times.what(), like.isEmpty() ? "" : "; is it " + String.join(", ", like) + "?"));
    }
    if (!map.isEmpty()) {
      TraceCursor cursor = new TraceCursor(map);
      Moves moves = new Moves(cursor, () -> false, done -> {});
      moves.confine(hart);
      if (moves.to(Targets.code(map, places), times.number()) == Outcome.FOUND) {
        return new Position(cursor.clock(), cursor.trapsHere());
      }
    }
    throw new UserException(
        ExitCode.USAGE,
        "%s was not executed %d times in this trace"
            .formatted(times.what(), Math.abs(times.number())));
  }
}
