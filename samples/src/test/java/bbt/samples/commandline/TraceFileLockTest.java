package bbt.samples.commandline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.cli.outcome.ExitCode;
import bbt.samples.testing.Bbt;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two runs that are to write the same trace file at the same time. */
final class TraceFileLockTest {
  @TempDir private Path folder;

  @Test
  void theSecondIsRefusedAndTheFirstIsWholeAndCanBeRead() throws Exception {
    Path trace = folder.resolve("run.bbt");
    String guest = Bbt.endlessGuest(folder).toString();
    ProcessBuilder builder =
        Bbt.command("boot", guest, "--bb-trace", trace.toString(), "--console", "none", "--quiet");
    Process first = builder.redirectError(folder.resolve("err").toFile()).start();
    try {
      while (!Files.exists(trace) || Files.size(trace) < 10_000) {
        assertTrue(first.isAlive(), Files.readString(folder.resolve("err")));
        Thread.sleep(20);
      }
      Bbt.Outcome second =
          Bbt.run("boot", "mini", "--bb-trace", trace.toString(), "--console", "none", "--quiet");
      assertEquals(ExitCode.IO_ERROR, second.code(), second.err());
      assertEquals(1, second.errorLines().size(), second.err());
      assertTrue(second.err().contains(trace + ": another run is writing"), second.err());
      assertEquals(0, Bbt.run("report", trace.toString()).code(), "a reader is not kept out");
      first.destroy();
      assertTrue(first.waitFor(120, TimeUnit.SECONDS));
    } finally {
      first.destroyForcibly();
    }
    assertEquals(0, Bbt.run("verify", trace.toString()).code());
    Bbt.Outcome later =
        Bbt.run("boot", "mini", "--bb-trace", trace.toString(), "--console", "none", "--quiet");
    assertEquals(0, later.code(), later.err());
    assertEquals(0, Bbt.run("verify", trace.toString()).code());
    // A device is nobody's alone.
    assertEquals(0, Bbt.run("boot", "mini", "--bb-trace", "/dev/null", "--console", "none").code());
  }
}
