package bbt.translator.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  /** Events that only the writer's thread sees may switch recording on, or count. */
  @ParameterizedTest
  @CsvSource({
    "hand, '', false",
    "insns=5;time=1s;console=x;mark=1;exec;pid=1, '', false",
    "hand;symbol=f, '', true",
    "pc=80000000, '', true",
    "hand, symbol=f, false",
    "hand, symbol=f;pc=80000000:3, true"
  })
  void whatIsOffStaysOffUnlessAPlaceMaySwitchItOn(String starts, String stops, boolean may) {
    assertEquals(may, may(of("", starts, stops)));
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
    assertTrue(harts.mayRecord(0, 0, SUPERVISOR, 2, 0), "it may be at such an address");
    // A place that stops is to be seen wherever recording is on.
    assertTrue(of("user", "", "symbol=f").mayRecord(0, 0, SUPERVISOR, 0, 0));
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
    harts.quiet(1, true);
    assertTrue(harts.isQuiet(1));
    assertFalse(harts.waits(1));
    assertFalse(harts.isQuiet(0));
    harts.quiet(1, false);
    assertEquals(List.of(true, false), shown);
    harts.starts(1); // it is started anew: the trace has its reset
    assertFalse(harts.mayRecord(1, 30, SUPERVISOR, 0, 0));
    assertFalse(harts.isDue(1, 30));
    assertTrue(harts.isDue(1, 31));
  }
}
