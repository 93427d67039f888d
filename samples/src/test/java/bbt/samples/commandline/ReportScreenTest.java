package bbt.samples.commandline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.samples.testing.Bbt;
import bbt.samples.testing.InProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The default report of every sample fits one screen: 60 lines of 80 columns. */
class ReportScreenTest {
  private static final int LINES = 60;
  private static final int COLUMNS = 80;

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({"mini, 1", "mini, 4", "mini-arm64, 1", "harts, 4", "harts-arm64, 4", "panic, 1"})
  void ofOwnGuests(String sample, int harts) {
    fits(sample, harts);
  }

  /** Takes long: each boots. */
  @Tag("full")
  @ParameterizedTest
  @CsvSource({
    "linux, 1",
    "linux, 4",
    "linux-stable, 1",
    "linux-arm64, 1",
    "linux-stable-arm64, 1",
    "opensbi, 1",
    "u-boot-linux, 1",
    "disk, 1"
  })
  void ofFetchedGuests(String sample, int harts) {
    fits(sample, harts);
  }

  /** U-Boot waits for its user. */
  @Tag("full")
  @Test
  void ofUBoot() throws IOException, InterruptedException {
    String trace = folder.resolve("t.bbt").toString();
    byte[] input = "\nversion\npoweroff\n".getBytes(StandardCharsets.US_ASCII);
    Bbt.Outcome boot = Bbt.fed(input, "boot", "u-boot", "--bb-trace", trace);
    assertEquals(0, boot.code(), boot.err());
    fits(trace);
  }

  private void fits(String sample, int harts) {
    String trace = folder.resolve("t.bbt").toString();
    String smp = Integer.toString(harts);
    Bbt.Outcome boot =
        InProcess.outcome("boot", sample, "--smp", smp, "--bb-trace", trace, "--console", "none");
    assertTrue(boot.code() < 128, boot.err());
    fits(trace);
  }

  private static void fits(String trace) {
    Bbt.Outcome report = InProcess.outcome("report", trace);
    assertEquals(0, report.code(), report.err());
    List<String> lines = report.out().lines().toList();
    assertTrue(lines.size() > 10 && lines.size() <= LINES, report.out());
    assertEquals(List.of(), lines.stream().filter(l -> l.length() > COLUMNS).toList());
  }
}
