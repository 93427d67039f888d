package bbt.reconstruct.replay;

import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.UserException;
import bbt.reconstruct.cursor.Moves;
import bbt.reconstruct.cursor.Outcome;
import bbt.reconstruct.cursor.PlaceNames;
import bbt.reconstruct.cursor.Targets;
import bbt.reconstruct.cursor.TraceCursor;
import bbt.reconstruct.map.TraceMap;
import bbt.reconstruct.names.BinaryFiles;
import bbt.reconstruct.names.CodeAddress;
import bbt.reconstruct.replay.state.Position;
import bbt.reconstruct.select.Place;
import java.io.IOException;
import java.util.List;

/** Finds the moment of a {@link Place.Execution}, by the trace alone. */
public final class ExecutionFinder {
  private ExecutionFinder() {}

  /**
   * The moment before an instruction is executed.
   *
   * @param hart on which; -1: on any
   * @throws UserException if the trace knows no such name, or it was not executed so often
   */
  public static Position find(TraceMap map, Place.Execution times, int hart) {
    PlaceNames names = new PlaceNames(map.symbols());
    List<CodeAddress> places = names.addresses(times.what());
    if (places.isEmpty()) {
      List<String> like = names.like(times.what());
      throw new UserException(
          Fault.USAGE,
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
        Fault.USAGE,
        "%s was not executed %d times in this trace"
            .formatted(times.what(), Math.abs(times.number())));
  }

  /**
   * Goes to a place as the user names it.
   *
   * @throws UserException if there is none such
   */
  public static void goTo(Replay replay, String at) throws IOException {
    try {
      Place place = Place.parse(at);
      if (place instanceof Place.Execution e) {
        try (TraceMap map =
            TraceMap.open(
                replay.trace(),
                new TraceMap.Options(BinaryFiles.NONE, TraceMap.userCache(), done -> {}))) {
          replay.goTo(find(map, e, -1));
        }
      } else {
        replay.goTo(place, -1);
      }
    } catch (IllegalArgumentException e) {
      throw new UserException(Fault.USAGE, e.getMessage(), e);
    }
  }
}
