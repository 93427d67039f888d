package bbt.samples.agree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.samples.Bbt;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The numbers of the report's JSON against those of everything else. */
final class NumbersAgreeTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private static Path folder;
  private static Path trace;
  private static JsonNode report;
  private static Costs expected;

  @BeforeAll
  static void boot() throws Exception {
    trace = folder.resolve("mini.bbt");
    bbt("boot", "--bb-trace", trace.toString());
    report = JSON.readTree(bbt("report", trace.toString(), "--json", "--top", "1000000"));
    expected = expected();
  }

  static String bbt(String... arguments) throws Exception {
    Bbt.Outcome outcome = Bbt.run(arguments);
    assertEquals(0, outcome.code(), outcome.err());
    return outcome.out();
  }

  private static Costs expected() {
    Costs costs = Costs.none();
    for (JsonNode program : report.get("programs")) {
      for (JsonNode f : program.get("mostInstructions")) {
        Costs.add(costs.self(), f.get("name").asText(), f.get("self").asLong());
      }
      for (JsonNode f : program.get("mostInstructionsInclusive")) {
        Costs.add(costs.inclusive(), f.get("name").asText(), f.get("inclusive").asLong());
      }
      for (JsonNode f : program.get("mostCalls")) {
        Costs.add(costs.calls(), f.get("name").asText(), f.get("calls").asLong());
      }
    }
    assertTrue(costs.self().size() > 50, "the report has all functions");
    return costs.withTotal(report.get("instructions").asLong());
  }

  private static Path export(String name) throws Exception {
    Path file = folder.resolve(name);
    bbt("export", trace.toString(), "-o", file.toString());
    return file;
  }

  private static void agrees(Costs found) {
    assertEquals(expected.total(), found.total());
    assertEquals(expected.self(), found.self());
    if (!found.calls().isEmpty()) {
      assertEquals(expected.calls(), found.calls());
    }
    if (!found.inclusive().isEmpty()) {
      assertEquals(expected.inclusive(), found.inclusive());
    }
  }

  @Test
  void folded() throws Exception {
    agrees(Readers.folded(export("mini.folded")));
  }

  @Test
  void speedscope() throws Exception {
    agrees(Readers.speedscope(export("mini.speedscope.json")));
  }

  @Test
  void pprof() throws Exception {
    Costs found = PprofReader.read(export("mini.pb.gz"));
    assertTrue(!found.calls().isEmpty() && !found.inclusive().isEmpty());
    agrees(found);
  }

  @Test
  void callgrind() throws Exception {
    Costs found = Readers.callgrind(export("mini.callgrind"));
    assertTrue(!found.calls().isEmpty());
    agrees(found);
  }

  @Test
  void perfScript() throws Exception {
    agrees(Readers.perfScript(export("mini.perf")));
  }

  private static JsonNode query(String sql) throws Exception {
    return JSON.readTree(bbt("query", trace.toString(), sql, "--json"));
  }

  private static SortedMap<String, Long> column(JsonNode rows, String column) {
    SortedMap<String, Long> values = new TreeMap<>();
    for (JsonNode row : rows) {
      Costs.add(values, row.get("name").asText(), row.get(column).asLong());
    }
    return values;
  }

  @Test
  void functionsInSql() throws Exception {
    JsonNode rows = query("select name, self, inclusive, calls from functions");
    Costs found =
        new Costs(
            query("select sum(instructions) n from harts").get(0).get("n").asLong(),
            column(rows, "self"),
            column(rows, "inclusive"),
            column(rows, "calls"));
    agrees(found);
  }

  @Test
  void exceptionsInSql() throws Exception {
    SortedMap<String, Long> counts =
        column(query("select kind as name, count(*) n from exceptions group by all"), "n");
    SortedMap<String, Long> reported = new TreeMap<>();
    report
        .get("exceptions")
        .properties()
        .forEach(e -> Costs.add(reported, e.getKey(), e.getValue().get("count").asLong()));
    assertEquals(reported, counts);
  }
}
