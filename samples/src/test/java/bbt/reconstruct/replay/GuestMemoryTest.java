package bbt.reconstruct.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.map.TraceMap;
import bbt.reconstruct.memory.MemoryConfig;
import bbt.reconstruct.memory.MemoryEvent;
import bbt.reconstruct.memory.MemoryProfile;
import bbt.reconstruct.memory.MissCounts;
import bbt.reconstruct.replay.memory.MemorySimulation;
import bbt.reconstruct.replay.setup.GuestOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A memory system beside a guest with page tables, processes and page faults: its accesses against
 * those that {@link AccessScan} finds by watching all memory.
 */
@Timeout(240)
class GuestMemoryTest {
  @TempDir private Path folder;

  @Test
  void eachAccessIsSimulatedOnceAndBelongsToItsInstruction() throws IOException {
    Path trace = GuestReplayTest.mini(folder);
    try (Replay replay = Replay.open(trace, GuestOptions.NONE, folder.resolve("cache"), 1_000_000);
        TraceMap map = TraceMap.open(trace, TraceMap.Options.PLAIN)) {
      Map<Long, Long> reads = new TreeMap<>();
      Map<Long, Long> writes = new TreeMap<>();
      Set<Long> pages = new HashSet<>();
      try (AccessScan scan = new AccessScan(replay, 0, List.of())) {
        long next = 0;
        while (next < replay.end().clock()) {
          next += 500_000;
          long last = -1;
          for (AccessScan.Seen a : scan.until(next)) {
            boolean again = a.clock() == last; // its part in another page
            last = a.clock();
            if (a.before().length > 0 && !again) {
              (a.store() ? writes : reads).merge(a.address() >> 12, 1L, Long::sum);
              pages.add(a.address() >> 12);
            }
          }
        }
      }
      MemoryConfig config =
          MemoryConfig.parse("m", List.of("l1d 4K 2 64", "dtlb 64K full", "itlb 8 full"));
      MemoryProfile profile =
          MemorySimulation.run(map, replay, null, config, null, true, clock -> {});
      Map<Long, Long> simulatedReads = new TreeMap<>();
      Map<Long, Long> simulatedWrites = new TreeMap<>();
      MissCounts byRange = new MissCounts();
      Map<String, Long> byFunction = new HashMap<>();
      for (MemoryProfile.RangeCount range : profile.ranges()) {
        byRange.add(range.counts());
        simulatedReads.merge(range.address() >> 12, range.counts().reads, Long::sum);
        simulatedWrites.merge(range.address() >> 12, range.counts().writes, Long::sum);
        byFunction.merge(
            range.instruction().function(),
            range.counts().reads + range.counts().writes,
            Long::sum);
      }
      simulatedReads.values().removeIf(n -> n == 0);
      simulatedWrites.values().removeIf(n -> n == 0);
      assertEquals(reads, simulatedReads);
      assertEquals(writes, simulatedWrites);
      assertTrue(byFunction.keySet().stream().noneMatch(name -> name == null || name.isEmpty()));
      assertTrue(byFunction.get("schedule") > 1000, byFunction.toString());
      MissCounts total = profile.total();
      assertEquals(replay.end().clock(), total.instructions);
      assertEquals(byRange.reads, total.reads);
      assertEquals(byRange.writes, total.writes);
      for (MemoryEvent event :
          List.of(MemoryEvent.READ_L1, MemoryEvent.WRITE_L1, MemoryEvent.READ_WALK)) {
        assertEquals(byRange.of(event), total.of(event), event.name());
      }
      // A page that never leaves the TLB is missed once for each address space that uses it.
      long walks = total.of(MemoryEvent.READ_WALK, MemoryEvent.WRITE_WALK);
      assertTrue(walks > 20 && walks >= pages.size() / 2, walks + " of " + pages.size());
    }
  }
}
