package bbt.samples.agree;

import static bbt.samples.agree.Reports.bbt;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.cli.Main;
import bbt.samples.testing.Bbt;
import bbt.samples.testing.InProcess;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
    // The boot alone has a process of its own: thirty starts would take most of the test's time.
    Bbt.Outcome boot = InProcess.outcome("boot", "--bb-trace", trace.toString());
    assertEquals(0, boot.code(), boot.err());
    report = JSON.readTree(bbt("report", trace.toString(), "--json", "--top", "1000000"));
    expected = Reports.costs(report);
    assertTrue(expected.self().size() > 50, "the report has all functions");
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
  void firefox() throws Exception {
    agrees(Readers.firefox(export("mini.firefox.json")));
  }

  /**
   * Modules as the text says; each block in one of them, and all bytes that the blocks table has.
   */
  @Test
  void drcov() throws Exception {
    byte[] file = Files.readAllBytes(export("mini.drcov"));
    String text = new String(file, StandardCharsets.ISO_8859_1);
    assertTrue(text.startsWith("DRCOV VERSION: 2\nDRCOV FLAVOR: "), text.substring(0, 40));
    Matcher table =
        Pattern.compile(
                "Module Table: version 2, count (\\d+)\nColumns: id, base, end, entry, path\n((?: *\\d+, .*\n)+)BB Table: (\\d+) bbs\n")
            .matcher(text);
    assertTrue(table.find());
    List<String[]> modules = table.group(2).lines().map(l -> l.strip().split(", ")).toList();
    assertEquals(Integer.parseInt(table.group(1)), modules.size());
    assertTrue(modules.stream().anyMatch(m -> m[4].equals("kernel")), table.group(2));
    ByteBuffer blocks = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).position(table.end());
    assertEquals(8 * Integer.parseInt(table.group(3)), blocks.remaining());
    SortedSet<String> found = new TreeSet<>();
    while (blocks.hasRemaining()) {
      long offset = Integer.toUnsignedLong(blocks.getInt());
      int size = Short.toUnsignedInt(blocks.getShort());
      String[] module = modules.get(blocks.getShort());
      long start = Long.parseUnsignedLong(module[1].substring(2), 16) + offset;
      assertTrue(start + size <= Long.parseUnsignedLong(module[2].substring(2), 16), module[4]);
      found.add(Long.toHexString(start) + " " + size);
    }
    SortedSet<String> expectedBlocks = new TreeSet<>();
    for (JsonNode row : query("select address, max(size) n from blocks group by address")) {
      expectedBlocks.add(row.get("address").asText().replaceFirst("0x", "") + " " + row.get("n"));
    }
    assertEquals(expectedBlocks, found);
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

  /** Without source lines there is nothing to say; not that all was covered. */
  @Test
  void lcov() throws Exception {
    assertEquals("", Files.readString(export("mini.lcov")));
  }

  @Test
  void chrome() throws Exception {
    Path file = export("mini.trace.json");
    EventCosts all = new EventCosts();
    EventReader.chrome(file, all);
    overTime(all);
  }

  @Test
  void perfetto() throws Exception {
    Path file = export("mini.perfetto-trace");
    EventCosts all = new EventCosts();
    EventReader.perfetto(file, all);
    overTime(all);
  }

  private static void overTime(EventCosts found) {
    agrees(found.costs());
    assertEquals(0, found.leftOut());
    assertEquals(
        Map.of("hart 0: tasks", expected.total(), "hart 0: doing", expected.total()),
        found.harts());
    long exceptions = 0;
    for (JsonNode kind : report.get("exceptions")) {
      exceptions += kind.get("count").asLong();
    }
    assertEquals(exceptions, found.marks());
    long switches = 0;
    for (JsonNode hart : report.get("harts")) {
      switches += hart.get("contextSwitches").asLong();
    }
    assertEquals(
        Map.of(
            "instructions", expected.total(),
            "exceptions", exceptions,
            "switches", switches),
        found.counters());
  }

  private static Path export(String name, String... options) throws Exception {
    Path file = folder.resolve(name);
    bbt(
        Stream.concat(
                Stream.of("export", trace.toString(), "-o", file.toString()), Stream.of(options))
            .toArray(String[]::new));
    return file;
  }

  /** What is small is folded, and nothing is lost: packed, too. */
  @Test
  void smallStacksAreFolded() throws Exception {
    Path whole = export("mini.folded.gz");
    agrees(Readers.folded(whole));
    Path few = export("few.folded", "--min-share", "0.5%", "--depth", "6");
    Costs found = Readers.folded(few);
    assertEquals(expected.total(), found.total());
    assertTrue(found.self().get("[below threshold]") > 0);
    assertTrue(Files.size(few) < 10_000, "bytes: " + Files.size(few));
    found
        .self()
        .forEach((name, self) -> assertTrue(self <= expected.self().getOrDefault(name, self)));
    long longest =
        Files.readAllLines(few).stream().mapToLong(l -> l.split(";").length).max().orElseThrow();
    assertEquals(1 + 6 + 1, longest, "a task, six frames, and what is below them");
    for (String name : List.of("few.pb.gz", "few.json")) {
      Path file = export(name, "--min-share", "0.5", "--depth", "6");
      Costs part = name.endsWith("json") ? Readers.json(file) : PprofReader.read(file);
      assertEquals(expected.total(), part.total(), name);
      assertEquals(
          expected.calls().values().stream().mapToLong(Long::longValue).sum(),
          part.calls().values().stream().mapToLong(Long::longValue).sum(),
          name);
    }
  }

  /** The numbers of two harts that share the tasks agree. */
  @Test
  void twoHarts() throws Exception {
    Path harts = folder.resolve("harts.bbt");
    Bbt.Outcome boot =
        InProcess.outcome("boot", "harts", "--smp", "2", "--bb-trace", harts.toString());
    assertEquals(0, boot.code(), boot.err());
    JsonNode its = JSON.readTree(bbt("report", harts.toString(), "--json", "--top", "1000000"));
    Path file = folder.resolve("harts.pftrace");
    bbt("export", harts.toString(), "-o", file.toString());
    EventCosts found = new EventCosts();
    EventReader.perfetto(file, found);
    assertEquals(Reports.costs(its).self(), found.costs().self());
    // Packets know the guest time of exceptions as the walk does.
    String sql =
        "select (select count(*) from packets where kind = 'exception') n, (select count(*) from"
            + " ((select at_s, pc, retired from packets where kind = 'exception') except all"
            + " (select start_s, handler, retired from exceptions))) wrong,"
            + " (select count(*) from (select at_s < lag(at_s) over (order by id) back from packets)"
            + " where back) back";
    JsonNode times = JSON.readTree(bbt("query", harts.toString(), sql, "--json")).get(0);
    assertTrue(times.get("n").asLong() > 20, times::toString);
    assertEquals(0, times.get("wrong").asLong());
    assertEquals(0, times.get("back").asLong(), "packets stand in the order of execution");
    for (JsonNode hart : its.get("harts")) {
      String name = "hart " + hart.get("number").asInt();
      assertEquals(hart.get("instructions").asLong(), found.harts().get(name + ": tasks"), name);
      assertEquals(hart.get("instructions").asLong(), found.harts().get(name + ": doing"), name);
    }
  }

  /** Frames that are too short to be there are summed up where they were. */
  @ParameterizedTest
  @ValueSource(strings = {"mini-few.trace.json", "mini-few.pftrace"})
  void longestFrames(String name) throws Exception {
    Path file = folder.resolve(name);
    bbt("export", trace.toString(), "-o", file.toString(), "--frames", "300");
    EventCosts found = new EventCosts();
    if (name.endsWith("json")) {
      EventReader.chrome(file, found);
    } else {
      EventReader.perfetto(file, found);
    }
    assertEquals(expected.total(), found.costs().total());
    assertTrue(found.leftOut() > 10_000, "left out: " + found.leftOut());
    found.costs().self().forEach((f, self) -> assertTrue(self <= expected.self().get(f), f));
  }

  @Test
  void json() throws Exception {
    Path file = export("mini.json");
    Costs found = Readers.json(file);
    assertTrue(!found.calls().isEmpty() && !found.inclusive().isEmpty());
    agrees(found);
    valid(JSON.readTree(file.toFile()));
  }

  static void valid(JsonNode exported) throws Exception {
    assertEquals(Set.of(), schema("export/export").validate(exported));
    assertEquals(Set.of(), schema("report/report").validate(exported.get("report")));
  }

  private static JsonSchema schema(String name) throws Exception {
    try (InputStream in =
        Main.class.getResourceAsStream("/bbt/reconstruct/" + name + ".schema.json")) {
      return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(in);
    }
  }

  /** Parts that complete each other sum up to the whole, in exports as in the report. */
  @Test
  void privileges() throws Exception {
    Path kernel = folder.resolve("kernel.folded");
    Path user = folder.resolve("user.folded");
    bbt("export", trace.toString(), "-o", kernel.toString(), "--privilege", "kernel");
    bbt("export", trace.toString(), "-o", user.toString(), "--privilege", "user");
    Costs all = Readers.folded(kernel);
    Costs rest = Readers.folded(user);
    rest.self().forEach((name, self) -> Costs.add(all.self(), name, self));
    agrees(all.withTotal(all.total() + rest.total()));
    assertEquals(
        rest.total(), query("select sum(user_instructions) n from tasks").get(0).get("n").asLong());
  }

  private static JsonNode query(String sql, String... options) throws Exception {
    return JSON.readTree(
        bbt(
            Stream.concat(Stream.of("query", trace.toString(), sql, "--json"), Stream.of(options))
                .toArray(String[]::new)));
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

  /** Callers and callees of every function are those that the text report prints. */
  @Test
  void edgesInSql() throws Exception {
    List<String> command =
        new ArrayList<>(List.of("report", trace.toString(), "--full", "--top", "1000000"));
    Set<String> names = new TreeSet<>(expected.self().keySet());
    names.addAll(expected.inclusive().keySet());
    for (String name : names) {
      command.addAll(List.of("--callers", name));
    }
    SortedMap<String, Long> told = new TreeMap<>();
    String function = null;
    for (String line : bbt(command.toArray(String[]::new)).lines().toList()) {
      Matcher edge = EDGE.matcher(line);
      if (line.startsWith("FUNCTION ")) {
        function = line.substring("FUNCTION ".length()).replaceAll(" \\(.*", "");
      } else if (line.startsWith("Calls ")) {
        function = null; // its callees are told again as those whose caller it is
      } else if (line.matches("(KERNEL|PROGRAM .*): .*")) {
        break;
      } else if (function != null && edge.matches()) {
        String caller = edge.group(1).replaceAll(" \\([^()]*\\)$", "");
        Costs.add(told, caller + " > " + function + " calls", number(edge.group(2)));
        Costs.add(told, caller + " > " + function + " inclusive", number(edge.group(3)));
      }
    }
    SortedMap<String, Long> found = new TreeMap<>();
    for (JsonNode row :
        query(
            "select case when caller_id is null and caller_program = '' and caller not like '[%'"
                + " then '[' || caller || ']' else caller end || ' > ' || callee as name,"
                + " sum(calls) c, sum(inclusive) i from edges where callee_id is not null group by"
                + " all")) {
      String name = row.get("name").asText();
      Costs.add(found, name + " calls", row.get("c").asLong());
      Costs.add(found, name + " inclusive", row.get("i").asLong());
    }
    assertTrue(told.size() > 100, "edges: " + told.size());
    assertEquals(told, found);
    assertEquals(
        report.get("exceptions").get("mmuException").get("count").asLong(),
        query("select sum(calls) n from edges where callee_id is null and callee like '% fault'")
            .get(0)
            .get("n")
            .asLong());
  }

  private static final Pattern EDGE =
      Pattern.compile("  (\\S.*?) +([0-9,]+) +([0-9,]+) +[0-9.]+ %.*");

  private static long number(String grouped) {
    return Long.parseLong(grouped.replace(",", ""));
  }

  @Test
  void callsInSql() throws Exception {
    JsonNode rows =
        query(
            "select function as name, sum(self) self, count(*) filter (how in ('call', 'tail call'))"
                + " calls, count(*) filter (counted) counted from calls group by all");
    Costs found =
        new Costs(
            query("select sum(self) n from calls").get(0).get("n").asLong(),
            column(rows, "self"),
            new TreeMap<>(),
            column(rows, "calls"));
    agrees(found);
    assertEquals(expected.calls(), column(rows, "counted"));
    assertEquals(
        column(query("select cast(task as varchar) as name, instructions n from tasks"), "n"),
        column(
            query("select cast(task as varchar) as name, sum(self) n from calls group by all"),
            "n"),
        "by task");
  }

  @Test
  void codeInSql() throws Exception {
    JsonNode found =
        query(
                "select sum(instructions) n, (select sum(instructions) from lines) lines,"
                    + " (select count(*) from branches where taken + not_taken <> executions or"
                    + " taken < 0 or not_taken < 0) wrong from blocks")
            .get(0);
    assertEquals(expected.total(), found.get("n").asLong());
    assertEquals(expected.total(), found.get("lines").asLong());
    assertEquals(0, found.get("wrong").asLong());
    SortedMap<String, Long> blocks =
        column(
            query(
                "select \"function\" as name, sum(instructions) n from blocks where program ="
                    + " 'kernel' group by all"),
            "n");
    SortedMap<String, Long> functions =
        column(query("select name, self n from functions where program = 'kernel'"), "n");
    assertEquals(functions, blocks, "the kernel has symbols: by calls and by address is the same");
  }

  /** Tables as files hold what the tables hold: read back by the database, and line by line. */
  @Test
  void tablesInFiles() throws Exception {
    Path parquet = folder.resolve("parquet");
    Path csv = folder.resolve("csv");
    bbt("export", trace.toString(), "-f", "parquet", "-o", parquet.toString());
    bbt("export", trace.toString(), "-f", "csv", "-o", csv.toString());
    JsonNode functions =
        JSON.readTree(
            bbt(
                "query",
                trace.toString(),
                "select name, self, inclusive, calls from '" + parquet + "/functions.parquet'",
                "--json",
                "--external"));
    agrees(
        new Costs(
            expected.total(),
            column(functions, "self"),
            column(functions, "inclusive"),
            column(functions, "calls")));
    String[] tables = {"calls", "exceptions", "packets", "switches", "tasks"};
    StringBuilder sql = new StringBuilder();
    for (String table : tables) {
      sql.append(sql.isEmpty() ? "select " : ", ")
          .append("(select count(*) from " + table + ") as " + table)
          .append(", (select count(*) from '" + parquet + "/" + table + ".parquet') as p_" + table);
    }
    JsonNode rows =
        JSON.readTree(bbt("query", trace.toString(), sql.toString(), "--json", "--external"))
            .get(0);
    for (String table : tables) {
      long count = rows.get(table).asLong();
      assertEquals(count, rows.get("p_" + table).asLong(), table);
      assertEquals(count + 1, Files.readAllLines(csv.resolve(table + ".csv")).size(), table);
    }
  }

  /** Counts and costs of exceptions, by kind. */
  @Test
  void exceptionsInSql() throws Exception {
    exceptionsAgree(report);
  }

  private static void exceptionsAgree(JsonNode reported, String... selection) throws Exception {
    JsonNode rows =
        query(
            "select kind as name, count(*) n, sum(self) filter (finished) self, sum(inclusive)"
                + " filter (finished) inclusive, count(*) filter (not finished) u, sum(inclusive)"
                + " filter (not finished) ui from exceptions group by all",
            selection);
    Map<String, String> keys =
        Map.of(
            "n", "count",
            "self", "instructions",
            "inclusive", "inclusiveInstructions",
            "u", "unfinished",
            "ui", "unfinishedInstructions");
    keys.forEach(
        (column, key) -> {
          SortedMap<String, Long> expectedValues = new TreeMap<>();
          reported
              .get("exceptions")
              .properties()
              .forEach(e -> Costs.add(expectedValues, e.getKey(), e.getValue().get(key).asLong()));
          assertEquals(expectedValues, column(rows, column), key);
        });
  }

  /** SQL says of a part what the report of that part says. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "--from 20% --to 60%",
        "--privilege user",
        "--privilege kernel --from 1000001",
        "--function quick_sort"
      })
  void parts(String options) throws Exception {
    String[] selection = options.split(" ");
    String[] command =
        Stream.concat(
                Stream.of("report", trace.toString(), "--json", "--top", "1000000"),
                Stream.of(selection))
            .toArray(String[]::new);
    JsonNode part = JSON.readTree(bbt(command));
    Costs its = Reports.costs(part);
    JsonNode rows =
        query(
            "select function as name, sum(self) self, count(*) filter (counted) calls from calls"
                + " group by all",
            selection);
    assertEquals(its.self(), column(rows, "self"));
    assertEquals(its.calls(), column(rows, "calls"));
    exceptionsAgree(part, selection);
    if (Stream.of("--privilege", "--function").noneMatch(options::contains)) {
      JsonNode found =
          query(
                  "select count(*) n, (select count(*) from packets where kind = 'exception') e from"
                      + " switches",
                  selection)
              .get(0);
      assertEquals(
          part.get("harts").get(0).get("contextSwitches").asLong(), found.get("n").asLong());
      long exceptions = 0;
      for (JsonNode kind : part.get("exceptions")) {
        exceptions += kind.get("count").asLong();
      }
      assertEquals(exceptions, found.get("e").asLong());
    }
  }

  /** The page's own data, as its scripts read it. */
  @Test
  void page() throws Exception {
    Path file = folder.resolve("mini.html");
    bbt("report", trace.toString(), "--html", file.toString());
    PageReader page = PageReader.of(file);
    assertEquals(
        expected.total(), page.block("report").get("instructions").asLong(), "in the summary");
    assertEquals(report.get("exceptions"), page.block("report").get("exceptions"));
    JsonNode functions = page.block("functions");
    agrees(page.functions(expected.total()));
    JsonNode tree = page.block("calls");
    Costs found = Costs.none();
    long total = 0;
    for (int n = 0; n < tree.get("self").size(); n++) {
      long self = tree.get("self").get(n).asLong();
      int function = tree.get("frames").get(tree.get("frame").get(n).asInt()).get(2).asInt();
      if (function >= 0) {
        Costs.add(found.self(), functions.get("name").get(function).asText(), self);
      }
      total += self;
    }
    agrees(found.withTotal(total));
  }

  @Test
  void text() throws Exception {
    String text = bbt("report", trace.toString(), "--full", "--top", "1000000");
    assertTrue(
        text.matches(
            String.format(Locale.ROOT, "(?s).*\nTotal instructions +%,d\n.*", expected.total())),
        text);
    for (Map.Entry<String, Long> f : expected.self().entrySet()) {
      assertTrue(
          text.matches(
              String.format(
                  Locale.ROOT, "(?s).*\n +%s +%,d .*", Pattern.quote(f.getKey()), f.getValue())),
          f.getKey());
    }
  }
}
