package bbt.samples.html;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.samples.testing.Bbt;
import bbt.samples.testing.InProcess;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a memory system the page has a section about it, and misses beside instructions. */
@Tag("qemu")
final class MemoryPageTest {
  @TempDir private Path folder;

  @Test
  void theSectionSaysWhatTheReportSays() throws Exception {
    String trace = folder.resolve("mini.bbt").toString();
    Path html = folder.resolve("mini.html");
    assertEquals(0, InProcess.outcome("boot", "--bb-trace", trace).code());
    Bbt.Outcome made =
        InProcess.outcome(
            "report",
            trace,
            "--memory-system",
            "medium",
            "--top",
            "1000",
            "--html",
            html.toString(),
            "--json");
    assertEquals(0, made.code(), made.err());
    JsonNode memory = new ObjectMapper().readTree(made.out()).get("memorySystem");
    JsonNode hottest = memory.get("functions").get(0);
    try (BrowserPage page = BrowserPage.open(html)) {
      page.show("memory");
      String said = page.text("#section-memory p");
      assertTrue(said.contains(grouped(memory.get("predictedCycles"))), said);
      assertEquals(
          memory.get("levels").size(),
          page.elements("table[aria-label='parts of the memory system'] tbody tr").size());
      List<String> first =
          page.texts("table[aria-label='misses by function'] tbody tr:first-child td");
      assertEquals(hottest.get("name").asText(), first.get(0));
      assertEquals(grouped(hottest.get("missCycles")), first.get(2));
      assertEquals(
          grouped(memory.get("tasks").get(0).get("missCycles")),
          page.texts("table[aria-label='misses by task'] tbody tr:first-child td").get(1));
      page.element("table[aria-label='misses by function'] a").click();
      page.ready("function");
      List<String> misses = page.texts(".code .misses");
      assertTrue(misses.stream().anyMatch(m -> m.contains(" write l1d")), misses.toString());
      assertEquals(List.of(), page.complaints());
    }
    Bbt.Outcome plain = InProcess.outcome("report", trace, "--html", html.toString());
    assertEquals(0, plain.code(), plain.err());
    assertFalse(Files.readString(html).contains("Memory system"));
  }

  private static String grouped(JsonNode number) {
    return String.format(Locale.ROOT, "%,d", number.asLong());
  }
}
