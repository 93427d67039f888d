package bbt.translator.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.translator.trace.RecordingSwitch.ByHand;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RecordingSwitchTest {
  private static RecordingSwitch of(String starts, String stops) {
    return new RecordingSwitch(
        new TraceScope(List.of(), triggers(starts), triggers(stops)), List.of());
  }

  private static List<TraceScope.Trigger> triggers(String texts) {
    return Stream.of(texts.split(";"))
        .filter(t -> !t.isEmpty())
        .map(TraceScope.Trigger::parse)
        .toList();
  }

  private static String look(RecordingSwitch s, long clock, long ticks) {
    RecordingSwitch.Found found = s.look(clock, ticks);
    return found == null ? "-" : found.on() ? "on" : "off";
  }

  @Test
  void eachCountAndTimeFiresOnce() {
    RecordingSwitch s = of("insns=100;time=50us", "insns=200");
    assertFalse(s.isOn());
    assertEquals(100, s.nextCount());
    assertEquals(500, s.nextTick());
    assertEquals("-", look(s, 99, 0));
    assertEquals("on", look(s, 103, 1));
    assertEquals("-", look(s, 150, 1));
    assertEquals(200, s.nextCount());
    assertEquals("off", look(s, 200, 2));
    assertEquals(RecordingSwitch.NEVER, s.nextCount());
    assertEquals("on", look(s, 300, 500));
    assertEquals(RecordingSwitch.NEVER, s.nextTick());
    assertTrue(s.isOn());
  }

  @Test
  void programsAndTasksSwitchEachTime() {
    RecordingSwitch s = of("exec=sh;exec=cat", "pid=1");
    assertFalse(s.began("ls"));
    assertEquals("-", look(s, 1, 0));
    assertTrue(s.began("cat"));
    assertEquals("on", look(s, 2, 0));
    assertFalse(s.goesOn(2));
    assertTrue(s.goesOn(1));
    assertEquals("off", look(s, 3, 0));
    assertTrue(s.began("sh"));
    assertEquals("on", look(s, 4, 0));
    assertTrue(of("exec", "").began("anything"));
  }

  /** Whole windows may be passed at once, where a guest waits. */
  @ParameterizedTest
  @CsvSource({"99, -", "100, on", "150, off", "250, on", "300, off"})
  void ofWhatIsPassedAtOnceTheLastHolds(long ticks, String expected) {
    RecordingSwitch s = of("time=10us;time=20us", "time=15us;time=30us");
    assertEquals(expected, look(s, 1, ticks));
  }

  @Test
  void aStopHoldsAgainstAStartOfTheSameMoment() {
    assertEquals("off", look(of("insns=5", "insns=5"), 5, 0));
    assertEquals("off", look(of("time=1us", "insns=5"), 5, 10));
    assertEquals("off", look(of("insns=5", "time=1us"), 5, 10));
  }

  private static String type(RecordingSwitch s, String text) {
    StringBuilder fired = new StringBuilder();
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      fired.append(s.console(b & 0xFF) ? '!' : '.');
    }
    return fired.toString();
  }

  @ParameterizedTest
  @CsvSource({
    "ab, xabxx, ..!..",
    "ab, abab, .!..", // once in a line
    "aab, aaab, ...!", // a part of it may be the beginning of it
    "abaabab, abaabaabab, .........!",
    "é, caé, ...!"
  })
  void aTextIsFoundInALine(String text, String line, String expected) {
    RecordingSwitch s = of("console=" + text, "");
    assertEquals(expected, type(s, line));
  }

  @Test
  void aTextFiresAgainInTheNextLineAndNotAcrossTwo() {
    RecordingSwitch s = of("console=on", "console=off");
    assertEquals(".!.", type(s, "on "));
    assertEquals("on", look(s, 1, 0));
    assertEquals("-", look(s, 2, 0));
    assertEquals(".....", type(s, "o\nff\n"));
    assertEquals("..!", type(s, "off"));
    assertEquals("off", look(s, 3, 0));
    assertEquals("..!", type(s, "\non"));
    assertEquals("on", look(s, 4, 0));
  }

  @Test
  void eachMarkOfItsNumberFires() {
    RecordingSwitch s = of("mark=1", "mark=2");
    assertFalse(s.mark(3));
    assertEquals("-", look(s, 1, 0));
    for (int i = 2; i < 5; i++) {
      assertTrue(s.mark(1));
      assertEquals("on", look(s, i, 0));
      assertTrue(s.mark(2));
      assertEquals("off", look(s, i, 0));
    }
  }

  /** What else happens at a count is before or behind it always, so a repetition is the same. */
  @Test
  void theUserSwitchesAtTheFirstLookAtACount() {
    RecordingSwitch s = of("hand", "");
    assertFalse(s.isOn());
    assertNull(s.look(7, 0));
    s.ask(true);
    assertTrue(s.isOn());
    assertNull(s.look(7, 0));
    RecordingSwitch.Found found = s.look(9, 0);
    assertEquals(new ByHand(9, true), found.byHand());
    assertTrue(found.on());
    assertNull(s.look(10, 0));
  }

  @Test
  void aRepetitionSwitchesAsTheUserDid() {
    RecordingSwitch s =
        new RecordingSwitch(TraceScope.ALL, List.of(new ByHand(10, false), ByHand.parse("20 on")));
    assertEquals(10, s.nextCount());
    assertNull(s.look(9, 0));
    assertEquals(new ByHand(10, false), s.look(10, 0).byHand());
    assertEquals(20, s.nextCount());
    assertEquals(new ByHand(20, true), s.look(21, 0).byHand());
    assertEquals(RecordingSwitch.NEVER, s.nextCount());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "on", "5", "5 ", "5 maybe", "-1 on", "x on"})
  void whatIsNoSwitchIsRefused(String text) {
    assertThrows(IllegalArgumentException.class, () -> ByHand.parse(text));
  }
}
