package bbt.reconstruct.diff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.TraceReader;
import bbt.packets.bytes.Problem;
import bbt.packets.bytes.TraceFormatException;
import bbt.reconstruct.cursor.TraceCursor;
import bbt.reconstruct.diff.find.Divergence;
import bbt.reconstruct.diff.find.DivergenceFrame;
import bbt.reconstruct.diff.find.DivergenceKind;
import bbt.reconstruct.diff.show.TextDiff;
import bbt.reconstruct.map.TraceMap;
import bbt.reconstruct.select.Selection;
import bbt.reconstruct.testing.RandomGuest;
import bbt.reconstruct.testing.Rebuilt;
import bbt.reconstruct.testing.TinyTrace;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random executions that part somewhere: the place is known by other means. */
class FirstDivergenceTest {
  private static final int LENGTH = 6000;

  /** Call stacks that were compared. */
  private static int compared;

  @TempDir Path folder;

  private Path trace(String name, long seed, boolean compact, int harts, int forkAt)
      throws IOException {
    Path file = folder.resolve(name);
    new RandomGuest(seed).forked(forkAt, ~seed).run(file, compact, LENGTH, harts);
    return file;
  }

  private static DiffResult diff(Path a, Path b) throws IOException {
    DiffResult result = new DiffMaker(a, b).run();
    assertTrue(result.problemsA().isEmpty(), () -> result.problemsA().toString());
    assertTrue(result.problemsB().isEmpty(), () -> result.problemsB().toString());
    return result;
  }

  @Test
  void aFileIsIdenticalToItsCopy() throws IOException {
    Path a = trace("a", 1, true, 1, -1);
    Path b = folder.resolve("b");
    Files.copy(a, b);
    assertEquals(DiffResult.Sameness.FILE, diff(a, b).how());
    assertNull(diff(a, a).divergence());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void oneRunRecordedInTwoModesIsOneExecution(int harts) throws IOException {
    Path a = trace("a", 2, true, harts, -1);
    Path b = trace("b", 2, false, harts, -1);
    DiffResult result = diff(a, b);
    assertEquals(DiffResult.Sameness.WALKED, result.how());
    assertEquals("[trace.mode]", result.configuration().keySet().toString());
  }

  /** Of one hart: the first of its instructions that is another one, whatever the others did. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6})
  void aSelectedHartPartsWhereItsOwnInstructionsDo(int seed) throws IOException {
    Path a = folder.resolve("a");
    Path b = folder.resolve("b");
    RandomGuest left = new RandomGuest(seed).uninterrupted();
    RandomGuest right = new RandomGuest(seed).uninterrupted().forked(1000, ~seed);
    left.run(a, true, LENGTH, 3);
    right.run(b, true, LENGTH, 3);
    for (int hart = 0; hart < 3; hart++) {
      Selection part = new Selection(null, null, List.of(), Set.of(), List.of(), Set.of(hart));
      DiffResult result = new DiffMaker(a, b).selection(part).run();
      List<Long> mine = own(left, hart);
      List<Long> its = own(right, hart);
      int same = 0;
      while (same < Math.min(mine.size(), its.size()) && mine.get(same).equals(its.get(same))) {
        same++;
      }
      Divergence d = result.divergence();
      assertEquals(hart, d.at().hart());
      assertEquals("hart " + hart, result.selection());
      boolean other = d.kind() == DivergenceKind.CODE; // other instructions at one address
      assertTrue(other ? d.at().retired() <= same : d.at().retired() == same, d.why() + same);
    }
  }

  private static List<Long> own(RandomGuest guest, int hart) {
    return IntStream.range(0, guest.addresses.size())
        .filter(i -> guest.harts.get(i) == hart)
        .mapToObj(guest.addresses::get)
        .toList();
  }

  /** The runs end otherwise, but the task does the same in both. */
  @Test
  void whatIsSelectedMayBeTheSameThoughTheRunsPart() throws IOException {
    Path a = folder.resolve("a");
    Path b = folder.resolve("b");
    TinyTrace.write(a);
    TinyTrace.write(
        b, Map.of(), List.of(), new TinyTrace.Names("main", "leaf", "handler", "prog", "reset"));
    assertEquals(DivergenceKind.END, diff(a, b).divergence().kind());
    Selection prog = new Selection(null, null, List.of("prog"), Set.of(), List.of(), Set.of());
    DiffResult result = new DiffMaker(a, b).selection(prog).run();
    assertEquals(DiffResult.Sameness.SELECTED, result.how());
    assertTrue(result.same());
    assertEquals(DivergenceKind.END, result.elsewhere().kind());
    StringWriter text = new StringWriter();
    TextDiff.print(result, 3, new PrintWriter(text));
    assertTrue(text.toString().contains("The whole runs part elsewhere"), text.toString());
  }

  @Test
  void whatCouldNotBeComparedIsNotSaidToBeTheSame() {
    List<Problem> some = List.of(new Problem.Disagreement(7, "too long to be compared"));
    DiffResult result =
        new DiffResult(
            "a", "b", null, Map.of(), null, null, null, null, List.of(), false, false, null, some,
            some);
    assertTrue(result.undecided() && !result.same());
    StringWriter text = new StringWriter();
    TextDiff.print(result, 3, new PrintWriter(text));
    assertTrue(text.toString().contains("not all of it could"), text.toString());
  }

  /** A trace is cut by {@code kill -9}, or by a copy that stopped. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void aTraceThatIsCutIsTheSameUpToThere(int harts) throws IOException {
    byte[] whole = Files.readAllBytes(trace("a", 3, true, harts, -1));
    int told = 0;
    for (int length = whole.length / 9 * 9; length > 0; length -= whole.length / 540 * 9) {
      told += cut(whole, length) ? 1 : 0;
    }
    assertTrue(told > 20, "cut " + told + " times");
  }

  @Tag("full")
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aSmallTraceMayBeCutAtAnyByte(int harts) throws IOException {
    Path file = folder.resolve("a");
    new RandomGuest(4).run(file, true, 60, harts);
    byte[] whole = Files.readAllBytes(file);
    int told = 0;
    for (int length = whole.length; length > 0; length--) {
      told += cut(whole, length) ? 1 : 0;
    }
    assertTrue(told > whole.length / 3, "cut " + told + " times");
  }

  /** Compares a trace with what a cut leaves of it; returns whether that is less of the run. */
  private boolean cut(byte[] whole, int length) throws IOException {
    Path a = folder.resolve("whole");
    Path b = folder.resolve("cut");
    Files.write(a, whole);
    Files.write(b, Arrays.copyOf(whole, length));
    try {
      TraceReader.open(b).close();
    } catch (TraceFormatException e) {
      return false; // cut in its header: no trace at all
    }
    String what = "cut to " + length + " of " + whole.length;
    DiffResult result = new DiffMaker(a, b).run();
    Divergence d = result.divergence();
    if (d == null) {
      // Only what stands behind the end of the run is missing.
      assertFalse(result.cutB(), what);
      assertEquals(Rebuilt.of(a), Rebuilt.of(b).withProblems(List.of()), what);
      return false;
    }
    assertEquals(DivergenceKind.CUT, d.kind(), () -> what + ": " + d.why());
    assertTrue(result.sameUpToCut() && result.cutB() && !result.cutA(), what);
    recordedIsSame(Rebuilt.of(a), Rebuilt.of(b), d.at().clock(), what);
    assertTrue(d.why().startsWith("B is cut there (the run was killed or the file"), d.why());
    assertNull(result.changes(), what);
    if (length % 9 != 0) {
      return true; // the rest takes time
    }
    Divergence mirrored = new DiffMaker(b, a).run().divergence();
    assertEquals(DivergenceKind.CUT, mirrored.kind(), what);
    assertEquals(d.at().clock(), mirrored.at().clock(), what);
    assertEquals(d.a(), mirrored.b(), what);
    assertTrue(mirrored.why().startsWith("A is cut there"), mirrored.why());
    assertEquals(d, new DiffMaker(a, b).firstOnly(true).run().divergence(), what);
    return true;
  }

  /** Whether a cut is told where the first instruction is missing, or its turn begins. */
  private static void recordedIsSame(Rebuilt whole, Rebuilt cut, long clock, String what) {
    int[] left = new int[8];
    cut.harts().forEach(hart -> left[hart]++);
    int missing = 0;
    int turn = 0;
    while (missing < whole.harts().size() && left[whole.harts().get(missing)]-- > 0) {
      missing++;
      boolean handOver =
          missing < whole.harts().size()
              && !whole.harts().get(missing).equals(whole.harts().get(missing - 1));
      turn = handOver ? missing : turn;
    }
    assertTrue(clock == missing || clock == turn, what + ": " + clock + ", not " + missing);
  }

  private static int end(Path trace) throws IOException {
    try (TraceReader reader = TraceReader.open(trace)) {
      return Math.toIntExact(reader.index().endOffset());
    }
  }

  /** Cut in the same frame, or in different ones; before their runs part, or behind that. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void bothMayBeCut(int harts) throws IOException {
    byte[] one = Files.readAllBytes(trace("one", 5, true, harts, -1));
    byte[] other = Files.readAllBytes(trace("other", 5, true, harts, 3000));
    Divergence parts =
        new DiffMaker(folder.resolve("one"), folder.resolve("other")).run().divergence();
    Path a = folder.resolve("a");
    Path b = folder.resolve("b");
    Random random = new Random(6);
    // Before END: behind it nothing is missing but the index and parity.
    int most = Math.min(end(folder.resolve("one")), end(folder.resolve("other"))) * 9 / 10;
    int least = most / 5;
    int before = 0;
    int behind = 0;
    int together = 0;
    for (int i = 0; i < 60; i++) {
      int p = least + random.nextInt(most - least);
      int q = i % 3 == 0 ? p + 1 : least + random.nextInt(most - least);
      Files.write(a, Arrays.copyOf(one, p));
      Files.write(b, Arrays.copyOf(other, q));
      String what = "cut to " + p + " of " + one.length + " and " + q + " of " + other.length;
      DiffResult result = new DiffMaker(a, b).run();
      Divergence d = result.divergence();
      assertNotNull(d, what);
      assertTrue(result.cutA() && result.cutB(), what);
      if (d.kind() == DivergenceKind.CUT) {
        assertTrue(d.at().clock() <= parts.at().clock(), what);
        assertNull(result.changes(), what);
        before++;
        together += d.why().startsWith("both are cut there") ? 1 : 0;
      } else {
        assertEquals(parts.kind(), d.kind(), what);
        assertEquals(parts.why(), d.why(), what);
        assertEquals(parts.at().clock(), d.at().clock(), what);
        assertNotNull(result.changes(), what);
        behind++;
      }
    }
    assertTrue(before > 5 && behind > 5 && together > 0, before + ", " + behind + ", " + together);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
  void theFirstDifferenceIsFoundWhereverItIs(long seed) throws IOException {
    for (int forkAt : new int[] {0, 17, 1234, 4000, LENGTH - 5}) {
      for (int harts : new int[] {1, 3}) {
        check(seed, forkAt, harts);
      }
    }
    assertTrue(compared > 0);
  }

  private void check(long seed, int forkAt, int harts) throws IOException {
    Path a = trace("a", seed, true, harts, -1);
    Path b = trace("b", seed, true, harts, forkAt);
    Rebuilt left = Rebuilt.of(a);
    Rebuilt right = Rebuilt.of(b);
    int first = 0;
    int end = Math.min(left.addresses().size(), right.addresses().size());
    while (first < end
        && left.addresses().get(first).equals(right.addresses().get(first))
        && left.harts().get(first).equals(right.harts().get(first))) {
      first++;
    }
    DiffResult result = diff(a, b);
    String what = "seed " + seed + ", fork at " + forkAt + ", harts " + harts;
    Divergence d = result.divergence();
    if (d == null) {
      assertEquals(left, right, what);
      return;
    }
    assertTrue(d.at().clock() <= first, () -> what + ": " + d);
    // Time that a hart skips at a hand-over may belong to its next turn.
    boolean early = d.kind() == DivergenceKind.TIME || d.kind() == DivergenceKind.HART;
    assertTrue(early || d.at().clock() >= Math.min(forkAt, first), () -> what + ": " + d);
    Divergence mirrored = diff(b, a).divergence();
    assertNotNull(mirrored, what);
    assertEquals(d.kind(), mirrored.kind(), what);
    assertEquals(d.at().clock(), mirrored.at().clock(), what);
    assertEquals(d.a(), mirrored.b(), what);
    assertEquals(d.b(), mirrored.a(), what);
    assertEquals(new DiffMaker(a, b).firstOnly(true).run().divergence(), d, what);
    boolean pathDiffers =
        d.kind() == DivergenceKind.BRANCH
            || d.kind() == DivergenceKind.TARGET
            || d.kind() == DivergenceKind.TRAP_RETURN;
    if (pathDiffers) {
      assertEquals(first, d.at().clock(), what);
      assertFalse(d.a().pc() == d.b().pc(), what);
    }
    if (d.kind() == DivergenceKind.BRANCH || d.kind() == DivergenceKind.TARGET) {
      stackIsTheSteppers(d.a(), d, a, what + ", A");
      stackIsTheSteppers(d.b(), d, b, what + ", B");
      timeIsTheSteppers(d, a, what);
    }
  }

  /** Guest time is not what one of several harts has executed. */
  private static void timeIsTheSteppers(Divergence d, Path trace, String what) throws IOException {
    try (TraceMap map = TraceMap.open(trace, TraceMap.Options.PLAIN)) {
      assertEquals(map.time().seconds(d.at().clock()), d.at().seconds(), 1e-9, what);
    }
  }

  /** The stepper finds the same stack there, in its own way. */
  private static void stackIsTheSteppers(
      Divergence.View view, Divergence d, Path trace, String what) throws IOException {
    try (TraceMap map = TraceMap.open(trace, TraceMap.Options.PLAIN)) {
      TraceCursor cursor = new TraceCursor(map);
      cursor.toClock(d.at().clock());
      List<Long> expected = new ArrayList<>();
      expected.add(view.pc());
      cursor.stack().forEach(frame -> expected.add(frame.site()));
      assertEquals(expected, view.stack().stream().map(DivergenceFrame::pc).toList(), what);
      compared++;
    }
  }
}
