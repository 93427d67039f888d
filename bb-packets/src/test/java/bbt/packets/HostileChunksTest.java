package bbt.packets;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.bytes.ByteSink;
import bbt.packets.bytes.PacketFormat;
import bbt.packets.bytes.TraceFormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.CRC32C;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.xxhash.XXHashFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A chunk's claims cost no more time and memory than the file's size justifies. */
class HostileChunksTest {
  /** More than any of these files takes; a reader that is quadratic takes minutes. */
  private static final int SECONDS = 300;

  private static final int NOTES = 3;

  @TempDir private Path folder;

  private static ByteSink start() {
    ByteSink file = new ByteSink(1 << 20);
    file.u64(PacketFormat.MAGIC);
    file.u16(0);
    file.u16(3);
    file.u32(0);
    ByteSink header = new ByteSink(100);
    SidebandCodec.writeHeader(header, new TraceHeader(Map.of()));
    chunk(file, PacketFormat.HEADER, PacketFormat.STORED, content(header), header.size(), true);
    return file;
  }

  private static byte[] content(ByteSink sink) {
    return Arrays.copyOf(sink.array(), sink.size());
  }

  /** Appends a chunk whose checksum is right, and whose content hash is or is not. */
  private static void chunk(
      ByteSink file, int type, int codec, byte[] stored, int length, boolean hashIsRight) {
    chunk(file, type, codec, stored, length, hashIsRight, 0);
  }

  private static void chunk(
      ByteSink file,
      int type,
      int codec,
      byte[] stored,
      int length,
      boolean hashIsRight,
      long endRetired) {
    byte[] head = new byte[PacketFormat.CHUNK_HEADER];
    ByteSink.LONG.set(head, 0, PacketFormat.SYNC);
    head[8] = (byte) type;
    head[9] = (byte) codec;
    ByteSink.INT.set(head, 12, stored.length);
    ByteSink.INT.set(head, 16, length);
    byte[] content =
        codec == PacketFormat.LZ4
            ? LZ4Factory.fastestJavaInstance().fastDecompressor().decompress(stored, length)
            : stored;
    long hash = XXHashFactory.fastestJavaInstance().hash64().hash(content, 0, content.length, 0);
    ByteSink.LONG.set(head, 24, hashIsRight ? hash : ~hash);
    ByteSink.LONG.set(head, 40, endRetired);
    ByteSink.INT.set(head, 20, TraceReader.crc(head, stored, stored.length));
    file.bytes(head, 0, head.length);
    file.bytes(stored, 0, stored.length);
  }

  /** A sound chunk with one note. */
  private static void note(ByteSink file, String value) {
    ByteSink note = new ByteSink(100);
    SidebandCodec.writeRecord(note, new SidebandRecord.Note(0, "n", value), 0);
    chunk(file, NOTES, PacketFormat.STORED, content(note), note.size(), true);
  }

  /** A header that claims so many bytes, and whose checksum is wrong. */
  private static void claim(ByteSink file, int bytes) {
    byte[] head = new byte[PacketFormat.CHUNK_HEADER];
    ByteSink.LONG.set(head, 0, PacketFormat.SYNC);
    head[8] = (byte) NOTES;
    ByteSink.INT.set(head, 12, bytes);
    ByteSink.INT.set(head, 16, bytes);
    file.bytes(head, 0, head.length);
  }

  private List<Chunk> read(ByteSink file) throws IOException {
    Path path = folder.resolve("hostile.bbt");
    Files.write(path, content(file));
    List<Chunk> chunks = new ArrayList<>();
    try (TraceReader reader = TraceReader.open(path)) {
      for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
        chunks.add(chunk);
      }
      reader.index();
    }
    return chunks;
  }

  private static List<String> notes(List<Chunk> chunks) {
    return chunks.stream()
        .filter(Chunk.Sideband.class::isInstance)
        .flatMap(c -> ((Chunk.Sideband) c).records().stream())
        .map(r -> ((SidebandRecord.Note) r).value())
        .toList();
  }

  @Test
  @Timeout(SECONDS)
  void markersThatClaimTheRestOfTheFileAreReadOnce() throws IOException {
    ByteSink file = start();
    note(file, "before");
    int claims = 100_000;
    for (int i = 0; i < claims; i++) {
      claim(file, (claims - 1 - i) * PacketFormat.CHUNK_HEADER);
    }
    note(file, "behind");
    assertEquals(List.of("before", "behind"), notes(read(file)));
  }

  @Test
  @Timeout(SECONDS)
  void markersBetweenSoundChunksAreReadOnce() throws IOException {
    ByteSink file = start();
    int claims = 30_000;
    for (int i = 0; i < claims; i++) {
      claim(file, (claims - 1 - i) * PacketFormat.CHUNK_HEADER);
      note(file, "note");
    }
    assertEquals(claims, notes(read(file)).size());
  }

  @Test
  @Timeout(SECONDS)
  void chunksInsideChunksAreReadOnce() throws IOException {
    // From the inside out: the checksum of each is right, the content hash of none.

    int depth = 12_000;
    byte[] all = new byte[depth * PacketFormat.CHUNK_HEADER];
    for (int i = 1; i <= depth; i++) {

      byte[] head = new byte[PacketFormat.CHUNK_HEADER];
      ByteSink.LONG.set(head, 0, PacketFormat.SYNC);
      head[8] = NOTES;
      int length = (i - 1) * PacketFormat.CHUNK_HEADER;
      ByteSink.INT.set(head, 12, length);
      ByteSink.INT.set(head, 16, length);
      CRC32C crc = new CRC32C();
      crc.update(head, 8, 12);
      crc.update(head, 24, 24);
      crc.update(all, all.length - length, length);
      ByteSink.INT.set(head, 20, (int) crc.getValue());
      System.arraycopy(head, 0, all, all.length - length - head.length, head.length);
    }
    ByteSink file = start();
    file.bytes(all, 0, all.length);
    note(file, "behind");
    List<Chunk> chunks = read(file);
    assertEquals(List.of("behind"), notes(chunks));
    // Bytes whose checksum is right are one chunk: nothing is looked for inside.
    assertEquals(2, chunks.size());
    assertEquals(all.length, assertInstanceOf(Chunk.Damage.class, chunks.getFirst()).length());
  }

  private static void packed(ByteSink file, int type, byte[] content) {
    byte[] stored = LZ4Factory.safeInstance().highCompressor(5).compress(content);
    chunk(file, type, PacketFormat.LZ4, stored, content.length, true);
  }

  /** Returns the bytes of the heap in use after a collection. */
  private static long used() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  @ParameterizedTest
  @ValueSource(strings = {"notes", "codes", "symbols", "times", "packets", "targets", "turns"})
  @Timeout(SECONDS)
  void aChunkThatBurstsIsDamage(String what) throws IOException {
    ByteSink content = new ByteSink(1 << 20);
    int type = PacketFormat.SIDEBAND;
    int count = PacketFormat.MAX_ITEMS + 1;
    switch (what) {
      case "notes" -> repeat(content, count, PacketFormat.NOTE, 0, 0, 0);
      case "codes" -> repeat(content, count, PacketFormat.CODE, 0, 0, 0, 0, 0, 0);
      case "times" -> repeat(content, count, PacketFormat.TIME, 0, 0);
      case "symbols" -> {
        for (int i = 0; i < 2; i++) {
          repeat(content, 1, PacketFormat.SYMBOLS, 0, 0, 0);
          content.varint(count / 2 + 1);
          repeat(content, count / 2 + 1, 0, 0);
        }
      }
      case "packets", "targets" -> {
        type = PacketFormat.FRAME;
        repeat(content, 1, PacketFormat.FLAG_COMPACT, 0, 1, 0, 0);
        boolean targets = what.equals("targets");
        content.varint(targets ? 1 : count);
        content.varint(0);
        content.varint(targets ? count : 0);
        content.varint(targets ? 8 : 5L * count);
        content.varint(targets ? count : 0);
        if (targets) {
          repeat(content, 1, 0, 0, 0);
          content.varint(count);
          content.varint(0);
          repeat(content, count, 0);
        } else {
          repeat(content, count, 0, 0, 0, 0, 0);
        }
      }
      default -> {
        type = PacketFormat.SCHEDULE;
        repeat(content, 1, 0, 1, 0, 0);
        content.varint(count);
        repeat(content, 2 * count, 0);
      }
    }
    ByteSink file = start();
    packed(file, type, content(content));
    note(file, "behind");
    List<Chunk> chunks = read(file);
    assertInstanceOf(Chunk.Damage.class, chunks.getFirst());
    assertEquals(List.of("behind"), notes(chunks.subList(1, 2)));
  }

  private static void repeat(ByteSink sink, int times, int... bytes) {
    for (int i = 0; i < times; i++) {
      for (int each : bytes) {
        sink.u8(each);
      }
    }
  }

  @Test
  @Timeout(SECONDS)
  void aFileOfManySmallBurstsHoldsNoMoreThanItsSizeJustifies() throws IOException {
    ByteSink content = new ByteSink(1 << 20);
    repeat(content, PacketFormat.MAX_ITEMS / 2, PacketFormat.NOTE, 0, 0, 0);
    ByteSink file = start();
    for (int i = 0; i < 8; i++) {
      packed(file, PacketFormat.SIDEBAND, content(content));
    }
    long before = used();
    List<Chunk> chunks = read(file);
    long held = used() - before;
    assertTrue(held < 400L << 20, held + " bytes held of a file of " + file.size());
    assertEquals(8, chunks.size());
    assertTrue(chunks.getLast() instanceof Chunk.Damage d && d.message().contains("more records"));
  }

  @ParameterizedTest
  @ValueSource(ints = {1 << 26 + 1, 1 << 28, Integer.MAX_VALUE, -1})
  void aLengthThatNoWriterMakesIsDamageBeforeAnythingIsAllocated(int length) throws IOException {
    ByteSink file = start();
    byte[] few = new byte[100];
    byte[] head = new byte[PacketFormat.CHUNK_HEADER];
    ByteSink.LONG.set(head, 0, PacketFormat.SYNC);
    head[8] = NOTES;
    head[9] = PacketFormat.LZ4;
    ByteSink.INT.set(head, 12, few.length);
    ByteSink.INT.set(head, 16, length);
    ByteSink.INT.set(head, 20, TraceReader.crc(head, few, few.length));
    file.bytes(head, 0, head.length);
    file.bytes(few, 0, few.length);
    List<Chunk> chunks = read(file);
    assertEquals(1, chunks.size());
    String message = assertInstanceOf(Chunk.Damage.class, chunks.getFirst()).message();
    assertTrue(message.startsWith("impossible chunk length"), message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "machine.harts=0",
        "machine.harts=33",
        "machine.harts=two",
        "machine.quantum=-1",
        "machine.memory=1e9",
        "machine.insns-per-second=0",
        "machine.seed=99999999999999999999",
        "machine.rtc-base="
      })
  void aNumberInTheHeaderThatIsNoneIsNamed(String line) throws IOException {
    String[] entry = line.split("=", -1);
    ByteSink header = new ByteSink(100);
    header.varint(1);
    header.text(entry[0]);
    header.text(entry[1]);
    ByteSink file = new ByteSink(100);
    ByteSink sound = start();
    file.bytes(sound.array(), 0, PacketFormat.FILE_HEADER);
    chunk(file, PacketFormat.HEADER, PacketFormat.STORED, content(header), header.size(), true);
    TraceFormatException refused = assertThrows(TraceFormatException.class, () -> read(file));
    assertTrue(refused.getMessage().contains(line + " in the header is no number"), line);
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 40})
  void anOffsetOutsideTheFileIsItsEnd(long offset) throws IOException {
    ByteSink file = start();
    note(file, "note");
    Path path = folder.resolve("offsets.bbt");
    Files.write(path, content(file));
    try (TraceReader reader = TraceReader.open(path)) {
      reader.seek(offset);
      assertEquals(reader.size(), reader.offset());
      assertNull(reader.peek());
      assertNull(reader.next());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void anEndOfOtherHartsThanTheHeadersIsDamage(int harts) throws IOException {
    ByteSink end = new ByteSink(100);
    List<Chunk.HartEnd> ends = Collections.nCopies(harts, new Chunk.HartEnd(0, 0));
    SidebandCodec.writeEnd(end, new Chunk.End(0, ends, 0, "x", 0, 0, 0, 0, 0, 0));
    ByteSink file = start();
    chunk(file, PacketFormat.END, PacketFormat.STORED, content(end), end.size(), true);
    String message = assertInstanceOf(Chunk.Damage.class, read(file).getFirst()).message();
    assertEquals("counts of " + harts + " harts, the header says 1", message);
  }

  @Test
  void checksumsOfRangesAreThoseOfTheirBytes() throws IOException {
    Random random = new Random(1);
    byte[] bytes = new byte[200_000];
    random.nextBytes(bytes);
    ByteSink file = start();
    chunk(file, NOTES, PacketFormat.STORED, bytes, bytes.length, true);
    Path path = folder.resolve("ranges.bbt");
    byte[] all = content(file);
    Files.write(path, all);
    try (TraceReader reader = TraceReader.open(path)) {
      int base = 77;
      RangeCrc crcs = new RangeCrc(reader, base);
      int[] found = new int[2000];
      int[] expected = new int[found.length];
      for (int i = 0; i < found.length; i++) {
        int from = base + random.nextInt(all.length - base);
        int to = from + random.nextInt(all.length - from + 1);
        found[i] = crcs.of(from, to);
        CRC32C crc = new CRC32C();
        crc.update(all, from, to - from);
        expected[i] = (int) crc.getValue();
      }
      assertArrayEquals(expected, found);
    }
  }

  /** Columns: instructions of the gap, count of the packet behind it, what is said. */
  @ParameterizedTest
  @CsvSource({
    "10, 10, ''",
    "10, 9, 'packet 1 starts at count 9, in a gap'",
    "21, 20, 'a gap ends at count 21, behind the frame''s end'",
    "4611686018427387904, 20, 'a gap ends at count 4611686018427387904, behind the frame''s end'",
    "-1, 20, 'instructions of a gap'"
  })
  void aGapEndsBeforeThePacketBehindIt(long instructions, long next, String said)
      throws IOException {
    ByteSink packets = new ByteSink(100);
    repeat(packets, 1, PacketFormat.GAP, 0, 0, 0, 0);
    packets.varint(instructions);
    repeat(packets, 1, 0, 0, PacketFormat.NORMAL);
    packets.varint(next);
    repeat(packets, 1, 0, 0, 0);
    ByteSink content = new ByteSink(100);
    repeat(content, 1, PacketFormat.FLAG_COMPACT, 0, 1, 0, 0, 2, 0, 0);
    content.varint(packets.size());
    content.varint(0);
    content.bytes(packets.array(), 0, packets.size());
    ByteSink file = start();
    int size = content.size();
    chunk(file, PacketFormat.FRAME, PacketFormat.STORED, content(content), size, true, 20);
    Chunk read = read(file).getFirst();
    String message = read instanceof Chunk.Damage damage ? damage.message() : "";
    assertTrue(said.isEmpty() ? message.isEmpty() : message.contains(said), message);
  }
}
