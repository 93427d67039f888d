package bbt.samples.commandline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.TraceReader;
import bbt.reconstruct.walk.Reconstruction;
import bbt.reconstruct.walk.flow.FlowListener;
import bbt.reconstruct.walk.graph.FunctionMap;
import bbt.samples.testing.Bbt;
import bbt.samples.testing.InProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a user sees when something is wrong: one clear line and the exit code of docs/determinism.md
 * 20.
 */
final class CommandErrorsTest {
  @TempDir private Path folder;

  private static void oneLine(int code, String mentions, String... arguments)
      throws IOException, InterruptedException {
    Bbt.Outcome outcome = Bbt.run(arguments);
    assertEquals(code, outcome.code(), outcome.err());
    assertEquals(1, outcome.errorLines().size(), outcome.err());
    assertTrue(outcome.err().startsWith("bbt: "), outcome.err());
    assertTrue(outcome.err().contains(mentions), outcome.err());
  }

  @Test
  void aKernelThatIsNone() throws Exception {
    Path text = Files.writeString(folder.resolve("notes.txt"), "no kernel at all\n".repeat(50));
    oneLine(65, text.toString(), "boot", "--kernel", text.toString());
  }

  @Test
  void aProgramForAnotherMachine() throws Exception {
    Path host = Path.of(System.getProperty("java.home"), "bin", "java");
    Assumptions.assumeFalse(System.getProperty("os.arch").contains("riscv"));
    oneLine(65, host.toString(), "boot", host.toString());
  }

  @Test
  void aKernelThatIsMissing() throws Exception {
    oneLine(66, "/nowhere/vmlinuz", "boot", "--kernel", "/nowhere/vmlinuz");
  }

  @Test
  void anInitrdThatCannotBeRead() throws Exception {
    oneLine(66, "/nowhere/initrd", "boot", "--initrd", "/nowhere/initrd");
    oneLine(66, "directory", "boot", "--initrd", folder.toString());
  }

  @Test
  void aSampleThatThereIsNot() throws Exception {
    oneLine(66, "lunix", "boot", "lunix");
    oneLine(64, "lunix", "samples", "path", "lunix");
  }

  @Test
  void anOptionThatThereIsNot() throws Exception {
    oneLine(64, "--memry", "boot", "--memry", "1G");
  }

  /** A list that the user forgot to write. */
  @Test
  void aNetworkWithoutItsPorts() throws Exception {
    oneLine(64, "--net user,: '' is not of the form ports=80", "boot", "--net", "user,");
    oneLine(64, "--net user,ports=: 'ports=' is", "boot", "--net", "user,ports=");
  }

  @Test
  void aFullDisk() throws Exception {
    assertTrue(Files.isWritable(Path.of("/dev/full")), "this test needs /dev/full");
    Bbt.Outcome outcome = Bbt.run("boot", "mini", "--bb-trace", "/dev/full");
    assertEquals(74, outcome.code(), outcome.err());
    assertTrue(outcome.err().contains("full"), outcome.err());
    assertFalse(outcome.err().contains("Exception"), outcome.err());
  }

  @Test
  void aTraceThatCannotBeCreated() throws Exception {
    Bbt.Outcome outcome = Bbt.run("boot", "mini", "--bb-trace", "/nowhere/mini.bbt");
    assertTrue(outcome.code() == 73 || outcome.code() == 74, outcome.err());
    assertTrue(outcome.err().contains("/nowhere/mini.bbt"), outcome.err());
  }

  @Test
  void aGuestThatPanics() throws Exception {
    Bbt.Outcome outcome = Bbt.run("boot", "mini", "--append", "panic");
    assertEquals(70, outcome.code(), outcome.err());
    assertTrue(outcome.out().contains("Kernel panic"), outcome.out());
    assertTrue(outcome.err().contains("panicked"), outcome.err());
  }

  /** A run that is killed leaves all but its last moments; verify says that it was cut. */
  @Test
  void aKilledRun() throws Exception {
    Path trace = folder.resolve("killed.bbt");
    Process process =
        Bbt.command(
                "boot",
                Bbt.endlessGuest(folder).toString(),
                "--bb-trace",
                trace.toString(),
                "--console",
                "none")
            .redirectErrorStream(true)
            .start();
    waitForBytes(process, trace, 1 << 13);
    process.destroyForcibly().waitFor();
    for (String command : new String[] {"verify", "info"}) {
      Bbt.Outcome outcome = Bbt.run(command, trace.toString());
      assertEquals(65, outcome.code(), outcome.err());
      assertEquals(1, outcome.errorLines().size(), outcome.err());
      assertTrue(outcome.err().contains(trace.toString()), outcome.err());
    }
    try (TraceReader reader = TraceReader.open(trace)) {
      Reconstruction before =
          new Reconstruction(reader, (space, pc) -> FunctionMap.NONE, FlowListener.NOBODY, null)
              .run();
      assertTrue(before.problems().getFirst().cut(), before.problems()::toString);
      assertTrue(before.instructions() > 1_000_000, "all but the last moments can be rebuilt");
    }
  }

  /** A run that is asked to end finishes its trace. */
  @Test
  void aTerminatedRun() throws Exception {
    Path trace = folder.resolve("terminated.bbt");
    Process process =
        Bbt.command(
                "boot",
                Bbt.endlessGuest(folder).toString(),
                "--bb-trace",
                trace.toString(),
                "--console",
                "none")
            .redirectErrorStream(true)
            .start();
    waitForBytes(process, trace, 1 << 12);
    process.destroy();
    assertTrue(process.waitFor(120, TimeUnit.SECONDS), "SIGTERM ends a run soon");
    assertEquals(143, process.exitValue());
    Bbt.Outcome outcome = Bbt.run("verify", trace.toString());
    assertEquals(0, outcome.code(), outcome.out() + outcome.err());
  }

  /** What an event may be is said twice: where one is refused, and in the help. */
  @Test
  void helpHasEveryEventOfARecording() {
    Bbt.Outcome refused =
        InProcess.outcome("boot", "mini", "--bb-trace", "never", "--bb-start", "nonsense");
    assertEquals(64, refused.code(), refused.err());
    String said = refused.err();
    List<String> events =
        List.of(said.substring(said.indexOf("none of ") + 8).split(";")[0].split(", "));
    assertTrue(events.containsAll(List.of("insns=N", "exec", "pid=N", "hand")), said);
    String help = InProcess.run(0, "boot", "--help");
    String starts =
        help.substring(help.indexOf("--bb-start=EVENT "), help.indexOf("--bb-stop=EVENT "));
    for (String event : events) {
      assertTrue(
          starts.matches("(?s).*\\b" + event + "(?![\\w=]).*"), () -> event + " in " + starts);
    }
  }

  private static void waitForBytes(Process process, Path file, long bytes) throws Exception {
    for (int i = 0; i < 600; i++) {
      if (Files.exists(file) && Files.size(file) >= bytes) {
        return;
      }
      assertTrue(
          process.isAlive(),
          () -> {
            try {
              return new String(process.getInputStream().readAllBytes());
            } catch (IOException e) {
              return e.toString();
            }
          });
      Thread.sleep(100);
    }
    process.destroyForcibly();
    throw new AssertionError("no trace of " + bytes + " bytes after a minute");
  }
}
