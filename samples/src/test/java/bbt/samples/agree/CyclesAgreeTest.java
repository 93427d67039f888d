package bbt.samples.agree;

import static bbt.samples.agree.Reports.bbt;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.samples.testing.Bbt;
import bbt.samples.testing.InProcess;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Cycles are the same in the report, its page, SQL and each export, whatever the cost model. */
final class CyclesAgreeTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Two models: one in which only what is counted can be wrong, and one with all there is. */
  enum Model {
    /** Every instruction costs three cycles, and nothing else does. */
    THREE("default 3\n"),
    CORE(
        """
        name a core
        load 3
        store 2
        div 20
        divuw 11
        branch-taken 4
        branch-not-taken 2
        jump-register 3
        trap 7
        """);

    final String text;

    Model(String text) {
      this.text = text;
    }
  }

  @TempDir private static Path folder;
  private static Path trace;

  @BeforeAll
  static void boot() throws Exception {
    trace = folder.resolve("mini.bbt");
    Bbt.Outcome boot = InProcess.outcome("boot", "--bb-trace", trace.toString());
    assertEquals(0, boot.code(), boot.err());
  }

  private static final Map<Model, Cycles> KNOWN = new EnumMap<>(Model.class);

  private static Cycles of(Model model) throws Exception {
    Cycles known = KNOWN.get(model);
    if (known == null) {
      known = new Cycles(model);
      KNOWN.put(model, known);
    }
    return known;
  }

  /** The commands of one model, and what the JSON report says. */
  private static final class Cycles {
    final Model model;
    final Path file;
    final JsonNode report;
    final SortedMap<String, Long> self = new TreeMap<>();
    final SortedMap<String, Long> inclusive = new TreeMap<>();
    final long total;

    Cycles(Model model) throws Exception {
      this.model = model;
      file = Files.writeString(folder.resolve(model + ".cost"), model.text);
      report = report();
      total = report.get("cycles").asLong();
      for (JsonNode program : report.get("programs")) {
        for (JsonNode f : program.get("mostInstructionsInclusive")) {
          Costs.add(self, f.get("name").asText(), f.get("cycles").asLong());
          Costs.add(inclusive, f.get("name").asText(), f.get("inclusiveCycles").asLong());
        }
      }
    }

    String[] with(String... command) {
      return Stream.concat(Arrays.stream(command), Stream.of("--cost-model", file.toString()))
          .toArray(String[]::new);
    }

    JsonNode report(String... selection) throws Exception {
      String[] command = {
        "report", trace.toString(), "--json", "--top", "1000000", "--tree", "500"
      };
      return JSON.readTree(
          bbt(with(Stream.of(command, selection).flatMap(Stream::of).toArray(String[]::new))));
    }

    JsonNode query(String sql) throws Exception {
      return JSON.readTree(bbt(with("query", trace.toString(), sql, "--json")));
    }

    long number(String sql) throws Exception {
      return query(sql).get(0).get("n").asLong();
    }

    Path export(String end) {
      Path to = folder.resolve(model + end);
      bbt(with("export", trace.toString(), "-o", to.toString()));
      return to;
    }
  }

  private static long sum(JsonNode rows) {
    long sum = 0;
    for (JsonNode row : rows) {
      sum += row.isObject() ? row.get("cycles").asLong() : row.asLong();
    }
    return sum;
  }

  private static SortedMap<String, Long> column(JsonNode rows, String column) {
    SortedMap<String, Long> values = new TreeMap<>();
    for (JsonNode row : rows) {
      Costs.add(values, row.get("name").asText(), row.get(column).asLong());
    }
    return values;
  }

  @ParameterizedTest
  @EnumSource
  void withinTheReport(Model model) throws Exception {
    Cycles its = of(model);
    assertTrue(its.total > its.report.get("instructions").asLong(), "cycles: " + its.total);
    assertEquals(its.total, its.self.values().stream().mapToLong(Long::longValue).sum());
    assertEquals(its.total, sum(its.report.get("tasks")), "tasks");
    assertEquals(its.total, sum(its.report.get("harts")), "harts");
    assertEquals(its.total, sum(its.report.get("callTree").get("cycles")), "call tree");
    assertEquals(sum(its.report.get("exceptions")), sum(its.report.get("exceptionCauses")));
    if (model == Model.THREE) {
      assertTrue(threeTimes(its.report) > 300, "amounts");
    }
    for (String[] parts :
        new String[][] {
          {"--privilege", "user", "--privilege", "kernel"}, {"--to", "1234567", "--from", "1234567"}
        }) {
      long one = its.report(parts[0], parts[1]).get("cycles").asLong();
      long other = its.report(parts[2], parts[3]).get("cycles").asLong();
      assertEquals(its.total, one + other, String.join(" ", parts));
    }
  }

  /** Wherever there are cycles, they are three times the instructions; how many were looked at. */
  private static int threeTimes(JsonNode node) {
    int found = 0;
    if (node.isObject() && node.has("cycles") && node.has("parent")) {
      for (int i = 0; i < node.get("cycles").size(); i++) {
        assertEquals(3 * node.get("self").get(i).asLong(), node.get("cycles").get(i).asLong());
        found++;
      }
    } else if (node.isObject() && node.has("cycles")) {
      found += three(node, "cycles", "instructions", "self");
      found += three(node, "inclusiveCycles", "inclusiveInstructions", "inclusive");
    }
    for (JsonNode child : node) {
      found += threeTimes(child);
    }
    return found;
  }

  private static int three(JsonNode row, String cycles, String amount, String otherwise) {
    if (!row.has(cycles)) {
      return 0;
    }
    JsonNode own = row.has(amount) ? row.get(amount) : row.get(otherwise);
    long instructions = own.isObject() ? own.get("instructions").asLong() : own.asLong();
    assertEquals(3 * instructions, row.get(cycles).asLong(), row::toString);
    return 1;
  }

  @ParameterizedTest
  @EnumSource
  void text(Model model) throws Exception {
    Cycles its = of(model);
    String text =
        bbt(its.with("report", trace.toString(), "--full", "--top", "1000000", "--tree", "30"));
    has(text, "\nTotal cycles +%,d \\(", its.total);
    for (String f : its.self.keySet()) {
      has(
          text,
          "\n +" + Pattern.quote(f) + " .* %,d +%,d\n",
          its.self.get(f),
          its.inclusive.get(f));
    }
    has(text, "\nCALL TREE\n-+\n.*\n +[0-9,]+ +100.00 %% +[0-9,]+ +[0-9,]+ +%,d  all\n", its.total);
    for (JsonNode cause : its.report.get("exceptionCauses")) {
      if (!cause.get("kind").asText().equals("reset")) {
        String name = Pattern.quote(cause.get("name").asText());
        has(text, "\n" + name + " .* %,d\n", cause.get("cycles").asLong());
      }
    }
  }

  /** The lines of a function that takes no trap have all its cycles. */
  @ParameterizedTest
  @EnumSource
  void annotated(Model model) throws Exception {
    Cycles its = of(model);
    for (String f : List.of("counted_leaf", "quick_sort", "fill_page")) {
      String text = bbt(its.with("annotate", trace.toString(), f));
      has(text, "; %,d cycles \\(", its.self.get(f));
      long sum = 0;
      for (String line : text.lines().toList()) {
        Matcher m = LINE.matcher(line);
        sum += m.find() ? Long.parseLong(m.group(1).replace(",", "")) : 0;
      }
      assertEquals(its.self.get(f), sum, text);
    }
  }

  private static final Pattern LINE = Pattern.compile("^ *[0-9,]+  +([0-9,]+)  +[0-9.]+ %");

  private static void has(String text, String pattern, Object... numbers) {
    String wanted = String.format(Locale.ROOT, pattern, numbers);
    assertTrue(Pattern.compile(wanted).matcher(text).find(), wanted);
  }

  @ParameterizedTest
  @EnumSource
  void page(Model model) throws Exception {
    Cycles its = of(model);
    Path file = folder.resolve(model + ".html");
    bbt(its.with("report", trace.toString(), "--html", file.toString()));
    PageReader page = PageReader.of(file);
    JsonNode functions = page.block("functions");
    SortedMap<String, Long> self = new TreeMap<>();
    SortedMap<String, Long> inclusive = new TreeMap<>();
    for (int i = 0; i < functions.get("name").size(); i++) {
      String name = functions.get("name").get(i).asText();
      Costs.add(self, name, functions.get("cycles").get(i).asLong());
      Costs.add(inclusive, name, functions.get("inclusiveCycles").get(i).asLong());
    }
    assertEquals(its.self, self);
    assertEquals(its.inclusive, inclusive);
    assertEquals(its.total, sum(page.block("calls").get("cycles")), "flame graph");
    JsonNode report = page.block("report");
    assertEquals(its.total, report.get("cycles").asLong());
    assertEquals(its.report.get("exceptions"), report.get("exceptions"));
  }

  @ParameterizedTest
  @EnumSource
  void sql(Model model) throws Exception {
    Cycles its = of(model);
    JsonNode functions =
        its.query(
            "select name, sum(cycles) c, sum(inclusive_cycles) i from functions group by all");
    assertEquals(its.self, column(functions, "c"));
    assertEquals(its.inclusive, column(functions, "i"));
    assertEquals(its.total, its.number("select sum(cycles) n from tasks"));
    assertEquals(its.total, its.number("select sum(cycles) n from harts"));
    // A function that is not recursive and has no other caller.
    assertEquals(
        its.inclusive.get("counted_leaf"),
        its.number("select sum(cycles) n from edges where callee = 'counted_leaf'"));
    JsonNode without =
        JSON.readTree(
            bbt("query", trace.toString(), "select max(cycles) n from functions", "--json"));
    assertTrue(without.get(0).get("n").isNull());
  }

  @ParameterizedTest
  @EnumSource
  void exports(Model model) throws Exception {
    Cycles its = of(model);
    List<Costs> all =
        new ArrayList<>(
            List.of(
                Readers.folded(its.export(".folded")),
                Readers.perfScript(its.export(".perf")),
                Readers.speedscope(its.export(".speedscope.json")),
                Readers.firefox(its.export(".firefox.json")),
                PprofReader.read(its.export(".pb.gz"), "cycles"),
                Readers.callgrind(its.export(".callgrind"), 1)));
    for (Costs found : all) {
      assertEquals(its.self, found.self());
      assertEquals(its.total, found.total());
    }
    // Instructions are what they are.
    Costs instructions = Reports.costs(its.report);
    for (Costs found :
        List.of(
            PprofReader.read(folder.resolve(model + ".pb.gz")),
            Readers.callgrind(folder.resolve(model + ".callgrind")),
            Readers.json(its.export(".json")))) {
      assertEquals(instructions.self(), found.self());
      assertEquals(instructions.total(), found.total());
    }
    JsonNode json = JSON.readTree(folder.resolve(model + ".json").toFile());
    NumbersAgreeTest.valid(json);
    assertEquals(its.total, sum(json.get("functions")));
    assertEquals(its.total, sum(json.get("tasks")));
  }
}
