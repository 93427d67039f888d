package bbt.reconstruct.walk.hart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.TraceReader;
import bbt.reconstruct.testing.SpinTrace;
import bbt.reconstruct.walk.Reconstruction;
import bbt.reconstruct.walk.flow.FlowListener;
import bbt.reconstruct.walk.graph.BlockCount;
import bbt.reconstruct.walk.graph.FunctionMap;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A loop that leaves nothing in the trace is walked at once, however often the guest went round.
 */
@Timeout(300)
class CircleTest {
  private static final int LEAD = 3;

  @TempDir private Path folder;

  /** With the hash over all instructions, and counted one by one, up to any place of a round. */
  @ParameterizedTest
  @CsvSource({
    "1, 20000000, true",
    "1, 20000000, false",
    "2, 20000001, true",
    "2, 20000001, false",
    "7, 20000003, true",
    "7, 20000003, false",
    "7, 20000007, true",
    "500, 9000001, true",
    "7, 1000003, true"
  })
  void itIsWalkedAsOneByOne(int round, long count, boolean named) throws IOException {
    walkOneByOne(SpinTrace.LOOP, round, count, named);
  }

  /** The hot loop is left in each round. */
  @ParameterizedTest
  @CsvSource({"7, 20000003, true", "7, 20000007, false", "500, 9000001, true"})
  void soItIsBetweenPagesThatTakeTurnsInTheCache(int round, long count, boolean named)
      throws IOException {
    walkOneByOne(SpinTrace.COLLIDING, round, count, named);
  }

  private void walkOneByOne(long loop, int round, long count, boolean named) throws IOException {
    Path file = folder.resolve("spin.bbt");
    SpinTrace.write(file, loop, round, count, true, named);
    long[] executed = new long[round];
    try (TraceReader reader = TraceReader.open(file)) {
      Reconstruction walk =
          new Reconstruction(
                  reader, (space, pc) -> named ? 1 : FunctionMap.NONE, FlowListener.NOBODY, null)
              .countBlocks()
              .run();
      assertEquals(List.of(), walk.problems());
      assertEquals(LEAD + count + 2, walk.instructions());
      for (BlockCount block : walk.blockCounts()) {
        for (int i = 0; i < block.node().count(); i++) {
          long at = block.node().address(i) - loop;
          if (at >= 0 && at < 2L * round) {
            executed[(int) at / 2] += times(block, i);
          }
        }
      }
    }
    for (int i = 0; i < round; i++) {
      assertEquals((count - i + round - 1) / round, executed[i], "instruction " + i);
    }
  }

  private static long times(BlockCount block, int instruction) {
    long sum = block.executions();
    for (int i = instruction; i < block.partial().length; i++) {
      sum += block.partial()[i];
    }
    return sum;
  }

  /** Going round has no end: the bound of all is one assertion. */
  @Test
  void quintillionsOfInstructionsTakeNoTime() {
    assertTimeoutPreemptively(
        Duration.ofSeconds(60),
        () -> {
          for (long loop : new long[] {SpinTrace.LOOP, SpinTrace.COLLIDING}) {
            for (int round : new int[] {1, 7, 900}) {
              walkQuintillions(loop, round, false);
              walkQuintillions(loop, round, true);
            }
          }
          walkMoreThanAnIntHoldsByPaths();
        });
  }

  private void walkQuintillions(long loop, int round, boolean named) throws IOException {
    Path file = folder.resolve("spin.bbt");
    // As many as the writer's steps of 2^30 reach in a moment.
    long count = (1L << 55) + 5;
    SpinTrace.write(file, loop, round, count, false, named);
    try (TraceReader reader = TraceReader.open(file)) {
      Reconstruction walk =
          new Reconstruction(
                  reader, (space, pc) -> named ? 1 : FunctionMap.NONE, FlowListener.NOBODY, null)
              .countBlocks()
              .run();
      assertEquals(List.of(), walk.problems());
      assertEquals(LEAD + count + 2, walk.instructions());
    }
  }

  private void walkMoreThanAnIntHoldsByPaths() throws IOException {
    Path file = folder.resolve("spin.bbt");
    SpinTrace.write(file, 3, 3L << 31, false, true);
    try (TraceReader reader = TraceReader.open(file)) {
      Reconstruction walk = new Reconstruction(reader, (space, pc) -> 1, FlowListener.NOBODY, null);
      walk.walker(0).hot(2);
      walk.countBlocks().run();
      assertTrue(walk.problems().isEmpty(), walk.problems().toString());
    }
  }
}
