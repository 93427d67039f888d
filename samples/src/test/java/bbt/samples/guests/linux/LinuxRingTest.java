package bbt.samples.guests.linux;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.cli.options.TraceFiles;
import bbt.reconstruct.cli.outcome.ExitCode;
import bbt.samples.testing.Bbt;
import bbt.samples.testing.InProcess;
import bbt.samples.testing.TraceStart;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A flight recorder of stock Linux: what it keeps is how the trace of the whole run ends. */
@Tag("full")
final class LinuxRingTest {
  private static final int RING = 8 << 20;

  /** Instructions at the end of the run that are compared one by one. */
  private static final int LAST = 20_000;

  private static final int STEPS = 40;

  /** A stop in the stepper's output: count of instructions before it, and what it is. */
  private static final Pattern STOP = Pattern.compile("\\[ *[0-9,]+\\] .*");

  @TempDir private Path folder;

  private static String counted(long instructions) {
    return String.format(Locale.ROOT, "%,d", instructions);
  }

  /** The stops on the way back from the end; what stands before the count is the file's matter. */
  private static List<String> back(String trace) {
    List<String> line = new ArrayList<>(List.of("step", trace, "--at", "end"));
    for (int i = 0; i < STEPS; i++) {
      line.addAll(List.of("-c", "rsi"));
    }
    List<String> stops = new ArrayList<>();
    Matcher stop = STOP.matcher(InProcess.run(0, line.toArray(String[]::new)));
    while (stop.find()) {
      stops.add(stop.group());
    }
    return stops;
  }

  @Test
  void whatIsKeptIsHowTheRunEnds() throws Exception {
    String whole = InProcess.recorded(folder.resolve("whole.bbt"), "linux");
    Path file = folder.resolve("ring.bbt");
    String ring = InProcess.recorded(file, "linux", "--bb-ring", "8M");
    assertTrue(Files.size(file) <= RING, "bytes " + Files.size(file));
    long total = TraceFiles.instructions(Path.of(whole));
    long dropped = TraceStart.dropped(file);
    assertTrue(dropped > 0 && dropped < total - LAST, "dropped " + dropped + " of " + total);
    String there = counted(total - dropped) + " instructions";
    String verified = InProcess.run(0, "verify", ring);
    assertTrue(
        verified.startsWith(
            ring
                + ": whole and consistent: "
                + there
                + ", behind "
                + counted(dropped)
                + " that were dropped, "),
        verified);
    String report = InProcess.run(0, "report", ring);
    assertTrue(report.contains("  executed   " + there), report);
    assertTrue(
        report.contains("The ring dropped the first " + counted(dropped) + " instructions."),
        report);
    // Where functions without names begin is learnt from calls, also from those that were dropped.
    String functions =
        "select name, program, self from functions where self > 0 and program <> 'busybox'"
            + " order by 2, 1, 3";
    assertEquals(
        InProcess.run(0, "query", whole, "--csv", "--from", dropped + "", functions),
        InProcess.run(0, "query", ring, "--csv", functions));
    String last = Long.toString(total - LAST);
    List<String> expected = InProcess.run(0, "log", whole, "--from", last).lines().toList();
    assertTrue(expected.size() > LAST, "lines " + expected.size());
    assertEquals(expected, InProcess.run(0, "log", ring, "--from", last).lines().toList());
    List<String> stops = back(whole);
    assertTrue(stops.size() >= STEPS, stops.toString());
    assertEquals(stops, back(ring));
  }

  /** The first program fills the ring and ends, so the kernel panics: the ring says how. */
  @Test
  void aPanicIsInIt() throws Exception {
    String ring = folder.resolve("ring.bbt").toString();
    Bbt.Outcome boot =
        Bbt.run(
            "boot",
            "linux",
            "--append",
            "console=ttyS0 earlycon=sbi panic=-1 rdinit=/bin/sh -- -c \"i=0; while [ $i -lt 300 ]; do"
                + " find / | md5sum > /sums; i=$((i+1)); done\"",
            "--bb-trace",
            ring,
            "--bb-mode",
            "raw",
            "--bb-ring",
            "8M");
    assertEquals(ExitCode.GUEST_PANIC, boot.code(), boot.err());
    assertTrue(Files.size(Path.of(ring)) <= RING);
    long dropped = TraceStart.dropped(Path.of(ring));
    assertTrue(dropped > 1_000_000_000, "dropped " + dropped);
    InProcess.run(0, "verify", ring);
    String way = InProcess.run(0, "step", ring, "--at", "end", "-c", "bt");
    assertTrue(way.matches("(?s).*\\bpanic\\b.*\\bdo_exit\\b.*"), way);
    String report = InProcess.run(0, "report", ring);
    assertTrue(report.contains("panic"), report);
  }
}
