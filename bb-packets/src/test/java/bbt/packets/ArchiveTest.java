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
import bbt.packets.write.Recompressor;
import bbt.packets.write.TraceWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Archives: docs/trace-format.md, "Archive". */
class ArchiveTest {
  private static final byte[] ONE =
      Traces.write(new EventScript(42, 2_000), Mode.COMPACT, true, true);
  private static final byte[] HARTS = new MachineScript(43, 3, 400).write(Mode.COMPACT, true);
  private static final int SECONDS = 300;

  @TempDir private Path folder;

  private byte[] recompressed(byte[] file, boolean archive) throws IOException {
    Path from = Files.write(folder.resolve("from.bbt"), file);
    Path to = folder.resolve("to.bbt");
    Recompressor.recompress(from, to, archive, at -> {});
    return Files.readAllBytes(to);
  }

  /** An archive of small groups. */
  private byte[] archive(byte[] file, long group) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (TraceReader reader = TraceReader.open(Files.write(folder.resolve("whole.bbt"), file));
        TraceWriter writer =
            TraceWriter.archive(out, new TraceHeader(reader.header().entries()), group)) {
      for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
        if (chunk instanceof Chunk.End end) {
          writer.finish(end);
          continue;
        }
        TraceReader.RawChunk raw = reader.read(chunk.offset());
        ByteSink content = new ByteSink(1 << 10);
        content.bytes(raw.content, 0, raw.content.length);
        long clock = chunk instanceof Frame frame ? frame.start().clock() : 0;
        writer.chunk(raw.type, raw.hart, raw.retired, raw.endRetired, clock, content);
      }
    }
    return out.toByteArray();
  }

  private static List<String> texts(List<Chunk> chunks) {
    return chunks.stream().map(ArchiveTest::text).toList();
  }

  private static String text(Chunk chunk) {
    return switch (chunk) {
      case Frame frame -> Traces.text(frame);
      case Chunk.Sideband s ->
          (s.checkpoint() + " " + s.hart() + " " + s.retired() + " " + s.number() + s.records())
              .replaceAll("@[0-9a-f]+", "");
      case Chunk.Schedule s -> s.clock() + " " + s.quanta();
      case Chunk.Epoch epoch -> epoch.clock() + " " + Arrays.toString(epoch.retired());
      case Chunk.End end -> end.harts() + " " + Long.toHexString(end.contentHash()) + end.ticks();
      case Chunk.Damage damage -> damage.message();
    };
  }

  @Test
  void anArchiveSaysTheSame() throws IOException {
    for (byte[] file : List.of(ONE, HARTS)) {
      byte[] archive = recompressed(file, true);
      assertEquals(texts(Traces.read(file)), texts(Traces.read(archive)));
      assertTrue(archive.length < file.length * 19 / 20, archive.length + " of " + file.length);
      assertArrayEquals(archive, recompressed(archive, true));
      assertArrayEquals(file, recompressed(archive, false));
      try (TraceReader reader = TraceReader.open(folder.resolve("from.bbt"))) {
        assertNull(reader.indexProblem());
      }
    }
  }

  /** Wherever a reader goes, forwards or back, by the index or by what it met. */
  @ParameterizedTest
  @ValueSource(longs = {1_000, 1 << 22})
  void chunksAreReadInAnyOrder(long group) throws IOException {
    for (byte[] file : List.of(ONE, HARTS)) {
      Path path = Files.write(folder.resolve("archive.bbt"), archive(file, group));
      List<Chunk> chunks = Traces.read(Files.readAllBytes(path));
      assertEquals(texts(Traces.read(file)), texts(chunks));
      try (TraceReader reader = TraceReader.open(path)) {
        List<Chunk> order = new ArrayList<>(chunks);
        Collections.shuffle(order, new Random(5));
        for (Chunk each : order.subList(0, Math.min(12, order.size()))) {
          reader.seek(each.offset());
          assertEquals(text(each), text(reader.next()));
        }
        for (Chunk each : chunks.reversed().subList(0, Math.min(12, chunks.size()))) {
          reader.seek(each.offset());
          assertEquals(text(each), text(reader.next()));
        }
        assertNull(reader.indexProblem());
      }
    }
  }

  @Test
  void anArchiveCutAnywhereReadsUpToItsLastWholeFrame() throws IOException {
    byte[] archive = archive(ONE, 3_000);
    List<Chunk> all = Traces.read(archive);
    List<String> frames = frames(all);
    Random random = new Random(3);
    for (int round = 0; round < 25; round++) {
      int length = 1_000 + random.nextInt(archive.length - 1_000);
      List<Chunk> chunks = Traces.read(Arrays.copyOf(archive, length));
      List<String> read = frames(chunks);
      assertEquals(frames.subList(0, read.size()), read, "cut at " + length);
      for (Chunk chunk : all) {
        if (chunk instanceof Frame frame && frame.offset() + frame.storedBytes() <= length) {
          assertTrue(read.contains(Traces.text(frame)), "cut at " + length);
        }
      }
    }
  }

  private static List<String> frames(List<Chunk> chunks) {
    return Traces.only(chunks, Frame.class).stream().map(Traces::text).toList();
  }

  /** Parity puts right a flipped bit in an archive, too. */
  @Test
  void aFlippedBitCostsNothing() throws IOException {
    byte[] archive = archive(ONE, 3_000);
    List<String> expected = texts(Traces.read(archive));
    Random random = new Random(8);
    for (int round = 0; round < 25; round++) {
      byte[] changed = archive.clone();
      changed[16 + random.nextInt(changed.length - 16)] ^= (byte) (1 << random.nextInt(8));
      assertEquals(expected, texts(Traces.read(changed)));
    }
  }

  /** What parity cannot put right costs the rest of its group, and nothing of the next one. */
  @Test
  void aLostFrameTakesAlongTheRestOfItsGroup() throws IOException {
    byte[] archive = archive(ONE, 1_000);
    List<Chunk> sound = Traces.read(archive);
    List<Frame> frames = Traces.only(sound, Frame.class);
    Set<String> begins = new TreeSet<>(); // frames with which groups begin
    for (Frame frame : frames) {
      if (archive[(int) frame.offset() + PacketFormat.CHUNK_HEADER] == 0) {
        begins.add(Traces.text(frame));
      }
    }
    assertTrue(begins.size() > 3);
    int lost = frames.size() / 2;
    byte[] changed = archive.clone();
    changed[(int) frames.get(lost).offset() + PacketFormat.CHUNK_HEADER + 9] ^= 1;
    for (int at = 0; at < changed.length - 8; at++) { // no parity
      if ((long) ByteSink.LONG.get(changed, at) == PacketFormat.SYNC
          && changed[at + 8] == PacketFormat.PARITY) {
        changed[at + PacketFormat.CHUNK_HEADER + 3] ^= 1;
      }
    }
    List<String> expected = new ArrayList<>();
    boolean gone = false;
    for (int i = 0; i < frames.size(); i++) {
      String text = Traces.text(frames.get(i));
      gone = i == lost || gone && !begins.contains(text);
      if (!gone) {
        expected.add(text);
      }
    }
    List<Chunk> read = Traces.read(changed);
    assertEquals(expected, frames(read));
    assertTrue(expected.size() < frames.size() - 1, "some others were in its group");
    assertEquals(frames.size() - expected.size(), Traces.only(read, Chunk.Damage.class).size());
    assertTrue(
        texts(read).stream().anyMatch(t -> t.contains("needs the one at offset")),
        "" + texts(read));
    // The same without what was read before.
    Path path = Files.write(folder.resolve("damaged.bbt"), changed);
    try (TraceReader reader = TraceReader.open(path)) {
      for (Frame each : frames.reversed()) {
        reader.seek(each.offset());
        Chunk chunk = reader.next();
        assertEquals(
            expected.contains(Traces.text(each)), chunk instanceof Frame, "" + each.offset());
      }
    }
  }

  // ---- hostile

  private static ByteSink start() {
    ByteSink file = new ByteSink(1 << 20);
    file.u64(PacketFormat.MAGIC);
    file.u16(PacketFormat.VERSION >>> 16);
    file.u16(PacketFormat.VERSION);
    file.u32(PacketFormat.fileCheck(file.array(), PacketFormat.VERSION));
    ByteSink header = new ByteSink(100);
    SidebandCodec.writeHeader(header, new TraceHeader(java.util.Map.of()));
    chunk(file, PacketFormat.HEADER, PacketFormat.STORED, header, header);
    return file;
  }

  private static void chunk(ByteSink file, int type, int codec, ByteSink stored, ByteSink content) {
    byte[] head = new byte[PacketFormat.CHUNK_HEADER];
    ByteSink.LONG.set(head, 0, PacketFormat.SYNC);
    head[8] = (byte) type;
    head[9] = (byte) codec;
    ByteSink.INT.set(head, 12, stored.size());
    ByteSink.INT.set(head, 16, content.size());
    long seed = PacketFormat.hashSeed(type, 0, 0, 0);
    long hash =
        net.jpountz.xxhash.XXHashFactory.fastestJavaInstance()
            .hash64()
            .hash(content.array(), 0, content.size(), seed);
    ByteSink.LONG.set(head, 24, hash);
    head[11] = PacketFormat.headCheck(head);
    ByteSink.INT.set(head, 20, TraceReader.crc(head, stored.array(), stored.size()));
    file.bytes(head, 0, head.length);
    file.bytes(stored.array(), 0, stored.size());
  }

  private static ByteSink note(String value) {
    ByteSink note = new ByteSink(100);
    SidebandCodec.writeRecord(note, new SidebandRecord.Note(0, "n", value), 0);
    return note;
  }

  /** A chunk of notes coded by a codec, that names another one. */
  private static int noted(
      ByteSink file, int type, bbt.packets.bytes.ArchiveCodec codec, long before, String value) {
    int at = file.size();
    ByteSink stored = new ByteSink(100);
    stored.varint(before < 0 ? 0 : at - before);
    ByteSink content = note(value);
    codec.encode(content, 0, 0, stored);
    chunk(file, type, PacketFormat.ARCHIVE, stored, content);
    return at;
  }

  private List<Chunk> read(ByteSink file) throws IOException {
    return Traces.read(Arrays.copyOf(file.array(), file.size()));
  }

  /** Two groups whose chunks take turns would be decoded again for each of them. */
  @Test
  @Timeout(SECONDS)
  void groupsThatTakeTurnsAreDamage() throws IOException {
    groupsThatTakeTurns(30); // soon decoded, whatever is decoded
    groupsThatTakeTurns(3_000);
  }

  private void groupsThatTakeTurns(int chunksOfEach) throws IOException {
    ByteSink file = start();
    bbt.packets.bytes.ArchiveCodec a = new bbt.packets.bytes.ArchiveCodec();
    bbt.packets.bytes.ArchiveCodec b = new bbt.packets.bytes.ArchiveCodec();
    long lastA = -1;
    long lastB = -1;
    for (int i = 0; i < chunksOfEach; i++) {
      lastA = noted(file, PacketFormat.SIDEBAND, a, lastA, "a" + i);
      lastB = noted(file, PacketFormat.SIDEBAND, b, lastB, "b" + i);
    }
    List<Chunk> chunks = read(file);
    assertEquals(2 * chunksOfEach, chunks.size());
    assertInstanceOf(Chunk.Sideband.class, chunks.get(0));
    assertInstanceOf(Chunk.Sideband.class, chunks.get(1));
    for (int i = 2; i < chunks.size(); i += 2) {
      assertInstanceOf(Chunk.Damage.class, chunks.get(i));
      assertInstanceOf(Chunk.Sideband.class, chunks.get(i + 1));
    }
  }

  @Test
  @Timeout(SECONDS)
  void chunksThatNameTheWrongOneAreDamage() throws IOException {
    ByteSink file = start();
    bbt.packets.bytes.ArchiveCodec codec = new bbt.packets.bytes.ArchiveCodec();
    int first = noted(file, PacketFormat.SIDEBAND, codec, -1, "first");
    int second = noted(file, PacketFormat.SIDEBAND, codec, first, "second");
    noted(file, PacketFormat.SIDEBAND, new bbt.packets.bytes.ArchiveCodec(), second + 1, "astray");
    noted(file, PacketFormat.SIDEBAND, new bbt.packets.bytes.ArchiveCodec(), first, "again");
    noted(file, PacketFormat.FRAME, new bbt.packets.bytes.ArchiveCodec(), second, "of another");
    noted(file, PacketFormat.PARITY, new bbt.packets.bytes.ArchiveCodec(), -1, "of none");
    noted(file, PacketFormat.SIDEBAND, codec, second, "third");
    List<Chunk> chunks = read(file);
    assertEquals(7, chunks.size());
    assertTrue(text(chunks.get(1)).contains("second"), texts(chunks)::toString);
    for (Chunk chunk : chunks.subList(2, 6)) {
      assertInstanceOf(Chunk.Damage.class, chunk);
    }
    assertTrue(text(chunks.get(6)).contains("third"), texts(chunks)::toString);
  }

  /** Before 0.8 there is no such codec. */
  @Test
  void anOlderFileHasNone() throws IOException {
    byte[] archive = recompressed(ONE, true);
    archive[8] = 0;
    archive[10] = (byte) (PacketFormat.ARCHIVE_VERSION - 1);
    ByteSink.INT.set(
        archive, 12, PacketFormat.fileCheck(archive, PacketFormat.ARCHIVE_VERSION - 1));
    assertTrue(frames(Traces.read(archive)).isEmpty());
  }

  @Test
  void whatIsNotWholeIsRefused() throws IOException {
    byte[] cut = Arrays.copyOf(ONE, ONE.length / 2);
    assertTrue(
        assertThrows(TraceFormatException.class, () -> recompressed(cut, true))
            .getMessage()
            .contains("was cut"));
    byte[] old = Traces.write(new EventScript(42, 200), Mode.COMPACT, false, true, 3);
    assertTrue(
        assertThrows(TraceFormatException.class, () -> recompressed(old, true))
            .getMessage()
            .contains("0.3"));
    byte[] before = Traces.write(new EventScript(42, 2_000), Mode.COMPACT, true, true, 4);
    assertArrayEquals(recompressed(ONE, true), recompressed(before, true));
  }
}
