package bbt.reconstruct.cli;

import bbt.reconstruct.basics.Progress;
import bbt.reconstruct.cli.options.BinaryOptions;
import bbt.reconstruct.cli.options.GuestFileOptions;
import bbt.reconstruct.cli.options.SelectionOptions;
import bbt.reconstruct.cost.CostModel;
import bbt.reconstruct.memory.MemoryConfig;
import bbt.reconstruct.memory.MemoryProfile;
import bbt.reconstruct.replay.Replay;
import bbt.reconstruct.replay.memory.MemorySimulation;
import java.io.IOException;
import java.nio.file.Path;

/** Simulates a memory system for a command, and shows how far it is. */
final class SimulatedMemory {
  private SimulatedMemory() {}

  /**
   * Executes the run again and simulates.
   *
   * @param config null: nothing is simulated
   * @param detailed as {@link MemorySimulation#run} has it
   * @return null where nothing is simulated
   */
  static MemoryProfile run(
      Path trace,
      MemoryConfig config,
      CostModel costs,
      GuestFileOptions files,
      SelectionOptions selected,
      BinaryOptions binaries,
      boolean detailed)
      throws IOException {
    if (config == null) {
      return null;
    }
    try (IndexedTrace indexed = IndexedTrace.open(trace, selected, binaries);
        Replay replay = Replay.open(trace, files.toOptions());
        // The first time everything up to there is executed, and checked against the trace.
        Progress progress = Progress.start("simulating", indexed::end)) {
      replay.onProgress(progress::update);
      return MemorySimulation.run(
          indexed.map(), replay, indexed.scope(), config, costs, detailed, progress::update);
    }
  }
}
