package bbt.samples.html;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.samples.Bbt;
import bbt.samples.prove.Run;
import bbt.translator.engine.EngineMode;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of mini's trace, used as a person would use it. */
@Tag("qemu")
final class HtmlPageTest {
  @TempDir private static Path folder;

  private static BrowserPage page;
  private static JsonNode report;

  @BeforeAll
  static void open() throws Exception {
    Path trace = folder.resolve("mini.bbt");
    Run.mini("", EngineMode.INTERPRETER, trace, b -> b);
    Path html = folder.resolve("mini.html");
    Bbt.Outcome made = Bbt.run("report", trace.toString(), "--html", html.toString(), "--json");
    assertEquals(0, made.code(), made.err());
    report = new ObjectMapper().readTree(made.out());
    page = BrowserPage.open(html);
  }

  @AfterAll
  static void close() {
    if (page != null) {
      page.close();
    }
  }

  @AfterEach
  void noComplaints() {
    assertEquals(List.of(), page.complaints());
  }

  @Test
  void theSummarySaysWhatTheJsonSays() {
    page.show("summary");
    List<String> seen = Pages.compare(page, report);
    assertTrue(seen.size() > 60, () -> "numbers on the page: " + seen);
    assertTrue(seen.contains("instructions") && seen.contains("trace.packets.exception"));
  }
}
