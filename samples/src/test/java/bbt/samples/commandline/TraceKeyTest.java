package bbt.samples.commandline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.ptg.asm.Assembler;
import bbt.ptg.riscv.Insn;
import bbt.reconstruct.trace.TraceVerifier;
import bbt.samples.testing.Bbt;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recording switched by hand, by a key on a real terminal. */
final class TraceKeyTest {
  @TempDir private Path folder;

  private static String until(InputStream out, String text) throws IOException {
    StringBuilder seen = new StringBuilder();
    while (seen.indexOf(text) < 0) {
      int next = out.read();
      assertTrue(next >= 0, () -> "ended before \"" + text + "\":\n" + seen);
      seen.append((char) next);
    }
    return seen.toString();
  }

  /** What the next line about it says that recording is. */
  private static String recording(InputStream out) throws IOException {
    until(out, "bbt: recording is ");
    return until(out, "\n").strip();
  }

  private static void press(OutputStream keys, String text) throws IOException {
    keys.write(text.getBytes(StandardCharsets.ISO_8859_1));
    keys.flush();
  }

  /** Says that it runs, and then counts for ever. */
  private Path guest() throws IOException {
    Assembler a = new Assembler();
    for (char c : "guest runs".toCharArray()) {
      a.i(Insn.ADDI, 10, 0, c).i(Insn.ADDI, 17, 0, 1).raw32(0x73);
    }
    a.label("again").i(Insn.ADDI, 5, 5, 1).i(Insn.ANDI, 6, 5, 7);
    a.branch(Insn.BNE, 6, 0, "again").jal(0, "again");
    return Bbt.guest(folder.resolve("guest.elf"), a);
  }

  @Test
  void ctrlATSwitchesAndTheTraceKnowsIt() throws Exception {
    Path trace = folder.resolve("run.bbt");
    String quoted =
        "exec "
            + String.join(
                " ",
                Bbt.command("boot", guest().toString(), "--bb-trace", trace.toString())
                    .command()
                    .stream()
                    .map(word -> "'" + word + "'")
                    .toList());
    ProcessBuilder builder =
        new ProcessBuilder("script", "-qefc", quoted, "/dev/null").redirectErrorStream(true);
    builder.environment().put("TERM", "xterm");
    Process terminal = builder.start();
    CompletableFuture.delayedExecutor(240, TimeUnit.SECONDS).execute(terminal::destroy);
    try {
      InputStream out = terminal.getInputStream();
      OutputStream keys = terminal.getOutputStream();
      // Before that, a key is the line editor's, or comes before there is anything to switch.
      until(out, "guest runs");
      press(keys, "\1t");
      assertEquals("off", recording(out));
      Thread.sleep(2000);
      press(keys, "\1t");
      assertEquals("on", recording(out));
      Thread.sleep(500);
      press(keys, "\1x");
      until(out, "bits per instruction");
      assertTrue(terminal.waitFor(60, TimeUnit.SECONDS));
    } finally {
      terminal.destroy();
    }
    TraceVerifier.Result verified = TraceVerifier.verify(trace);
    assertTrue(verified.ok());
    assertTrue(
        verified.unrecorded() > 0 && verified.instructions() > 0,
        () -> verified.instructions() + " recorded, " + verified.unrecorded() + " not");
    String dump = Bbt.run("dump", trace.toString()).out();
    assertEquals(2, dump.lines().filter(line -> line.contains("NOTE recording: ")).count());
  }
}
