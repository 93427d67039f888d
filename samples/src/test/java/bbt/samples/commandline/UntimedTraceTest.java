package bbt.samples.commandline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.samples.testing.Bbt;
import bbt.samples.testing.InProcess;
import bbt.samples.testing.ReportSchema;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An imported trace knows no guest time: nothing tells one, and nothing takes one. */
class UntimedTraceTest {
  @TempDir private static Path folder;

  private static String trace;
  private static String recorded;
  private static long instructions;

  @BeforeAll
  static void imported() throws Exception {
    recorded = InProcess.recorded(folder.resolve("mini.bbt"), "mini");
    String foreign = folder.resolve("mini.etrace").toString();
    InProcess.run(0, "export", recorded, "-o", foreign);
    trace = folder.resolve("imported.bbt").toString();
    // What it is follows from its name, as for export.
    InProcess.run(0, "import", foreign, "--code", recorded, "-o", trace);
    instructions = json(trace).at("/instructions").asLong();
  }

  private static JsonNode json(String of) throws Exception {
    String text = InProcess.run(0, "report", of, "--timeline", "--boot", "--json");
    return new ObjectMapper().readTree(text);
  }

  private static String query(String statement) {
    return InProcess.run(0, "query", trace, "--csv", statement);
  }

  @Test
  void stepperAndDifferenceTellNone() throws Exception {
    String where =
        InProcess.run(0, "step", trace, "--at", "end", "-c", "where", "-c", "info trace");
    assertTrue(where.contains("100.000 %, guest time unknown"), where);
    assertTrue(where.contains("1 hart, guest time unknown, "), where);
    Bbt.Outcome differ = InProcess.outcome("diff", trace, recorded);
    assertTrue(differ.out().contains("after 0 instructions, "), differ.out());
    assertFalse(differ.out().contains("guest time"), differ.out());
    JsonNode difference =
        new ObjectMapper().readTree(InProcess.outcome("diff", trace, recorded, "--json").out());
    assertTrue(difference.at("/divergence/guestSeconds").isNull(), difference.toString());
  }

  @Test
  void reportsTellNone() throws Exception {
    JsonNode report = json(trace);
    ReportSchema.conforms(report);
    JsonNode seconds = report.at("/timeline/seconds");
    assertTrue(seconds.size() > 10 && seconds.get(0).isNull() && seconds.get(9).isNull());
    assertTrue(json(recorded).at("/timeline/seconds").get(9).asDouble() > 0, "where it is known");
    String text = InProcess.run(0, "report", trace, "--timeline");
    assertTrue(text.matches("(?s).*\n +0 +unknown +[1-9].*"), text);
    assertFalse(text.contains("0.000000"), text);
  }

  @Test
  void tablesAndListingsTellNone() {
    for (String table : List.of("frames", "switches", "packets")) {
      String rows = query("select count(*) > 0, count(at_s) from " + table);
      assertTrue(rows.endsWith("\ntrue,0\n"), table + rows);
    }
    String rows =
        query("select count(*) > 0, count(start_s), count(end_s), count(elapsed_s) from calls");
    assertTrue(rows.endsWith("\ntrue,0,0,0\n"), rows);
    rows =
        query(
            "select count(*) > 0, count(start_s), count(end_s), count(latency_s) from exceptions");
    assertTrue(rows.endsWith("\ntrue,0,0,0\n"), rows);
    String csv = InProcess.run(0, "log", trace, "--format", "csv", "--limit", "2");
    assertTrue(csv.contains("\ninstruction,0,,0,"), csv);
    String text = InProcess.run(0, "log", trace, "--limit", "2");
    assertTrue(text.contains("            0        unknown "), text);
    assertFalse(text.contains("+0.0"), text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "report TRACE --from 1us",
        "report TRACE --to 1ms",
        "trace cut TRACE --from 1us -o never",
        "log TRACE --from 1us",
        "export TRACE --format folded --to 1ms",
        "query TRACE --from 1us SQL",
        "step TRACE --at 1us -c where",
        "step TRACE -c SQL",
      })
  void placesByTimeAreRefused(String line) {
    List<String> words = List.of(line.split(" "));
    String[] command =
        words.stream()
            .map(w -> w.equals("TRACE") ? trace : w)
            .map(w -> w.equals("SQL") ? words.get(0).equals("step") ? "goto 1us" : "from harts" : w)
            .toArray(String[]::new);
    Bbt.Outcome refused = InProcess.outcome(command);
    assertEquals(64, refused.code(), refused.out());
    assertEquals(1, refused.errorLines().size(), refused.err());
    assertTrue(
        refused.err().contains("this imported trace knows no time: give instructions"),
        refused.err());
  }

  /** Else all events would be at 0. */
  @Test
  void chartsOverTimeCountInstructions() throws Exception {
    Path file = folder.resolve("chart.trace.json");
    InProcess.run(0, "export", trace, "-o", file.toString());
    JsonNode chart = new ObjectMapper().readTree(Files.readString(file));
    double last = 0;
    boolean counters = false;
    for (JsonNode event : chart.get("traceEvents")) {
      double at = event.path("ts").asDouble(0);
      last = Math.max(last, at);
      counters |= event.get("ph").asText().equals("C") && at > 0;
    }
    // Microseconds with three digits.
    assertEquals(instructions / 1000.0, last);
    assertTrue(counters, "counters are over time, too");
    assertEquals(1, chart.at("/otherData/instructionsPerNanosecond").asInt());
    String said = "harts (1 ns is 1 instruction: no time is known)";
    assertEquals(said, chart.get("traceEvents").get(0).at("/args/name").asText());
    Path other = folder.resolve("chart.pftrace");
    InProcess.run(0, "export", trace, "-o", other.toString());
    assertTrue(Files.readString(other, StandardCharsets.ISO_8859_1).contains(said));
    Path known = folder.resolve("known.trace.json");
    InProcess.run(0, "export", recorded, "-o", known.toString());
    assertFalse(Files.readString(known).contains("instructionsPerNanosecond"));
  }
}
