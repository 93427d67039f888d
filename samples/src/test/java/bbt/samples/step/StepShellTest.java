package bbt.samples.step;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.cli.Main;
import bbt.reconstruct.cli.outcome.ExitCode;
import bbt.reconstruct.map.TraceMap;
import bbt.reconstruct.names.BinaryFiles;
import bbt.reconstruct.replay.setup.GuestOptions;
import bbt.reconstruct.step.FullState;
import bbt.reconstruct.step.terminal.StepShell;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jline.terminal.Size;
import org.jline.terminal.impl.ExternalTerminal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The stepper as a user types: a terminal over byte streams, on the trace of the panic. */
class StepShellTest {
  private static final String PROMPT = "bbt step> ";
  private static final String TAB = "\t";
  private static final String UP = "\033[A";

  @TempDir private static Path shared;
  private static Path trace;

  @TempDir private Path folder;
  private TraceMap map;
  private FullState state;
  private Typed typed;

  @BeforeAll
  static void record() {
    trace = shared.resolve("panic.bbt");
    String[] boot = {"boot", "panic", "--bb-trace", trace.toString(), "--console", "none"};
    assertEquals(ExitCode.GUEST_PANIC, Main.run(boot));
  }

  /** A terminal: what is typed goes in, what is shown comes out, without its attributes. */
  private static final class Typed implements AutoCloseable {
    private static final long SECONDS = 120;
    private final PipedOutputStream keys = new PipedOutputStream();
    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
    private final Thread thread;
    private int seen;

    Typed(TraceMap map, Path history, FullState state) throws IOException {
      ExternalTerminal terminal =
          new ExternalTerminal(
              "test", "ansi", new PipedInputStream(keys, 1 << 16), shown, StandardCharsets.UTF_8);
      terminal.setSize(new Size(120, 40));
      StepShell shell = StepShell.on(terminal, map, history);
      shell.session().with(state).sourceFolders(List.of());
      thread = Thread.ofPlatform().start(shell::run);
      waitFor(PROMPT);
    }

    private String shown() {
      return shown
          .toString(StandardCharsets.UTF_8)
          .replaceAll("\033\\[[0-9;?]*[A-Za-z]|\033[=>]", "");
    }

    /** Waits until a text is shown behind all that was waited for before. */
    String waitFor(String text) {
      long end = System.nanoTime() + SECONDS * 1_000_000_000;
      while (System.nanoTime() < end) {
        String all = shown();
        int at = all.indexOf(text, seen);
        if (at >= 0) {
          String between = all.substring(seen, at);
          seen = at + text.length();
          return between;
        }
        pause();
      }
      throw new AssertionError("no \"" + text + "\" behind:\n" + shown().substring(seen));
    }

    private static void pause() {
      try {
        Thread.sleep(5);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    void type(String text) throws IOException {
      keys.write(text.getBytes(StandardCharsets.UTF_8));
      keys.flush();
    }

    /** Types a command; what it answers. */
    String says(String command) throws IOException {
      type(command + "\r");
      return waitFor(PROMPT);
    }

    boolean ends() throws InterruptedException {
      thread.join(SECONDS * 1000);
      return !thread.isAlive();
    }

    @Override
    public void close() throws IOException {
      keys.close();
    }
  }

  @BeforeEach
  void open() throws IOException {
    Path program = Path.of(System.getProperty("bbt.root"));
    program = program.resolve("samples/src/main/resources/bbt/samples/panic.elf");
    map =
        TraceMap.open(
            trace, new TraceMap.Options(BinaryFiles.of(List.of(program)), null, offset -> {}));
    typed = start();
  }

  private Typed start() throws IOException {
    state = new FullState(trace, GuestOptions.NONE, bbt.reconstruct.step.text.Feedback.NONE);
    return new Typed(map, folder.resolve("history"), state);
  }

  @AfterEach
  void close() throws IOException {
    typed.close();
    state.close();
    map.close();
  }

  private void completes(String start, String whole) throws IOException {
    typed.type(start + TAB);
    String rest = whole.substring(start.length());
    typed.waitFor(rest);
    typed.type("\003");
    typed.waitFor(PROMPT);
  }

  @Test
  void tabCompletesCommandsSymbolsAndFiles() throws Exception {
    completes("runt", "runtaken");
    completes("visit kernel_m", "visit kernel_main");
    completes("b walk_r", "b walk_ring");
    completes("next excep", "next exception");
    completes("b panic.", "b panic.c:");
    completes("help who-ch", "help who-changed");
    typed.says("mark before_the_storm");
    completes("goto before_", "goto before_the_storm");
  }

  @Test
  void tabCompletesVariablesOfTheSelectedFrame() throws Exception {
    typed.says("goto 352785");
    completes("p pack", "p packet");
    completes("p *pack", "p *packet");
    completes("p packet->le", "p packet->length");
    completes("p ring[3].ch", "p ring[3].check");
    completes("p refu", "p refused");
    typed.says("up");
    completes("p numb", "p number");
    completes("p packet.le", "p packet.length");
  }

  @Test
  void enterRepeatsAMovement() throws Exception {
    assertTrue(typed.says("goto 1000").contains("[ 1,000]"));
    assertTrue(typed.says("si").contains("[ 1,001]"));
    assertTrue(typed.says("").contains("[ 1,002]"));
    assertTrue(typed.says("rsi 2").contains("[ 1,000]"));
    assertTrue(typed.says("").contains("[   998]"));
    typed.says("where");
    assertEquals("", typed.says("").strip(), "what shows is not repeated");
  }

  @Test
  void historyIsKeptAndSearched() throws Exception {
    typed.says("goto 1000");
    typed.says("where");
    typed.type(UP + UP);
    typed.waitFor("goto 1000");
    typed.type("\r");
    assertTrue(typed.waitFor(PROMPT).contains("[ 1,000]"));
    typed.type("\004");
    assertTrue(typed.ends());
    typed.close();
    assertTrue(Files.readString(folder.resolve("history")).contains("goto 1000"));
    state.close();
    typed = start();
    typed.type("\022goto 1"); // Ctrl-R
    typed.waitFor("goto 1000");
    typed.type("\r");
    assertTrue(typed.waitFor(PROMPT).contains("[ 1,000]"));
  }

  @Test
  void controlCClearsTheLineAndControlDLeaves() throws Exception {
    typed.type("goto 2000");
    typed.waitFor("2000");
    typed.type("\003");
    typed.waitFor(PROMPT);
    assertTrue(typed.says("where").contains("instruction 0 of"));
    typed.type("\004");
    assertTrue(typed.ends());
  }

  @Test
  void qLeavesAndWrongWordsSayWhatToDo() throws Exception {
    assertTrue(typed.says("gotu 5").contains("no command \"gotu\"; help lists them"));
    assertFalse(typed.says("help").isBlank());
    typed.type("q\r");
    assertTrue(typed.ends());
  }
}
