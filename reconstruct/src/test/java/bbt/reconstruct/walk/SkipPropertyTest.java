package bbt.reconstruct.walk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.TraceReader;
import bbt.reconstruct.testing.RandomGuest;
import bbt.reconstruct.walk.flow.FlowListener;
import bbt.reconstruct.walk.graph.FunctionMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;

/** A walk that starts at a frame or epoch finds what the walk of the whole trace finds there. */
class SkipPropertyTest {
  private record Entry(long offset, int before) {}

  @Property(tries = 20, shrinking = ShrinkingMode.OFF)
  void whatFollowsIsTheSameFromEveryEntry(
      @ForAll long seed, @ForAll boolean compact, @ForAll @IntRange(min = 1, max = 3) int harts)
      throws IOException {
    follow(seed, compact, harts);
  }

  /**
   * Guests in whose traces an indirect call closes a frame and its return comes in the next one: a
   * walk that starts there must push the link that the frame before carries over. Few guests do
   * that, so these are named.
   */
  @Example
  void anIndirectCallClosesTheFrameBefore() throws IOException {
    for (long seed : new long[] {9, 30, 36}) {
      assertTrue(follow(seed, true, 1) > 0, "guest " + seed + " does so no more: find another one");
    }
  }

  /**
   * Walks from every entry.
   *
   * @return at how many of them hart 0 carries a link
   */
  private static int follow(long seed, boolean compact, int harts) throws IOException {
    RandomGuest guest = new RandomGuest(seed);
    Path file = Files.createTempFile("skip", ".bbt");
    int[] carried = new int[1];
    try {
      guest.run(file, compact, 3000 * harts, harts);
      List<Entry> entries = new ArrayList<>();
      List<Long> all = new ArrayList<>();
      try (TraceReader reader = TraceReader.open(file)) {
        Reconstruction whole = walk(reader, all);
        whole
            .segments(
                chunk -> {
                  entries.add(new Entry(chunk.offset(), all.size()));
                  carried[0] += whole.state(0).carriesLink ? 1 : 0;
                })
            .run();
      }
      assertTrue(entries.size() > 2, entries.size() + " entries");
      assertEquals(guest.addresses, all);
      for (Entry entry : entries) {
        List<Long> rest = new ArrayList<>();
        try (TraceReader reader = TraceReader.open(file)) {
          Reconstruction walk = walk(reader, rest).skipTo(entry.offset());
          walk.run();
          assertEquals(List.of(), walk.problems(), "from " + entry);
        }
        assertTrue(all.subList(entry.before(), all.size()).equals(rest), "from " + entry);
      }
    } finally {
      Files.delete(file);
    }
    return carried[0];
  }

  private static Reconstruction walk(TraceReader reader, List<Long> addresses) throws IOException {
    return new Reconstruction(
        reader,
        (space, pc) -> FunctionMap.NONE,
        FlowListener.NOBODY,
        (step, count) -> {
          for (int i = 0; i < count; i++) {
            addresses.add(step.node().address(i));
          }
        });
  }
}
