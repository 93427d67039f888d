package bbt.reconstruct.diff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.TraceFormatException;
import bbt.reconstruct.step.TraceCursor;
import bbt.reconstruct.step.TraceMap;
import bbt.reconstruct.testing.RandomGuest;
import bbt.reconstruct.testing.Rebuilt;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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

  /** As after {@code kill -9}, or a copy that stopped: every length of the file is tried. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void aTraceThatIsCutIsTheSameUpToThere(int harts) throws IOException {
    Path a = trace("a", 3, true, harts, -1);
    Rebuilt left = Rebuilt.of(a);
    byte[] whole = Files.readAllBytes(a);
    Path b = folder.resolve("b");
    int told = 0;
    int step = Math.max(1, whole.length / 60);
    for (int length = whole.length - 1; length > 0; length -= step) {
      Files.write(b, Arrays.copyOf(whole, length));
      Rebuilt right;
      try {
        right = Rebuilt.of(b);
      } catch (TraceFormatException e) {
        // Cut in its header: no trace at all.
        break;
      }
      DiffResult result = new DiffMaker(a, b).run();
      String what = "harts " + harts + ", cut to " + length + " of " + whole.length;
      Divergence d = result.divergence();
      if (d == null) {
        // Only what stands behind the end of the run is missing.
        assertTrue(left.addresses().equals(right.addresses()), what);
        assertTrue(left.harts().equals(right.harts()), what);
        continue;
      }
      assertEquals(Difference.CUT, d.kind(), () -> what + ": " + d);
      assertEquals(right.addresses().size(), d.clock(), what);
      assertTrue(d.why().startsWith("B is cut there (the run was killed or the file"), d.why());
      assertNull(result.changes(), what);
      Divergence mirrored = new DiffMaker(b, a).run().divergence();
      assertEquals(Difference.CUT, mirrored.kind(), what);
      assertEquals(d.clock(), mirrored.clock(), what);
      assertTrue(mirrored.why().startsWith("A is cut there"), mirrored.why());
      told++;
    }
    assertTrue(told > 20, "cut " + told + " times");
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
    assertTrue(d.clock() <= first, () -> what + ": " + d);
    // Time that a hart skips at a hand-over may belong to its next turn.
    boolean early = d.kind() == Difference.TIME || d.kind() == Difference.HART;
    assertTrue(early || d.clock() >= Math.min(forkAt, first), () -> what + ": " + d);
    Divergence mirrored = diff(b, a).divergence();
    assertNotNull(mirrored, what);
    assertEquals(d.kind(), mirrored.kind(), what);
    assertEquals(d.clock(), mirrored.clock(), what);
    assertEquals(d.a(), mirrored.b(), what);
    assertEquals(d.b(), mirrored.a(), what);
    assertEquals(new DiffMaker(a, b).firstOnly(true).run().divergence(), d, what);
    boolean pathDiffers =
        d.kind() == Difference.BRANCH
            || d.kind() == Difference.TARGET
            || d.kind() == Difference.TRAP_RETURN;
    if (pathDiffers) {
      assertEquals(first, d.clock(), what);
      assertFalse(d.a().pc() == d.b().pc(), what);
    }
    if (d.kind() == Difference.BRANCH || d.kind() == Difference.TARGET) {
      stackIsTheSteppers(d.a(), d, a, what + ", A");
      stackIsTheSteppers(d.b(), d, b, what + ", B");
    }
  }

  /** The stepper finds the same stack there, in its own way. */
  private static void stackIsTheSteppers(
      Divergence.View view, Divergence d, Path trace, String what) throws IOException {
    try (TraceMap map = TraceMap.open(trace, TraceMap.Options.PLAIN)) {
      TraceCursor cursor = new TraceCursor(map);
      cursor.toClock(d.clock());
      List<Long> expected = new ArrayList<>();
      expected.add(view.pc());
      cursor.stack().forEach(frame -> expected.add(frame.site()));
      assertEquals(expected, view.stack().stream().map(StackLine::pc).toList(), what);
      compared++;
    }
  }
}
