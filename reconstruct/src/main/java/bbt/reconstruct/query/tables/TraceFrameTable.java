package bbt.reconstruct.query.tables;

import bbt.packets.Chunk;
import bbt.packets.Frame;
import bbt.packets.Packet;
import bbt.reconstruct.query.database.Database;
import bbt.reconstruct.query.database.RawTable;
import bbt.reconstruct.query.database.Rows;
import bbt.reconstruct.select.Selection;
import bbt.reconstruct.trace.TraceClock;
import bbt.reconstruct.trace.TraceOutline;
import java.util.Set;
import java.util.function.Consumer;

/** Fills the table of the file's frames while the trace is read. */
final class TraceFrameTable implements Consumer<Chunk> {
  private final Rows rows;
  private final TraceClock time;

  /** The window by the common clock, and its harts; empty for all. */
  private final long from;

  private final long to;
  private final Set<Integer> only;

  /** By hart: whether its last chunk was a checkpoint. */
  private final boolean[] checkpoint;

  private long id;

  TraceFrameTable(Database database, TraceOutline outline, Selection selection) {
    rows = database.rows(RawTable.TRACE_FRAMES);
    time = outline.clock();
    from = selection.from() == null ? 0 : selection.from().clock(outline);
    to = selection.to() == null ? Long.MAX_VALUE : selection.to().clock(outline);
    only = selection.harts();
    checkpoint = new boolean[outline.instructions().length];
  }

  @Override
  public void accept(Chunk chunk) {
    switch (chunk) {
      case Chunk.Sideband sideband -> checkpoint[sideband.hart()] |= sideband.checkpoint();
      case Frame frame -> {
        add(frame, id++);
        checkpoint[frame.hart()] = false;
      }
      default -> {
        // No frame, and nothing that says code.
      }
    }
  }

  /** Adds a frame of which anything is in the window. */
  private void add(Frame frame, long number) {
    long clock = frame.start().clock();
    long length = frame.endRetired() - frame.startRetired();
    if (clock >= to
        || clock + length <= from && clock < from
        || !only.isEmpty() && !only.contains(frame.hart())) {
      return;
    }
    long exceptions = frame.packets().stream().filter(p -> p instanceof Packet.Exception).count();
    long switches = frame.packets().stream().filter(p -> p instanceof Packet.Switch).count();
    rows.begin()
        .add(number)
        .add(frame.hart())
        .add(frame.offset())
        .add((long) frame.storedBytes())
        .add(checkpoint[frame.hart()])
        .add(clock)
        .add(TraceTables.nanos(time.secondsAt(clock)))
        .add(frame.startRetired())
        .add(frame.endRetired())
        .add(frame.start().pc())
        .add(frame.start().privilege())
        .add(frame.start().addressSpace())
        .add(frame.start().task())
        .add((long) frame.packets().size())
        .add(exceptions)
        .add(switches)
        .add((long) frame.bitCount())
        .add((long) frame.targets().length)
        .end();
  }
}
