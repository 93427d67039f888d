package bbt.packets;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.bytes.PacketFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Several harts in one file: streams of their own, one order of all. */
class HartsTest {
  @Property(tries = 60)
  void everyHartsEventsComeBack(
      @ForAll long seed, @ForAll @IntRange(min = 2, max = 8) int count, @ForAll Mode mode) {
    MachineScript script = new MachineScript(seed, count, 700);
    List<Chunk> chunks = Traces.read(script.write(mode, true));
    Chunk.End end = Traces.only(chunks, Chunk.End.class).getFirst();
    assertEquals(count, end.harts().size());
    for (int hart = 0; hart < count; hart++) {
      EventScript its = script.harts.get(hart);
      boolean started = its.steps.size() > 0 || hart == 0;
      assertEquals(
          new Chunk.HartEnd(its.retired(), started ? 99 + hart : 0), end.harts().get(hart));
      if (started) {
        StreamReading reading = new StreamReading(chunks, hart, true);
        reading.check(its);
        assertEquals(hart == 0 ? 2 : 0, reading.rest(hart == 0 ? 2 : 0).size());
      }
    }
  }

  @Property(tries = 60)
  void theScheduleIsTheOrderOfTheTurns(
      @ForAll long seed, @ForAll @IntRange(min = 2, max = 8) int count) {
    MachineScript script = new MachineScript(seed, count, 400);
    List<Chunk.Quantum> turns = new ArrayList<>();
    long clock = 0;
    long[] retired = new long[count];
    boolean open = false;
    for (Chunk chunk : Traces.read(script.write(Mode.COMPACT, true))) {
      if (chunk instanceof Chunk.Schedule piece) {
        assertEquals(clock, piece.clock());
        assertArrayEquals(retired, piece.retired());
        for (Chunk.Quantum q : piece.quanta()) {
          if (open) {
            Chunk.Quantum first = turns.removeLast();
            assertEquals(first.hart(), q.hart());
            turns.add(
                new Chunk.Quantum(q.hart(), first.instructions() + q.instructions(), q.packets()));
          } else {
            turns.add(q);
          }
          open = false;
          clock += q.instructions();
          retired[q.hart()] += q.instructions();
        }
        open = piece.open();
        assertEquals(clock, piece.endClock());
      } else if (chunk instanceof Chunk.Epoch epoch) {
        assertEquals(clock, epoch.clock());
        assertArrayEquals(retired, epoch.retired());
      }
    }
    List<Chunk.Quantum> taken =
        script.turns.stream()
            .map(t -> new Chunk.Quantum(t.hart(), t.instructions(), t.packets()))
            .toList();
    assertEquals(merged(taken), merged(turns));
  }

  /** Turns of the same hart that follow each other may stand in the schedule as one. */
  private static List<Chunk.Quantum> merged(List<Chunk.Quantum> turns) {
    List<Chunk.Quantum> result = new ArrayList<>();
    for (Chunk.Quantum q : turns) {
      long before = 0;
      if (!result.isEmpty() && result.getLast().hart() == q.hart()) {
        before = result.removeLast().instructions();
      }
      result.add(new Chunk.Quantum(q.hart(), before + q.instructions(), q.packets()));
    }
    return result;
  }

  @Property(tries = 30)
  void anEpochCutsAllFramesAndNoFrameIsAheadOfTheSchedule(
      @ForAll long seed, @ForAll @IntRange(min = 2, max = 5) int count) {
    MachineScript script = new MachineScript(seed, count, 1500);
    long[] scheduled = new long[count];
    long[] framed = new long[count];
    Chunk.Epoch epoch = null;
    int epochs = 0;
    for (Chunk chunk : Traces.read(script.write(Mode.COMPACT, true))) {
      switch (chunk) {
        case Chunk.Epoch next -> {
          if (epoch != null) {
            long length = next.clock() - epoch.clock();
            assertTrue(length >= (long) count * Traces.SMALL.frameInstructions(), "" + length);
            assertTrue(next.ticks() >= epoch.ticks());
          }
          epoch = next;
          epochs++;
          assertArrayEquals(framed, epoch.retired());
        }
        case Chunk.Schedule piece ->
            piece.quanta().forEach(q -> scheduled[q.hart()] += q.instructions());
        case Frame frame -> {
          assertEquals(framed[frame.hart()], frame.startRetired());
          framed[frame.hart()] = frame.endRetired();
          assertTrue(frame.endRetired() <= scheduled[frame.hart()]);
          assertNotNull(epoch);
          assertTrue(frame.start().clock() >= epoch.clock());
        }
        default -> {}
      }
    }
    assertTrue(epochs > 3, epochs + " epochs");
  }

  @Property(tries = 60)
  void bulkAppendsChangeNothing(
      @ForAll long seed, @ForAll @IntRange(min = 2, max = 4) int count, @ForAll Mode mode) {
    MachineScript script = new MachineScript(seed, count, 900);
    assertArrayEquals(script.write(mode, false), script.write(mode, true));
  }

  @Property(tries = 10)
  void theIndexFindsEveryCountOfEveryHart(@ForAll long seed) throws IOException {
    MachineScript script = new MachineScript(seed, 3, 1500);
    byte[] whole = script.write(Mode.COMPACT, true);
    Path file = Files.createTempFile("harts", ".bbt");
    try {
      Files.write(file, Arrays.copyOf(whole, whole.length - PacketFormat.TRAILER_BYTES));
      TraceIndex rebuilt;
      try (TraceReader reader = TraceReader.open(file)) {
        rebuilt = reader.index();
      }
      Files.write(file, whole);
      try (TraceReader reader = TraceReader.open(file)) {
        TraceIndex index = reader.index();
        assertEquals(index, rebuilt);
        for (int hart = 0; hart < 3; hart++) {
          for (long count = 0; count < script.harts.get(hart).retired(); count += 97) {
            reader.seek(index.frameAt(hart, count).offset());
            Frame frame = nextFrame(reader, hart);
            assertTrue(frame.startRetired() <= count && count < frame.endRetired(), "" + count);
          }
        }
        long total = script.harts.stream().mapToLong(EventScript::retired).sum();
        for (long clock = 0; clock < total; clock += 97) {
          TraceIndex.Entry entry = index.epochAt(clock);
          reader.seek(entry.offset());
          Chunk.Epoch epoch = (Chunk.Epoch) reader.next();
          assertEquals(entry.clock(), epoch.clock());
          assertTrue(epoch.clock() <= clock);
        }
        TraceIndex.Entry checkpoint = TraceIndexTest.lastCheckpoint(index, 1);
        reader.seek(checkpoint.offset());
        Chunk.Sideband found = (Chunk.Sideband) reader.next();
        assertTrue(found.checkpoint());
        assertEquals(1, found.hart());
        assertEquals(checkpoint.retired(), found.retired());
      }
    } finally {
      Files.delete(file);
    }
  }

  /** A frame's entry is at the first sideband of its hart since that hart's last frame. */
  @Property(tries = 10)
  void theIndexLeadsToEachFramesSideband(@ForAll long seed) throws IOException {
    Path file = Files.createTempFile("harts", ".bbt");
    try {
      Files.write(file, new MachineScript(seed, 3, 1500).write(Mode.COMPACT, true));
      List<Long> expected = new ArrayList<>();
      long[] since = {-1, -1, -1};
      try (TraceReader reader = TraceReader.open(file)) {
        for (ChunkHeader h = reader.peek(); h != null; h = reader.peek()) {
          switch (h.kind()) {
            case SIDEBAND -> since[h.hart()] = since[h.hart()] < 0 ? h.offset() : since[h.hart()];
            case CHECKPOINT -> since[h.hart()] = -1;
            case FRAME -> {
              expected.add(since[h.hart()] < 0 ? h.offset() : since[h.hart()]);
              since[h.hart()] = -1;
            }
            default -> {}
          }
          reader.seek(h.offset() + h.bytes());
        }
        assertEquals(
            expected,
            reader.index().entries().stream()
                .filter(e -> e.kind() == TraceIndex.Kind.FRAME)
                .map(TraceIndex.Entry::offset)
                .toList());
      }
    } finally {
      Files.delete(file);
    }
  }

  private static Frame nextFrame(TraceReader reader, int hart) throws IOException {
    for (Chunk chunk = reader.next(); ; chunk = reader.next()) {
      if (chunk instanceof Frame frame && frame.hart() == hart) {
        return frame;
      }
    }
  }
}
