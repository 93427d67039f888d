package bbt.reconstruct.walk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.TraceReader;
import bbt.reconstruct.testing.SpinTrace;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A loop that leaves nothing in the trace is walked at once, however often the guest went round.
 */
@Timeout(60)
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
    Path file = folder.resolve("spin.bbt");
    SpinTrace.write(file, round, count, true, named);
    long[] executed = new long[round];
    try (TraceReader reader = TraceReader.open(file)) {
      Reconstruction walk =
          new Reconstruction(
                  reader, (space, pc) -> named ? 1 : FunctionMap.NONE, FlowListener.NOBODY, null)
              .countBlocks()
              .run();
      assertEquals(java.util.List.of(), walk.problems());
      assertEquals(LEAD + count + 2, walk.instructions());
      for (BlockCount block : walk.blockCounts()) {
        for (int i = 0; i < block.node().count(); i++) {
          long at = block.node().address(i) - SpinTrace.LOOP;
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

  @ParameterizedTest
  @CsvSource({"1, true", "1, false", "7, true", "7, false", "900, false"})
  void quintillionsOfInstructionsTakeNoTime(int round, boolean named) throws IOException {
    Path file = folder.resolve("spin.bbt");
    // As many as the writer's steps of 2^30 reach in a moment.
    long count = (1L << 55) + 5;
    SpinTrace.write(file, round, count, false, named);
    try (TraceReader reader = TraceReader.open(file)) {
      Reconstruction walk =
          new Reconstruction(
                  reader, (space, pc) -> named ? 1 : FunctionMap.NONE, FlowListener.NOBODY, null)
              .countBlocks()
              .run();
      assertEquals(java.util.List.of(), walk.problems());
      assertEquals(LEAD + count + 2, walk.instructions());
    }
  }

  @Test
  void moreInstructionsThanAnIntHoldsAreWalkedByPathsToo() throws IOException {
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
