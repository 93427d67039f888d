package bbt.reconstruct.walk;

import static org.junit.jupiter.api.Assertions.assertFalse;

import bbt.packets.Chunk;
import bbt.packets.Frame;
import bbt.packets.Packet;
import bbt.packets.TraceReader;
import bbt.packets.write.TraceEditor;
import bbt.reconstruct.testing.RandomGuest;
import bbt.reconstruct.walk.flow.FlowListener;
import bbt.reconstruct.walk.graph.FunctionMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/**
 * Notices counts that do not agree with what was executed, though all checksums are right: a clean
 * problem.
 */
class WrongCountsPropertyTest {
  /** Walks a trace of which one frame was changed, with and without counting of blocks. */
  private static void problems(Path good, RandomGuest guest, Random random, int harts)
      throws IOException {
    Path bad = Files.createTempFile("bad", ".bbt");
    try {
      int[] left = {random.nextInt(Math.min(6, frames(good)))};
      boolean[] done = {false};
      TraceEditor.reframe(
          good,
          bad,
          frame -> {
            if (done[0] || left[0]-- > 0) {
              return frame;
            }
            done[0] = true;
            return changed(frame, guest, random);
          });
      for (boolean counting : new boolean[] {false, true}) {
        try (TraceReader reader = TraceReader.open(bad)) {
          Reconstruction walk =
              new Reconstruction(
                  reader, (space, pc) -> FunctionMap.NONE, FlowListener.NOBODY, null);
          for (int i = 0; i < harts; i++) {
            walk.walker(i).hot(2);
          }
          walk = counting ? walk.countBlocks() : walk;
          assertFalse(walk.run().problems().isEmpty());
          walk.blockCounts();
        }
      }
    } finally {
      Files.delete(bad);
    }
  }

  private static int frames(Path trace) throws IOException {
    try (TraceReader reader = TraceReader.open(trace)) {
      int frames = 0;
      for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
        frames += chunk instanceof Frame ? 1 : 0;
      }
      return frames;
    }
  }

  private static Frame changed(Frame frame, RandomGuest guest, Random random) {
    long length = frame.endRetired() - frame.startRetired();
    return switch (length == 0 ? 1 : random.nextInt(4)) {
      case 0 ->
          TraceEditor.ended(frame, frame.startRetired() + random.nextLong(Math.max(1, length)));
      case 1 -> TraceEditor.ended(frame, frame.endRetired() + 1 + random.nextInt(50));
      case 2 ->
          TraceEditor.ended(
              frame, frame.endRetired() + 1 + (random.nextLong() >>> 2 + random.nextInt(60)));
      default -> {
        int which = random.nextInt(frame.packets().size());
        Packet hit = frame.packets().get(which);
        long by = 1 + (random.nextLong() >>> 2 + random.nextInt(60));
        while (isAt(guest, frame.hart(), hit.retired() + by, hit.pc())
            || isTrapped(frame, hit.retired() + by, hit.pc())) {
          by++;
        }
        long wrong = by;
        yield TraceEditor.repacketed(frame, p -> p == hit ? later(p, wrong) : p);
      }
    };
  }

  /**
   * Whether a hart was at an address at a count: in a loop that takes no bit it comes by again, and
   * a packet moved to there is as right as where it was.
   */
  private static boolean isAt(RandomGuest guest, int hart, long retired, long pc) {
    long count = 0;
    for (int i = 0; i < guest.addresses.size(); i++) {
      if (guest.harts.get(i) == hart && count++ == retired) {
        return guest.addresses.get(i) == pc;
      }
    }
    return false;
  }

  /** Whether a hart is at an address at a count before a trap leads away from there. */
  private static boolean isTrapped(Frame frame, long retired, long pc) {
    return frame.packets().stream()
        .anyMatch(
            packet ->
                packet instanceof Packet.Exception trap
                    && trap.retired() == retired
                    && trap.epc() == pc);
  }

  /** Whatever it was, now one that goes on at another count. */
  private static Packet later(Packet p, long by) {
    return new Packet.Normal(p.retired() + by, p.pc(), p.bits(), p.targets());
  }

  @Property(tries = 120)
  void isAProblem(@ForAll long seed, @ForAll @IntRange(min = 1, max = 2) int harts)
      throws IOException {
    Path good = Files.createTempFile("good", ".bbt");
    try {
      RandomGuest guest = new RandomGuest(seed);
      guest.run(good, true, 2500 * harts, harts);
      problems(good, guest, new Random(seed), harts);
    } finally {
      Files.delete(good);
    }
  }

  /** A seed that moved a packet by the seven instructions of a loop without branches. */
  @Example
  void exceptWhereTheCodeComesByAgain() throws IOException {
    isAProblem(-12257, 1);
  }

  /** In a loop of one instruction a packet was moved to where the next trap is taken. */
  @Example
  void notWhereATrapIsTaken() throws IOException {
    isAProblem(-70418, 1);
  }
}
