package bbt.packets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.write.TraceWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** A trace of bounded size: the newest frames of the run, with what a reader of them needs. */
class RingTest {
  /** What a reader of a hart knows. */
  private static final class Known {
    private final KnownCode code = new KnownCode();
    private final Map<Long, SidebandRecord> tasks = new TreeMap<>();
    private final List<String> facts = new ArrayList<>();
    private long ticks;

    void add(Chunk.Sideband sideband) {
      for (SidebandRecord item : sideband.records()) {
        switch (item) {
          case SidebandRecord.Task task ->
              tasks.put(
                  task.task(), new SidebandRecord.Task(0, task.task(), task.pid(), task.name()));
          case SidebandRecord.Time time -> ticks += time.ticks();
          case SidebandRecord.Note note -> facts.add(note.key() + "=" + note.value());
          case SidebandRecord.Symbols symbols -> facts.add(List.of(symbols.names()).toString());
          case SidebandRecord.Code c -> {
            int next = 0;
            for (int i = 0; i < 32; i++) {
              if ((c.mask() >>> i & 1) != 0) {
                code.setHalfword(c.line() + 2 * i, c.halfwords()[next++] & 0xFFFF);
              }
            }
          }
          case SidebandRecord.Mapping m ->
              code.map(m.addressSpace(), m.virtualPage(), m.physicalPage());
        }
      }
    }

    @Override
    public String toString() {
      return code.snapshot(0).stream().map(Known::text).toList() + " " + tasks.values();
    }

    private static String text(SidebandRecord item) {
      return item instanceof SidebandRecord.Code c
          ? c.line() + ":" + c.mask() + java.util.Arrays.toString(c.halfwords())
          : item.toString();
    }
  }

  /** Frames by hart and start, with what is known when each begins. */
  private static Map<String, List<String>> frames(List<Chunk> chunks, Map<Integer, Known> known) {
    Map<String, List<String>> frames = new HashMap<>();
    for (Chunk chunk : chunks) {
      if (chunk instanceof Chunk.Sideband sideband && !sideband.checkpoint()) {
        known.computeIfAbsent(sideband.hart(), hart -> new Known()).add(sideband);
      } else if (chunk instanceof Frame f) {
        // Those of no instructions begin where the next begins, too.
        String key = f.hart() + " " + f.startRetired() + " " + f.start().clock();
        String content = Traces.text(f) + known.get(f.hart());
        frames.computeIfAbsent(key, k -> new ArrayList<>()).add(content);
      }
    }
    return frames;
  }

  /** Whether a ring's frames that begin at one place are some of the whole trace's, in order. */
  private static boolean holds(List<String> whole, List<String> its) {
    Iterator<String> rest = whole == null ? Collections.emptyIterator() : whole.iterator();
    for (String content : its) {
      boolean found = false;
      while (!found && rest.hasNext()) {
        found = rest.next().equals(content);
      }
      if (!found) {
        return false;
      }
    }
    return true;
  }

  /** Two frames begin at one place, and only the first of them is written when it is looked at. */
  @Example
  void framesThatBeginAtOnePlace() throws IOException {
    theNewestFramesAreThereWithAllTheyNeed(52, 2, 90_018);
  }

  @Property(tries = 25)
  void theNewestFramesAreThereWithAllTheyNeed(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 4) int harts,
      @ForAll @IntRange(min = 90_000, max = 200_000) int size)
      throws IOException {
    MachineScript script = new MachineScript(seed, harts, 12_000);
    Map<Integer, Known> wholeKnown = new HashMap<>();
    byte[] bytes = script.write(Mode.COMPACT, true);
    Map<String, List<String>> whole = frames(Traces.read(bytes), wholeKnown);
    Path folder = Files.createTempDirectory("ring");
    Path file = folder.resolve("t.bbt");
    int[] replaced = new int[1];
    try {
      write(
          script,
          size,
          file,
          beside -> {
            replaced[0]++;
            check(file, size, whole, null);
            return Files.newOutputStream(beside);
          });
      assertTrue(replaced[0] > 0 || bytes.length <= size, "it was never full");
      assertTrue(
          Files.size(file) > Math.min(size, bytes.length) / 3,
          "little is kept: " + Files.size(file));
      check(file, size, whole, wholeKnown);
    } finally {
      Files.deleteIfExists(file);
      Files.delete(folder);
    }
  }

  /** Writes a ring of so many bytes. */
  static void write(MachineScript script, int size, Path file, TraceWriter.RingFiles files)
      throws IOException {
    Map<String, String> facts = new TreeMap<>(script.facts(Mode.COMPACT));
    facts.put("trace.ring", Integer.toString(size));
    try (TraceWriter writer =
        TraceWriter.ring(file, Files.newOutputStream(file), files, new TraceHeader(facts))) {
      script.write(writer, true);
    }
  }

  /** Checks a ring's file, as it is or at its end. */
  private static void check(
      Path file, int size, Map<String, List<String>> whole, Map<Integer, Known> wholeKnown) {
    try (TraceReader reader = TraceReader.open(file)) {
      assertTrue(Files.size(file) <= size, "its size is " + Files.size(file));
      List<Chunk> chunks = new ArrayList<>();
      for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
        chunks.add(chunk);
        if (chunk instanceof Chunk.End end) {
          assertEquals(end.contentHash(), reader.contentHash());
        }
      }
      assertEquals(List.of(), Traces.only(chunks, Chunk.Damage.class));
      Map<Integer, Known> known = new HashMap<>();
      Map<String, List<String>> its = frames(chunks, known);
      List<Frame> frames = Traces.only(chunks, Frame.class);
      its.forEach((frame, content) -> assertTrue(holds(whole.get(frame), content), frame));
      long dropped = reader.header().dropped();
      if (dropped > 0) {
        assertEquals(frames.stream().mapToLong(f -> f.start().clock()).min().orElse(-1), dropped);
      }
      if (wholeKnown == null) {
        return;
      }
      Chunk.End end = Traces.only(chunks, Chunk.End.class).getFirst();
      assertEquals(frames.size(), end.frames());
      assertEquals(frames.stream().mapToLong(f -> f.packets().size()).sum(), end.packets());
      assertEquals(frames.stream().mapToLong(Frame::bitCount).sum(), end.bits());
      assertEquals(frames.stream().mapToLong(f -> f.targets().length).sum(), end.targets());
      assertNull(reader.indexProblem());
      int all = whole.values().stream().mapToInt(List::size).sum();
      assertEquals(dropped > 0, frames.size() < all, "frames are missing");
      List<String> facts = new ArrayList<>();
      List<String> wholeFacts = new ArrayList<>();
      long ticks = 0;
      long wholeTicks = 0;
      for (int hart : wholeKnown.keySet()) {
        wholeFacts.addAll(wholeKnown.get(hart).facts);
        wholeTicks += wholeKnown.get(hart).ticks;
        if (known.containsKey(hart)) {
          facts.addAll(known.get(hart).facts);
          ticks += known.get(hart).ticks;
        }
      }
      assertEquals(wholeFacts.stream().sorted().toList(), facts.stream().sorted().toList());
      assertEquals(wholeTicks, ticks);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Property(tries = 3)
  void aRingThatHoldsTooLittleSaysSo(@ForAll long seed) throws IOException {
    MachineScript script = new MachineScript(seed, 1, 12_000);
    Path file = Files.createTempFile("ring", ".bbt");
    try {
      UncheckedIOException e =
          assertThrows(
              UncheckedIOException.class,
              () -> write(script, 19_000, file, Files::newOutputStream));
      assertTrue(e.getMessage().contains("a ring of 19000 bytes does not hold"), e.toString());
      assertTrue(Files.size(file) <= 19_000);
    } finally {
      Files.delete(file);
    }
  }
}
