package bbt.translator.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Decides where the guest's thread need not record. */
final class QuietHartsTest {
  private static final int USER = 0;
  private static final int SUPERVISOR = 1;

  private static List<TraceScope.Trigger> triggers(String texts) {
    return Stream.of(texts.split(";"))
        .filter(t -> !t.isEmpty())
        .map(TraceScope.Trigger::parse)
        .toList();
  }

  private static QuietHarts of(String filters, String starts, String stops) {
    List<TraceScope.Filter> parsed =
        Stream.of(filters.split(";"))
            .filter(t -> !t.isEmpty())
            .map(TraceScope.Filter::parse)
            .toList();
    return new QuietHarts(new TraceScope(parsed, triggers(starts), triggers(stops)));
  }

  private static boolean may(QuietHarts harts) {
    return harts.mayRecord(0, 0, USER, 0, 0);
  }

  /** What a place in the code switches, the node there does: it wakes the hart. */
  @ParameterizedTest
  @ValueSource(strings = {"hand", "insns=5;time=1s;console=x;mark=1;exec;pid=1", "pc=80000000"})
  void whatIsOffNeedNotBeRecorded(String starts) {
    assertFalse(may(of("", starts, "symbol=f")));
  }

  @ParameterizedTest
  @CsvSource({
    "'', hand, '', false, false",
    "'', hand;symbol=f, '', true, true",
    "'', '', pc=80000000:3, true, true",
    "symbol=f, hand, '', true, false",
    "user, hand, hand, false, false"
  })
  void theWriterIsAskedWhatItAloneKnows(
      String filters, String starts, String stops, boolean asks, boolean switched) {
    QuietHarts harts = of(filters, starts, stops);
    assertEquals(asks, harts.asks());
    assertEquals(switched, harts.isSwitchedByPlaces());
  }

  /** A bit for each two bytes in which a node may start; ranges end before their last address. */
  @Test
  void nodesAtAPlaceWakeAHart() {
    QuietHarts harts = of("range=1ffc-3004", "", "");
    assertFalse(harts.mayRecord(0, 0, USER, 0, 0), "the node there wakes it");
    TraceScope.Place.Range range = new TraceScope.Place.Range(0x1FFC, 0x3004);
    assertTrue(harts.places(List.of(range)));
    assertFalse(harts.places(List.of(range)));
    assertNull(harts.marks(0));
    assertEquals(BitSet.valueOf(harts.marks(0x1000)), bits(2046, 2048));
    assertEquals(BitSet.valueOf(harts.marks(0x2000)), bits(0, 2048));
    assertEquals(BitSet.valueOf(harts.marks(0x3000)), bits(0, 2));
    assertNull(harts.marks(0x4000));
    harts.places(List.of(new TraceScope.Place.Range(-0x1000, 0)));
    assertEquals(BitSet.valueOf(harts.marks(-0x1000)), bits(0, 2048));
  }

  private static BitSet bits(int from, int to) {
    BitSet bits = new BitSet();
    bits.set(from, to);
    return bits;
  }

  private static long woken(QuietHarts harts, long retired) {
    harts.quiet(0, retired, false);
    harts.woken(0, retired);
    return harts.nextLook(0, retired);
  }

  @Test
  void aHartThatWakesStaysAwakeForAWhile() {
    QuietHarts harts = of("user,range=1000-2000", "", "");
    harts.view(0, quiet -> {});
    harts.mayRecord(0, 5, USER, 0, 0);
    assertEquals(1, harts.nextLook(0, 5));
    harts.quiet(0, 6, true);
    assertEquals(QuietHarts.NEVER, harts.nextLook(0, 6));
    long look = woken(harts, 100_000);
    assertFalse(harts.isQuiet(0));
    assertFalse(harts.mayRecord(0, 100_001, USER, 0, 0));
    assertEquals(look - 1, harts.nextLook(0, 100_001));
    assertFalse(harts.isDue(0, 100_000 + look - 1));
    assertTrue(harts.isDue(0, 100_000 + look));
    harts.quiet(0, 200_000, true);
    assertEquals(2 * look - 1, woken(harts, 200_100), "soon again");
    harts.quiet(0, 300_000, true);
    assertEquals(look, woken(harts, 400_000));
    assertFalse(harts.mayRecord(0, 400_010, SUPERVISOR, 0, 0));
    assertTrue(harts.isDue(0, 400_011), "no place wakes it in this state");
    harts.stays(0, 400_011);
    assertEquals(2 * look - 1, harts.nextLook(0, 400_011));
  }

  @Test
  void theMachineSwitches() {
    QuietHarts harts = of("", "", "");
    assertTrue(may(harts));
    harts.switched(false);
    assertFalse(may(harts));
    harts.switched(true);
    assertTrue(may(harts));
  }

  @Test
  void aFilterThatCannotHoldIsNotRecorded() {
    QuietHarts harts = of("user,space=3;kernel,range=1000-2000", "", "");
    assertFalse(harts.mayRecord(0, 0, USER, 2, 0));
    assertTrue(harts.mayRecord(0, 0, USER, 3, 0));
    assertFalse(harts.mayRecord(0, 0, SUPERVISOR, 2, 0));
    assertTrue(of("", "", "symbol=f").mayRecord(0, 0, SUPERVISOR, 0, 0));
  }

  @Test
  void tasksAreKnownByTheirNames() {
    QuietHarts harts = of("task=sh,pid=5", "", "");
    assertFalse(harts.mayRecord(0, 0, USER, 0, 77));
    harts.named(77, 5, "sh");
    assertTrue(harts.mayRecord(0, 0, USER, 0, 77));
    assertFalse(harts.mayRecord(0, 0, USER, 0, 78));
    harts.named(77, 6, "sh");
    assertFalse(harts.mayRecord(0, 0, USER, 0, 77));
    harts.named(77, 5, "cat");
    assertFalse(harts.mayRecord(0, 0, USER, 0, 77));
  }

  /** The first node that is not recorded begins the gap, so it is not left out here. */
  @Test
  void aHartIsQuietOnceItHasExecutedSomethingThatIsNotRecorded() {
    QuietHarts harts = of("user", "", "");
    List<Boolean> shown = new ArrayList<>();
    harts.view(1, shown::add);
    assertTrue(harts.mayRecord(1, 10, USER, 0, 0));
    assertFalse(harts.waits(1));
    assertFalse(harts.mayRecord(1, 20, SUPERVISOR, 0, 0));
    assertTrue(harts.waits(1));
    assertFalse(harts.isDue(1, 20));
    assertFalse(harts.mayRecord(1, 25, SUPERVISOR, 1, 0));
    assertTrue(harts.isDue(1, 21));
    harts.quiet(1, 21, true);
    assertTrue(harts.isQuiet(1));
    assertFalse(harts.waits(1));
    assertFalse(harts.isQuiet(0));
    harts.quiet(1, 22, false);
    assertEquals(List.of(true, false), shown);
    harts.starts(1); // it is started anew: the trace has its reset
    assertFalse(harts.mayRecord(1, 30, SUPERVISOR, 0, 0));
    assertFalse(harts.isDue(1, 30));
    assertTrue(harts.isDue(1, 31));
  }
}
