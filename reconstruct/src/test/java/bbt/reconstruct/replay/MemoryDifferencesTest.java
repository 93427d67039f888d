package bbt.reconstruct.replay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.replay.state.Position;
import bbt.translator.engine.EngineMode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The memory of two moments, against a comparison of all bytes of both. */
@Timeout(300)
class MemoryDifferencesTest {
  private static final long BASE = 0x8000_0000L;
  private static final int BYTES = 16 << 20;

  @TempDir private Path folder;

  /** A range without its content. */
  private record Range(long start, long bytes) {}

  private static List<Range> ranges(byte[] old, byte[] now) {
    List<Range> ranges = new ArrayList<>();
    int at = Arrays.mismatch(old, now);
    while (at >= 0 && at < old.length) {
      int last = at;
      for (int i = at; i < old.length && i < last + 1 + MemoryDifferences.APART; i++) {
        last = old[i] != now[i] ? i : last;
      }
      // One that begins so many equal bytes behind the last is another.
      ranges.add(new Range(BASE + at, last + 1 - at));
      int next = Arrays.mismatch(old, last + 1, old.length, now, last + 1, now.length);
      at = next < 0 ? -1 : last + 1 + next;
    }
    return ranges;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void everyByteThatDiffersIsTold(int harts) throws IOException {
    RecordedGuest guest = RecordedGuest.run(folder, harts, 400, EngineMode.AUTO);
    try (Replay replay = Replay.open(guest.trace(), guest.files(), folder.resolve("cache"), 1501)) {
      Random random = new Random(harts);
      int differing = 0;
      for (int round = 0; round < 12; round++) {
        Position from = Position.at(random.nextLong(guest.retired()));
        Position to = Position.at(random.nextLong(guest.retired()));
        replay.goTo(from);
        byte[] old = replay.state().readPhysical(BASE, BYTES);
        replay.goTo(to);
        byte[] now = replay.state().readPhysical(BASE, BYTES);
        Position here = Position.at(random.nextLong(guest.retired()));
        replay.goTo(here);
        MemoryDifferences found = replay.differences(from, to, BASE, BYTES, 1000);
        assertEquals(here, replay.position(), "it stays where it is");
        List<Range> told =
            found.ranges().stream().map(r -> new Range(r.physical(), r.bytes())).toList();
        assertEquals(ranges(old, now), told);
        assertEquals(told.size(), found.count());
        for (MemoryDifferences.Range each : found.ranges()) {
          int first = (int) (each.physical() - BASE);
          int kept = (int) Math.min(each.bytes(), MemoryDifferences.KEPT);
          assertArrayEquals(Arrays.copyOfRange(old, first, first + kept), each.before());
          assertArrayEquals(Arrays.copyOfRange(now, first, first + kept), each.after());
        }
        differing += found.differing();
      }
      assertTrue(differing > 20, differing + " bytes");
    }
  }

  private static byte[] page() {
    return new byte[MemoryImage.PAGE];
  }

  @Test
  void aRangeGoesOnInTheNextPage() {
    byte[] first = page();
    byte[] second = page();
    Arrays.fill(first, 4090, 4093, (byte) 1);
    second[2] = 2;
    second[100] = 3;
    second[108] = 4;
    second[117] = 5;
    MemoryDifferences found = new MemoryDifferences(4, () -> {});
    found.page(BASE, page(), first, 0, 4096);
    found.page(BASE + 4096, page(), second, 0, 4096);
    found.page(BASE + 3 * 4096, page(), second, 0, 5);
    found.page(BASE + 5 * 4096, page(), second, 0, 50);
    found.finish();
    List<MemoryDifferences.Range> ranges = found.ranges();
    assertEquals(BASE + 4090, ranges.get(0).physical());
    assertEquals(9, ranges.get(0).bytes());
    assertArrayEquals(new byte[] {1, 1, 1, 0, 0, 0, 0, 0, 2}, ranges.get(0).after());
    assertEquals(9, ranges.get(1).bytes(), "seven equal bytes do not part");
    assertEquals(BASE + 4096 + 117, ranges.get(2).physical(), "eight do");
    assertArrayEquals(new byte[] {2}, ranges.get(3).after(), "equal bytes behind it are not shown");
    assertEquals(4, ranges.size(), "more than are wanted are counted");
    assertEquals(5, found.count());
    assertEquals(9, found.differing());
  }
}
