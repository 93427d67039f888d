package bbt.packets;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Frames decoded ahead, and the index gathered with them, are those of a plain reader. */
class FramesAheadTest {
  @TempDir Path folder;

  private static void same(Chunk expected, Chunk found) {
    if (expected instanceof Frame one && found instanceof Frame two) {
      assertEquals(one.offset(), two.offset());
      assertEquals(one.start(), two.start());
      assertEquals(one.endRetired(), two.endRetired());
      assertEquals(one.packets(), two.packets());
      assertArrayEquals(one.words(), two.words());
      assertArrayEquals(one.targets(), two.targets());
      assertEquals(one.storedBytes(), two.storedBytes());
      return;
    }
    assertEquals(
        expected == null ? null : expected.getClass(), found == null ? null : found.getClass());
    assertTrue(expected == null || expected.offset() == found.offset());
  }

  private void readsTheSame(Path file) throws IOException {
    List<Long> offsets = new ArrayList<>();
    try (TraceReader plain = TraceReader.open(file);
        TraceReader ahead = TraceReader.open(file).decodeAhead().gatherIndex()) {
      for (Chunk chunk = plain.next(); chunk != null; chunk = plain.next()) {
        offsets.add(chunk.offset());
        same(chunk, ahead.next());
        assertEquals(plain.offset(), ahead.offset());
        assertEquals(plain.contentHash(), ahead.contentHash());
      }
      assertNull(ahead.next());
      assertEquals(plain.problems(), ahead.problems());
      assertEquals(plain.indexProblem(), ahead.indexProblem());
      Random random = new Random(1);
      for (int i = 0; i < 50; i++) {
        long offset = offsets.get(random.nextInt(offsets.size()));
        plain.seek(offset);
        ahead.seek(offset);
        for (int j = 0; j < 3; j++) {
          same(plain.next(), ahead.next());
        }
      }
    }
  }

  @Test
  void soundAndDamagedTracesReadTheSame() throws IOException {
    for (Mode mode : Mode.values()) {
      byte[] whole = Traces.write(new EventScript(7, 3000), mode, true, true);
      readsTheSame(Files.write(folder.resolve("whole.bbt"), whole));
      Random random = new Random(3);
      for (int i = 0; i < 20; i++) {
        byte[] bad = whole.clone();
        for (int j = 0; j <= i; j++) {
          bad[2000 + random.nextInt(bad.length - 2000)] ^= (byte) (1 << random.nextInt(8));
        }
        readsTheSame(Files.write(folder.resolve("bad.bbt"), bad));
      }
    }
    readsTheSame(
        Files.write(
            folder.resolve("harts.bbt"), new MachineScript(17, 3, 900).write(Mode.COMPACT, true)));
  }

  /** The chunks are not read a second time for the index. */
  @Test
  void theIndexIsMadeOnTheWay() throws IOException {
    byte[] whole = Traces.write(new EventScript(7, 3000), Mode.COMPACT, true, true);
    Path file = Files.write(folder.resolve("whole.bbt"), whole);
    try (TraceReader reader = TraceReader.open(file).gatherIndex()) {
      while (reader.next() != null) {
        // All of it.
      }
      long before = reader.reads();
      assertNull(reader.indexProblem());
      assertTrue(reader.reads() - before < 5, reader.reads() - before + " reads");
    }
  }
}
