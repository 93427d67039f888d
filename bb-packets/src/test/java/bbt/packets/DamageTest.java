package bbt.packets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Damage stays local: docs/trace-format.md, "Damage". */
class DamageTest {
  private static final byte[] WHOLE =
      Traces.write(new EventScript(42, 200), Mode.COMPACT, false, true);
  private static final byte[] HARTS = new MachineScript(43, 3, 120).write(Mode.COMPACT, true);

  static List<byte[]> wholes() {
    return List.of(WHOLE, HARTS);
  }

  private static List<String> frames(List<Chunk> chunks) {
    return Traces.only(chunks, Frame.class).stream().map(Traces::text).toList();
  }

  @ParameterizedTest
  @MethodSource("wholes")
  void aFileCutAtAnyByteReadsUpToItsLastWholeFrame(byte[] file) {
    List<String> frames = frames(Traces.read(file));
    int headerEnd = (int) Traces.read(file).getFirst().offset();
    int most = 0;
    for (int length = headerEnd; length < file.length; length++) {
      List<Chunk> chunks = Traces.read(Arrays.copyOf(file, length));
      List<String> read = frames(chunks);
      assertEquals(frames.subList(0, read.size()), read, "cut at " + length);
      assertTrue(read.size() >= most, "cut at " + length);
      most = read.size();
      List<Chunk.Damage> damage = Traces.only(chunks, Chunk.Damage.class);
      boolean whole = !Traces.only(chunks, Chunk.End.class).isEmpty();
      assertTrue(damage.size() <= 1);
      if (!damage.isEmpty()) {
        assertTrue(damage.getFirst().truncated());
        assertEquals(length, damage.getFirst().offset() + damage.getFirst().length());
      }
      assertTrue(whole || read.size() <= frames.size());
    }
    assertEquals(frames.size(), most);
  }

  @Test
  void aFileCutInItsHeaderIsOneClearError() {
    int headerEnd = (int) Traces.read(WHOLE).getFirst().offset();
    for (int length = 0; length < headerEnd; length++) {
      byte[] cut = Arrays.copyOf(WHOLE, length);
      UncheckedIOException e =
          assertThrows(UncheckedIOException.class, () -> Traces.read(cut), "cut at " + length);
      assertTrue(e.getCause() instanceof TraceFormatException);
    }
  }

  @ParameterizedTest
  @MethodSource("wholes")
  void aFlippedBitCostsItsChunkAndNoOther(byte[] whole) {
    List<Chunk> original = Traces.read(whole);
    int headerEnd = (int) original.getFirst().offset();
    Random random = new Random(1);
    for (int i = headerEnd; i < whole.length; i += 1 + random.nextInt(9)) {
      byte[] flipped = whole.clone();
      flipped[i] ^= (byte) (1 << random.nextInt(8));
      List<Chunk> chunks = Traces.read(flipped);
      Set<Long> offsets = new HashSet<>();
      for (Chunk c : chunks) {
        if (!(c instanceof Chunk.Damage)) {
          offsets.add(c.offset());
        }
      }
      int lost = 0;
      for (Chunk c : original) {
        if (!offsets.contains(c.offset())) {
          lost++;
          assertTrue(c.offset() <= i, "bit at " + i + " cost the chunk at " + c.offset());
        }
      }
      assertTrue(lost <= 1, "bit at " + i + " cost " + lost + " chunks");
      List<Chunk.Damage> damage = Traces.only(chunks, Chunk.Damage.class);
      if (lost == 1) {
        assertEquals(1, damage.size(), "bit at " + i);
        assertTrue(damage.getFirst().offset() <= i);
        assertTrue(damage.getFirst().offset() + damage.getFirst().length() > i);
        assertFalse(damage.getFirst().message().isEmpty());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("wholes")
  void theEndRecordNamesTheContentOfAllChunksBeforeIt(byte[] whole) throws IOException {
    Chunk.End end = Traces.only(Traces.read(whole), Chunk.End.class).getFirst();
    assertEquals(end.contentHash(), contentHash(whole));
    for (Chunk chunk : Traces.read(whole)) {
      if (!(chunk instanceof Chunk.End)) {
        assertNotEquals(end.contentHash(), contentHash(without(whole, chunk)), "without " + chunk);
      }
    }
  }

  private static long contentHash(byte[] bytes) throws IOException {
    Path file = Files.createTempFile("trace", ".bbt");
    try {
      Files.write(file, bytes);
      try (TraceReader reader = TraceReader.open(file)) {
        while (reader.next() != null) {}
        return reader.contentHash();
      }
    } finally {
      Files.delete(file);
    }
  }

  /** The file with a chunk cut out cleanly. */
  private static byte[] without(byte[] whole, Chunk chunk) {
    int start = (int) chunk.offset();
    int stored = (int) ByteSink.INT.get(whole, start + 12);
    int end = start + PacketFormat.CHUNK_HEADER + stored;
    byte[] rest = Arrays.copyOf(whole, whole.length - (end - start));
    System.arraycopy(whole, end, rest, start, whole.length - end);
    return rest;
  }

  @Test
  void aBitInTheReservedBytesOrTheTrailerIsNoticed() throws IOException {
    byte[] reserved = WHOLE.clone();
    reserved[13] ^= 1;
    assertThrows(UncheckedIOException.class, () -> Traces.read(reserved));
    assertTrue(hasIndex(WHOLE));
    for (int i = WHOLE.length - PacketFormat.TRAILER_BYTES; i < WHOLE.length; i++) {
      byte[] trailer = WHOLE.clone();
      trailer[i] ^= 4;
      assertFalse(hasIndex(trailer), "bit at " + i);
    }
    assertFalse(hasIndex(Arrays.copyOf(WHOLE, WHOLE.length - PacketFormat.TRAILER_BYTES)));
  }

  private static boolean hasIndex(byte[] bytes) throws IOException {
    Path file = Files.createTempFile("trace", ".bbt");
    try {
      Files.write(file, bytes);
      try (TraceReader reader = TraceReader.open(file)) {
        return reader.hasIndex();
      }
    } finally {
      Files.delete(file);
    }
  }

  @Test
  void anUnknownVersionIsNamed() {
    byte[] later = WHOLE.clone();
    later[10] = 9;
    UncheckedIOException e = assertThrows(UncheckedIOException.class, () -> Traces.read(later));
    assertTrue(e.getCause().getMessage().contains("0.9"), e.getCause().getMessage());
  }
}
