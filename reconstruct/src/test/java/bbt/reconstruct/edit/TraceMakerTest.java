package bbt.reconstruct.edit;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.Chunk;
import bbt.packets.SidebandRecord;
import bbt.packets.TraceReader;
import bbt.packets.write.TraceEditor;
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
    int end = Math.min(from + length, guest.addresses.size());
    Path part = cut(whole, "part", window(from, end));
    Rebuilt rebuilt = Rebuilt.of(part);
    assertEquals(List.of(), rebuilt.problems());
    assertEquals(guest.addresses.subList(from, end), rebuilt.addresses());
    assertEquals(traps(guest.traps, from, end), traps(rebuilt.traps(), from, end));
    TraceVerifier.Result verified = TraceVerifier.verify(part);
    assertEquals(List.of(), verified.problems());
    assertEquals(guest.addresses.size() - (end - from), verified.unrecorded());
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
