package bbt.samples.commandline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.samples.testing.Bbt;
import bbt.samples.testing.InProcess;
import bbt.samples.testing.ReportSchema;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --memory-system} in the commands: what they say of one run is the same. */
class MemoryCommandsTest {
  private static final String LINE =
      "(?s).*\\n *9,344 +[0-9.]+ % +([0-9,]+) +0 +9,152 .*sd +zero,0\\(a0\\).*";

  @TempDir private static Path folder;
  private static String trace;
  private static JsonNode memory;

  @BeforeAll
  static void boot() throws Exception {
    trace = folder.resolve("mini.bbt").toString();
    bbt("boot", "--bb-trace", trace);
    JsonNode report =
        new ObjectMapper()
            .readTree(
                bbt("report", trace, "--memory-system", "medium", "--json", "--top", "1000000"));
    ReportSchema.conforms(report);
    memory = report.get("memorySystem");
  }

  private static String bbt(String... arguments) throws Exception {
    Bbt.Outcome outcome = InProcess.outcome(arguments);
    assertEquals(0, outcome.code(), outcome.err());
    return outcome.out();
  }

  private static String grouped(JsonNode number) {
    return String.format(Locale.ROOT, "%,d", number.asLong());
  }

  private static JsonNode query(String sql) throws Exception {
    String out = bbt("query", trace, "--memory-system", "medium", "--json", sql);
    return new ObjectMapper().readTree(out);
  }

  private static long sum(JsonNode rows, String key) {
    long sum = 0;
    for (JsonNode row : rows) {
      sum += row.get(key).asLong();
    }
    return sum;
  }

  @Test
  void rowsSumUpAndTheScreenSaysTheSame() throws Exception {
    for (String part : new String[] {"functions", "tasks"}) {
      for (String key : new String[] {"instructions", "missCycles", "reads", "predictedCycles"}) {
        assertEquals(memory.get(key).asLong(), sum(memory.get(part), key), part + " " + key);
      }
    }
    String out = bbt("report", trace, "--memory-system", "medium");
    assertTrue(out.lines().count() <= 60, out);
    assertTrue(out.contains("predicted " + grouped(memory.get("predictedCycles"))), out);
    for (JsonNode level : memory.get("levels")) {
      String row =
          String.format(
              Locale.ROOT,
              "%,15d %,13d",
              level.get("accesses").asLong(),
              level.get("misses").asLong());
      assertTrue(out.contains(row), row + " in " + out);
    }
    JsonNode first = memory.get("functions").get(0);
    assertTrue(out.contains(grouped(first.get("missCycles"))), out);
    assertTrue(out.contains("  " + first.get("name").asText()), out);
  }

  @Test
  void theTableHoldsTheSameMisses() throws Exception {
    JsonNode rows =
        query(
            "select level, sum(accesses) accesses, sum(misses) misses, sum(cycles) cycles"
                + " from misses group by all");
    long cycles = 0;
    for (JsonNode row : rows) {
      String level = row.get("level").asText();
      cycles += row.get("cycles").asLong();
      long accesses = 0;
      long misses = 0;
      for (JsonNode each : memory.get("levels")) {
        String part = each.get("part").asText();
        if (part.equals(level)
            || level.equals("predictor") && (part.equals("branches") || part.equals("targets"))) {
          accesses += each.get("accesses").asLong();
          misses += each.get("misses").asLong();
        }
      }
      assertEquals(accesses, row.get("accesses").asLong(), level);
      assertEquals(misses, row.get("misses").asLong(), level);
    }
    assertEquals(7, rows.size());
    assertEquals(memory.get("missCycles").asLong(), cycles);
  }

  @Test
  void tasksMissedWhatTheTableSays() throws Exception {
    JsonNode rows =
        query(
            "select case when task = '' then 'no task' else task end task, pid,"
                + " sum(cycles) cycles from misses group by all");
    Map<String, Long> expected = new TreeMap<>();
    for (JsonNode row : rows) {
      JsonNode pid = row.get("pid");
      boolean known = !pid.isNull() && pid.asInt() >= 0;
      String task = row.get("task").asText() + (known ? " (pid " + pid.asInt() + ")" : "");
      expected.merge(task, row.get("cycles").asLong(), Long::sum);
    }
    Map<String, Long> said = new TreeMap<>();
    memory
        .get("tasks")
        .forEach(task -> said.put(task.get("name").asText(), task.get("missCycles").asLong()));
    assertEquals(expected, said);
    assertTrue(said.size() > 2, "" + said);
  }

  @Test
  void linesOfAFunctionAreAnnotated() throws Exception {
    String out = bbt("annotate", trace, "fill_page", "--memory-system", "medium");
    assertTrue(out.matches(LINE), out);
    // Without a name it is the function whose misses cost most.
    String hottest = bbt("annotate", trace, "--memory-system", "medium");
    assertTrue(hottest.startsWith(memory.get("functions").get(0).get("name").asText() + " ("));
  }

  @Test
  void selectionsAndCostModelsApply() throws Exception {
    Path costs = Files.writeString(folder.resolve("costs.txt"), "default 3\ntrap 0\n");
    JsonNode user = json("--privilege", "user", "--cost-model", costs.toString());
    JsonNode kernel = json("--privilege", "kernel");
    assertEquals(
        memory.get("instructions").asLong(),
        user.get("instructions").asLong() + kernel.get("instructions").asLong());
    assertEquals(
        memory.get("missCycles").asLong(),
        user.get("missCycles").asLong() + kernel.get("missCycles").asLong());
    assertEquals(
        3 * user.get("instructions").asLong() + user.get("missCycles").asLong(),
        user.get("predictedCycles").asLong());
  }

  @Test
  void whatWasNotRecordedIsLeftOut() throws Exception {
    String part = folder.resolve("user.bbt").toString();
    bbt("boot", "--bb-trace", part, "--bb-filter", "user");
    JsonNode its =
        new ObjectMapper()
            .readTree(bbt("report", part, "--memory-system", "medium", "--json"))
            .get("memorySystem");
    JsonNode user = json("--privilege", "user");
    for (String key : new String[] {"instructions", "reads", "writes", "branches", "returns"}) {
      assertEquals(user.get(key), its.get(key), key);
    }
  }

  private static JsonNode json(String... options) throws Exception {
    String[] all = new String[options.length + 5];
    System.arraycopy(
        new String[] {"report", trace, "--json", "--memory-system", "medium"}, 0, all, 0, 5);
    System.arraycopy(options, 0, all, 5, options.length);
    return new ObjectMapper().readTree(bbt(all)).get("memorySystem");
  }

  @Test
  void whatCannotBeIsSaidInOneLine() throws Exception {
    Path wrong = Files.writeString(folder.resolve("wrong.txt"), "l1d 32K 7 64\n");
    fails(65, wrong + ": line 1: 512 lines", "report", trace, "--memory-system", wrong.toString());
    fails(65, "no such file; give a file, or one of", "annotate", trace, "--memory-system", "huge");
    fails(64, "misses needs a memory system", "query", trace, "select * from misses");
    fails(
        64,
        "for the table misses, which no statement names",
        "query",
        trace,
        "select 1",
        "--memory-system",
        "small");
    fails(
        64,
        "--memory-system needs the whole trace",
        "report",
        trace,
        "--follow",
        "--memory-system",
        "small");
  }

  private static void fails(int code, String message, String... command) throws Exception {
    Bbt.Outcome outcome = InProcess.outcome(command);
    assertEquals(code, outcome.code(), outcome.err());
    assertEquals(1, outcome.errorLines().size(), outcome.err());
    assertTrue(outcome.err().contains(message), outcome.err());
  }
}
