package bbt.packets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
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
    return all;
  }

  private static List<String> there(byte[] bytes) throws IOException {
    Path file = Files.createTempFile("trace", ".bbt");
    try {
      Files.write(file, bytes);
      try (TraceReader reader = TraceReader.open(file)) {
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
    try (TraceReader reader = TraceReader.follow(inPieces(bytes, most, random), () -> true)) {
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
                try (TraceReader reader = TraceReader.follow(file, () -> lock.isValid() || true)) {
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
