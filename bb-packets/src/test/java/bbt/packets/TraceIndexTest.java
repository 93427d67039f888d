package bbt.packets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceIndexTest {
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
      TraceIndex.Entry checkpoint = reader.index().checkpointBefore(0, script.retired());
      assertNotNull(checkpoint);
      reader.seek(checkpoint.offset());
      assertTrue(((Chunk.Sideband) reader.next()).checkpoint());
    }
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
}
