package bbt.reconstruct.edit;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.Chunk;
import bbt.packets.SidebandRecord;
import bbt.packets.TraceHeader;
import bbt.packets.TraceReader;
import bbt.packets.write.EventWriter;
import bbt.packets.write.MachineWriter;
import bbt.packets.write.TraceEditor;
import bbt.packets.write.TraceWriter;
import bbt.ptg.guest.VerifyHash;
import bbt.ptg.riscv.Encoder;
import bbt.ptg.riscv.Insn;
import bbt.reconstruct.testing.RandomGuest;
import bbt.reconstruct.testing.Rebuilt;
import bbt.reconstruct.testing.TinyTrace;
import bbt.reconstruct.trace.TraceTotals;
import bbt.reconstruct.trace.TraceVerifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;

/**
 * Parts that are cut from a trace hold exactly their instructions, and merged they are the whole.
 */
final class TraceMakerTest {
  private static final int INSTRUCTIONS = 6_000;

  private Path folder;

  @BeforeTry
  void makeFolder() throws IOException {
    folder = Files.createTempDirectory("edit");
  }

  @AfterTry
  void removeFolder() throws IOException {
    try (var files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }

  private Path file(String name) {
    return folder.resolve(name + ".bbt");
  }

  private Path cut(Path from, String name, Window window) throws IOException {
    Path to = file(name);
    TraceMaker.cut(from, to, window, instructions -> {});
    return to;
  }

  private Path merge(List<Path> from, String name) throws IOException {
    Path to = file(name);
    TraceMaker.merge(from, to, instructions -> {});
    return to;
  }

  private static Window window(long from, long to) {
    return new Window(from, to, Set.of());
  }

  private static TraceTotals totals(Path trace) throws IOException {
    TraceTotals totals = new TraceTotals();
    try (TraceReader reader = TraceReader.open(trace)) {
      for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
        totals.accept(chunk);
      }
    }
    return totals;
  }

  /**
   * The traps of hart 0 within a window of its counts; whose those at its edges are is another
   * matter.
   */
  private static List<String> traps(List<String> all, long from, long to) {
    return all.stream()
        .filter(
            trap -> {
              long retired = Long.parseLong(trap.split(" ")[1]);
              return retired > from && retired < to;
            })
        .toList();
  }

  @Property(tries = 25)
  void aPartIsExactlyThat(
      @ForAll long seed,
      @ForAll boolean compact,
      @ForAll @IntRange(max = INSTRUCTIONS - 2) int from,
      @ForAll @IntRange(min = 1, max = INSTRUCTIONS) int length)
      throws IOException {
    RandomGuest guest = new RandomGuest(seed);
    Path whole = file("whole");
    guest.run(whole, compact, INSTRUCTIONS, 1);
    checkPart(guest, whole, from, Math.min(from + length, guest.addresses.size()));
  }

  private void checkPart(RandomGuest guest, Path whole, int from, int end) throws IOException {
    Path part = cut(whole, "part", window(from, end));
    Rebuilt rebuilt = Rebuilt.of(part);
    assertEquals(List.of(), rebuilt.problems());
    assertEquals(guest.addresses.subList(from, end), rebuilt.addresses());
    assertEquals(traps(guest.traps, from, end), traps(rebuilt.traps(), from, end));
    TraceVerifier.Result verified = TraceVerifier.verify(part);
    assertEquals(List.of(), verified.problems());
    assertEquals(guest.addresses.size() - (end - from), verified.unrecorded());
  }

  /** A call of firmware belongs to the instruction that calls, wherever a window ends. */
  @Example
  void aPartMayEndAtACallOfFirmware() throws IOException {
    RandomGuest guest = new RandomGuest(11);
    Path whole = file("whole");
    guest.run(whole, true, INSTRUCTIONS, 1);
    List<Integer> calls =
        guest.traps.stream()
            .map(trap -> trap.split(" "))
            .filter(words -> words[2].equals("5"))
            .map(words -> Integer.parseInt(words[1]))
            .filter(retired -> retired > 20 && retired + 20 < guest.addresses.size())
            .distinct()
            .limit(5)
            .toList();
    assertEquals(5, calls.size());
    for (int retired : calls) {
      checkPart(guest, whole, retired - 20, retired);
      checkPart(guest, whole, retired, retired + 20);
    }
  }

  @Property(tries = 25)
  void partsPutTogetherAreTheWhole(
      @ForAll long seed, @ForAll boolean compact, @ForAll @IntRange(min = 1, max = 4) int harts)
      throws IOException {
    RandomGuest guest = new RandomGuest(seed);
    Path whole = file("whole");
    guest.run(whole, compact, INSTRUCTIONS, harts);
    Random random = new Random(seed);
    int total = guest.addresses.size();
    List<Integer> edges =
        new ArrayList<>(
            new TreeSet<>(IntStream.range(0, 4).mapToObj(i -> 1 + random.nextInt(total)).toList()));
    List<Path> parts = new ArrayList<>();
    long from = 0;
    for (int i = 0; i <= edges.size(); i++) {
      // Some overlap.
      long to = i < edges.size() ? edges.get(i) : Long.MAX_VALUE;
      long more = i < edges.size() && random.nextBoolean() ? random.nextInt(50) : 0;
      parts.add(cut(whole, "part" + i, window(from, to + more)));
      from = to;
      if (from >= total) {
        break;
      }
    }
    Collections.shuffle(parts, random);
    Path merged = assertDoesNotThrow(() -> merge(parts, "merged"));
    assertSameExecution(whole, merged);
    assertEquals(guest.addresses, Rebuilt.of(merged).addresses());
  }

  @Property(tries = 15)
  void hartsPutTogetherAreTheWhole(@ForAll long seed, @ForAll @IntRange(min = 2, max = 4) int harts)
      throws IOException {
    RandomGuest guest = new RandomGuest(seed);
    Path whole = file("whole");
    guest.run(whole, true, INSTRUCTIONS, harts);
    List<Path> parts = new ArrayList<>();
    for (int i = 0; i < harts; i++) {
      Path part = cut(whole, "hart" + i, new Window(0, Long.MAX_VALUE, Set.of(i)));
      parts.add(part);
      Rebuilt its = Rebuilt.of(part);
      assertEquals(List.of(), its.problems());
      List<Long> executed = new ArrayList<>();
      for (int k = 0; k < guest.addresses.size(); k++) {
        if (guest.harts.get(k) == i) {
          executed.add(guest.addresses.get(k));
        }
      }
      assertEquals(executed, its.addresses());
    }
    Collections.shuffle(parts, new Random(seed));
    assertSameExecution(whole, merge(parts, "merged"));
  }

  /**
   * A loop whose instruction is replaced after 20 instructions, and put back after 40.
   *
   * @return instructions
   */
  private static int replaceAndPutBack(Path to) throws IOException {
    long pc = 0x8000_0000L;
    int other = 0x0005; // c.nop with a hint
    int back = Encoder.i(Insn.JAL, 0, 0, -2);
    TraceHeader header = new TraceHeader(Map.of("trace.mode", "compact", "trace.verify", "true"));
    long hash = 0;
    int retired = 0;
    try (TraceWriter writer = TraceWriter.create(to, header)) {
      MachineWriter machine = new MachineWriter(writer);
      EventWriter out = machine.current();
      out.reset(pc, 3, 0);
      while (retired < 60) {
        int nop = retired / 20 == 1 ? other : 0x0001;
        out.sideband().code(retired, pc, nop);
        out.retire(1);
        hash = VerifyHash.step(hash, pc, nop);
        retired++;
        out.sideband().code(retired, pc + 2, back & 0xFFFF);
        out.sideband().code(retired, pc + 4, back >>> 16);
        out.retire(1);
        hash = VerifyHash.step(hash, pc + 2, back);
        retired++;
      }
      machine.finish(List.of(), new long[] {hash}, 0, "limit", retired);
    }
    return retired;
  }

  /** What one trace announced may be something else since another one spoke. */
  @Example
  void codeThatWasReplacedMeanwhileIsAnnouncedAgain() throws IOException {
    Path whole = file("whole");
    assertEquals(60, replaceAndPutBack(whole));
    List<Path> outer =
        List.of(
            cut(whole, "first", window(0, 20)), cut(whole, "third", window(40, Long.MAX_VALUE)));
    Path merged =
        merge(List.of(merge(outer, "outer"), cut(whole, "second", window(20, 40))), "merged");
    assertSameExecution(whole, merged);
  }

  /** Where a jump led is kept, also if the hart was reset next; in these runs one was. */
  @Example
  void aResetIsNotWhereAJumpLed() throws IOException {
    for (long seed = 2; seed <= 4; seed++) {
      RandomGuest guest = new RandomGuest(seed);
      Path whole = file("whole");
      guest.run(whole, true, INSTRUCTIONS, 2);
      int half = guest.addresses.size() / 2;
      List<Path> parts =
          List.of(
              cut(whole, "first", window(0, half)),
              cut(whole, "second", window(half, Long.MAX_VALUE)));
      assertSameExecution(whole, merge(parts, "merged"));
    }
  }

  /** A hart's turn may end with a trap: then all that it misses between two parts may be that. */
  @Example
  void aGapOfAHartMayBeOneTrap() throws IOException {
    for (long seed = 2; seed <= 4; seed++) {
      RandomGuest guest = new RandomGuest(seed);
      Path whole = file("whole");
      guest.run(whole, true, INSTRUCTIONS, 2);
      List<Integer> places = trapsBetweenTurns(guest);
      assertTrue(places.size() > 1, "seed " + seed);
      for (int at : places) {
        List<Path> parts =
            List.of(
                cut(whole, "before", window(0, at)),
                cut(whole, "behind", window(at + 1, Long.MAX_VALUE)));
        Path merged = assertDoesNotThrow(() -> merge(parts, "merged"));
        List<Long> expected = new ArrayList<>(guest.addresses);
        expected.remove(at);
        Rebuilt rebuilt = Rebuilt.of(merged);
        assertEquals(List.of(), rebuilt.problems());
        assertEquals(expected, rebuilt.addresses());
        assertEquals(1, TraceVerifier.verify(merged).unrecorded());
      }
    }
  }

  /** Counts of all harts at which one hart has a trap and another hart executes what is next. */
  private static List<Integer> trapsBetweenTurns(RandomGuest guest) {
    List<Integer> places = new ArrayList<>();
    for (String trap : guest.traps) {
      String[] words = trap.split(" ");
      int hart = Integer.parseInt(words[0]);
      int at = 0;
      for (int left = Integer.parseInt(words[1]); left > 0; at++) {
        left -= guest.harts.get(at) == hart ? 1 : 0;
      }
      if (at > 0 && at + 1 < guest.addresses.size() && guest.harts.get(at) != hart) {
        places.add(at);
      }
    }
    return places;
  }

  private static void assertSameExecution(Path whole, Path merged) throws IOException {
    TraceVerifier.Result verified = TraceVerifier.verify(merged);
    assertEquals(List.of(), verified.problems());
    assertEquals(0, verified.unrecorded());
    assertTrue(verified.hashed());
    Rebuilt a = Rebuilt.of(whole);
    Rebuilt b = Rebuilt.of(merged);
    assertEquals(a.addresses(), b.addresses());
    assertEquals(a.harts(), b.harts());
    assertEquals(a.traps(), b.traps());
    assertEquals(a.jumps(), b.jumps());
  }

  @Example
  void whatIsMissingBetweenPartsIsAGap() throws IOException {
    RandomGuest guest = new RandomGuest(7);
    Path whole = file("whole");
    guest.run(whole, true, INSTRUCTIONS, 1);
    int total = guest.addresses.size();
    Path merged =
        merge(
            List.of(
                cut(whole, "late", window(4_000, 4_500)),
                cut(whole, "early", window(1_000, 2_000))),
            "merged");
    Rebuilt rebuilt = Rebuilt.of(merged);
    assertEquals(List.of(), rebuilt.problems());
    List<Long> both = new ArrayList<>(guest.addresses.subList(1_000, 2_000));
    both.addAll(guest.addresses.subList(4_000, 4_500));
    assertEquals(both, rebuilt.addresses());
    assertEquals(total - 1_500, TraceVerifier.verify(merged).unrecorded());
  }

  @Example
  void timeAndNamesAreInEachPart() throws IOException {
    Path whole = file("whole");
    TinyTrace.write(
        whole,
        Map.of("guest.kernel.build-id", "abc"),
        List.of(new SidebandRecord.Note(23, "mark", "7 0x1 20 0x10000")));
    for (int from = 0; from < 23; from++) {
      for (int to = from + 1; to <= 23; to++) {
        Path part = cut(whole, "part", window(from, to));
        assertEquals(List.of(), TraceVerifier.verify(part).problems(), from + " to " + to);
        assertEquals(10_000_000, totals(part).skippedTicks());
        assertEquals(totals(whole).symbols(), totals(part).symbols());
      }
    }
    Path merged =
        merge(List.of(cut(whole, "a", window(0, 9)), cut(whole, "b", window(9, 30))), "merged");
    assertEquals(10_000_000, totals(merged).skippedTicks());
    assertEquals(totals(whole).symbols(), totals(merged).symbols());
    List<String> marks = new ArrayList<>();
    TraceEditor.rewrite(
        merged,
        file("copy"),
        item -> {
          if (item instanceof SidebandRecord.Note note && note.key().equals("mark")) {
            marks.add(note.value());
          }
          return item;
        });
    assertEquals(List.of("7 0x1 20 0x10000"), marks);
  }

  @Example
  void whatIsNotOfOneRunIsRefused() throws IOException {
    Path one = file("one");
    Path other = file("other");
    new RandomGuest(1).run(one, true, INSTRUCTIONS, 1);
    new RandomGuest(2).run(other, true, INSTRUCTIONS, 1);
    EditException refused =
        assertThrows(EditException.class, () -> merge(List.of(one, other), "merged"));
    assertTrue(refused.getMessage().contains("are not of one run"), refused.getMessage());
    Path first = cut(one, "first", window(0, 3_000));
    Path second = cut(other, "second", window(3_000, Long.MAX_VALUE));
    refused = assertThrows(EditException.class, () -> merge(List.of(first, second), "merged"));
    assertTrue(refused.getMessage().contains("are not of one run"), refused.getMessage());
    // Of killed runs no ends can be compared.
    Path early = cut(killed(one), "early", window(0, 1_000));
    Path late = cut(killed(other), "late", window(1_000, Long.MAX_VALUE));
    refused = assertThrows(EditException.class, () -> merge(List.of(early, late), "merged"));
    assertTrue(refused.getMessage().contains("they do not meet"), refused.getMessage());
  }

  private Path killed(Path whole) throws IOException {
    byte[] bytes = Files.readAllBytes(whole);
    return Files.write(file("killed"), Arrays.copyOf(bytes, bytes.length / 2));
  }

  @Example
  void damageIsRefusedAndAKilledRunIsNot() throws IOException {
    Path whole = file("whole");
    RandomGuest guest = new RandomGuest(3);
    guest.run(whole, true, INSTRUCTIONS, 1);
    Path killed = killed(whole);
    Rebuilt half = Rebuilt.of(killed);
    Path part = cut(killed, "part", window(100, Long.MAX_VALUE));
    assertEquals(List.of(), TraceVerifier.verify(part).problems());
    assertEquals(
        half.addresses().subList(100, half.addresses().size()), Rebuilt.of(part).addresses());
    byte[] bytes = Files.readAllBytes(whole);
    Arrays.fill(bytes, bytes.length / 3, bytes.length * 2 / 3, (byte) 1);
    Path damaged = file("damaged");
    Files.write(damaged, bytes);
    EditException refused =
        assertThrows(EditException.class, () -> cut(damaged, "x", window(0, Long.MAX_VALUE)));
    assertTrue(refused.getMessage().contains("damaged.bbt: offset "), refused.getMessage());
  }
}
