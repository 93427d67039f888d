package bbt.packets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.bytes.ByteSink;
import bbt.packets.bytes.PacketFormat;
import bbt.packets.write.MachineWriter;
import bbt.packets.write.TraceWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import net.jpountz.xxhash.XXHashFactory;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TraceIndexTest {
  /** Where a chunk's header says the length of its content. */
  private static final int CONTENT_LENGTH = 16;

  @TempDir Path directory;

  @Test
  void aMissingIndexIsRebuilt() throws IOException {
    byte[] whole = Traces.write(new EventScript(7, 3000), Mode.COMPACT, false, true);
    Path file = Files.write(directory.resolve("whole.bbt"), whole);
    Path cut =
        Files.write(
            directory.resolve("cut.bbt"),
            Arrays.copyOf(whole, whole.length - PacketFormat.TRAILER_BYTES));
    try (TraceReader reader = TraceReader.open(file);
        TraceReader cutReader = TraceReader.open(cut)) {
      TraceIndex stored = reader.index();
      assertTrue(stored.entries().size() > 10);
      assertEquals(stored, cutReader.index());
    }
  }

  static List<Named<byte[]>> wholes() {
    return List.of(
        Named.of("one hart", Traces.write(new EventScript(7, 3000), Mode.COMPACT, false, true)),
        Named.of("three", new MachineScript(17, 3, 900).write(Mode.COMPACT, true)));
  }

  @ParameterizedTest
  @MethodSource("wholes")
  void anEntryIsReadByItself(byte[] whole) throws IOException {
    Path file = Files.write(directory.resolve("whole.bbt"), whole);
    try (TraceReader reader = TraceReader.open(file);
        TraceReader other = TraceReader.open(file)) {
      TraceIndex all = other.index();
      long before = reader.reads();
      IndexEntries entries = reader.indexEntries();
      assertEquals(2, reader.reads() - before);
      assertEquals(all.count(), entries.count());
      assertEquals(all.hash(), entries.hash());
      assertEquals(all.endOffset(), entries.endOffset());
      assertEquals(2, reader.reads() - before);
      for (int i = 0; i < all.count(); i += 7) {
        long reads = reader.reads();
        assertEquals(all.entry(i), entries.entry(i));
        assertEquals(1, reader.reads() - reads);
      }
    }
  }

  /** By the specification: over all chunks behind HEADER up to that of the entry. */
  @ParameterizedTest
  @MethodSource("wholes")
  void hashesAreCumulative(byte[] whole) throws IOException {
    Path file = Files.write(directory.resolve("whole.bbt"), whole);
    try (TraceReader reader = TraceReader.open(file)) {
      List<Long> expected = new ArrayList<>();
      long hash = 0;
      long end = 0;
      for (ChunkHeader h = reader.peek(); end == 0; h = reader.peek()) {
        int type = h.kind().ordinal() + 1;
        if (h.kind() == ChunkHeader.Kind.END) {
          end = h.offset();
        } else {
          long all = h.contentHash() ^ Long.rotateLeft(h.retired(), 32) ^ h.hart() * 256L + type;
          hash = (hash ^ all) * 0x9E3779B97F4A7C15L;
        }
        boolean entered =
            h.kind() == ChunkHeader.Kind.FRAME
                || h.kind() == ChunkHeader.Kind.CHECKPOINT
                || h.kind() == ChunkHeader.Kind.EPOCH;
        if (entered) {
          expected.add(hash);
        }
        reader.seek(h.offset() + h.bytes());
      }
      assertEquals(
          expected, reader.index().entries().stream().map(TraceIndex.Entry::hash).toList());
      assertEquals(hash, reader.index().hash());
      assertEquals(end, reader.index().endOffset());
    }
  }

  /** How a run was configured is no part of what it executed. */
  @Test
  void theHeaderIsNotHashed() throws IOException {
    List<TraceIndex> indexes = new ArrayList<>();
    for (String append : new String[] {"quiet", ""}) {
      Path file = directory.resolve("t.bbt");
      TraceHeader header = new TraceHeader(Map.of("guest.append", append));
      try (TraceWriter out = TraceWriter.create(file, header)) {
        MachineWriter machine = new MachineWriter(out, Traces.SMALL);
        new EventScript(5, 500).write(machine.current(), true);
        machine.finish(List.of(), new long[] {0}, 0, "poweroff", 1);
      }
      try (TraceReader reader = TraceReader.open(file)) {
        indexes.add(reader.index());
      }
    }
    assertEquals(indexes.get(0).hash(), indexes.get(1).hash());
    assertNotEquals(indexes.get(0).endOffset(), indexes.get(1).endOffset());
  }

  /** Even where its checksums are right. */
  @ParameterizedTest
  @MethodSource("wholes")
  void whatAnIndexSaysWronglyIsNoticed(byte[] whole) throws IOException {
    Path file = Files.write(directory.resolve("t.bbt"), whole);
    try (TraceReader reader = TraceReader.open(file)) {
      assertNull(reader.indexProblem());
    }
    int index = (int) (long) ByteSink.LONG.get(whole, whole.length - PacketFormat.TRAILER_BYTES);
    int start = index + PacketFormat.CHUNK_HEADER;
    int length = (int) ByteSink.INT.get(whole, index + 16);
    long retired = (long) ByteSink.LONG.get(whole, index + 32);
    long seed = PacketFormat.hashSeed(PacketFormat.INDEX, 0, retired, retired);
    for (int i = 0; i < length; i += i < 16 + 40 ? 1 : 40) {
      if (i >= 20 && i < 24) {
        continue; // means nothing
      }
      byte[] wrong = whole.clone();
      wrong[start + i] ^= 1;
      byte[] content = Arrays.copyOfRange(wrong, start, start + length);
      ByteSink.LONG.set(
          wrong,
          index + 24,
          XXHashFactory.fastestJavaInstance().hash64().hash(content, 0, length, seed));
      byte[] head = Arrays.copyOfRange(wrong, index, start);
      wrong[index + 11] = head[11] = PacketFormat.headCheck(head);
      ByteSink.INT.set(wrong, index + 20, TraceReader.crc(head, content, length));
      Files.write(file, wrong);
      try (TraceReader reader = TraceReader.open(file)) {
        String problem = reader.indexProblem();
        assertNotNull(problem, "byte " + i);
        assertTrue(problem.contains("index"), problem);
      }
    }
  }

  @Test
  void anyCountIsFoundInItsFrame() throws IOException {
    EventScript script = new EventScript(8, 3000);
    Path file =
        Files.write(directory.resolve("t.bbt"), Traces.write(script, Mode.RAW, false, true));
    try (TraceReader reader = TraceReader.open(file)) {
      for (long count = 0; count < script.retired(); count += 37) {
        TraceIndex.Entry entry = reader.index().frameAt(0, count);
        reader.seek(entry.offset());
        Chunk chunk = reader.next();
        while (chunk instanceof Chunk.Sideband) {
          chunk = reader.next();
        }
        Frame frame = assertInstanceOf(Frame.class, chunk);
        assertTrue(frame.startRetired() <= count && count < frame.endRetired(), "" + count);
      }
      TraceIndex.Entry checkpoint = lastCheckpoint(reader.index(), 0);
      reader.seek(checkpoint.offset());
      assertTrue(((Chunk.Sideband) reader.next()).checkpoint());
    }
  }

  static TraceIndex.Entry lastCheckpoint(TraceIndex index, int hart) {
    return index.entries().stream()
        .filter(e -> e.kind() == TraceIndex.Kind.CHECKPOINT && e.hart() == hart)
        .reduce((before, last) -> last)
        .orElseThrow();
  }

  @Test
  void aCheckpointHoldsEverythingKnown() throws IOException {
    KnownCode known = new KnownCode();
    int checked = 0;
    for (Chunk chunk :
        Traces.read(Traces.write(new EventScript(9, 6000), Mode.COMPACT, false, true))) {
      if (chunk instanceof Chunk.Sideband s && s.checkpoint()) {
        KnownCode fresh = new KnownCode();
        s.records().forEach(fresh::apply);
        assertEquals(
            known.snapshot(s.retired()).toString().replaceAll("@[0-9a-f]+", ""),
            fresh.snapshot(s.retired()).toString().replaceAll("@[0-9a-f]+", ""));
        for (long a = 0x80000000L; a < 0x80000200L; a += 2) {
          assertEquals(known.halfword(a), fresh.halfword(a));
        }
        checked++;
      } else if (chunk instanceof Chunk.Sideband s) {
        s.records().forEach(known::apply);
      }
    }
    assertTrue(checked > 2);
  }

  /** As the specification says it, for several ratios; where the floor decides, and where not. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 20})
  void aCheckpointStandsWhereSoManyTimesItsContentWasWritten(int ratio) throws IOException {
    int floor = 150;
    Path file = directory.resolve("t.bbt");
    try (TraceWriter out = TraceWriter.create(file, new TraceHeader(Map.of()))) {
      MachineWriter machine =
          new MachineWriter(out, new PacketFormat.Limits(20, 50, 300, ratio, floor, 60));
      new EventScript(9, 6000).write(machine.current(), true);
      machine.finish(List.of(), new long[] {0}, 0, "poweroff", 1);
    }
    KnownCode known = new KnownCode();
    long since = 0;
    boolean behindFrame = false;
    int checkpoints = 0;
    int byFloor = 0;
    byte[] whole = Files.readAllBytes(file);
    for (Chunk chunk : Traces.read(whole)) {
      boolean checkpoint = chunk instanceof Chunk.Sideband s && s.checkpoint();
      if (behindFrame && !(chunk instanceof Chunk.End)) {
        boolean due = since >= ratio * Math.max(known.weight(), floor);
        assertEquals(due, checkpoint, "at " + chunk.offset());
        byFloor += due && known.weight() < floor ? 1 : 0;
      } else {
        assertFalse(checkpoint, "at " + chunk.offset());
      }
      behindFrame = chunk instanceof Frame;
      if (checkpoint) {
        since = 0;
        checkpoints++;
      } else if (chunk instanceof Chunk.Sideband s) {
        s.records().forEach(known::apply);
      } else if (chunk instanceof Frame) {
        since += (int) ByteSink.INT.get(whole, (int) chunk.offset() + CONTENT_LENGTH);
      }
    }
    assertTrue(checkpoints > byFloor, checkpoints + " checkpoints, " + byFloor + " by the floor");
  }

  /** Every recorded trace has its checkpoints at these. */
  @Test
  void theRatioIsThatOfTheSpecification() {
    assertEquals(64, PacketFormat.Limits.STANDARD.checkpointRatio());
    assertEquals(64 << 10, PacketFormat.Limits.STANDARD.checkpointFloor());
  }
}
