package bbt.reconstruct.walk.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bbt.packets.TraceReader;
import bbt.reconstruct.testing.RandomGuest;
import bbt.reconstruct.testing.RandomGuest.Place;
import bbt.reconstruct.walk.Reconstruction;
import bbt.reconstruct.walk.flow.FlowListener;
import bbt.reconstruct.walk.hart.Walker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Whatever a guest does, blocks are counted exactly as it executed them, traps and all. */
class BlockCountPropertyTest {
  @Property(tries = 100)
  void countsAreExact(
      @ForAll long seed,
      @ForAll boolean compact,
      @ForAll @IntRange(min = 1, max = 4) int harts,
      @ForAll @IntRange(min = 1, max = 40) int hot)
      throws IOException {
    RandomGuest guest = new RandomGuest(seed);
    Path file = Files.createTempFile("random", ".bbt");
    try {
      guest.run(file, compact, 20_000, harts);
      List<BlockCount> counts = walk(file, hot, FlowListener.NOBODY).blockCounts();
      Map<Place, Long> executed = new HashMap<>();
      Map<Place, Long> taken = new HashMap<>();
      long sum = 0;
      for (BlockCount c : counts) {
        sum += c.instructions();
        spread(c, executed, taken);
      }
      assertEquals(guest.addresses.size(), sum);
      assertEquals("", difference(guest.executed, executed));
      assertEquals("", difference(guest.taken, taken));
    } finally {
      Files.delete(file);
    }
  }

  /** What is left out is missing, and nothing else. */
  @Property(tries = 50)
  void countsOnlyWhileOn(@ForAll long seed, @ForAll boolean compact) throws IOException {
    RandomGuest guest = new RandomGuest(seed);
    Path file = Files.createTempFile("random", ".bbt");
    try {
      guest.run(file, compact, 20_000);
      UserOnly user = new UserOnly();
      Reconstruction walk = walk(file, 3, user);
      Map<Place, Long> executed = new HashMap<>();
      walk.blockCounts().forEach(c -> spread(c, executed, new HashMap<>()));
      Map<Place, Long> expected = new HashMap<>(guest.executed);
      expected.keySet().removeIf(place -> place.space() < 0);
      assertEquals("", difference(expected, executed));
    } finally {
      Files.delete(file);
    }
  }

  private static Reconstruction walk(Path file, int hot, FlowListener listener) throws IOException {
    try (TraceReader reader = TraceReader.open(file)) {
      Reconstruction walk =
          new Reconstruction(reader, (space, pc) -> FunctionMap.NONE, listener, null).countBlocks();
      if (listener instanceof UserOnly user) {
        user.walker = walk.walker(0);
      }
      for (int i = 0; i < walk.harts(); i++) {
        walk.walker(i).hot(hot);
      }
      walk.run();
      assertEquals(List.of(), walk.problems());
      return walk;
    }
  }

  /** The first few places that differ; a whole map is too much to read. */
  private static String difference(Map<Place, Long> expected, Map<Place, Long> found) {
    Set<Place> places = new HashSet<>(expected.keySet());
    places.addAll(found.keySet());
    return places.stream()
        .filter(place -> !Objects.equals(expected.get(place), found.get(place)))
        .limit(5)
        .map(place -> place + ": " + expected.get(place) + ", found " + found.get(place))
        .collect(Collectors.joining("; "));
  }

  private static void spread(BlockCount count, Map<Place, Long> executed, Map<Place, Long> taken) {
    int last = count.node().count() - 1;
    for (int i = 0; i <= last; i++) {
      long times = count.executions();
      for (int n = i + 1; n <= count.partial().length; n++) {
        times += count.partial()[n - 1];
      }
      if (times > 0) {
        Place place = place(count, i);
        executed.merge(place, times, Long::sum);
        boolean branch = (count.node().bits(i) & 0x7F) == 0x63;
        if (branch) {
          taken.merge(place, count.taken(), Long::sum);
        }
      }
    }
  }

  private static Place place(BlockCount count, int index) {
    return new Place(count.addressSpace(), count.node().address(index), count.node().bits(index));
  }

  /** Counts in user mode alone. */
  private static final class UserOnly implements FlowListener {
    private Walker walker;

    @Override
    public void start(long retired, long pc, int privilege, int addressSpace, long task) {
      walker.counting(privilege == 0);
    }

    @Override
    public void exception(bbt.packets.Packet.Exception packet) {
      walker.counting(packet.privilege() == 0);
    }

    @Override
    public void trapReturn(long retired, long target, int privilege) {
      walker.counting(privilege == 0);
    }
  }
}
