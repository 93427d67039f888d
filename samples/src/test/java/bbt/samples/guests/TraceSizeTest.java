package bbt.samples.guests;

import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.cli.options.TraceFiles;
import bbt.samples.testing.InProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How large traces may be, of {@code mini} and of stock Linux: bits for an instruction, with all of
 * the file counted. docs/size.md has what they are.
 */
final class TraceSizeTest {
  @TempDir private Path folder;

  private static void isAtMost(double most, Path trace) throws Exception {
    long instructions = TraceFiles.instructions(trace);
    double bits = 8.0 * Files.size(trace) / instructions;
    assertTrue(bits <= most, bits + " bits for each of " + instructions + " instructions");
  }

  private void areAtMost(double most, double archived, String guest) throws Exception {
    Path trace = folder.resolve("trace.bbt");
    InProcess.recorded(trace, guest);
    isAtMost(most, trace);
    Path archive = folder.resolve("archive.bbt");
    InProcess.run(0, "trace", "recompress", "--archive", trace.toString(), archive.toString());
    isAtMost(archived, archive);
  }

  @Test
  void aSmallKernel() throws Exception {
    areAtMost(0.073, 0.045, "mini");
  }

  @Test
  @Tag("full")
  void aBootWithShellWork() throws Exception {
    areAtMost(0.020, 0.010, "linux");
  }

  @Test
  @Tag("full")
  void aBootToTheFirstProgram() throws Exception {
    Path trace = folder.resolve("boot.bbt");
    String arguments = "console=ttyS0 earlycon=sbi panic=-1 rdinit=/bin/poweroff -- -f";
    InProcess.recorded(trace, "linux", "--append", arguments);
    isAtMost(0.040, trace);
  }
}
