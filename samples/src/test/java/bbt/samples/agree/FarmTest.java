package bbt.samples.agree;

import static bbt.samples.agree.Reports.bbt;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.ExceptionKind;
import bbt.reconstruct.page.Keys;
import bbt.samples.testing.Bbt;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The job for Apache Spark counts what the report counts; Spark is fetched when this first runs.
 */
@Tag("full")
final class FarmTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path FARM =
      Path.of(System.getProperty("bbt.root")).resolve("samples/spark/farm");

  @TempDir private Path folder;

  /** Runs the job; its rows by what they are about: self, inclusive, calls. */
  private Map<String, List<Long>> farm(int code, String... arguments)
      throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(List.of(FARM.toString(), "--master", "local[2]"));
    line.addAll(List.of(arguments));
    Path err = folder.resolve("err");
    Process job = new ProcessBuilder(line).redirectError(err.toFile()).start();
    String out = new String(job.getInputStream().readAllBytes());
    assertEquals(code, job.waitFor(), Files.readString(err));
    Map<String, List<Long>> rows = new TreeMap<>();
    for (String row : out.lines().skip(1).toList()) {
      String[] fields = row.split(",");
      assertEquals(7, fields.length, row);
      rows.put(
          String.join(" ", fields[0], fields[1], fields[2], fields[3]),
          List.of(Long.valueOf(fields[4]), Long.valueOf(fields[5]), Long.valueOf(fields[6])));
    }
    return rows;
  }

  private static Costs report(Path... traces) throws IOException {
    Costs sum = Costs.none();
    long total = 0;
    for (Path trace : traces) {
      JsonNode report =
          JSON.readTree(bbt("report", trace.toString(), "--json", "--top", "1000000"));
      Costs its = Reports.costs(report);
      its.self().forEach((name, amount) -> Costs.add(sum.self(), name, amount));
      its.inclusive().forEach((name, amount) -> Costs.add(sum.inclusive(), name, amount));
      its.calls().forEach((name, amount) -> Costs.add(sum.calls(), name, amount));
      total += its.total();
    }
    return sum.withTotal(total);
  }

  private static Map<String, Long> column(Map<String, List<Long>> rows, int which) {
    Map<String, Long> amounts = new TreeMap<>();
    rows.forEach(
        (key, row) -> {
          String[] words = key.split(" ", -1);
          if (words[0].equals("function")) {
            amounts.merge(words[2], row.get(which), Long::sum);
          }
        });
    return withoutZeros(amounts);
  }

  private static Map<String, Long> withoutZeros(Map<String, Long> amounts) {
    Map<String, Long> some = new TreeMap<>(amounts);
    some.values().removeIf(amount -> amount == 0);
    return some;
  }

  private static Map<String, Long> named(Map<String, Long> amounts) {
    Map<String, Long> some = withoutZeros(amounts);
    some.keySet().removeIf(name -> name.contains("+0x") || name.startsWith("0x"));
    return some;
  }

  @Test
  void rangesAndTracesAddUpToTheReport() throws Exception {
    Path one = folder.resolve("one.bbt");
    Path two = folder.resolve("two.bbt");
    assertEquals(0, Bbt.run("boot", "mini", "--bb-trace", one.toString()).code());
    assertEquals(0, Bbt.run("boot", "mini", "--smp", "2", "--bb-trace", two.toString()).code());
    Map<String, List<Long>> both = farm(0, one.toString(), two.toString());
    Costs expectedOfBoth = report(one, two);
    assertEquals(expectedOfBoth.total(), both.get("total  instructions ").getFirst());
    assertEquals(withoutZeros(expectedOfBoth.self()), column(both, 0));
    assertEquals(withoutZeros(expectedOfBoth.inclusive()), column(both, 1));
    assertEquals(withoutZeros(expectedOfBoth.calls()), column(both, 2));
    Map<String, List<Long>> ranges = farm(0, "--ranges", "3", one.toString());
    Costs expectedOfOne = report(one);
    assertEquals(expectedOfOne.total(), ranges.get("total  instructions ").getFirst());
    assertEquals(named(expectedOfOne.self()), column(ranges, 0));
    Map<String, List<Long>> whole = farm(0, one.toString());
    rowsAreThoseOfTheReport(one, whole);
    for (String kind : List.of("mode ", "exception ")) {
      Map<String, List<Long>> expected = new TreeMap<>(whole);
      expected.keySet().removeIf(key -> !key.startsWith(kind));
      Map<String, List<Long>> found = new TreeMap<>(ranges);
      found.keySet().removeIf(key -> !key.startsWith(kind));
      assertTrue(expected.size() > 1, expected.toString());
      assertEquals(expected, found);
    }
  }

  /** Modes, exceptions and tasks of the job and of the report. */
  private static void rowsAreThoseOfTheReport(Path trace, Map<String, List<Long>> rows)
      throws IOException {
    JsonNode report = JSON.readTree(bbt("report", trace.toString(), "--json", "--top", "1000000"));
    Map<String, List<Long>> expected = new TreeMap<>();
    long user = 0;
    for (JsonNode task : report.get("tasks")) {
      user += task.get("userInstructions").asLong();
      List<Long> amounts = List.of(task.get("instructions").asLong(), 0L, 0L);
      expected.put("task  " + task.get("name").asText() + " ", amounts);
    }
    long all = report.get("instructions").asLong();
    expected.put("mode  user ", List.of(user, 0L, 0L));
    expected.put("mode  privileged ", List.of(all - user, 0L, 0L));
    JsonNode exceptions = report.get("harts").get(0).get("exceptions");
    for (ExceptionKind kind : ExceptionKind.values()) {
      String key = Keys.of(kind);
      if (exceptions.get(key).asLong() > 0) {
        expected.put("exception  " + kind + " ", List.of(0L, 0L, exceptions.get(key).asLong()));
      }
    }
    Map<String, List<Long>> found = new TreeMap<>(rows);
    found.keySet().removeIf(row -> row.startsWith("function ") || row.startsWith("total "));
    assertEquals(expected, found);
  }

  @Test
  void aDamagedTraceIsOneLine() throws Exception {
    Path trace = folder.resolve("cut.bbt");
    assertEquals(0, Bbt.run("boot", "mini", "--bb-trace", trace.toString()).code());
    byte[] bytes = Files.readAllBytes(trace);
    Files.write(trace, Arrays.copyOf(bytes, bytes.length / 2));
    farm(65, trace.toString());
    List<String> said = Files.readString(folder.resolve("err")).lines().toList();
    assertEquals(
        1, said.stream().filter(line -> line.startsWith("farm: ")).count(), said::toString);
    farm(64, "--ranges", "none", trace.toString());
    farm(64, folder.resolve("missing.bbt").toString());
  }
}
