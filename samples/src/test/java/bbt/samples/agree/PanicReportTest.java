package bbt.samples.agree;

import static bbt.samples.agree.Reports.bbt;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.samples.testing.Bbt;
import bbt.samples.testing.InProcess;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report's counts before a panic are those of a window that ends there. */
final class PanicReportTest {
  @TempDir private Path folder;

  private static JsonNode report(Path trace, Path costs, String... more) throws Exception {
    String[] command = {"report", trace.toString(), "--json", "--cost-model", costs.toString()};
    String[] all = Stream.of(command, more).flatMap(Stream::of).toArray(String[]::new);
    return new ObjectMapper().readTree(bbt(all));
  }

  @Test
  void beforeThePanic() throws Exception {
    Path trace = folder.resolve("panic.bbt");
    Bbt.Outcome boot = InProcess.outcome("boot", "panic", "--bb-trace", trace.toString());
    assertTrue(Files.exists(trace), boot.err());
    Path costs = Files.writeString(folder.resolve("costs"), "default 2\nload 3\ntrap 5\n");
    JsonNode whole = report(trace, costs);
    JsonNode before = whole.get("beforePanic");
    long end = before.get("instructions").asLong();
    assertTrue(end > 0 && end < whole.get("instructions").asLong(), before::toString);
    JsonNode window = report(trace, costs, "--to", String.valueOf(end));
    assertEquals(end, window.get("instructions").asLong());
    assertEquals(window.get("cycles"), before.get("cycles"));
    for (Map.Entry<String, JsonNode> kind : window.get("exceptions").properties()) {
      JsonNode its = before.get("exceptions").get(kind.getKey());
      for (String key :
          new String[] {"count", "instructions", "share", "inclusiveInstructions", "cycles"}) {
        assertEquals(kind.getValue().get(key), its.get(key), kind.getKey() + " " + key);
      }
    }
    assertTrue(
        before.get("exceptions").get("firmware").get("count").asLong()
            < whole.get("exceptions").get("firmware").get("count").asLong(),
        "the panic's message comes behind it");
    assertFalse(window.has("beforePanic"), "the panic is not in the window");
    JsonNode behind = report(trace, costs, "--from", String.valueOf(end));
    assertEquals(0, behind.get("beforePanic").get("instructions").asLong());
    assertFalse(report(trace, costs, "--privilege", "kernel").has("beforePanic"));
    assertTrue(
        bbt("report", trace.toString(), "--full")
            .contains(String.format(Locale.ROOT, "Effective total (before panic)     %,d\n", end)));
    Path page = folder.resolve("panic.html");
    bbt("report", trace.toString(), "--html", page.toString());
    assertEquals(
        end, PageReader.of(page).block("report").get("beforePanic").get("instructions").asLong());
  }
}
