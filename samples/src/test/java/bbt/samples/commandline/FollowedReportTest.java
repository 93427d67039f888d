package bbt.samples.commandline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.cli.outcome.ExitCode;
import bbt.samples.testing.Bbt;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code bbt report} of a trace that is still written, and of one that comes over a stream. */
final class FollowedReportTest {
  @TempDir private Path folder;

  private Path mini() throws Exception {
    Path trace = folder.resolve("mini.bbt");
    Bbt.Outcome boot =
        Bbt.run("boot", "mini", "--bb-trace", trace.toString(), "--console", "none", "--quiet");
    assertEquals(0, boot.code(), boot.err());
    return trace;
  }

  /** A report without what is another time another. */
  private static List<String> lasting(String report) {
    return report
        .lines()
        .filter(line -> !line.startsWith("  rebuilt ") && !line.startsWith("WHAT RAN"))
        .toList();
  }

  private static String report(Path trace) throws Exception {
    return Bbt.run("report", trace.toString()).out();
  }

  private static void ended(int code, Process process) throws Exception {
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("it does not end");
    }
    assertEquals(code, process.exitValue());
  }

  @Test
  void aStreamIsReportedLikeTheFile() throws Exception {
    Path trace = mini();
    byte[] bytes = Files.readAllBytes(trace);
    Bbt.Outcome streamed = Bbt.fed(bytes, "report", "-");
    assertEquals(0, streamed.code(), streamed.err());
    assertEquals(lasting(report(trace)), lasting(streamed.out()));
    assertEquals(0, Bbt.run("report", trace.toString(), "--follow").code(), "a whole file ends");
    Bbt.Outcome cut = Bbt.fed(Arrays.copyOf(bytes, bytes.length / 2), "report", "-");
    assertEquals(0, cut.code(), "what is there is reported");
    assertTrue(cut.err().contains("cut at offset "), cut.err());
    Bbt.Outcome none = Bbt.fed("no trace".getBytes(StandardCharsets.UTF_8), "report", "-");
    assertEquals(ExitCode.BAD_DATA, none.code());
    assertEquals(1, none.errorLines().size(), none.err());
  }

  @Test
  void aSocketIsReadWhileTheGuestRuns() throws Exception {
    Path trace = mini();
    String address = "unix:" + folder.resolve("socket");
    Process boot =
        Bbt.command("boot", "mini", "--bb-trace", address, "--console", "none", "--quiet")
            .redirectError(folder.resolve("err").toFile())
            .start();
    boot.getOutputStream().close();
    isRead(address, boot, trace);
  }

  @Test
  void aPortIsReadWhileTheGuestRuns() throws Exception {
    Path trace = mini();
    Process boot = Bbt.command("boot", "mini", "--bb-trace", "tcp::0", "--console", "none").start();
    boot.getOutputStream().close();
    try (BufferedReader err = boot.errorReader()) {
      isRead(StreamedTraceTest.place(err), boot, trace);
    }
  }

  private void isRead(String address, Process boot, Path trace) throws Exception {
    Bbt.Outcome followed = Bbt.run("report", address);
    assertEquals(0, followed.code(), followed.err());
    ended(0, boot);
    assertEquals(lasting(report(trace)), lasting(followed.out()));
  }

  /** A guest that runs for ever, its trace, and the process. */
  private Process endless(Path trace) throws Exception {
    Path err = folder.resolve("boot.err");
    Process boot =
        Bbt.command(
                "boot",
                Bbt.endlessGuest(folder).toString(),
                "--bb-trace",
                trace.toString(),
                "--console",
                "none",
                "--quiet")
            .redirectError(err.toFile())
            .start();
    while (!Files.exists(trace) || Files.size(trace) < 3000) {
      assertTrue(boot.isAlive(), Files.readString(err));
      Thread.sleep(20);
    }
    return boot;
  }

  /** Reads lines until one has a text. */
  private static String until(BufferedReader lines, String text) throws IOException {
    StringBuilder all = new StringBuilder();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      all.append(line).append('\n');
      if (line.contains(text)) {
        return all.toString();
      }
    }
    throw new AssertionError("no \"" + text + "\" in:\n" + all);
  }

  @Test
  void aFileIsFollowedWhileTheGuestRuns() throws Exception {
    Path trace = folder.resolve("run.bbt");
    Process boot = endless(trace);
    Process report =
        Bbt.command("report", trace.toString(), "--follow", "--every", "0.2")
            .redirectError(folder.resolve("err").toFile())
            .start();
    try (BufferedReader lines = report.inputReader()) {
      until(lines, "==== so far: ");
      assertTrue(until(lines, "==== so far: ").contains("not yet: this is what there is so far"));
      boot.destroy();
      until(lines, "==== in the end ====");
      String last = until(lines, "More: ");
      ended(0, report);
      assertEquals(lasting(report(trace)), lasting(last));
    } finally {
      boot.destroyForcibly();
      report.destroyForcibly();
    }
  }

  @Test
  void theStepperFollowsTheSameFile() throws Exception {
    Path trace = folder.resolve("run.bbt");
    Process boot = endless(trace);
    try {
      Bbt.Outcome stepped =
          Bbt.run("step", trace + "", "--follow", "-c", "where", "-c", "follow 60", "-c", "where");
      assertEquals(0, stepped.code(), stepped.err());
      List<String> places =
          stepped.out().lines().filter(line -> line.contains("instruction ")).distinct().toList();
      assertEquals(2, places.size(), stepped.out());
      assertTrue(stepped.out().contains(" new instructions"), stepped.out());
      assertFalse(stepped.out().contains("the run has ended"), stepped.out());
      assertEquals("", stepped.err());
    } finally {
      boot.destroyForcibly();
    }
  }

  @Test
  void aWriterThatIsKilledEndsIt() throws Exception {
    Path trace = folder.resolve("run.bbt");
    Process boot = endless(trace);
    Process report =
        Bbt.command("report", trace.toString(), "--follow")
            .redirectError(folder.resolve("err").toFile())
            .start();
    CompletableFuture<String> out =
        CompletableFuture.supplyAsync(
            () -> {
              try (BufferedReader lines = report.inputReader()) {
                return String.join("\n", lines.lines().toList());
              } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
              }
            });
    boot.destroyForcibly();
    ended(0, report);
    assertTrue(Files.readString(folder.resolve("err")).contains("cut at offset"));
    assertTrue(out.get().contains("cut before the end"), out.get());
    assertFalse(out.get().contains("===="), "no terminal, and nobody asked for more than the last");
  }

  @Test
  void ctrlCEndsItWithTheReportOfWhatThereIs() throws Exception {
    Path trace = folder.resolve("run.bbt");
    Process boot = endless(trace);
    Path err = folder.resolve("err");
    Process report =
        Bbt.command("report", trace.toString(), "--follow", "--every", "0.2")
            .redirectError(err.toFile())
            .start();
    try (BufferedReader lines = report.inputReader()) {
      until(lines, "==== so far: ");
      report.toHandle().destroy(); // and the streams stay open
      assertTrue(until(lines, "More: ").length() > 100);
      until(lines, "==== in the end ====");
      until(lines, "More: ");
      ended(143, report);
      assertEquals(
          "bbt: interrupted; the report is of what had come by then\n", Files.readString(err));
      assertTrue(boot.isAlive());
    } finally {
      boot.destroyForcibly();
      report.destroyForcibly();
    }
  }

  @Test
  void onATerminalOneReportTakesThePlaceOfTheOther() throws Exception {
    Path trace = mini();
    byte[] bytes = Files.readAllBytes(trace);
    Path pipe = folder.resolve("pipe");
    assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
    String quoted =
        "stty rows 12 cols 100; exec "
            + String.join(
                " ",
                Bbt.command("report", pipe.toString(), "--every", "0.1").command().stream()
                    .map(word -> "'" + word + "'")
                    .toList());
    ProcessBuilder terminal =
        new ProcessBuilder("script", "-qefc", quoted, "/dev/null").redirectErrorStream(true);
    terminal.environment().put("TERM", "xterm");
    Process screen = terminal.start();
    CompletableFuture<String> out =
        CompletableFuture.supplyAsync(
            () -> {
              try (BufferedReader lines = screen.inputReader()) {
                return String.join("\n", lines.lines().toList());
              } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
              }
            });
    try (OutputStream to = Files.newOutputStream(pipe)) {
      to.write(bytes, 0, bytes.length / 2);
      to.flush();
      Thread.sleep(1000);
      to.write(bytes, bytes.length / 2, bytes.length - bytes.length / 2);
    }
    ended(0, screen);
    String[] screens = out.get(120, TimeUnit.SECONDS).split("\033\\[H\033\\[J", -1);
    assertTrue(screens.length >= 3, out.get());
    assertEquals(11, screens[1].lines().count(), "one line is the cursor's: " + screens[1]);
    String last = screens[screens.length - 1].replace("\r", "");
    assertEquals(lasting(report(trace)), lasting(last));
  }

  @Test
  void whatNeedsTheWholeTraceIsRefused() throws Exception {
    Path trace = mini();
    refused("a selection needs the whole trace", trace + "", "--follow", "--task", "init");
    refused("--html needs the whole trace", "-", "--html", folder.resolve("p.html").toString());
    refused("--every needs --follow", trace.toString(), "--every", "1");
    refused("--every must be 0.1 to", trace.toString(), "--follow", "--every", "0");
    Path ring = folder.resolve("ring.bbt");
    Bbt.run(
        "boot", "mini", "--bb-trace", ring + "", "--bb-ring", "8M", "--console", "none", "--quiet");
    refused("a ring is written anew when it is full", ring.toString(), "--follow");
    Bbt.Outcome step = Bbt.run("step", "-");
    assertEquals(ExitCode.NO_INPUT, step.code());
    assertTrue(
        step.err().contains("which only bbt report and bbt verify read as it comes"), step.err());
  }

  private static void refused(String why, String... words) throws Exception {
    String[] all = new String[words.length + 1];
    all[0] = "report";
    System.arraycopy(words, 0, all, 1, words.length);
    Bbt.Outcome outcome = Bbt.run(all);
    assertEquals(ExitCode.USAGE, outcome.code(), outcome.err());
    assertEquals(1, outcome.errorLines().size(), outcome.err());
    assertTrue(outcome.err().contains(why), outcome.err());
    assertEquals("", outcome.out());
  }
}
