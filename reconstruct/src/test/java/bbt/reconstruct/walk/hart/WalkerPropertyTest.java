package bbt.reconstruct.walk.hart;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bbt.packets.TraceReader;
import bbt.reconstruct.testing.RandomGuest;
import bbt.reconstruct.testing.Rebuilt;
import bbt.reconstruct.trace.TraceVerifier;
import bbt.reconstruct.walk.Reconstruction;
import bbt.reconstruct.walk.flow.FlowListener;
import bbt.reconstruct.walk.graph.FunctionMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Whatever a guest does, the walk finds exactly what it executed. */
class WalkerPropertyTest {
  @Property(tries = 100)
  void walkFindsEveryInstruction(@ForAll long seed, @ForAll boolean compact) throws IOException {
    walk(seed, compact, 1);
  }

  /** On each hart, and in the order in which all of them executed. */
  @Property(tries = 100)
  void walkFindsEveryInstructionOfSeveralHarts(
      @ForAll long seed, @ForAll boolean compact, @ForAll @IntRange(min = 2, max = 5) int harts)
      throws IOException {
    walk(seed, compact, harts);
  }

  private static void walk(long seed, boolean compact, int count) throws IOException {
    RandomGuest guest = new RandomGuest(seed);
    Path file = Files.createTempFile("random", ".bbt");
    try {
      guest.run(file, compact, 3000 * count, count);
      Rebuilt walked = Rebuilt.of(file);
      assertEquals(List.of(), walked.problems());
      assertEquals(guest.addresses.size(), walked.instructions());
      assertEquals(guest.addresses, walked.addresses());
      assertEquals(guest.harts, walked.harts());
      assertEquals(guest.traps, walked.traps());
    } finally {
      Files.delete(file);
    }
  }

  /** Side by side on several threads: the verify hashes say whether all is well. */
  @Property(tries = 50)
  void hartsAreWalkedInParallel(
      @ForAll long seed, @ForAll boolean compact, @ForAll @IntRange(min = 2, max = 5) int harts)
      throws IOException {
    RandomGuest guest = new RandomGuest(seed);
    Path file = Files.createTempFile("random", ".bbt");
    try {
      guest.run(file, compact, 30_000, harts);
      TraceVerifier.Result result = TraceVerifier.verify(file);
      assertEquals(List.of(), result.problems());
      for (int i = 0; i < harts; i++) {
        int hart = i;
        long executed = guest.harts.stream().filter(h -> h == hart).count();
        assertEquals(executed, result.hartInstructions().get(i));
      }
    } finally {
      Files.delete(file);
    }
  }

  /**
   * A walk without pieces, which walks paths, finds what was executed: the verify hashes say so.
   */
  @Property(tries = 50)
  void pathsChangeNothing(@ForAll long seed, @ForAll boolean compact) throws IOException {
    RandomGuest guest = new RandomGuest(seed);
    Path file = Files.createTempFile("random", ".bbt");
    try {
      guest.run(file, compact, 20_000);
      try (TraceReader reader = TraceReader.open(file)) {
        Reconstruction walk =
            new Reconstruction(reader, (space, pc) -> FunctionMap.NONE, FlowListener.NOBODY, null);
        walk.walker(0).hot(3);
        walk.run();
        assertEquals(List.of(), walk.problems());
        assertEquals(guest.addresses.size(), walk.instructions());
      }
    } finally {
      Files.delete(file);
    }
  }
}
