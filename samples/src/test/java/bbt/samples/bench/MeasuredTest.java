package bbt.samples.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.basics.UserException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class MeasuredTest {
  private static final long LIMIT = 60;
  private static final Span SPAN = new Span("says begin", "says end");

  private static List<String> shell(String script) {
    return List.of("/bin/sh", "-c", script);
  }

  private static Row row(String script) {
    return new Row("it", shell(script), SPAN);
  }

  @Test
  void ofASpanOnlyWhatIsBetweenItsLinesIsMeasured() throws Exception {
    String script = "sleep 0.6; echo it says begin; sleep 0.3; echo it says end; sleep 0.6";
    double all = Measured.run(shell(script), LIMIT, null).wallSeconds();
    Measured part = Measured.run(shell(script), LIMIT, SPAN);
    assertTrue(all >= 1.5, "all of it: " + all);
    assertTrue(part.wallSeconds() >= 0.29, "the span: " + part.wallSeconds());
    assertEquals("it says begin\nit says end\n", part.output());
    assertTrue(part.cpuSeconds() >= 0, "CPU of the span: " + part.cpuSeconds());
  }

  @Test
  void timeBeforeAndBehindASpanIsNoPartOfIt() throws Exception {
    Measured part =
        Measured.run(shell("sleep 3; echo says begin; echo says end; sleep 3"), LIMIT, SPAN);
    assertTrue(part.wallSeconds() < 2.9, "the span: " + part.wallSeconds());
  }

  /** The output is whole, even of a process which ended long before anybody read it. */
  @Test
  void theOutputIsWhole() throws Exception {
    for (int i = 0; i < 20; i++) {
      assertEquals("version 1\n", Measured.run(shell("echo version 1"), LIMIT, null).output());
    }
  }

  @Test
  void workThatFailedInItsGuestIsToldInOneLine() {
    UserException e =
        assertThrows(
            UserException.class,
            () -> row("echo says begin; echo work FAILED: no such file; echo off").run(LIMIT));
    assertEquals("it did not print \"says end\": work FAILED: no such file", e.getMessage());
  }

  @Test
  void anExitCodeIsToldInOneLine() {
    UserException e =
        assertThrows(UserException.class, () -> row("echo says begin; echo no; exit 3").run(LIMIT));
    assertEquals("it ended with exit code 3: no", e.getMessage());
  }

  @Test
  void rowsThatComputedSomethingElseAreNotCompared() throws Exception {
    Row qemu = new Row("QEMU", shell("echo it: checksum 12ab; echo 12"));
    Row same = new Row("bbt", shell("echo so it: checksum 12ab; echo 13"));
    Row other = new Row("bbt --bb-trace", shell("echo it: checksum 12ac"));
    for (Row row : List.of(qemu, same, other)) {
      row.run(LIMIT);
    }
    Row.requireSameWork(List.of(qemu, same));
    UserException e =
        assertThrows(UserException.class, () -> Row.requireSameWork(List.of(qemu, same, other)));
    assertEquals(
        "bbt --bb-trace did other work than QEMU: [it: checksum 12ac], expected [it: checksum"
            + " 12ab]",
        e.getMessage());
  }

  @Test
  void aRunHasATimeLimit() {
    IOException e =
        assertThrows(IOException.class, () -> Measured.run(shell("exec sleep 60"), 1, null));
    assertEquals("/bin/sh did not end within 1 seconds", e.getMessage());
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void timesOfThreadsAreThoseOfTheirSpan() throws Exception {
    String busy = "i=0; while [ $i -lt 400000 ]; do i=$((i+1)); done; ";
    String script = busy.repeat(3) + "echo says begin; " + busy + "echo says end; " + busy;
    double all = only(Measured.run(shell(script), LIMIT, null, true));
    Measured part = Measured.run(shell(script), LIMIT, SPAN, true);
    assertTrue(all > 0.1, "all of it: " + all);
    assertTrue(only(part) < 0.5 * all, only(part) + " of " + all);
    assertEquals(
        part.cpuSeconds(), only(part), 0.5 * only(part), "one thread: that of the process");
    assertEquals(Map.of(), Measured.run(shell(script), LIMIT, SPAN).threads());
  }

  private static double only(Measured run) {
    run.threads()
        .forEach((name, cpu) -> assertTrue(name.equals(ThreadTimes.REST) || cpu == 0, name));
    return run.threads().get(ThreadTimes.REST);
  }
}
