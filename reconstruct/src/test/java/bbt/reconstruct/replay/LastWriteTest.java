package bbt.reconstruct.replay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.replay.state.Access;
import bbt.reconstruct.replay.state.MachineState;
import bbt.reconstruct.replay.state.Position;
import bbt.translator.engine.EngineMode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Finds the last write to an address: against a run in which every instruction's effect is looked
 * at.
 */
@Timeout(300)
class LastWriteTest {
  private static final long DATA = 0x8000_8000L;
  private static final int BYTES = 64;

  @TempDir Path folder;

  /** A change of the data, and the position of the instruction that made it. */
  private record Change(long clock, int hart, long pc, byte[] before, byte[] after) {}

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void everyChangeHasItsWriter(int harts) throws IOException {
    RecordedGuest guest = RecordedGuest.run(folder, harts, 400, EngineMode.AUTO);
    try (Replay replay = Replay.open(guest.trace(), guest.files(), folder.resolve("cache"), 3001)) {
      List<Change> changes = changes(replay, harts);
      assertTrue(changes.size() > 20, changes.size() + " changes");
      Random random = new Random(harts);
      for (int i = 0; i < 25; i++) {
        int n = random.nextInt(changes.size());
        Change change = changes.get(n);
        long next = n + 1 < changes.size() ? changes.get(n + 1).clock : guest.retired();
        // Somewhere behind it, before the next change.
        long from = change.clock + 1 + random.nextLong(next - change.clock);
        replay.goTo(Position.at(from));
        Access write = lastChanging(replay, from);
        assertEquals(change.clock, write.position().clock());
        assertEquals(change.hart, write.hart());
        assertEquals(change.pc, write.pc());
        assertEquals("", write.device());
        assertEquals(Position.at(from), replay.position(), "it stays where it is");
        Access changing = replay.lastChange(DATA, BYTES).orElseThrow();
        assertEquals(change.clock, changing.position().clock());
        assertEquals(change.pc, changing.pc());
        assertArrayEquals(change.before, changing.before());
        assertArrayEquals(change.after, changing.after());
        assertEquals(Position.at(from), replay.position(), "it stays where it is");
        replay.goTo(Position.at(change.clock));
        Optional<Access> found = replay.next(Access.Kind.WRITE, DATA, BYTES);
        assertEquals(change.clock, found.orElseThrow().position().clock());
        assertEquals(change.hart, found.orElseThrow().hart());
      }
      replay.goTo(Position.at(1));
      assertFalse(replay.lastWrite(DATA, BYTES).isPresent(), "nothing was written yet");
      assertFalse(replay.lastChange(DATA, BYTES).isPresent(), "nothing was written yet");
    }
  }

  /** Stores of the same value are writes, too: passes over them. */
  private static Access lastChanging(Replay replay, long from) throws IOException {
    Access write = replay.lastWrite(DATA, BYTES).orElseThrow();
    while (Arrays.equals(write.before(), write.after())) {
      replay.goTo(write.position());
      write = replay.lastWrite(DATA, BYTES).orElseThrow();
    }
    replay.goTo(Position.at(from));
    return write;
  }

  private static List<Change> changes(Replay replay, int harts) throws IOException {
    List<Change> changes = new ArrayList<>();
    MachineState state = replay.state();
    byte[] now = state.readPhysical(DATA, BYTES);
    long[] pcs = new long[harts];
    boolean goesOn = true;
    while (goesOn) {
      long clock = replay.position().clock();
      for (int i = 0; i < harts; i++) {
        pcs[i] = state.pc(i);
      }
      goesOn = replay.step();
      byte[] then = state.readPhysical(DATA, BYTES);
      if (!Arrays.equals(now, then)) {
        changes.add(new Change(clock, state.hart(), pcs[state.hart()], now, then));
        now = then;
      }
    }
    return changes;
  }
}
