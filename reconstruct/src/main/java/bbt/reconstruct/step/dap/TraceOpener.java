package bbt.reconstruct.step.dap;

import bbt.reconstruct.map.TraceMap;
import bbt.reconstruct.names.BinaryFiles;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/** Opens a trace for an editor, and says in one line what is wrong where it cannot. */
public interface TraceOpener {
  /**
   * Opens a trace.
   *
   * @param progress is told the instructions that have been indexed
   * @throws bbt.reconstruct.step.text.CommandException if it cannot be opened
   */
  TraceMap open(Path trace, BinaryFiles binaries, LongConsumer progress);

  /** Instructions that the trace holds, about; 0 if that cannot be told. */
  long instructions(Path trace);
}
