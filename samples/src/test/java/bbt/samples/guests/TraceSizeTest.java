package bbt.samples.guests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.cli.options.TraceFiles;
import bbt.samples.testing.Bbt;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How large traces of stock Linux may be, for an instruction and with all of the file counted:
 * docs/size.md has what they are.
 */
@Tag("qemu")
@Tag("full")
final class TraceSizeTest {
  @TempDir private Path folder;

  private Path recorded(String name, String... options) throws Exception {
    Path trace = folder.resolve(name);
    List<String> words =
        new ArrayList<>(
            List.of("boot", "linux", "--console", "none", "--bb-trace", trace.toString()));
    words.addAll(List.of(options));
    runs(words.toArray(String[]::new));
    return trace;
  }

  private static void runs(String... words) throws Exception {
    Bbt.Outcome outcome = Bbt.run(words);
    assertEquals(0, outcome.code(), outcome.err());
  }

  private static void isAtMost(double most, Path trace) throws Exception {
    long instructions = TraceFiles.instructions(trace);
    double bits = 8.0 * Files.size(trace) / instructions;
    assertTrue(bits <= most, bits + " bits for each of " + instructions + " instructions");
  }

  @Test
  void aBootWithShellWork() throws Exception {
    Path trace = recorded("linux.bbt");
    isAtMost(0.020, trace);
    Path archive = folder.resolve("linux-archive.bbt");
    runs("trace", "recompress", "--archive", trace.toString(), archive.toString());
    isAtMost(0.010, archive);
  }

  @Test
  void aBootToTheFirstProgram() throws Exception {
    isAtMost(
        0.040,
        recorded(
            "boot.bbt",
            "--append",
            "console=ttyS0 earlycon=sbi panic=-1 rdinit=/bin/poweroff -- -f"));
  }
}
