package bbt.reconstruct.html;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.analysis.Analysis;
import bbt.reconstruct.analysis.JsonReport;
import bbt.reconstruct.analysis.Report;
import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.UserException;
import bbt.reconstruct.page.Page;
import bbt.reconstruct.testing.TinyTrace;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file itself; what a browser makes of it is tested with a browser. */
final class HtmlReportTest {
  private static final String HOSTILE = "</script><img src=x onerror=alert(1)>&amp;\"'`${x}";

  @TempDir private Path folder;

  private Report tiny() throws IOException {
    Path trace = folder.resolve("tiny.bbt");
    TinyTrace.write(trace);
    return new Analysis(trace).want(HtmlReport.WANTS).run();
  }

  private static HtmlReport.Options options(String command) {
    return new HtmlReport.Options(10, 400, List.of(), command, "bbt test");
  }

  @Test
  void holdsTheJsonReportItself() throws Exception {
    Report report = tiny();
    Path out = folder.resolve("out.html");
    long bytes = HtmlReport.write(report, options("bbt report tiny.bbt"), out);
    assertEquals(Files.size(out), bytes);
    PageFile page = PageFile.read(out);
    JsonNode expected = new ObjectMapper().readTree(JsonReport.of(report, 1));
    ObjectNode found = (ObjectNode) page.blocks().get("report");
    for (String key : List.of("mostInstructions", "mostCalled")) {
      JsonNode id = ((ObjectNode) found.get(key)).remove("id");
      assertEquals(
          expected.get(key).get("name"),
          page.blocks().get("functions").get("name").get(id.asInt()),
          key);
    }
    assertEquals(expected, found);
    long self = 0;
    for (JsonNode each : page.blocks().get("functions").get("self")) {
      self += each.asLong();
    }
    assertEquals(report.profile().instructions(), self, "functions have all instructions");
  }

  @Test
  void needsNothingFromAnywhere() throws Exception {
    Path out = folder.resolve("out.html");
    HtmlReport.write(tiny(), options("bbt report tiny.bbt"), out);
    PageFile page = PageFile.read(out);
    assertEquals(List.of(), page.references());
    assertTrue(page.text().contains("default-src 'none'"), "its policy forbids loading anything");
    assertFalse(page.text().contains("{{"), "every place of the frame is filled");
  }

  @Test
  void namesAreNeverMarkup() throws Exception {
    Path out = folder.resolve("out.html");
    HtmlReport.write(tiny(), options(HOSTILE), out);
    PageFile page = PageFile.read(out);
    assertFalse(page.text().contains("onerror"), "what came from outside is in blocks alone");
    assertEquals(HOSTILE, page.blocks().get("page").get("command").asText());
    assertEquals("&lt;b a=&quot;&amp;&quot;&gt;", Page.escaped("<b a=\"&\">"));
  }

  @Test
  void isWholeOrNotThere() throws Exception {
    Path out = folder.resolve("absent").resolve("out.html");
    Report report = tiny();
    UserException absent =
        assertThrows(UserException.class, () -> HtmlReport.write(report, options("bbt"), out));
    assertEquals(Fault.CANNOT_CREATE, absent.fault());
    assertFalse(Files.exists(out));
    Path second = folder.resolve("out.html");
    HtmlReport.write(report, options("bbt"), second);
    HtmlReport.write(report, options("bbt"), second);
    try (var files = Files.list(folder)) {
      assertEquals(
          List.of("out.html", "tiny.bbt"),
          files.map(f -> f.getFileName().toString()).sorted().toList(),
          "no unfinished file stays");
    }
  }
}
