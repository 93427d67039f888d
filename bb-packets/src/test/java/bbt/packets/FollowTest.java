package bbt.packets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.bytes.PacketFormat;
import bbt.packets.write.EventWriter;
import bbt.packets.write.MachineWriter;
import bbt.packets.write.TraceWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/**
 * A reader that follows a growing trace reads the same chunks as one that opens it when it is
 * whole.
 */
class FollowTest {
  private static final byte[] ONE = Traces.write(new EventScript(44, 36_000), Mode.RAW, true, true);
  private static final byte[] HARTS = new MachineScript(43, 3, 1200).write(Mode.COMPACT, true);

  /** What a reader says, up to the end: chunks, then what was put right. */
  private static List<String> read(TraceReader reader) throws IOException {
    List<Chunk> chunks = new ArrayList<>();
    for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
      chunks.add(chunk);
    }
    List<String> all = new ArrayList<>();
    for (Chunk chunk : chunks) {
      String text = chunk instanceof Frame f ? f.offset() + Traces.text(f) : String.valueOf(chunk);
      all.add(text.replaceAll("@[0-9a-f]+", ""));
    }
    reader.problems().forEach(problem -> all.add(problem.toString()));
    all.add(reader.size() + " " + reader.contentHash());
    all.add("index: " + reader.indexProblem());
    return all;
  }

  private static List<String> there(byte[] bytes) throws IOException {
    Path file = Files.createTempFile("trace", ".bbt");
    try {
      Files.write(file, bytes);
      try (TraceReader reader = TraceReader.open(file).gatherIndex()) {
        return read(reader);
      }
    } finally {
      Files.delete(file);
    }
  }

  /** Gives at most so many bytes at a time. */
  private static InputStream inPieces(byte[] bytes, int most, Random random) {
    return new ByteArrayInputStream(bytes) {
      @Override
      public int read(byte[] into, int at, int length) {
        return super.read(into, at, Math.min(length, 1 + random.nextInt(most)));
      }
    };
  }

  /** A trace, perhaps cut, perhaps with a damaged byte. */
  private static byte[] some(Random random, boolean harts, boolean cut, boolean damaged) {
    byte[] whole = harts ? HARTS : ONE;
    int header = 4096;
    byte[] bytes =
        cut ? Arrays.copyOf(whole, header + random.nextInt(whole.length - header)) : whole.clone();
    if (damaged) {
      bytes[header + random.nextInt(bytes.length - header + 1) - 1] ^= 4;
    }
    return bytes;
  }

  @Property(tries = 60)
  void aStreamInPieces(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 100_000) int most,
      @ForAll boolean harts,
      @ForAll boolean cut,
      @ForAll boolean damaged)
      throws IOException {
    Random random = new Random(seed);
    byte[] bytes = some(random, harts, cut, damaged);
    try (TraceReader reader =
        TraceReader.follow(inPieces(bytes, most, random), () -> true).gatherIndex()) {
      assertEquals(there(bytes), read(reader));
    }
  }

  @Property(tries = 12)
  void aFileThatGrows(@ForAll long seed, @ForAll boolean harts, @ForAll boolean cut)
      throws Exception {
    Random random = new Random(seed);
    byte[] bytes = some(random, harts, cut, false);
    int piece = 1 + random.nextInt(bytes.length / 4);
    followed(bytes, 0, piece, bytes.length / piece > 500 ? 0 : 5);
  }

  /** Parity and index stand behind the end record. */
  @Test
  void aFileWhoseEndIsWrittenSlowly() throws Exception {
    followed(ONE, ONE.length - 40_000, 500, 50);
  }

  /**
   * Follows a file while it is written: some of it at once, and the rest in pieces.
   *
   * @param pause milliseconds between them
   */
  private static void followed(byte[] bytes, int atOnce, int piece, int pause) throws Exception {
    Path file = Files.createTempFile("trace", ".bbt");
    try (FileChannel out = FileChannel.open(file, StandardOpenOption.WRITE);
        FileLock lock = out.lock()) {
      CompletableFuture<List<String>> reading =
          CompletableFuture.supplyAsync(
              () -> {
                try (TraceReader reader =
                    TraceReader.follow(file, () -> lock.isValid() || true).gatherIndex()) {
                  return read(reader);
                } catch (IOException e) {
                  throw new java.io.UncheckedIOException(e);
                }
              });
      out.write(ByteBuffer.wrap(bytes, 0, atOnce));
      for (int at = atOnce; at < bytes.length; at += piece) {
        out.write(ByteBuffer.wrap(bytes, at, Math.min(piece, bytes.length - at)));
        Thread.sleep(pause);
      }
      lock.release();
      try {
        assertEquals(there(bytes), reading.get(100, TimeUnit.SECONDS));
      } catch (TimeoutException e) {
        throw new AssertionError("nobody writes the file, and it is followed all the same", e);
      }
    } finally {
      Files.delete(file);
    }
  }

  /** A reader of a stream keeps few of its bytes; those of a long index are gone at the end. */
  @Test
  void aStreamWithALongIndex() throws IOException {
    int frames = 300_000;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    TraceWriter writer = new TraceWriter(bytes, new TraceHeader(Map.of("trace.mode", "compact")));
    MachineWriter machine = new MachineWriter(writer, new PacketFormat.Limits(1, 1, 1, 64, 1, 1));
    EventWriter hart = machine.current();
    hart.reset(0x8000_0000L, 3, 0);
    for (int i = 1; i < frames; i++) {
      hart.retire(1);
      hart.branch(true, 0x8000_0000L);
    }
    machine.finish(List.of(), new long[1], 0, "stopped", 0);
    byte[] whole = bytes.toByteArray();
    InputStream stream = new ByteArrayInputStream(whole);
    try (TraceReader reader = TraceReader.follow(stream, () -> true).gatherIndex()) {
      while (reader.next() != null) {
        // Whoever verifies a stream reads all of it, then asks.
      }
      TraceIndex index = reader.index();
      assertTrue(index.count() >= frames, index.count() + " entries");
      assertTrue(reader.first() > index.endOffset(), "the index is still there");
      assertNull(reader.indexProblem());
    }
  }

  @Test
  void whoWaitsMayHaveEnough() throws IOException {
    Path file = Files.createTempFile("trace", ".bbt");
    try {
      Files.write(file, Arrays.copyOf(ONE, ONE.length / 2));
      // Of this process, as far as the reader can tell somebody may write it.
      try (FileChannel out = FileChannel.open(file, StandardOpenOption.WRITE);
          FileLock lock = out.lock()) {
        int[] asked = new int[1];
        try (TraceReader reader = TraceReader.follow(file, () -> ++asked[0] < 3)) {
          List<String> all = read(reader);
          assertTrue(lock.isValid() && all.size() > 3, all.toString());
          assertEquals(3, asked[0]);
          assertNull(reader.next());
        }
      }
    } finally {
      Files.delete(file);
    }
  }
}
