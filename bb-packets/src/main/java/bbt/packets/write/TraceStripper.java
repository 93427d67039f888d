package bbt.packets.write;

import bbt.packets.Chunk;
import bbt.packets.Frame;
import bbt.packets.SidebandRecord;
import bbt.packets.TraceHeader;
import bbt.packets.TraceReader;
import bbt.packets.bytes.TraceFormatException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;

/**
 * Copies a trace without what is not needed to rebuild its instructions: names, notes, verify
 * hashes, checkpoints.
 */
public final class TraceStripper {
  private TraceStripper() {}

  /**
   * Copies a whole trace.
   *
   * @param header of the copy; verify hashes are left out where it says that there are none
   * @param keep which records of the sideband stay; all code and mappings must
   * @param checkpoints whether checkpoints stay
   * @throws TraceFormatException if the trace is damaged or was cut
   */
  public static void strip(
      Path from, Path to, TraceHeader header, Predicate<SidebandRecord> keep, boolean checkpoints)
      throws IOException {
    try (TraceReader reader = TraceReader.open(from);
        TraceWriter writer = TraceWriter.create(to, header)) {
      boolean unhashed = reader.header().verify() && !header.verify();
      boolean clocked = reader.harts() > 1;
      for (Chunk chunk = reader.next(); ; chunk = reader.next()) {
        switch (chunk) {
          case null ->
              throw new TraceFormatException(reader.offset(), "the trace was cut: it has no end");
          case Chunk.Damage damage ->
              throw new TraceFormatException(damage.offset(), damage.message());
          case Chunk.End end -> {
            writer.finish(unhashed ? unhashed(end) : end);
            return;
          }
          case Chunk.Sideband sideband -> {
            if (!sideband.checkpoint() || checkpoints) {
              TraceEditor.copy(
                  reader,
                  writer,
                  sideband,
                  TraceEditor.encode(sideband, item -> keep.test(item) ? item : null),
                  0);
            }
          }
          case Chunk.Epoch epoch -> TraceEditor.copy(reader, writer, epoch, null, 0);
          case Chunk.Schedule schedule -> TraceEditor.copy(reader, writer, schedule, null, 0);
          case Frame frame ->
              TraceEditor.copy(
                  reader,
                  writer,
                  frame,
                  unhashed ? TraceEditor.encode(unhashed(frame), clocked) : null,
                  frame.start().clock());
        }
      }
    }
  }

  private static Frame unhashed(Frame f) {
    return new Frame(
        f.offset(),
        f.hart(),
        f.mode(),
        false,
        f.start(),
        f.sidebands(),
        f.endRetired(),
        f.packets(),
        f.words(),
        f.bitCount(),
        f.targets(),
        f.storedBytes());
  }

  private static Chunk.End unhashed(Chunk.End end) {
    List<Chunk.HartEnd> harts =
        end.harts().stream().map(hart -> new Chunk.HartEnd(hart.retired(), 0)).toList();
    return new Chunk.End(
        end.offset(),
        harts,
        end.exitCode(),
        end.reason(),
        end.frames(),
        end.packets(),
        end.bits(),
        end.targets(),
        end.contentHash(),
        end.ticks());
  }
}
