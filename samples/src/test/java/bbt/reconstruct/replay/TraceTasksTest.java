package bbt.reconstruct.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.Chunk;
import bbt.packets.Frame;
import bbt.packets.Packet;
import bbt.packets.TraceReader;
import bbt.reconstruct.cursor.TraceCursor;
import bbt.reconstruct.map.TraceMap;
import bbt.reconstruct.replay.setup.GuestOptions;
import bbt.reconstruct.replay.state.Position;
import bbt.reconstruct.replay.state.Task;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Finds the task whose instructions are executed again: the same task's as the stepper says, at
 * every place.
 */
@Timeout(300)
final class TraceTasksTest {
  @TempDir private Path folder;

  @Test
  void theTaskIsTheSteppers() throws IOException {
    Path trace = GuestReplayTest.mini(folder);
    List<Packet.Switch> switches = switches(trace);
    Random random = new Random(2);
    try (Replay replay =
            Replay.open(trace, GuestOptions.NONE, folder.resolve("t/replay"), 300_000);
        TraceMap map = TraceMap.open(trace, TraceMap.Options.PLAIN)) {
      TraceCursor cursor = new TraceCursor(map);
      Set<Long> seen = new HashSet<>();
      for (int i = 0; i < 20; i++) {
        long anywhere = random.nextLong(map.endClock());
        seen.add(same(replay, cursor, anywhere));
        Packet.Switch to = switches.get(random.nextInt(switches.size()));
        assertEquals(to.previousTask(), same(replay, cursor, to.retired() - 1));
        assertEquals(to.task(), same(replay, cursor, to.retired()));
      }
      assertTrue(seen.size() > 2, seen::toString);
    }
  }

  /** The task at a place, of which both must say the same. */
  private static long same(Replay replay, TraceCursor cursor, long clock) throws IOException {
    replay.goTo(Position.at(clock));
    cursor.toMoment(clock, 0);
    long task = replay.state().task(0).map(Task::address).orElse(0L);
    assertEquals(cursor.task(), task, "at " + clock);
    return task;
  }

  /** Those from one task to another. */
  private static List<Packet.Switch> switches(Path trace) throws IOException {
    List<Packet.Switch> all = new ArrayList<>();
    try (TraceReader reader = TraceReader.open(trace)) {
      for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
        if (chunk instanceof Frame frame) {
          for (Packet packet : frame.packets()) {
            if (packet instanceof Packet.Switch s && s.task() != s.previousTask()) {
              all.add(s);
            }
          }
        }
      }
    }
    return all;
  }
}
