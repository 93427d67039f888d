package bbt.samples.html;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.samples.Bbt;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of a whole Linux boot: its numbers, its size, and that a browser copes with it. */
@Tag("qemu")
@Tag("full")
final class LinuxPageTest {
  @TempDir private Path folder;

  @Test
  void aBootOfFourBillionInstructionsIsASmallPage() throws Exception {
    Path trace = folder.resolve("linux.bbt");
    Bbt.Outcome boot = Bbt.run("boot", "linux", "--bb-trace", trace.toString());
    assertEquals(0, boot.code(), boot.err());
    Path html = folder.resolve("linux.html");
    Bbt.Outcome made = Bbt.run("report", trace.toString(), "--html", html.toString(), "--json");
    assertEquals(0, made.code(), made.err());
    JsonNode report = new ObjectMapper().readTree(made.out());
    assertTrue(Files.size(html) < 4_000_000, "bytes: " + Files.size(html));
    try (BrowserPage page = BrowserPage.open(html)) {
      System.out.println(
          "page of "
              + Files.size(html)
              + " bytes: summary after "
              + page.value("Math.round(window.drawn)")
              + " ms");
      assertTrue(Pages.compare(page, report).size() > 60);
      for (String section : BrowserPage.SECTIONS) {
        long start = System.nanoTime();
        page.show(section);
        System.out.println(section + ": " + (System.nanoTime() - start) / 1_000_000 + " ms");
        Pages.compare(page, report);
      }
      page.show("function/0");
      assertEquals(report.at("/mostInstructions/name").asText(), page.text("#section-function h2"));
      assertEquals(List.of(), page.complaints());
    }
  }
}
