package bbt.packets;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.bytes.ByteSink;
import bbt.packets.bytes.PacketFormat;
import bbt.packets.bytes.Problem;
import bbt.packets.bytes.TraceFormatException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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

  /** Traces without parity, and traces that are long enough to have parity in the middle. */
  private static final byte[] OLD =
      Traces.write(new EventScript(42, 200), Mode.COMPACT, false, true, 3);

  private static final byte[] OLD_HARTS =
      new MachineScript(43, 3, 120).write(Mode.COMPACT, true, 3);
  private static final byte[] LONG =
      Traces.write(new EventScript(44, 36_000), Mode.RAW, true, true);

  static List<byte[]> wholes() {
    return List.of(WHOLE, HARTS, OLD, OLD_HARTS);
  }

  static List<byte[]> olds() {
    return List.of(OLD, OLD_HARTS);
  }

  static List<byte[]> guarded() {
    return List.of(WHOLE, HARTS, LONG);
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

  private static List<String> texts(List<Chunk> chunks) {
    return chunks.stream()
        .map(c -> c instanceof Frame f ? f.offset() + Traces.text(f) : c.toString())
        .map(text -> text.replaceAll("@[0-9a-f]+", ""))
        .toList();
  }

  /** Whatever {@code change} does to the file's bytes, everything is read. */
  private static void costsNothing(byte[] whole, List<String> expected, byte[] changed, String what)
      throws IOException {
    Path file = Files.createTempFile("trace", ".bbt");
    try {
      Files.write(file, changed);
      try (TraceReader reader = assertDoesNotThrow(() -> TraceReader.open(file), what)) {
        List<Chunk> chunks = new ArrayList<>();
        for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
          chunks.add(chunk);
        }
        assertTrue(expected.equals(texts(chunks)), what);
        int trailer = whole.length - PacketFormat.TRAILER_BYTES;
        if (Arrays.equals(whole, trailer, whole.length, changed, trailer, whole.length)) {
          assertNull(reader.indexProblem(), what);
        }
        assertFalse(reader.problems().isEmpty(), what);
        for (Problem problem : reader.problems()) {
          int at = (int) problem.offset();
          int end = at + (int) assertInstanceOf(Problem.Repaired.class, problem).bytes();
          assertFalse(
              Arrays.equals(whole, at, end, changed, at, end),
              what + ": nothing was damaged at " + at);
        }
      }
    } finally {
      Files.delete(file);
    }
  }

  /** Where PARITY chunks begin and end. */
  private static List<int[]> parities(byte[] whole) throws IOException {
    List<int[]> at = new ArrayList<>();
    Path file = Files.createTempFile("trace", ".bbt");
    try {
      Files.write(file, whole);
      try (TraceReader reader = TraceReader.open(file)) {
        reader.seek(PacketFormat.FILE_HEADER);
        for (ChunkHeader h = reader.peek(); h != null; h = reader.peek()) {
          if (h.kind() == ChunkHeader.Kind.PARITY) {
            at.add(new int[] {(int) h.offset(), (int) (h.offset() + h.bytes())});
          }
          reader.seek(h.offset() + h.bytes());
        }
      }
    } finally {
      Files.delete(file);
    }
    return at;
  }

  /**
   * A flipped bit in the file's first bytes, in its header, in the end record or in parity costs
   * nothing, too.
   */
  @ParameterizedTest
  @MethodSource("guarded")
  void aFlippedBitCostsNothing(byte[] whole) throws IOException {
    List<String> expected = texts(Traces.read(whole));
    Random random = new Random(1);
    int step = Math.max(1, whole.length / 50);
    for (int i = 0; i < whole.length; i += i < 128 ? 1 : 1 + random.nextInt(2 * step)) {
      byte[] flipped = whole.clone();
      flipped[i] ^= (byte) (1 << random.nextInt(8));
      costsNothing(whole, expected, flipped, "bit at " + i);
    }
    for (int[] parity : parities(whole)) {
      for (int i = parity[0]; i < parity[0] + PacketFormat.CHUNK_HEADER; i++) {
        byte[] flipped = whole.clone();
        flipped[i] ^= (byte) (1 << random.nextInt(8));
        costsNothing(whole, expected, flipped, "bit at " + i + ", in parity");
      }
    }
    for (int i = whole.length - PacketFormat.TRAILER_BYTES; i < whole.length; i++) {
      byte[] flipped = whole.clone();
      flipped[i] ^= (byte) (1 << random.nextInt(8));
      costsNothing(whole, expected, flipped, "bit at " + i + ", in the trailer");
    }
  }

  /** Damage of parity counts as loss where something else is lost with it. */
  @Test
  void whatIsLostBesideParityIsDamage() throws IOException {
    int[] parity = parities(LONG).getFirst();
    byte[] both = LONG.clone();
    both[parity[0] + 50] ^= 1;
    both[parity[1] + 9] ^= 1; // of the chunk behind it
    List<Chunk> chunks = Traces.read(both);
    assertEquals(List.of((long) parity[0]), damaged(chunks));
    byte[] other = LONG.clone();
    Chunk.Sideband hit =
        Traces.only(Traces.read(LONG), Chunk.Sideband.class).stream()
            .filter(s -> s.offset() > parity[1])
            .findFirst()
            .orElseThrow();
    other[(int) hit.offset() + 8] = PacketFormat.PARITY;
    chunks = Traces.read(Arrays.copyOf(other, other.length - 20_000));
    assertEquals(hit.offset(), damaged(chunks).getFirst());
  }

  private static List<Long> damaged(List<Chunk> chunks) {
    return Traces.only(chunks, Chunk.Damage.class).stream().map(Chunk.Damage::offset).toList();
  }

  /** The size of a disk's sector or a page of memory. */
  @ParameterizedTest
  @MethodSource("guarded")
  void anErasedPageCostsNothing(byte[] whole) throws IOException {
    List<int[]> parities = parities(whole);
    List<String> expected = texts(Traces.read(whole));
    for (int i = 0; i < parities.getLast()[0]; i += 4096) {
      int from = i;
      int end = i + 4096;
      for (int[] parity : parities) { // which must stay
        end = from < parity[0] ? Math.min(end, parity[0]) : end;
        from = from >= parity[0] ? Math.max(from, parity[1]) : from;
      }
      if (from >= end) {
        continue;
      }
      byte[] erased = whole.clone();
      Arrays.fill(erased, from, end, (byte) 0);
      costsNothing(whole, expected, erased, "page at " + i);
    }
  }

  @Test
  void aFileOfThatLengthHasSeveralGroups() throws IOException {
    assertEquals(2, parities(LONG).size());
  }

  /** What is too much is damage as it was before there was parity. */
  @Test
  void twoDamagesThatTheParityCannotTellApartAreDamage() throws IOException {
    List<Chunk> original = Traces.read(LONG);
    int at = PacketFormat.MIN_GROUP / 2;
    byte[] flipped = LONG.clone();
    flipped[at] ^= 1;
    flipped[at + PacketFormat.MIN_PERIOD] ^= 1;
    List<Chunk> chunks = Traces.read(flipped);
    List<Chunk.Damage> damage = Traces.only(chunks, Chunk.Damage.class);
    assertEquals(2, damage.size());
    List<String> left = new ArrayList<>(texts(original));
    List<String> read = new ArrayList<>(texts(chunks));
    read.removeAll(texts(List.copyOf(damage)));
    assertTrue(left.containsAll(read));
    assertEquals(original.size() - 2, read.size());
    Path file = Files.createTempFile("trace", ".bbt");
    try (TraceReader reader = TraceReader.open(Files.write(file, flipped))) {
      while (reader.next() != null) {}
      assertEquals(List.of(), reader.problems());
    } finally {
      Files.delete(file);
    }
  }

  /** A reader that skips frames, and one that looks at headers alone, meet the same damage. */
  @Test
  void aFlippedBitInAHeaderIsSeenByWhoReadsHeadersAlone() throws IOException {
    List<ChunkHeader> expected = headers(WHOLE);
    for (ChunkHeader each : expected) {
      for (int i = 0; i < PacketFormat.CHUNK_HEADER; i++) {
        if (i < 20 || i >= 24) { // a wrong CRC is seen with the content
          byte[] flipped = WHOLE.clone();
          flipped[(int) each.offset() + i] ^= 1;
          if (each.kind() != ChunkHeader.Kind.PARITY) {
            assertEquals(expected, headers(flipped), "byte " + i + " of " + each);
          }
        }
      }
    }
    List<ChunkHeader> all = headers(LONG);
    int parity = parities(LONG).getFirst()[0];
    List<ChunkHeader> others = all.stream().filter(h -> h.offset() != parity).toList();
    for (int i = 0; i < PacketFormat.CHUNK_HEADER; i++) {
      byte[] flipped = LONG.clone();
      flipped[parity + i] ^= 1;
      boolean crc = i >= 20 && i < 24;
      assertEquals(crc ? all : others, headers(flipped), "byte " + i + " of parity");
    }
  }

  private static List<ChunkHeader> headers(byte[] bytes) throws IOException {
    Path file = Files.createTempFile("trace", ".bbt");
    try {
      Files.write(file, bytes);
      try (TraceReader reader = TraceReader.open(file)) {
        List<ChunkHeader> headers = new ArrayList<>();
        reader.seek(PacketFormat.FILE_HEADER);
        for (ChunkHeader h = reader.peek(); h != null; h = reader.peek()) {
          headers.add(h);
          reader.seek(h.offset() + h.bytes());
        }
        return headers;
      }
    } finally {
      Files.delete(file);
    }
  }

  /** Even where its CRC was made anew. */
  @Test
  void theContentHashCoversWhatTheHeaderSays() {
    List<Chunk> original = Traces.read(WHOLE);
    Frame frame = Traces.only(original, Frame.class).get(3);
    for (int i : new int[] {8, 10, 32, 40}) {
      byte[] wrong = WHOLE.clone();
      int at = (int) frame.offset();
      wrong[at + i] ^= 1;
      byte[] head = Arrays.copyOfRange(wrong, at, at + PacketFormat.CHUNK_HEADER);
      wrong[at + 11] = head[11] = PacketFormat.headCheck(head);
      int stored = frame.storedBytes() - PacketFormat.CHUNK_HEADER;
      byte[] payload = Arrays.copyOfRange(wrong, at + head.length, at + head.length + stored);
      ByteSink.INT.set(wrong, at + 20, TraceReader.crc(head, payload, stored));
      byte[] cut = Arrays.copyOf(wrong, at + frame.storedBytes()); // its parity is not there
      List<Chunk.Damage> damage = Traces.only(Traces.read(cut), Chunk.Damage.class);
      assertEquals(1, damage.size(), "byte " + i);
      assertTrue(damage.getFirst().message().contains("content hash"), damage::toString);
    }
  }

  @ParameterizedTest
  @MethodSource("olds")
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
    byte[] reserved = OLD.clone();
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
    byte[] later = OLD.clone();
    later[10] = 9;
    UncheckedIOException e = assertThrows(UncheckedIOException.class, () -> Traces.read(later));
    assertTrue(e.getCause().getMessage().contains("0.9"), e.getCause().getMessage());
  }
}
