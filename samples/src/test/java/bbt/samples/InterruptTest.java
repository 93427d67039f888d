package bbt.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.cli.ExitCode;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl-C and SIGTERM at several moments of several commands: one line, nothing broken left. */
@Timeout(120)
class InterruptTest {
  @TempDir private Path folder;

  /** A command whose signals are the system's, whatever those of the tests are. */
  private Process start(String... arguments) throws IOException {
    ProcessBuilder command = Bbt.command(arguments);
    List<String> line = new ArrayList<>(List.of("env", "--default-signal=INT,TERM"));
    line.addAll(command.command());
    return command.command(line).redirectError(err().toFile()).start();
  }

  private Path err() {
    return folder.resolve("err.txt");
  }

  private static void signal(String signal, Process process) throws Exception {
    new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().waitFor();
    assertTrue(process.waitFor(30, TimeUnit.SECONDS), "a signal ends the command");
  }

  private String lastError() throws IOException {
    List<String> lines = Files.readString(err()).lines().toList();
    return lines.isEmpty() ? "" : lines.getLast();
  }

  private Path mini() throws Exception {
    Path trace = folder.resolve("mini.bbt");
    Bbt.Outcome boot =
        Bbt.run("boot", "mini", "--bb-trace", trace.toString(), "--console", "none", "--quiet");
    assertEquals(0, boot.code(), boot.err());
    return trace;
  }

  @Test
  void aBootLeavesItsTraceWhole() throws Exception {
    Path trace = folder.resolve("endless.bbt");
    String guest = Bbt.endlessGuest(folder).toString();
    Process boot = start("boot", guest, "--bb-trace", trace.toString(), "--console", "none");
    try {
      while (!Files.exists(trace) || Files.size(trace) == 0) {
        assertTrue(boot.isAlive(), "the guest never ends");
        Thread.sleep(20);
      }
      signal("TERM", boot);
    } finally {
      boot.destroyForcibly();
    }
    assertEquals(ExitCode.TERMINATED, boot.exitValue());
    assertEquals("bbt: interrupted; " + trace + " holds the run up to here", lastError());
    assertEquals(2, Files.readString(err()).lines().count(), "the summary, and that line");
    assertEquals(0, Bbt.run("verify", trace.toString()).code());
  }

  @Test
  void inAPipeThatNobodyReads() throws Exception {
    Process dump = start("dump", mini().toString());
    try (InputStream out = dump.getInputStream()) {
      out.read(); // it writes: more than a pipe holds, so it cannot end
      signal("INT", dump);
    } finally {
      dump.destroyForcibly();
    }
    assertEquals(ExitCode.INTERRUPTED, dump.exitValue());
    assertEquals("bbt: interrupted\n", Files.readString(err()));
  }

  /** Whenever the signal comes: either all of it, or nothing and the line. */
  @Test
  void anExportIsWholeOrNotThere() throws Exception {
    String trace = mini().toString();
    Path page = folder.resolve("page.html");
    int cut = 0;
    for (int moment = 150; moment <= 1000; moment += 400) {
      Process report = start("report", trace, "--html", page.toString());
      try {
        Thread.sleep(moment);
        signal("INT", report);
      } finally {
        report.destroyForcibly();
      }
      if (report.exitValue() == 0) {
        assertTrue(Files.readString(page).endsWith("</html>\n"));
        Files.delete(page);
      } else {
        cut++;
        assertEquals(ExitCode.INTERRUPTED, report.exitValue(), lastError());
        // Before the program, and then the command itself begins, nobody is there to say it.
        List<String> lines = List.of("", "bbt: interrupted", expected(page));
        assertTrue(lines.contains(lastError()), lastError());
        assertTrue(!Files.exists(page));
      }
      try (var files = Files.list(folder)) {
        assertEquals(List.of(), files.filter(f -> f.toString().endsWith(".part")).toList());
      }
    }
    assertTrue(cut > 0, "not even a JVM starts in 150 ms here");
  }

  private static String expected(Path page) {
    return "bbt: interrupted; " + page + " is not written";
  }

  /** In a terminal of its own: at the prompt Ctrl-C is no end, Ctrl-D is. */
  @Test
  void theSteppersPromptStays() throws Exception {
    List<String> command = Bbt.command("step", mini().toString()).command();
    String quoted =
        "stty rows 40 cols 120; exec "
            + String.join(" ", command.stream().map(word -> "'" + word + "'").toList());
    ProcessBuilder terminal =
        new ProcessBuilder("script", "-qefc", quoted, "/dev/null").redirectErrorStream(true);
    terminal.environment().put("TERM", "xterm");
    terminal.environment().put("XDG_CACHE_HOME", folder.toString());
    Process process = terminal.start();
    // A prompt that does not come ends the test, and what came instead is shown.
    CompletableFuture.delayedExecutor(60, TimeUnit.SECONDS).execute(process::destroy);
    StringBuilder seen = new StringBuilder();
    try (InputStream out = process.getInputStream();
        OutputStream keys = process.getOutputStream()) {
      until(out, seen, "bbt step> ");
      press(keys, "goto 10%");
      press(keys, "\003");
      until(out, seen, "bbt step> ");
      press(keys, "where\r");
      until(out, seen, "instruction 0 of ");
      until(out, seen, "bbt step> ");
      press(keys, "\004");
      assertTrue(process.waitFor(30, TimeUnit.SECONDS), seen.toString());
      assertEquals(0, process.exitValue(), seen.toString());
    } finally {
      process.destroyForcibly();
    }
  }

  private static void press(OutputStream keys, String text) throws IOException {
    keys.write(text.getBytes(StandardCharsets.ISO_8859_1));
    keys.flush();
  }

  /** The next byte, or -1 where the process has ended. */
  private static int next(InputStream out) {
    try {
      return out.read();
    } catch (IOException e) {
      return -1;
    }
  }

  /** Reads until a text has come, at most so long as the test may last. */
  private static void until(InputStream out, StringBuilder seen, String text) {
    int from = seen.length();
    while (seen.indexOf(text, from) < 0) {
      int next = next(out);
      assertTrue(next >= 0, () -> "ended before \"" + text + "\":\n" + seen);
      seen.append((char) next);
    }
  }
}
