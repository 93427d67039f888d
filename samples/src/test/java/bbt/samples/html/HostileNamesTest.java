package bbt.samples.html;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.SidebandRecord;
import bbt.packets.TraceHeader;
import bbt.packets.bytes.PrintableText;
import bbt.packets.write.EventWriter;
import bbt.packets.write.MachineWriter;
import bbt.packets.write.TraceWriter;
import bbt.samples.testing.Bbt;
import bbt.samples.testing.InProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A guest may call its tasks and functions what it likes: names are never markup or script. */
@Tag("qemu")
final class HostileNamesTest {
  private static final String SCRIPT = "</script><script>window.broken=1</script>";
  private static final String IMAGE =
      "<img src=x onerror=\"window.broken=1\">'`${window.broken=1}\u001b[2J\u202e";

  /** How it is shown. */
  private static final String SHOWN = PrintableText.of(IMAGE);

  private static final long CODE = 0xFFFF_FFFF_8000_0000L;
  private static final long PHYSICAL = 0x8020_0000L;

  @TempDir private Path folder;

  /**
   * main calls leaf twice; both, their task and the header have names that a page must not obey.
   */
  private void write(Path file) throws IOException {
    Map<String, String> facts =
        Map.of("trace.mode", "compact", "trace.verify", "false", "guest.command-line", IMAGE);
    try (TraceWriter writer = TraceWriter.create(file, new TraceHeader(facts))) {
      MachineWriter machine = new MachineWriter(writer);
      EventWriter out = machine.current();
      out.reset(CODE, 1, 0);
      out.contextSwitch(CODE, 1, 0x8000_0000_0000_1234L, 0x500, 7, 0);
      out.sideband().mapping(0, 1, CODE, PHYSICAL, true);
      out.sideband().task(0, 0x500, 1, IMAGE);
      int retired = 0;
      for (int i = 0; i < 2; i++) {
        int jal = 0x6f | 1 << 7 | ((0x100 - 4 * i) >>> 1 & 1023) << 21;
        out.sideband().code(retired, PHYSICAL + 4 * i, jal & 0xFFFF);
        out.sideband().code(retired, PHYSICAL + 4 * i + 2, jal >>> 16);
        out.retire(1);
        out.call(CODE + 4 * i + 4);
        out.sideband().code(retired + 1, PHYSICAL + 0x100, 0x8082);
        out.retire(1);
        out.ret(CODE + 0x100, CODE + 4 * i + 4);
        retired += 2;
      }
      out.sideband().code(retired, PHYSICAL + 8, 1);
      out.retire(1);
      machine.finish(
          List.of(
              new SidebandRecord.Symbols(
                  retired + 1,
                  "kernel",
                  SidebandRecord.GLOBAL,
                  new long[] {CODE, CODE + 0x100},
                  new String[] {SCRIPT, IMAGE})),
          new long[] {0},
          0,
          "poweroff" + SCRIPT,
          0);
    }
  }

  @Test
  void areTextAndNothingElse() throws Exception {
    Path trace = folder.resolve("hostile<b>.bbt");
    write(trace);
    Path html = folder.resolve("hostile.html");
    Bbt.Outcome made = InProcess.outcome("report", trace.toString(), "--html", html.toString());
    assertEquals(0, made.code(), made.err());
    String text = Files.readString(html);
    assertTrue(!text.contains("onerror") && !text.contains("window.broken"), "names are in blocks");
    try (BrowserPage page = BrowserPage.open(html)) {
      for (String section : BrowserPage.SECTIONS) {
        page.show(section);
      }
      page.show("function/1");
      assertEquals(List.of(SHOWN), page.texts("#section-function h2"));
      page.show("functions");
      assertEquals(
          List.of(SCRIPT, SHOWN),
          page.texts("#section-functions td.name").stream().sorted().toList());
      page.show("trace");
      assertTrue(page.text("#section-trace").contains(SHOWN));
      page.show("flame");
      page.type("#section-flame input", "onerror");
      assertEquals(0L, page.value("document.querySelectorAll('img, b.x, iframe').length"));
      assertEquals(true, page.value("window.broken === undefined"));
      assertEquals(List.of(), page.complaints());
    }
  }
}
