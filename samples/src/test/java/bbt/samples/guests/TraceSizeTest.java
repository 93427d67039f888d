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

  @Test
  void aSmallKernel() throws Exception {
    Path trace = folder.resolve("mini.bbt");
    InProcess.recorded(trace, "mini");
    isAtMost(0.073, trace);
    Path archive = folder.resolve("mini-archive.bbt");
    InProcess.run(0, "trace", "recompress", "--archive", trace.toString(), archive.toString());
    isAtMost(0.045, archive);
  }

  @Test
  @Tag("qemu")
  @Tag("full")
  void aBootWithShellWork() throws Exception {
    Path trace = folder.resolve("linux.bbt");
    InProcess.recorded(trace, "linux");
    isAtMost(0.020, trace);
    Path archive = folder.resolve("linux-archive.bbt");
    InProcess.run(0, "trace", "recompress", "--archive", trace.toString(), archive.toString());
    isAtMost(0.010, archive);
  }

  @Test
  @Tag("qemu")
  @Tag("full")
  void aBootToTheFirstProgram() throws Exception {
    Path trace = folder.resolve("boot.bbt");
    String arguments = "console=ttyS0 earlycon=sbi panic=-1 rdinit=/bin/poweroff -- -f";
    InProcess.recorded(trace, "linux", "--append", arguments);
    isAtMost(0.040, trace);
  }
}
