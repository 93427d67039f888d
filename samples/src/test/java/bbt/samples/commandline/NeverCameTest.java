package bbt.samples.commandline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.samples.testing.Bbt;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code bbt boot} says when what was to be recorded never came. */
final class NeverCameTest {
  @TempDir private Path folder;

  private String trace() {
    return folder.resolve("part.bbt").toString();
  }

  /** The last lines that a run of {@code mini} prints. */
  private String boot(String... options) throws Exception {
    List<String> line =
        new ArrayList<>(List.of("boot", "mini", "--console", "none", "--bb-trace", trace()));
    line.addAll(List.of(options));
    Bbt.Outcome run = Bbt.run(line.toArray(String[]::new));
    assertEquals(0, run.code(), run.err());
    return run.err();
  }

  @Test
  void aNameThatNothingHasIsTold() throws Exception {
    String said = boot("--bb-filter", "symbol=nosuch", "--bb-filter", "task=init");
    assertTrue(
        said.contains(
            "bbt: warning: task=init: no task had that name\n"
                + "bbt: warning: symbol=nosuch: nothing that was executed has that name\n"
                + "bbt: 6,823,818 instructions in "),
        said);
    assertTrue(said.contains(" MIPS, 0 recorded; trace "), said);
    assertTrue(said.endsWith(" bytes\n"), said);
    String report = Bbt.run("report", trace()).out();
    assertTrue(report.contains("executed   0 instructions"), report);
    assertFalse(report.contains("bits for an instruction"), report);
  }

  @Test
  void aStartThatNeverCameIsTold() throws Exception {
    String said = boot("--bb-start", "insns=9999999999", "--bb-start", "symbol=kernel_work:9");
    assertTrue(
        said.contains(
            "bbt: warning: recording was never switched on: insns=9999999999,"
                + " symbol=kernel_work:9 never came\n"),
        said);
  }

  @Test
  void whatCameIsCountedAndNoWarning() throws Exception {
    String said = boot("--bb-filter", "symbol=kernel_work");
    assertFalse(said.contains("warning"), said);
    assertTrue(said.contains(" MIPS, 600,014 recorded; trace "), said);
    assertTrue(Bbt.run("info", trace()).out().contains("600,014"));
    said = boot("--bb-start", "insns=1000000");
    assertFalse(said.contains("warning"), said);
  }

  @Test
  void aWholeTraceSaysNothingOfIt() throws Exception {
    String said = boot();
    assertTrue(
        said.matches(
            "(?s)bbt: [0-9,]+ instructions in .* MIPS; trace [0-9,]+ bytes, 0\\.\\d{4} .*"),
        said);
  }
}
