package bbt.samples.agree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.samples.Bbt;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Exports in the tools that they are for. */
@Tag("full")
final class ExportToolsTest {
  @TempDir private static Path folder;
  private static Path trace;
  private static JsonNode report;

  @BeforeAll
  static void boot() throws Exception {
    trace = folder.resolve("mini.bbt");
    bbt("boot", "--bb-trace", trace.toString());
    report = new ObjectMapper().readTree(bbt("report", trace.toString(), "--json", "--top", "5"));
  }

  private static String bbt(String... arguments) throws Exception {
    Bbt.Outcome outcome = Bbt.run(arguments);
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
  void graphviz() throws Exception {
    Path dot = export("mini.dot", "--function", "quick_sort");
    Path svg = folder.resolve("mini.svg");
    assertEquals("", tool("dot", "-Tsvg", dot.toString(), "-o", svg.toString()));
    assertTrue(Files.readString(svg).contains("quick_sort (user): "), svg::toString);
  }

  /** By the schema that speedscope is published with. */
  @Test
  void speedscopeSchema() throws Exception {
    String archive =
        tool(
                "npm",
                "pack",
                "--silent",
                "--pack-destination",
                folder.toString(),
                "speedscope@1.25.0")
            .strip();
    String name = "package/dist/release/file-format-schema.json";
    tool("tar", "-xzf", folder.resolve(archive).toString(), "-C", folder.toString(), name);
    JsonSchema schema =
        JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7)
            .getSchema(Files.readString(folder.resolve(name)));
    ObjectMapper json = new ObjectMapper();
    JsonNode exported = json.readTree(export("mini.speedscope.json").toFile());
    assertEquals(Set.of(), schema.validate(exported));
    ((ObjectNode) exported.get("profiles").get(0)).put("unit", "instructions");
    assertFalse(schema.validate(exported).isEmpty(), "the schema says no, too");
  }
}
