package bbt.reconstruct.cli;

import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.Progress;
import bbt.reconstruct.basics.UserException;
import bbt.reconstruct.cli.options.BinaryOptions;
import bbt.reconstruct.cli.options.SelectionOptions;
import bbt.reconstruct.cli.options.TraceFiles;
import bbt.reconstruct.map.TraceMap;
import bbt.reconstruct.select.Selection;
import bbt.reconstruct.select.SelectionException;
import bbt.reconstruct.select.SelectionScope;
import bbt.reconstruct.trace.TraceOutline;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The index of a trace, as far as a selection needs it, with the selection's meaning in that trace.
 *
 * @param scope null: everything is selected
 */
record IndexedTrace(TraceMap map, SelectionScope scope) implements AutoCloseable {
  /**
   * Indexes a trace, from {@code --lead} instructions before the selection on, and shows how far it
   * is.
   *
   * @throws UserException if the selection names what the trace does not have
   */
  static IndexedTrace open(Path trace, SelectionOptions selected, BinaryOptions binaries)
      throws IOException {
    Selection selection = selected.selection();
    long from =
        selection.from() == null
            ? 0
            : selection.from().clock(TraceOutline.of(trace)) - selection.lead();
    TraceMap map;
    try (Progress progress = Progress.start("indexing", () -> TraceFiles.instructions(trace))) {
      map =
          TraceMap.open(
              trace,
              new TraceMap.Options(binaries.files(), TraceMap.userCache(), from, progress::update));
    }
    try {
      return new IndexedTrace(map, SelectionScope.of(selection, trace, map.symbols()));
    } catch (SelectionException e) {
      map.close();
      throw new UserException(Fault.USAGE, e.getMessage(), e);
    }
  }

  /** Instructions of all harts before the selection's end. */
  long end() {
    return scope == null ? map.endClock() : Math.min(map.endClock(), scope.to());
  }

  @Override
  public void close() {
    map.close();
  }
}
