package bbt.reconstruct.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.select.Selection;
import bbt.reconstruct.testing.TinyTrace;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each format's text of a trace so small that its numbers can be counted by hand. */
class ExportTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private static Path folder;
  private static Path trace;

  @BeforeAll
  static void write() throws IOException {
    trace = folder.resolve("tiny.bbt");
    TinyTrace.write(trace);
  }

  private static byte[] bytes(Export export) throws IOException, ExportException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    export.run();
    export.write(out);
    return out.toByteArray();
  }

  private static String text(ExportFormat format) throws IOException, ExportException {
    return new String(bytes(new Export(format, trace)), StandardCharsets.UTF_8);
  }

  /** The sum of the numbers that a pattern finds. */
  private static long sum(String text, String pattern) {
    return Pattern.compile(pattern, Pattern.MULTILINE)
        .matcher(text)
        .results()
        .mapToLong(m -> Long.parseLong(m.group(1)))
        .sum();
  }

  @Test
  void foldedHasALineForEachStack() throws Exception {
    assertEquals(
        """
        prog;prog+0x0 4
        prog;prog+0x0;prog+0x40 9
        prog;main 3
        prog;main;leaf 4
        prog;main;leaf;[load page fault];handler 3
        """,
        text(ExportFormat.FOLDED));
  }

  @Test
  void whatIsSmallIsFoldedAndSumsStay() throws Exception {
    Export export = new Export(ExportFormat.FOLDED, trace).trim(0.2, Integer.MAX_VALUE);
    String folded = new String(bytes(export), StandardCharsets.UTF_8);
    assertTrue(!folded.contains("handler") && folded.contains("prog+0x40 9"), folded);
    assertEquals(23, sum(folded, " (\\d+)$"), folded);
  }

  @Test
  void callgrindHasSelfAndInclusiveCosts() throws Exception {
    String text = text(ExportFormat.CALLGRIND);
    assertTrue(text.contains("summary: 23\n") && text.contains("totals: 23\n"), text);
    assertTrue(text.contains(" main\n0 3\n"), text);
    assertTrue(Pattern.compile("cfn=.* leaf\ncalls=2 0\n0 7\n").matcher(text).find(), text);
  }

  @Test
  void perfScriptHasASampleForEachPiece() throws Exception {
    String text = text(ExportFormat.PERF_SCRIPT);
    assertEquals(23, sum(text, " (\\d+) instructions:$"), text);
    assertTrue(text.contains("ffffffff80000200 handler ([kernel.kallsyms])"), text);
  }

  @Test
  void speedscopeWeighsEverySample() throws Exception {
    JsonNode file = JSON.readTree(text(ExportFormat.SPEEDSCOPE));
    long all = 0;
    for (JsonNode weight : file.get("profiles").get(0).get("weights")) {
      all += weight.asLong();
    }
    assertEquals(23, all);
  }

  @Test
  void chromeClosesEveryFrame() throws Exception {
    String text = text(ExportFormat.CHROME);
    assertEquals(23, sum(text, "\"self\":(\\d+)"), text);
    JsonNode facts = JSON.readTree(text).get("otherData");
    assertEquals(7, facts.get("frames").asInt());
    assertEquals(0, facts.get("framesLeftOut").asInt());
    int open = 0;
    for (JsonNode event : JSON.readTree(text).get("traceEvents")) {
      open += event.get("ph").asText().equals("B") ? 1 : 0;
      open -= event.get("ph").asText().equals("E") ? 1 : 0;
    }
    assertEquals(0, open);
  }

  @Test
  void pprofNamesTheFunctions() throws Exception {
    byte[] packed = bytes(new Export(ExportFormat.PPROF, trace));
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
      String strings = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
      for (String name : List.of("main", "leaf", "handler", "prog+0x40", "instructions")) {
        assertTrue(strings.contains(name), name);
      }
    }
  }

  @Test
  void aGraphNeedsAFunctionThatWasExecuted() throws Exception {
    Selection leaf =
        new Selection(
            Selection.ALL.from(),
            Selection.ALL.to(),
            Selection.ALL.tasks(),
            Selection.ALL.privileges(),
            List.of("leaf"),
            Selection.ALL.harts());
    String graph =
        new String(
            bytes(new Export(ExportFormat.DOT, trace).selection(leaf)), StandardCharsets.UTF_8);
    assertTrue(graph.startsWith("digraph") && graph.contains("leaf"), graph);
    assertThrows(ExportException.class, () -> bytes(new Export(ExportFormat.DOT, trace)));
  }
}
