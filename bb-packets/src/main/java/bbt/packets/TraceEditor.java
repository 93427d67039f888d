package bbt.packets;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Copies a trace, changing its sideband or its schedule on the way. The copy is sound in itself:
 * checksums, content hashes and index are made anew. What it says is another matter; that is what a
 * test of {@code verify} wants.
 */
public final class TraceEditor {
  private TraceEditor() {}

  /**
   * Copies a whole trace.
   *
   * @param change gets each sideband record in file order (checkpoints repeat earlier ones) and
   *     returns what to write in its place, with the same retired count
   * @throws TraceFormatException if the trace is damaged or was cut
   */
  public static void rewrite(Path from, Path to, UnaryOperator<SidebandRecord> change)
      throws IOException {
    copyAll(from, to, change, UnaryOperator.identity());
  }

  /**
   * Copies a whole trace of several harts.
   *
   * @param change gets the turns of each piece of the schedule and returns others
   * @throws TraceFormatException if the trace is damaged or was cut
   */
  public static void reschedule(Path from, Path to, UnaryOperator<List<Chunk.Quantum>> change)
      throws IOException {
    copyAll(from, to, UnaryOperator.identity(), change);
  }

  private static void copyAll(
      Path from,
      Path to,
      UnaryOperator<SidebandRecord> change,
      UnaryOperator<List<Chunk.Quantum>> turns)
      throws IOException {
    try (TraceReader reader = TraceReader.open(from);
        TraceWriter writer = TraceWriter.create(to, reader.header())) {
      for (Chunk chunk = reader.next(); ; chunk = reader.next()) {
        switch (chunk) {
          case null ->
              throw new TraceFormatException(reader.offset(), "the trace was cut: it has no end");
          case Chunk.Damage damage ->
              throw new TraceFormatException(damage.offset(), damage.message());
          case Chunk.End end -> {
            writer.finish(end);
            return;
          }
          case Chunk.Sideband sideband ->
              copy(reader, writer, sideband, encode(sideband, change), 0);
          case Chunk.Epoch epoch -> copy(reader, writer, epoch, null, 0);
          case Chunk.Schedule s -> {
            ByteSink content = new ByteSink(1 << 12);
            Chunk.Schedule changed =
                new Chunk.Schedule(0, s.open(), s.clock(), s.retired(), turns.apply(s.quanta()));
            SidebandCodec.writeSchedule(content, changed, reader.header().quantum());
            copy(reader, writer, s, content, 0);
          }
          case Frame frame -> copy(reader, writer, frame, null, frame.start().clock());
        }
      }
    }
  }

  /** Copies a chunk, with other content unless that is null. */
  private static void copy(
      TraceReader reader, TraceWriter writer, Chunk chunk, ByteSink changed, long clock)
      throws IOException {
    TraceReader.RawChunk raw = reader.read(chunk.offset());
    ByteSink content = changed;
    if (content == null) {
      content = new ByteSink(raw.content.length);
      content.bytes(raw.content, 0, raw.content.length);
    }
    writer.chunk(raw.type, raw.hart, raw.retired, raw.endRetired, clock, content);
  }

  private static ByteSink encode(Chunk.Sideband sideband, UnaryOperator<SidebandRecord> change) {
    ByteSink content = new ByteSink(1 << 14);
    List<SidebandRecord> records = sideband.records();
    long last = sideband.retired();
    for (SidebandRecord each : records) {
      SidebandCodec.writeRecord(content, change.apply(each), last);
      last = each.retired();
    }
    return content;
  }
}
