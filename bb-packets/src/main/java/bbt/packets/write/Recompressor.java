package bbt.packets.write;

import bbt.packets.Chunk;
import bbt.packets.Frame;
import bbt.packets.TraceHeader;
import bbt.packets.TraceReader;
import bbt.packets.bytes.TraceFormatException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/**
 * Writes a trace anew in the newest version of the format: the same chunks with the same contents
 * and hashes, compressed otherwise.
 */
public final class Recompressor {
  private Recompressor() {}

  /**
   * Copies a whole trace.
   *
   * @param archive whether as small as the format can ({@link TraceWriter#archive}); else as a run
   *     writes it
   * @param progress is told up to which byte the trace was read
   * @throws TraceFormatException if the trace is damaged or was cut, or of a version before 0.4
   */
  public static void recompress(Path from, Path to, boolean archive, LongConsumer progress)
      throws IOException {
    try (TraceReader reader = TraceReader.open(from)) {
      if (!reader.sidebandIsNumbered()) {
        throw new TraceFormatException(
            8,
            "a trace of version "
                + reader.version()
                + " cannot be compressed anew: what its chunks hold has changed since; versions"
                + " from 0.4 on can");
      }
      TraceHeader header = new TraceHeader(reader.header().entries());
      OutputStream out = new BufferedOutputStream(Files.newOutputStream(to), 1 << 16);
      try (TraceWriter writer =
          archive ? TraceWriter.archive(out, header) : new TraceWriter(out, header)) {
        copy(reader, writer, progress);
      }
    }
  }

  private static void copy(TraceReader reader, TraceWriter writer, LongConsumer progress)
      throws IOException {
    for (Chunk chunk = reader.next(); ; chunk = reader.next()) {
      switch (chunk) {
        case null ->
            throw new TraceFormatException(reader.offset(), "the trace was cut: it has no end");
        case Chunk.Damage damage ->
            throw new TraceFormatException(
                damage.offset(),
                (damage.truncated() ? "the trace was cut: " : "the trace is damaged: ")
                    + damage.message());
        case Chunk.End end -> {
          if (end.contentHash() != writer.contentHash()) {
            throw new TraceFormatException(
                end.offset(), "the trace is damaged: its end record says another content hash");
          }
          writer.finish(end);
          return;
        }
        case Frame frame -> TraceEditor.copy(reader, writer, frame, null, frame.start().clock());
        case Chunk.Sideband sideband -> TraceEditor.copy(reader, writer, sideband, null, 0);
        case Chunk.Epoch epoch -> TraceEditor.copy(reader, writer, epoch, null, 0);
        case Chunk.Schedule schedule -> TraceEditor.copy(reader, writer, schedule, null, 0);
      }
      progress.accept(reader.offset());
    }
  }
}
