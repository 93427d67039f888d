package bbt.reconstruct.testing;

import bbt.packets.ChunkHeader;
import bbt.packets.TraceReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Damages traces in random places. */
public final class Wounds {
  private Wounds() {}

  /** The headers of all chunks of a sound trace. */
  public static List<ChunkHeader> headers(Path trace) throws IOException {
    List<ChunkHeader> all = new ArrayList<>();
    try (TraceReader reader = TraceReader.open(trace)) {
      reader.seek(TraceReader.FILE_HEADER_BYTES);
      for (ChunkHeader h = reader.peek(); h != null; h = reader.peek()) {
        all.add(h);
        reader.seek(h.offset() + h.bytes());
      }
    }
    return all;
  }

  /** The bytes of a sound trace without its parity: what is damaged there stays so. */
  public static byte[] withoutParity(Path trace) throws IOException {
    return without(
        Files.readAllBytes(trace),
        headers(trace).stream().filter(h -> h.kind() == ChunkHeader.Kind.PARITY).toList());
  }

  /** A sound trace in the same folder, without its parity. */
  public static Path bare(Path trace) throws IOException {
    return Files.write(trace.resolveSibling("bare.bbt"), withoutParity(trace));
  }

  /** A trace with chunks cut out cleanly. */
  public static byte[] without(byte[] trace, List<ChunkHeader> chunks) {
    ByteArrayOutputStream rest = new ByteArrayOutputStream();
    int at = 0;
    for (ChunkHeader gone : chunks) {
      rest.write(trace, at, (int) gone.offset() - at);
      at = (int) (gone.offset() + gone.bytes());
    }
    rest.write(trace, at, trace.length - at);
    return rest.toByteArray();
  }

  /** Flips a bit of a chunk, in its header or in what it holds. */
  public static void flip(byte[] trace, ChunkHeader chunk, Random random) {
    int at = (int) chunk.offset() + random.nextInt((int) chunk.bytes());
    trace[at] ^= (byte) (1 << random.nextInt(8));
  }
}
