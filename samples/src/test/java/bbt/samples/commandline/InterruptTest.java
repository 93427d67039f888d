package bbt.samples.commandline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.cli.outcome.ExitCode;
import bbt.samples.testing.Bbt;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl-C and SIGTERM at several moments of several commands: one line, nothing broken left. */
@Timeout(300)
class InterruptTest {
  @TempDir private Path folder;

  private Process start(String... arguments) throws IOException {
    return Bbt.signalled(arguments).redirectError(err().toFile()).start();
  }

  private Path err() {
    return folder.resolve("err.txt");
  }

  private static void signal(String signal, Process process) throws Exception {
    kill(signal, process.pid());
    assertTrue(process.waitFor(120, TimeUnit.SECONDS), "a signal ends the command");
  }

  private static void kill(String signal, long process) throws Exception {
    new ProcessBuilder("kill", "-" + signal, Long.toString(process)).start().waitFor();
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

  /** Whenever the signal comes: exit code, line and file agree. */
  @Test
  void anExportIsWholeOrNotThere() throws Exception {
    String trace = mini().toString();
    Path page = folder.resolve("page.html");
    int cut = 0;
    for (int moment = 150; moment <= 1000 || cut == 0 && moment < 20_000; moment += 400) {
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
      } else if (!lastError().startsWith("bbt: ")) {
        // The JVM was starting, and says what it likes; nothing of ours has begun.
        assertFalse(Files.exists(page), lastError());
      } else {
        cut++;
        assertEquals(ExitCode.INTERRUPTED, report.exitValue(), lastError());
        String interrupted = "bbt: interrupted; " + page;
        boolean written = lastError().equals(interrupted + " is written");
        List<String> lines = List.of("bbt: interrupted", interrupted + " is not written");
        assertTrue(written || lines.contains(lastError()), lastError());
        assertEquals(written, Files.exists(page), lastError());
        if (written) {
          assertTrue(Files.readString(page).endsWith("</html>\n"));
          Files.delete(page);
        }
      }
      try (var files = Files.list(folder)) {
        assertEquals(List.of(), files.filter(f -> f.toString().endsWith(".part")).toList());
      }
    }
    assertTrue(cut > 0, "no signal came while the command ran");
  }

  /** A command in a terminal of its own. */
  private static final class Screen implements AutoCloseable {
    private static final String PROMPT = "bbt step> ";

    private final Process process;
    private final InputStream out;
    private final OutputStream keys;
    private final StringBuilder seen = new StringBuilder();

    Screen(Path cache, List<String> command) throws IOException {
      String quoted =
          "stty rows 40 cols 120; exec env --default-signal=INT,TERM "
              + String.join(" ", command.stream().map(word -> "'" + word + "'").toList());
      ProcessBuilder terminal =
          new ProcessBuilder("script", "-qefc", quoted, "/dev/null").redirectErrorStream(true);
      terminal.environment().put("TERM", "xterm");
      terminal.environment().put("XDG_CACHE_HOME", cache.toString());
      process = terminal.start();
      // What does not come ends the test, and what came instead is shown.
      CompletableFuture.delayedExecutor(100, TimeUnit.SECONDS).execute(process::destroy);
      out = process.getInputStream();
      keys = process.getOutputStream();
      until(PROMPT);
    }

    void press(String text) throws IOException {
      keys.write(text.getBytes(StandardCharsets.ISO_8859_1));
      keys.flush();
    }

    /** Types a command; what is shown up to the next prompt. */
    String says(String command) throws IOException {
      press(command + "\r");
      return until(PROMPT);
    }

    /** The next byte, or -1 where the process has ended. */
    private int next() {
      try {
        return out.read();
      } catch (IOException e) {
        return -1;
      }
    }

    /** Reads until a text has come, at most so long as the test may last; all that came. */
    String until(String text) {
      int from = seen.length();
      while (seen.indexOf(text, from) < 0) {
        int next = next();
        assertTrue(next >= 0, () -> "ended before \"" + text + "\":\n" + seen);
        seen.append((char) next);
      }
      return seen.substring(from);
    }

    /** The command itself, which is not the terminal's process. */
    private ProcessHandle command() {
      return process
          .descendants()
          .filter(each -> each.info().command().orElse("").endsWith("java"))
          .findFirst()
          .orElseThrow();
    }

    private Duration work() {
      return command().info().totalCpuDuration().orElseThrow();
    }

    /** Types a command that takes long, and waits until it is at work. */
    void begins(String command) throws Exception {
      Duration before = work();
      press(command + "\r");
      while (work().minus(before).toMillis() < 300) {
        assertTrue(process.isAlive(), seen::toString);
        Thread.sleep(10);
      }
    }

    int ends() throws InterruptedException {
      assertTrue(process.waitFor(120, TimeUnit.SECONDS), seen::toString);
      return process.exitValue();
    }

    @Override
    public void close() {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  /** At the prompt Ctrl-C is no end, Ctrl-D is. */
  @Test
  void theSteppersPromptStays() throws Exception {
    try (Screen screen = new Screen(folder, Bbt.command("step", mini().toString()).command())) {
      screen.press("goto 10%");
      screen.press("\003");
      screen.until(Screen.PROMPT);
      // The prompt may be drawn more than once.
      screen.press("where\r");
      screen.until("instruction 0 of ");
      screen.until(Screen.PROMPT);
      screen.press("\004");
      assertEquals(0, screen.ends(), screen.seen.toString());
    }
  }

  /**
   * A signal in the middle of a search, and in the middle of executing the run again: back to where
   * the command began. The guest's instructions are so many that both take seconds.
   */
  @Test
  void aLongCommandOfTheStepperReturnsToWhereItBegan() throws Exception {
    Path trace = folder.resolve("long.bbt");
    String guest = Bbt.endlessGuest(folder).toString();
    Bbt.Outcome boot =
        Bbt.run(
            "boot",
            guest,
            "--bb-trace",
            trace.toString(),
            "--console",
            "none",
            "--max-insns",
            "500M");
    assertTrue(Files.exists(trace), boot.err());
    List<String> step =
        Bbt.command("step", trace.toString(), "--kernel", guest, "--at", "1000").command();
    try (Screen screen = new Screen(folder, step)) {
      screen.says("b 0x80200000 every=1000000000");
      screen.begins("c");
      kill("INT", screen.command().pid());
      String stopped = screen.until(Screen.PROMPT);
      assertTrue(stopped.contains("interrupted; still at [1,000], where c began"), stopped);
      assertTrue(screen.says("info breakpoints").contains("hits 0"), "a run that was none");
      screen.says("goto 499999000");
      screen.begins("regs");
      screen.press("\003"); // the terminal makes a signal of it
      stopped = screen.until(Screen.PROMPT);
      assertTrue(
          stopped.contains("interrupted; still at [499,999,000], where regs began"), stopped);
      assertTrue(screen.says("si").contains("[499,999,001]"));
      screen.says("goto 8");
      String again = screen.says("regs t1");
      assertTrue(again.contains("t1 = 0x3"), () -> "registers can still be had: " + again);
      screen.press("\004");
      assertEquals(0, screen.ends(), screen.seen.toString());
    }
  }
}
