package bbt.reconstruct.cursor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.Chunk;
import bbt.packets.ExceptionKind;
import bbt.packets.Packet;
import bbt.packets.TraceReader;
import bbt.ptg.riscv.RiscvIsa;
import bbt.reconstruct.edit.TraceMaker;
import bbt.reconstruct.edit.Window;
import bbt.reconstruct.map.TraceMap;
import bbt.reconstruct.names.BinaryFiles;
import bbt.reconstruct.stack.CallFrame;
import bbt.reconstruct.stack.SavedStack;
import bbt.reconstruct.stack.StackTracker;
import bbt.reconstruct.testing.RandomGuest;
import bbt.reconstruct.testing.Rebuilt;
import bbt.reconstruct.testing.Wounds;
import bbt.reconstruct.walk.Reconstruction;
import bbt.reconstruct.walk.flow.FlowListener;
import bbt.reconstruct.walk.graph.FunctionMap;
import bbt.reconstruct.walk.graph.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** A cursor finds what the walk of the whole trace finds, in both directions and from anywhere. */
class TraceCursorPropertyTest {
  /** The cause of a call of firmware, as a random guest makes it. */
  private static final String FIRMWARE = "5";

  private static Path folder;

  @BeforeContainer
  static void makeFolder() throws IOException {
    folder = Files.createTempDirectory("cursor");
  }

  @AfterContainer
  static void deleteFolder() throws IOException {
    try (var files = Files.walk(folder)) {
      for (Path each : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }

  /** What a cursor shows of a stop. */
  private record Seen(long clock, int hart, TraceCursor.Kind kind, long pc) {
    static Seen at(TraceCursor cursor) {
      return new Seen(cursor.clock(), cursor.hart(), cursor.kind(), cursor.pc());
    }
  }

  private static List<Seen> forwards(TraceCursor cursor) {
    List<Seen> seen = new ArrayList<>();
    cursor.toStart();
    do {
      seen.add(Seen.at(cursor));
    } while (cursor.next());
    return seen;
  }

  private static List<Seen> backwards(TraceCursor cursor) {
    List<Seen> seen = new ArrayList<>();
    cursor.toEnd();
    do {
      seen.add(Seen.at(cursor));
    } while (cursor.previous());
    Collections.reverse(seen);
    return seen;
  }

  private static TraceMap open(Path file, Path cache) throws IOException {
    return TraceMap.open(file, new TraceMap.Options(BinaryFiles.NONE, cache, offset -> {}));
  }

  @Property(tries = 60)
  void bothDirectionsAreTheWalksSequence(
      @ForAll long seed, @ForAll boolean compact, @ForAll @IntRange(min = 1, max = 4) int harts)
      throws IOException {
    RandomGuest guest = new RandomGuest(seed);
    Path file = folder.resolve("random.bbt");
    guest.run(file, compact, 3000 * harts, harts);
    try (TraceMap map = open(file, null)) {
      TraceCursor cursor = new TraceCursor(map);
      assertTrue(map.segments() > 3, map.segments() + " segments");
      List<Seen> seen = forwards(cursor);
      List<Long> addresses = new ArrayList<>();
      List<Integer> order = new ArrayList<>();
      List<Seen> traps = new ArrayList<>();
      for (Seen each : seen) {
        switch (each.kind()) {
          case INSTRUCTION -> {
            assertEquals(addresses.size(), each.clock());
            addresses.add(each.pc());
            order.add(each.hart());
          }
          case TRAP -> traps.add(each);
          case END -> assertEquals(guest.addresses.size(), each.clock());
          case GAP -> throw new AssertionError("a gap: " + each);
        }
      }
      same(guest.addresses, addresses, "addresses");
      same(guest.harts, order, "harts");
      assertEquals(trapsOf(file), traps.stream().map(Seen::pc).toList());
      same(seen, backwards(cursor), "backwards");
      anywhere(cursor, seen, new Random(seed));
    }
  }

  /** A case of two harts, one with a trap at the very count at which an epoch ends. */
  @Example
  void aTrapAtTheEndOfASegment() throws IOException {
    bothDirectionsAreTheWalksSequence(152, true, 2);
  }

  private static List<Long> trapsOf(Path file) throws IOException {
    List<Long> traps = new ArrayList<>();
    FlowListener listener =
        new FlowListener() {
          @Override
          public void exception(Packet.Exception p) {
            if (p.kind() != ExceptionKind.FIRMWARE && p.kind() != ExceptionKind.RESET) {
              traps.add(p.epc());
            }
          }
        };
    try (TraceReader reader = TraceReader.open(file)) {
      new Reconstruction(reader, (space, pc) -> FunctionMap.NONE, listener, null).run();
    }
    return traps;
  }

  /** Long lists are told by where they differ. */
  private static void same(List<?> expected, List<?> found, String message) {
    int at = 0;
    while (at < Math.min(expected.size(), found.size()) && expected.get(at).equals(found.get(at))) {
      at++;
    }
    assertEquals(
        expected.subList(at, Math.min(expected.size(), at + 3)),
        found.subList(at, Math.min(found.size(), at + 3)),
        message + ": from " + at + " of " + expected.size() + ", " + found.size());
  }

  private static void anywhere(TraceCursor cursor, List<Seen> seen, Random random) {
    for (int i = 0; i < 50; i++) {
      int at = random.nextInt(seen.size());
      long clock = seen.get(at).clock();
      int first = at;
      while (first > 0 && seen.get(first - 1).clock() == clock) {
        first--;
      }
      cursor.toClock(clock);
      assertEquals(seen.get(first), Seen.at(cursor));
      CursorPosition there = cursor.position();
      assertEquals(first > 0, cursor.previous());
      assertEquals(seen.get(Math.max(0, first - 1)), Seen.at(cursor));
      cursor.to(there);
      assertEquals(seen.get(first), Seen.at(cursor));
    }
  }

  /**
   * Over gaps: of parts of a run that were put together the cursor shows each instruction and trap,
   * and a stop for each gap; in both directions, and wherever it is sent.
   */
  @Property(tries = 60)
  void gapsAreSteppedOver(
      @ForAll long seed, @ForAll boolean compact, @ForAll @IntRange(min = 1, max = 3) int harts)
      throws IOException {
    RandomGuest guest = new RandomGuest(seed);
    Path whole = folder.resolve("whole.bbt");
    guest.run(whole, compact, 1500 * harts, harts);
    Random random = new Random(seed);
    List<Window> windows = windows(random, guest.harts);
    List<Path> parts = new ArrayList<>();
    for (Window window : windows) {
      Path part = folder.resolve("part" + parts.size() + ".bbt");
      TraceMaker.cut(whole, part, window, instructions -> {});
      parts.add(part);
    }
    Path file = folder.resolve("gaps.bbt");
    TraceMaker.merge(parts, file, instructions -> {});
    try (TraceMap map = open(file, null)) {
      assertEquals(List.of(), map.problems());
      TraceCursor cursor = new TraceCursor(map);
      List<Seen> seen = forwards(cursor);
      List<Seen> expected = expected(guest, windows);
      if (harts == 1) {
        same(expected, withoutPlaces(seen.subList(0, seen.size() - 1)), windows.toString());
        assertEquals(TraceCursor.Kind.END, seen.getLast().kind());
        assertEquals(guest.addresses.size(), seen.getLast().clock());
      } else {
        // Gaps of several harts overlap: the cursor says where each begins.
        same(instructions(expected), instructions(seen), windows.toString());
        assertTrue(seen.stream().anyMatch(each -> each.kind() == TraceCursor.Kind.GAP));
      }
      same(seen, backwards(cursor), "backwards");
      anywhere(cursor, seen, random);
      for (Window window : windows) {
        for (long edge : new long[] {window.from(), window.to()}) {
          for (long clock = Math.max(0, edge - 2); clock <= edge + 2; clock++) {
            sent(cursor, seen, clock);
          }
        }
      }
    }
  }

  /** Parts of a run with gaps between them, of few instructions or many, some of one hart alone. */
  private static List<Window> windows(Random random, List<Integer> harts) {
    List<Window> windows = new ArrayList<>();
    int at = random.nextInt(2) * length(random);
    while (at < harts.size() && windows.size() < 7) {
      int end = at + length(random);
      boolean one = random.nextInt(3) == 0;
      windows.add(new Window(at, end, one ? Set.of(harts.get(at)) : Set.of()));
      at = end + length(random);
    }
    return windows;
  }

  private static int length(Random random) {
    return 1 + random.nextInt(random.nextBoolean() ? 4 : 700);
  }

  /**
   * What a cursor must show of parts of a run before the end, in order; gaps are those of hart 0.
   */
  private static List<Seen> expected(RandomGuest guest, List<Window> windows) {
    Map<Long, List<Long>> traps = new HashMap<>();
    for (String trap : guest.traps) {
      String[] words = trap.split(" ");
      if (!words[2].equals(FIRMWARE)) {
        traps
            .computeIfAbsent(Long.parseLong(words[1]), count -> new ArrayList<>())
            .add(Long.parseUnsignedLong(words[3], 16));
      }
    }
    List<Seen> expected = new ArrayList<>();
    boolean missing = false;
    int total = guest.addresses.size();
    for (int i = 0; i <= total; i++) {
      long clock = i;
      int hart = i < total ? guest.harts.get(i) : 0;
      boolean kept =
          windows.stream()
              .anyMatch(
                  window ->
                      clock >= window.from()
                          && clock < window.to()
                          && (window.harts().isEmpty() || window.harts().contains(hart)));
      if (!kept && !missing && i < total) {
        expected.add(new Seen(clock, hart, TraceCursor.Kind.GAP, 0));
      }
      missing = !kept;
      if (kept) {
        for (long epc : traps.getOrDefault(clock, List.of())) {
          expected.add(new Seen(clock, hart, TraceCursor.Kind.TRAP, epc));
        }
        if (i < total) {
          expected.add(new Seen(clock, hart, TraceCursor.Kind.INSTRUCTION, guest.addresses.get(i)));
        }
      }
    }
    return expected;
  }

  /** Leaves out the addresses of gaps, at which nothing is executed. */
  private static List<Seen> withoutPlaces(List<Seen> stops) {
    return stops.stream()
        .map(
            each ->
                each.kind() == TraceCursor.Kind.GAP
                    ? new Seen(each.clock(), each.hart(), each.kind(), 0)
                    : each)
        .toList();
  }

  private static List<Seen> instructions(List<Seen> stops) {
    return stops.stream().filter(each -> each.kind() == TraceCursor.Kind.INSTRUCTION).toList();
  }

  /** Sends the cursor to a count: it stands at the first stop there or, in a gap, behind it. */
  private static void sent(TraceCursor cursor, List<Seen> seen, long clock) {
    int at = 0;
    while (at < seen.size() - 1 && seen.get(at).clock() < clock) {
      at++;
    }
    cursor.toClock(clock);
    assertEquals(seen.get(at), Seen.at(cursor), "sent to " + clock);
    for (int i = at + 1; i < Math.min(seen.size(), at + 4); i++) {
      assertTrue(cursor.next());
      assertEquals(seen.get(i), Seen.at(cursor), "on from " + clock);
    }
    cursor.toClock(clock);
    for (int i = at - 1; i >= Math.max(0, at - 3); i--) {
      assertTrue(cursor.previous());
      assertEquals(seen.get(i), Seen.at(cursor), "back from " + clock);
    }
  }

  /** An index that begins in the middle knows of what comes behind it what the whole one knows. */
  @Property(tries = 60)
  void anIndexFromTheMiddleOnIsTheSameFromThereOn(
      @ForAll long seed, @ForAll boolean compact, @ForAll @IntRange(min = 1, max = 4) int harts)
      throws IOException {
    Path file = folder.resolve("middle.bbt");
    new RandomGuest(seed).run(file, compact, 3000 * harts, harts);
    fromTheMiddle(file, new Random(seed));
  }

  /** An index that begins in the middle knows what is missing behind it. */
  @Property(tries = 60)
  void anIndexFromTheMiddleOnKnowsWhatIsMissing(
      @ForAll long seed, @ForAll boolean compact, @ForAll @IntRange(min = 1, max = 3) int harts)
      throws IOException {
    Path file = folder.resolve("hurt.bbt");
    new RandomGuest(seed).run(file, compact, 3000 * harts, harts);
    Random random = new Random(seed);
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 3 + random.nextInt(bytes.length / 3)] ^= 0x55;
    Files.write(file, bytes);
    fromTheMiddle(file, random);
  }

  private static void fromTheMiddle(Path file, Random random) throws IOException {
    Path cache = Files.createTempDirectory(folder, "cache");
    List<Seen> all;
    long end;
    try (TraceMap map = open(file, null)) {
      all = forwards(new TraceCursor(map));
      end = map.endClock();
    }
    long from = (long) (random.nextDouble() * end);
    var options = new TraceMap.Options(BinaryFiles.NONE, cache, from, offset -> {});
    try (TraceMap map = TraceMap.open(file, options)) {
      assertTrue(map.startClock() <= from, map.startClock() + " for " + from);
      assertEquals(end, map.endClock());
      TraceCursor cursor = new TraceCursor(map);
      List<Seen> part = forwards(cursor);
      long behind = all.stream().filter(each -> each.clock() > map.startClock()).count();
      assertTrue(part.size() >= behind, part.size() + " of " + behind);
      same(all.subList(all.size() - part.size(), all.size()), part, "from " + from);
      same(part, backwards(cursor), "backwards");
      anywhere(cursor, part, random);
      try (TraceMap whole = open(file, cache)) {
        assertFalse(map.startClock() > 0 && whole.cached(), "a part was kept as the whole");
      }
    }
  }

  /** An index from the cache folder is the same as one that was made by a walk. */
  @Property(tries = 20)
  void aCachedIndexIsTheSame(
      @ForAll long seed, @ForAll boolean compact, @ForAll @IntRange(min = 1, max = 3) int harts)
      throws IOException {
    Path file = folder.resolve("cached.bbt");
    new RandomGuest(seed).run(file, compact, 3000 * harts, harts);
    Path cache = Files.createTempDirectory(folder, "cache");
    List<Seen> seen;
    List<List<CallFrame>> stacks = new ArrayList<>();
    try (TraceMap map = open(file, cache)) {
      assertFalse(map.cached());
      TraceCursor cursor = new TraceCursor(map);
      seen = forwards(cursor);
      for (long clock = 0; clock < map.endClock(); clock += 97) {
        cursor.toClock(clock);
        stacks.add(cursor.stack());
      }
    }
    try (TraceMap map = open(file, cache)) {
      assertTrue(map.cached());
      TraceCursor cursor = new TraceCursor(map);
      same(seen, backwards(cursor), "backwards");
      List<List<CallFrame>> again = new ArrayList<>();
      for (long clock = 0; clock < map.endClock(); clock += 97) {
        cursor.toClock(clock);
        again.add(cursor.stack());
      }
      assertEquals(stacks, again);
      assertEquals(List.of(), map.problems());
    }
  }

  /** Call stacks are those that a tracker has which saw everything from the start. */
  @Property(tries = 30)
  void stacksAreThoseOfTheWholeWalk(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 3) int harts) throws IOException {
    Path file = folder.resolve("stacks.bbt");
    new RandomGuest(seed).run(file, true, 3000 * harts, harts);
    List<Long> depths = new ArrayList<>();
    try (TraceReader reader = TraceReader.open(file)) {
      StackTracker tracker = new StackTracker(RiscvIsa.RV64.traps(), key -> SavedStack.EMPTY);
      new Reconstruction(
              reader,
              (space, pc) -> FunctionMap.NONE,
              tracker,
              (step, count) -> {
                for (int i = 0; i < count; i++) {
                  depths.add((long) tracker.depth());
                }
              })
          .run();
    }
    try (TraceMap map = open(file, null)) {
      TraceCursor cursor = new TraceCursor(map);
      cursor.toEnd();
      long deepest = 0;
      int last = depths.size();
      while (cursor.previous()) {
        if (cursor.kind() == TraceCursor.Kind.INSTRUCTION) {
          last--;
          if (last % 13 == 0) {
            assertEquals(depths.get(last), cursor.stack().size(), "at " + last);
            deepest = Math.max(deepest, depths.get(last));
          }
        }
      }
      assertEquals(0, last);
      assertTrue(deepest > 0);
    }
  }

  /** With a chunk damaged, it still shows what the walk can rebuild. */
  @Property(tries = 60)
  void damageLosesWhatTheWalkLoses(@ForAll long seed, @ForAll @IntRange(min = 1, max = 3) int harts)
      throws IOException {
    Path file = folder.resolve("good.bbt");
    new RandomGuest(seed).run(file, true, 3000 * harts, harts);
    List<Chunk> chunks = new ArrayList<>();
    try (TraceReader reader = TraceReader.open(file)) {
      for (Chunk c = reader.next(); c != null; c = reader.next()) {
        chunks.add(c);
      }
    }
    Random random = new Random(seed);
    byte[] bytes = Wounds.withoutParity(file);
    Chunk hit = chunks.get(random.nextInt(chunks.size()));
    bytes[(int) hit.offset() + 50] ^= 0x10;
    Chunk second = random.nextInt(3) == 0 ? chunks.get(random.nextInt(chunks.size())) : hit;
    if (second != hit) {
      bytes[(int) second.offset() + 50] ^= 0x20;
    }
    Path bad = folder.resolve("bad.bbt");
    Files.write(bad, bytes);
    Rebuilt walked = Rebuilt.of(bad);
    try (TraceMap map = open(bad, folder.resolve("cache"))) {
      assertEquals(walked.problems(), map.problems());
      TraceCursor cursor = new TraceCursor(map);
      List<Seen> seen = forwards(cursor);
      same(seen, backwards(cursor), "backwards");
      for (int hart = 0; hart < harts; hart++) {
        int its = hart;
        same(
            walked.of(hart),
            seen.stream()
                .filter(s -> s.kind() == TraceCursor.Kind.INSTRUCTION && s.hart() == its)
                .map(Seen::pc)
                .toList(),
            "hart " + hart + " " + hit + " " + walked.problems());
      }
      boolean lost = walked.instructions() < walkedWhole(file);
      cursor.toEnd();
      boolean said =
          seen.stream().anyMatch(s -> s.kind() == TraceCursor.Kind.GAP)
              || cursor.message().matches(".*(missing|cut).*");
      assertTrue(!lost || said, "nothing said of " + hit + walked.problems());
    }
  }

  /**
   * A case of a turn that executed nothing but took an interrupt: its frame holds a packet alone.
   */
  @Example
  void aDamagedScheduleOfATurnWithoutInstructions() throws IOException {
    damageLosesWhatTheWalkLoses(846468, 2);
  }

  @Example
  void theLastTwoFramesAreDamaged() throws IOException {
    damageLosesWhatTheWalkLoses(-4980, 1);
  }

  /** What stands before the second is a segment all the same. */
  @Example
  void aDamagedFirstEpoch() throws IOException {
    damageLosesWhatTheWalkLoses(-2233739760L, 3);
  }

  private static long walkedWhole(Path file) throws IOException {
    return Rebuilt.of(file).instructions();
  }

  /** Traps that a moment is named by: as many as were passed at that very count. */
  @Property(tries = 20)
  void trapsAtACountAreCounted(@ForAll long seed) throws IOException {
    Path file = folder.resolve("traps.bbt");
    new RandomGuest(seed).run(file, true, 3000, 1);
    long[] last = {-1, 0};
    List<Long> counts = new ArrayList<>();
    try (TraceReader reader = TraceReader.open(file)) {
      FlowListener listener =
          new FlowListener() {
            @Override
            public void exception(Packet.Exception p) {
              if (p.kind() != ExceptionKind.FIRMWARE && p.kind() != ExceptionKind.RESET) {
                last[1] = last[0] == p.retired() ? last[1] + 1 : 1;
                last[0] = p.retired();
              }
            }
          };
      long[] retired = {0};
      new Reconstruction(
              reader,
              (space, pc) -> FunctionMap.NONE,
              listener,
              (Step step, int count) -> {
                for (int i = 0; i < count; i++) {
                  counts.add(last[0] == retired[0] ? last[1] : 0);
                  retired[0]++;
                }
              })
          .run();
    }
    try (TraceMap map = open(file, null)) {
      TraceCursor cursor = new TraceCursor(map);
      List<Long> found = new ArrayList<>();
      do {
        if (cursor.kind() == TraceCursor.Kind.INSTRUCTION) {
          found.add((long) cursor.trapsHere());
        }
      } while (cursor.next());
      same(counts, found, "traps");
    }
  }
}
