package bbt.reconstruct.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.Chunk;
import bbt.packets.TraceReader;
import bbt.reconstruct.cli.outcome.ExitCode;
import bbt.reconstruct.html.PageFile;
import bbt.reconstruct.testing.RandomGuest;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code bbt diff} from its command line: exit codes, JSON by its schema, groups. */
class DiffCommandTest {
  @TempDir private Path folder;
  private Path a;
  private Path b;
  private Path longer;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void traces() throws IOException {
    a = folder.resolve("a.bbt");
    b = folder.resolve("b.bbt");
    longer = folder.resolve("longer.bbt");
    new RandomGuest(11).run(a, true, 5000);
    new RandomGuest(11).forked(2000, 5).run(b, true, 5000);
    new RandomGuest(11).run(longer, true, 6000);
  }

  private int run(Object... args) {
    String[] words = new String[args.length];
    for (int i = 0; i < args.length; i++) {
      words[i] = args[i].toString();
    }
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    CommandLine line = Main.create();
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err, true));
    int code = line.execute(words);
    line.getOut().flush();
    return code;
  }

  @Test
  void exitCodesTellSameFromDifferentFromError() throws IOException {
    assertEquals(0, run("diff", a, a));
    assertTrue(out.toString().contains("Identical"), out::toString);
    assertEquals(1, run("diff", a, b));
    assertTrue(out.toString().contains("First divergence"), out::toString);
    assertEquals(1, run("diff", "--first", a, b));
    assertEquals(ExitCode.NO_INPUT, run("diff", a, folder.resolve("none.bbt")));
    Path text = folder.resolve("text");
    Files.writeString(text, "no trace");
    assertEquals(ExitCode.BAD_DATA, run("diff", text, a));
    assertTrue(err.toString().contains(text.toString()), err::toString);
    assertEquals(ExitCode.USAGE, run("diff", a));
    assertEquals(ExitCode.USAGE, run("diff", a, b, longer));
    for (String limit : List.of("much", "2%%", "-1", "1e1", "NaN", "%", "")) {
      assertEquals(ExitCode.USAGE, run("diff", a, b, "--fail-if-slower", limit), limit);
    }
  }

  /** Opening a pipe waits for ever for somebody to write into it; only bbt report and verify do. */
  @Test
  @Timeout(300)
  void aPipeIsNoTrace() throws Exception {
    Path pipe = folder.resolve("pipe");
    assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
    for (String command : List.of("diff", "info", "annotate", "dump")) {
      int code = command.equals("diff") ? run(command, a, pipe) : run(command, pipe);
      assertEquals(ExitCode.NO_INPUT, code, command);
      assertTrue(err.toString().contains(pipe + ": is a pipe or device"), err::toString);
      assertEquals(1, err.toString().lines().count(), err::toString);
    }
    assertEquals(ExitCode.NO_INPUT, run("diff", folder, a));
  }

  @Test
  void aThresholdForgivesSmallAndFasterRuns() {
    assertEquals(1, run("diff", a, longer, "--fail-if-slower", "2%"));
    assertTrue(out.toString().contains("Slower than allowed"), out::toString);
    assertEquals(0, run("diff", a, longer, "--fail-if-slower", "21"));
    assertEquals(0, run("diff", longer, a, "--fail-if-slower", "0"));
    assertEquals(1, run("diff", a, longer, "--fail-if-slower", "19.9 %"));
    assertTrue(out.toString().contains("+20.000 % of A, limit 19.900 %"), out::toString);
    // Of groups the medians count; a group against itself is not slower.
    assertEquals(1, run("diff", a, a, "--fail-if-slower", "2%", "--against", longer, longer));
    assertEquals(0, run("diff", a, a, "--fail-if-slower", "25%", "--against", longer, longer));
    assertEquals(0, run("diff", longer, longer, "--fail-if-slower", "0", "--against", a, a));
  }

  /** What a cut trace holds is the least that its run executed. */
  @Test
  void aCutTraceIsNoProofOfSpeed() throws IOException {
    Path cut = cut("cut.bbt", longer, 2);
    assertEquals(1, run("diff", longer, cut));
    assertTrue(out.toString().contains("The same as far as both are recorded."), out::toString);
    assertTrue(out.toString().contains("B is cut: its numbers are of what"), out::toString);
    assertTrue(out.toString().contains("\nB is cut\n"), out::toString);
    assertTrue(err.toString().contains("cut.bbt: cut at offset"), err::toString);
    assertEquals(1, run("diff", "--json", longer, cut));
    JsonNode json = new ObjectMapper().readTree(out.toString());
    conforms(json);
    assertTrue(json.get("cutB").asBoolean() && !json.get("cutA").asBoolean(), out::toString);
    assertEquals("cut", json.at("/divergence/kind").asText());
    Path page = folder.resolve("cut.html");
    assertEquals(1, run("diff", longer, cut, "--html", page));
    JsonNode block = PageFile.read(page).blocks().get("diff");
    assertEquals("cut", block.at("/divergence/kind").asText());
    assertTrue(block.get("cutB").asBoolean() && !block.has("changes"), block::toString);
    assertEquals(ExitCode.BAD_DATA, run("diff", longer, cut, "--fail-if-slower", "900%"));
    assertTrue(err.toString().contains("how much its run executed is not known"), err::toString);

    // Parted before the cut; a cut run that has already executed too much is too slow.
    Path late = cut("late.bbt", b, 1);
    assertEquals(1, run("diff", a, late));
    assertTrue(out.toString().contains("First divergence"), out::toString);
    assertTrue(out.toString().contains("B is cut"), out::toString);
    assertEquals(ExitCode.BAD_DATA, run("diff", a, late, "--fail-if-slower", "0"));
    Path little = folder.resolve("little.bbt");
    new RandomGuest(11).forked(200, 7).run(little, true, 400);
    assertEquals(1, run("diff", little, late, "--fail-if-slower", "0"));
    assertEquals(0, run("diff", late, little, "--fail-if-slower", "0"));
    assertEquals(
        ExitCode.BAD_DATA, run("diff", cut("less.bbt", little, 1), a, "--fail-if-slower", "0"));
    assertEquals(ExitCode.BAD_DATA, run("diff", a, b, "--against", longer, late));
    assertTrue(out.toString().contains("late.bbt is cut"), out::toString);
  }

  /** A trace without its end; of several frames the last ones are missing, too. */
  private Path cut(String name, Path whole, int part) throws IOException {
    byte[] bytes = Files.readAllBytes(whole);
    long end = 0;
    try (TraceReader reader = TraceReader.open(whole)) {
      for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
        end = chunk instanceof Chunk.End ? chunk.offset() : end;
      }
    }
    int length = (int) (part == 1 ? end : bytes.length / part);
    return Files.write(folder.resolve(name), Arrays.copyOf(bytes, length));
  }

  @Test
  void groupsAreDividedByAnOptionOrByTwoDashes() throws IOException {
    assertEquals(1, run("diff", a, b, "--against", longer, longer));
    String text = out.toString();
    assertTrue(text.contains("A  2 runs"), text);
    assertTrue(text.contains("Small groups"), text);
    assertEquals(1, run("diff", a, b, "--", longer, longer));
    assertEquals(text, out.toString());
    assertEquals(0, run("diff", a, longer, "--against", a, longer));
    assertTrue(out.toString().contains("Not told apart"), out::toString);
    Path page = folder.resolve("groups.html");
    assertEquals(
        1, run("diff", "--json", "--top", "1000", a, b, "--against", longer, "--html", page));
    JsonNode json = new ObjectMapper().readTree(out.toString());
    assertEquals(1000, json.at("/instructions/change").asLong());
    assertEquals(json, PageFile.read(page).blocks().get("groups"));
  }

  @Test
  void thePageHoldsTheSameNumbers() throws IOException {
    Path page = folder.resolve("diff.html");
    assertEquals(1, run("diff", a, longer, "--html", page));
    PageFile html = PageFile.read(page);
    assertEquals(List.of(), html.references(), "nothing is fetched");
    ObjectNode block = (ObjectNode) html.blocks().get("diff");
    assertEquals(0, block.remove("pathsLeftOut").asInt());
    JsonNode words = block.remove("words");
    assertEquals(1, run("diff", a, longer));
    String text = out.toString();
    for (String word : List.of("/kind", "/where", "/commandsFor", "/commands/0", "/commands/1")) {
      assertFalse(words.at(word).asText().isEmpty(), word);
      assertTrue(text.contains(words.at(word).asText()), () -> words.at(word) + " in " + text);
    }
    assertTrue(text.contains(words.get("parts").asText()), text);
    // The page has the code of what caused the change; the command prints what it is asked for.
    List<Object> command = new ArrayList<>(List.of("diff", "--json", "--top", "100000", a, longer));
    block.get("code").forEach(f -> command.addAll(List.of("--code", f.get("name").asText())));
    assertTrue(block.get("code").size() > 1);
    assertEquals(1, run(command.toArray()));
    assertEquals(new ObjectMapper().readTree(out.toString()), block);
    // The flame graph's paths are the whole of both.
    JsonNode calls = html.blocks().get("calls");
    for (String side : List.of("A", "B")) {
      long sum = 0;
      for (JsonNode self : calls.get(side.toLowerCase(Locale.ROOT))) {
        sum += self.asLong();
      }
      assertEquals(block.at("/changes/instructions/instructions" + side).asLong(), sum, side);
    }
    assertEquals(
        ExitCode.CANNOT_CREATE, run("diff", a, longer, "--html", folder.resolve("no/x.html")));
  }

  @Test
  void jsonKeepsItsSchemaAndAgreesWithTheText() throws IOException {
    assertEquals(1, run("diff", "--json", "--top", "100000", "--code", "0x41ae2", a, longer));
    JsonNode json = new ObjectMapper().readTree(out.toString());
    conforms(json);
    JsonNode changes = json.get("changes");
    assertEquals(1000, changes.at("/instructions/change").asLong());
    for (String list : new String[] {"tasks", "functions", "paths"}) {
      long sum = 0;
      for (JsonNode row : changes.get(list)) {
        sum += row.get("change").asLong();
      }
      assertEquals(1000, sum, list);
    }
    assertEquals(1, run("diff", a, longer));
    assertTrue(out.toString().contains("1,000 instructions more"), out::toString);
    assertEquals(0, run("diff", "--json", a, a));
    conforms(new ObjectMapper().readTree(out.toString()));
  }

  private static void conforms(JsonNode json) throws IOException {
    try (InputStream in =
        DiffCommandTest.class.getResourceAsStream("/bbt/reconstruct/diff/show/diff.schema.json")) {
      JsonNode schema = new ObjectMapper().readTree(in);
      conforms(json, schema, schema, "");
    }
  }

  /** The parts of JSON Schema that ours uses; a key that it does not name is an error. */
  private static void conforms(JsonNode value, JsonNode rule, JsonNode root, String at) {
    if (rule.has("$ref")) {
      conforms(value, root.at(rule.get("$ref").asText().substring(1)), root, at);
      return;
    }
    String type =
        value.isObject()
            ? "object"
            : value.isArray()
                ? "array"
                : value.isBoolean()
                    ? "boolean"
                    : value.isIntegralNumber()
                        ? "integer"
                        : value.isNumber() ? "number" : value.isNull() ? "null" : "string";
    assertTrue(
        rule.get("type").toString().contains("\"" + type + "\""), () -> at + " is of type " + type);
    if (rule.has("enum")) {
      boolean known = false;
      for (JsonNode one : rule.get("enum")) {
        known |= one.equals(value);
      }
      assertTrue(known, () -> at + ": " + value);
    }
    if (value.isObject()) {
      for (Map.Entry<String, JsonNode> field : value.properties()) {
        JsonNode its = rule.get("properties").get(field.getKey());
        assertNotNull(its, () -> at + "/" + field.getKey() + " is not in the schema");
        conforms(field.getValue(), its, root, at + "/" + field.getKey());
      }
      if (rule.has("required")) {
        for (JsonNode key : rule.get("required")) {
          assertTrue(value.has(key.asText()), () -> at + " lacks " + key);
        }
      }
    }
    if (value.isArray()) {
      for (JsonNode element : value) {
        conforms(element, rule.get("items"), root, at + "[]");
      }
    }
  }
}
