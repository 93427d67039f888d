package bbt.reconstruct.diff.change;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.analysis.Analysis;
import bbt.reconstruct.diff.DiffMaker;
import bbt.reconstruct.diff.DiffResult;
import bbt.reconstruct.diff.align.Uncalled;
import bbt.reconstruct.testing.RandomGuest;
import bbt.reconstruct.testing.TinyTrace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever changed: the parts add up to the whole, and A against B mirrors B against A. */
class ChangesTest {
  @TempDir Path folder;

  private Path trace(String name, long seed, int forkAt, int length) throws IOException {
    Path file = folder.resolve(name);
    new RandomGuest(seed).forked(forkAt, ~seed).run(file, true, length, seed % 2 == 0 ? 1 : 3);
    return file;
  }

  private static void reconciles(Changes c) {
    long change = c.change();
    assertEquals(change, c.tasks().stream().mapToLong(TaskChange::change).sum());
    assertEquals(change, c.functions().stream().mapToLong(FunctionChange::change).sum());
    assertEquals(change, c.script().change() + c.script().interrupts());
    assertEquals(change, c.paths().stream().mapToLong(PathChange::change).sum());
    long causes = c.causes().stream().mapToLong(ChangeCause::change).sum();
    assertTrue(Math.abs(change - causes) <= c.causes().size(), change + ": " + causes);
    assertEquals(c.instructionsA(), c.tasks().stream().mapToLong(TaskChange::a).sum());
    assertEquals(c.instructionsB(), c.tasks().stream().mapToLong(TaskChange::b).sum());
    assertEquals(c.instructionsA(), c.functions().stream().mapToLong(f -> f.selfA()).sum());
    assertEquals(c.instructionsB(), c.functions().stream().mapToLong(f -> f.selfB()).sum());
    assertEquals(c.instructionsA(), c.tree().inclusiveA(DiffTree.ROOT));
    assertEquals(c.instructionsB(), c.merged().inclusiveB(DiffTree.ROOT));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void partsAddUpAndMirror(long seed) throws IOException {
    Path a = trace("a", seed, -1, 5000);
    Path b = trace("b", seed, 700, 7000);
    Changes there = new DiffMaker(a, b).run().changes();
    Changes back = new DiffMaker(b, a).run().changes();
    assertEquals(new Analysis(a).run().profile().instructions(), there.instructionsA());
    assertEquals(new Analysis(b).run().profile().instructions(), there.instructionsB());
    reconciles(there);
    reconciles(back);
    assertEquals(there.change(), -back.change());
    assertTrue(byFunction(there, 1).equals(byFunction(back, -1)));
    assertEquals(
        there.exceptions().stream().mapToLong(e -> e.countB() - e.countA()).sum(),
        back.exceptions().stream().mapToLong(e -> e.countA() - e.countB()).sum());
  }

  /** By name; functions without one may be found again as others, seen from the other side. */
  private static Map<String, Long> byFunction(Changes c, int sign) {
    Map<String, Long> sum = new HashMap<>();
    for (FunctionChange f : c.functions()) {
      boolean nameless = f.name().contains("0x") || f.name().endsWith(Uncalled.TITLE);
      String name = nameless ? "nameless" : f.name();
      sum.merge(name, sign * f.change(), Long::sum);
    }
    return sum;
  }

  @Test
  void aRunHasNoChangesAgainstItselfInAnotherMode() throws IOException {
    Path a = folder.resolve("a");
    Path b = folder.resolve("b");
    new RandomGuest(4).run(a, true, 3000);
    new RandomGuest(4).run(b, false, 3000);
    DiffResult result = new DiffMaker(a, b).run();
    assertTrue(result.same());
  }

  @Test
  void whatOnlyOneRunDoesAppearsOrVanishes() throws IOException {
    Path tiny = folder.resolve("tiny");
    TinyTrace.write(tiny);
    Path random = trace("random", 3, -1, 100);
    Changes c = new DiffMaker(tiny, random).run().changes();
    reconciles(c);
    FunctionChange leaf =
        c.functions().stream().filter(f -> f.name().equals("leaf")).findFirst().orElseThrow();
    assertEquals(Fate.VANISHED, leaf.fate());
    assertEquals(0, leaf.selfB());
    assertEquals(2, leaf.callsA());
  }

  @Test
  void ranksOfSmallGroups() {
    assertEquals(0.1, RankSum.probability(new long[] {1, 2, 3}, new long[] {4, 5, 6}), 1e-9);
    assertEquals(0.1, RankSum.smallest(3, 3), 1e-9);
    assertEquals(1, RankSum.probability(new long[] {1, 1}, new long[] {1, 1}), 1e-9);
    // Rank sum 7 of 10 ranks in twos: 2 of the 6 choices are as far from the middle or farther...
    // 5.
    assertEquals(2 / 6.0, RankSum.probability(new long[] {3, 4}, new long[] {1, 2}), 1e-9);
    assertEquals(4 / 6.0, RankSum.probability(new long[] {2, 4}, new long[] {1, 3}), 1e-9);
  }

  @Test
  void groupsThatOverlapAreNotToldApart() {
    GroupChange noise = new GroupChange("f", "p", new long[] {5, 1, 9}, new long[] {6, 4});
    GroupChange change = new GroupChange("f", "p", new long[] {5, 1, 3}, new long[] {6, 7});
    assertTrue(!noise.separate());
    assertTrue(change.separate());
    assertEquals(3.5, change.change(), 1e-9);
    assertEquals(List.of(1L, 3L, 5L), java.util.Arrays.stream(change.a()).boxed().toList());
  }
}
