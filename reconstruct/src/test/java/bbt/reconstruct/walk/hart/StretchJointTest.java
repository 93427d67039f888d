package bbt.reconstruct.walk.hart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.TraceReader;
import bbt.ptg.guest.VerifyHash;
import bbt.reconstruct.testing.RandomGuest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stretch follows another one only if nothing in which they meet is different. */
class StretchJointTest {
  @TempDir private Path folder;
  private SidebandLedger ledger;

  @BeforeEach
  void ledger() throws IOException {
    Path file = folder.resolve("random.bbt");
    new RandomGuest(1).run(file, true, 1000);
    try (TraceReader reader = TraceReader.open(file)) {
      ledger = new SidebandLedger(reader);
    }
  }

  private WalkState state() {
    WalkState state = new WalkState();
    state.connected = true;
    state.retired = 1000;
    state.pc = 0x8000_1000L;
    state.privilege = 1;
    state.addressSpace = 3;
    state.task = 0x55;
    state.hash = 77;
    state.carriesLink = true;
    state.carriedLink = 0x8000_2000L;
    state.ledger = ledger.copy();
    return state;
  }

  @Test
  void everyPartOfTheStateMustBeTheSame() {
    assertTrue(state().goesOn(state(), state()));
    List<Consumer<WalkState>> changes =
        List.of(
            s -> s.connected = false,
            s -> s.retired++,
            s -> s.pc += 2,
            s -> s.privilege = 3,
            s -> s.addressSpace++,
            s -> s.task++,
            s -> s.hash++,
            s -> s.firmwareSite = 0x80,
            s -> s.carriesLink = false,
            s -> s.carriedLink += 4,
            s -> s.lost = true,
            s -> s.ledger.frame(0, 99));
    for (int i = 0; i < changes.size(); i++) {
      WalkState other = state();
      changes.get(i).accept(other);
      assertFalse(state().goesOn(other, state()), "change " + i);
      assertFalse(other.goesOn(state(), state()), "change " + i);
    }
  }

  private static long executed(long hash, int from, int to) {
    long now = hash;
    for (int i = from; i < to; i++) {
      now = VerifyHash.step(now, 0x8000_0000L + 4L * i, 0x13 + (i << 7));
    }
    return now;
  }

  /** A stretch of 50 instructions, walked from a hash that was not known. */
  @Test
  void aHashThatWasNotKnownIsComparedAfterwards() {
    WalkState before = state();
    WalkState start = state();
    start.hashKnown = false;
    start.hash = -5; // whatever it was
    long there = executed(before.hash, 0, 20);
    for (long wrong : new long[] {0, 1}) {
      WalkState end = start.copy();
      end.beginStretch();
      end.hash = executed(start.hash, 0, 20);
      end.joint = end.joint.states(1020, end.hash, there + wrong);
      end.joint = end.joint.states(1030, 1, 2); // only the first one counts
      assertEquals(wrong == 0, before.goesOn(start, end));
    }
    WalkState end = start.copy();
    end.beginStretch();
    end.hash = executed(start.hash, 0, 50);
    end.retired = 1050;
    assertTrue(before.goesOn(start, end));
    assertTrue(end.hashKnown);
    assertEquals(executed(before.hash, 0, 50), end.hash);
    // Instructions that are not in the trace leave nothing to compare.
    WalkState gap = start.copy();
    gap.beginStretch();
    gap.joint = gap.joint.gap().states(1020, 1, 2);
    assertTrue(before.goesOn(start, gap));
    assertFalse(gap.hashKnown);
  }
}
