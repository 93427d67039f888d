package bbt.samples.agree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.samples.testing.Bbt;
import bbt.samples.testing.InProcess;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Exports in the tools that they are for: Debian's in CI, those of npm in the long suite. */
final class ExportToolsTest {
  @TempDir private static Path folder;
  private static Path trace;
  private static JsonNode report;
  private static Costs expected;

  @BeforeAll
  static void boot() throws Exception {
    trace = folder.resolve("mini.bbt");
    bbt("boot", "--bb-trace", trace.toString());
    report = new ObjectMapper().readTree(bbt("report", trace.toString(), "--json", "--top", "5"));
    expected =
        Reports.costs(
            new ObjectMapper()
                .readTree(bbt("report", trace.toString(), "--json", "--top", "1000000")));
  }

  private static String bbt(String... arguments) throws Exception {
    Bbt.Outcome outcome = InProcess.outcome(arguments);
    assertEquals(0, outcome.code(), outcome.err());
    return outcome.out();
  }

  private static Path export(String name, String... options) throws Exception {
    Path file = folder.resolve(name);
    String[] command = new String[4 + options.length];
    System.arraycopy(
        new String[] {"export", trace.toString(), "-o", file.toString()}, 0, command, 0, 4);
    System.arraycopy(options, 0, command, 4, options.length);
    bbt(command);
    return file;
  }

  /** What a tool prints, both ways. */
  private static String tool(String... command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), out);
    return out;
  }

  @Test
  @Tag("qemu")
  void callgrindAnnotate() throws Exception {
    String out = tool("callgrind_annotate", "--threshold=100", export("mini.callgrind").toString());
    assertTrue(!out.contains("WARNING") && !out.contains("uninitialized"), out);
    long total = report.get("instructions").asLong();
    assertTrue(out.contains(String.format(Locale.ROOT, "%,d (100.0%%)  PROGRAM", total)), out);
    for (JsonNode program : report.get("programs")) {
      for (JsonNode f : program.get("mostInstructions")) {
        String line =
            String.format(
                Locale.ROOT,
                "(?s).*\\n *%,d \\([ .0-9]+%%\\)  %s:%s \\[.*",
                f.get("self").asLong(),
                program.get("name").asText(),
                f.get("name").asText());
        assertTrue(out.matches(line), f + " in " + out);
      }
    }
  }

  @Test
  @Tag("qemu")
  void graphviz() throws Exception {
    Path dot = export("mini.dot", "--function", "quick_sort");
    Path svg = folder.resolve("mini.svg");
    assertEquals("", tool("dot", "-Tsvg", dot.toString(), "-o", svg.toString()));
    assertTrue(Files.readString(svg).contains("quick_sort (user): "), svg::toString);
  }

  /** Read by a Parquet reader that is not DuckDB's. */
  @Test
  @Tag("full")
  void parquet() throws Exception {
    Path reader = npm("hyparquet@1.31.5").resolve("src/node.js");
    Path script = folder.resolve("sums.mjs");
    Files.writeString(
        script,
        "import { asyncBufferFromFile, parquetReadObjects } from '"
            + reader
            + "'\nconst file = await asyncBufferFromFile(process.argv[2])\n"
            + "for (const r of await parquetReadObjects({ file }))"
            + " console.log([r.name, r.self, r.inclusive, r.calls].join(' '))\n");
    Path table = export("functions.parquet", "--table", "functions");
    Costs found = Costs.none();
    for (String line : tool("node", script.toString(), table.toString()).lines().toList()) {
      String[] row = line.split(" ");
      Costs.add(found.self(), row[0], Long.parseLong(row[1]));
      Costs.add(found.inclusive(), row[0], Long.parseLong(row[2]));
      Costs.add(found.calls(), row[0], Long.parseLong(row[3]));
    }
    assertEquals(expected.withTotal(0), found);
  }

  private static Path npm(String name) throws Exception {
    Path own = Files.createTempDirectory(folder, "npm");
    String archive =
        tool("npm", "pack", "--silent", "--pack-destination", own.toString(), name)
            .lines()
            .filter(line -> line.endsWith(".tgz"))
            .findFirst()
            .orElseThrow();
    tool("tar", "-xzf", own.resolve(archive).toString(), "-C", own.toString());
    return own.resolve("package");
  }

  /** Costs as speedscope shows them; of Callgrind's format it only guesses the paths. */
  @Test
  @Tag("full")
  void speedscope() throws Exception {
    Path release = npm("speedscope@1.25.0").resolve("dist/release");
    speedscopeSchema(release.resolve("file-format-schema.json"));
    try (Speedscope program = new Speedscope(release)) {
      for (String name : List.of("mini.speedscope.json", "mini.folded", "mini.pb.gz")) {
        Costs found = program.open(export(name));
        assertTrue(found.self().size() > 30, name + ": " + found.self());
        for (String f : found.self().keySet()) {
          if (expected.self().containsKey(f)) {
            assertEquals(expected.self().get(f), found.self().get(f), name + ": self of " + f);
          } else {
            assertEquals(0, found.self().get(f), name + ": self of " + f);
          }
          if (expected.inclusive().containsKey(f)) {
            assertEquals(
                expected.inclusive().get(f), found.inclusive().get(f), name + ": total of " + f);
          }
        }
      }
    }
  }

  /** The text of perf script as speedscope understands it: by the times of samples alone. */
  @Test
  @Tag("full")
  void perfScript() throws Exception {
    try (Speedscope program = new Speedscope(npm("speedscope@1.25.0").resolve("dist/release"))) {
      Costs found = program.imported(export("mini.linux-perf.perf"), 1e9);
      assertEquals(expected.total(), found.total());
      assertEquals(withoutOffsets(expected.self()), found.self());
      found.inclusive().keySet().removeIf(name -> name.startsWith("["));
      assertEquals(withoutOffsets(expected.inclusive()), found.inclusive());
    }
  }

  /** Speedscope takes {@code +0x10} off what perf script prints. */
  private static SortedMap<String, Long> withoutOffsets(SortedMap<String, Long> costs) {
    SortedMap<String, Long> all = new TreeMap<>();
    costs.forEach((name, cost) -> Costs.add(all, name.replaceFirst("\\+0x[0-9a-f]+$", ""), cost));
    return all;
  }

  /** By the schema that speedscope is published with. */
  private static void speedscopeSchema(Path file) throws Exception {
    JsonSchema schema =
        JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7).getSchema(Files.readString(file));
    ObjectMapper json = new ObjectMapper();
    JsonNode exported = json.readTree(export("schema.speedscope.json").toFile());
    assertEquals(Set.of(), schema.validate(exported));
    ((ObjectNode) exported.get("profiles").get(0)).put("unit", "instructions");
    assertFalse(schema.validate(exported).isEmpty(), "the schema says no, too");
  }
}
