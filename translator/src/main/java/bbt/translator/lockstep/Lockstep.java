package bbt.translator.lockstep;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/**
 * Compares the engines on one guest, and names the instruction where they differ: the run is
 * repeated from its start to the last agreement, from there on in fine steps, and once more to just
 * before the step that differs, whose instructions are then tried one after the other.
 */
public final class Lockstep {
  /** The distance behind a difference to which the fine search goes on. */
  private static final long MARGIN = 100_000;

  private Lockstep() {}

  /**
   * The result of a comparison.
   *
   * @param instructions retired by each engine
   * @param places counts at which registers were compared: region exits, budget exits, events
   * @param pauses times that all state but memory was compared
   * @param memories times that all of memory was compared
   * @param difference {@code null} when the engines agree
   */
  public record Result(
      long instructions, long places, long pauses, long memories, EngineDifference difference) {
    /** Whether the engines agree. */
    public boolean agrees() {
      return difference == null;
    }
  }

  /**
   * Runs a guest to its end on both engines.
   *
   * @param progress gets a line when the search for an instruction begins
   */
  public static Result compare(Guest guest, Choices choices, Consumer<String> progress)
      throws IOException {
    try (Pass pass = new Pass(guest, choices, Leader.Steps.NODES, Long.MAX_VALUE, new long[0])) {
      Pass.Found found = pass.run(Long.MAX_VALUE, Long.MAX_VALUE);
      long instructions = pass.retired();
      pass.close();
      return new Result(
          instructions,
          pass.places(),
          pass.pauses(),
          pass.memories(),
          found == null ? null : locate(guest, choices, found, progress));
    }
  }

  private static EngineDifference locate(
      Guest guest, Choices choices, Pass.Found coarse, Consumer<String> progress)
      throws IOException {
    progress.accept(
        "the engines differ after %d instructions (%s); repeating from %d in small steps"
            .formatted(coarse.found(), String.join(", ", coarse.what()), coarse.agreed()));
    for (Leader.Steps steps : Leader.Steps.values()) {
      EngineDifference difference = locate(guest, choices, steps, coarse);
      if (difference != null) {
        return difference;
      }
    }
    return new EngineDifference(
        coarse.agreed(),
        coarse.found(),
        coarse.what(),
        List.of("repeated in small steps, the engines agree"));
  }

  /** Finds the difference in steps of one kind; {@code null} if the engines agree then. */
  private static EngineDifference locate(
      Guest guest, Choices choices, Leader.Steps steps, Pass.Found coarse) throws IOException {
    Pass.Found fine;
    try (Pass pass = new Pass(guest, choices, steps, coarse.agreed(), coarse.watched())) {
      fine = pass.run(Long.MAX_VALUE, coarse.found() + MARGIN);
    }
    if (fine == null) {
      return null;
    }
    try (Pass pass = new Pass(guest, choices, steps, coarse.agreed(), coarse.watched())) {
      Pass.Found again = pass.run(Math.max(1, fine.fineSteps() - 1), Long.MAX_VALUE);
      List<String> instruction =
          again != null
              ? List.of("the runs are not repeatable: " + String.join(", ", again.what()))
              : new Culprit(pass.leader, pass.follower).find(fine.found(), fine.what());
      return new EngineDifference(fine.agreed(), fine.found(), fine.what(), instruction);
    }
  }
}
