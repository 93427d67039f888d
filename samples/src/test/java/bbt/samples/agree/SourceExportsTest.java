package bbt.samples.agree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.ptg.Guests;
import bbt.reconstruct.cli.outcome.ExitCode;
import bbt.reconstruct.names.BinaryFiles;
import bbt.reconstruct.query.CsvRows;
import bbt.reconstruct.query.Query;
import bbt.reconstruct.query.database.Database;
import bbt.reconstruct.select.Selection;
import bbt.samples.testing.Bbt;
import bbt.samples.testing.InProcess;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Exports by source line, of a guest with debugging information. */
final class SourceExportsTest {
  @TempDir private static Path folder;
  private static Path trace;
  private static Path binary;

  @BeforeAll
  static void boot() throws Exception {
    trace = folder.resolve("panic.bbt");
    Bbt.Outcome boot = InProcess.outcome("boot", "panic", "--bb-trace", trace.toString());
    assertEquals(ExitCode.GUEST_PANIC, boot.code(), boot.err());
    binary = folder.resolve("panic.elf");
    try (var in = Bbt.class.getResourceAsStream("/bbt/samples/panic.elf")) {
      Files.copy(in, binary);
    }
  }

  private static List<String> query(String sql) throws Exception {
    StringWriter text = new StringWriter();
    try (Database database = Database.create(folder, false, Guests.DEFAULT)) {
      Query query = new Query(database, sql);
      assertTrue(
          query
              .fill(trace, BinaryFiles.of(List.of(binary)), null, Selection.ALL, offset -> {})
              .isEmpty());
      PrintWriter out = new PrintWriter(text);
      query.run(() -> new CsvRows(out));
      out.flush();
    }
    return text.toString().lines().skip(1).toList();
  }

  private static Path export(String name) throws Exception {
    Path file = folder.resolve(name);
    assertEquals(
        0,
        bbt.reconstruct.cli.Main.run(
            "export", trace.toString(), "-o", file.toString(), "--binary", binary.toString()));
    return file;
  }

  @Test
  void linesSumUpToTheWhole() throws Exception {
    List<String> sums =
        query(
            "select (select sum(self) from functions), sum(instructions),"
                + " sum(instructions) filter (file like '%panic.c'),"
                + " count(*) filter (executions = 0) from lines");
    String[] values = sums.getFirst().split(",");
    assertEquals(values[0], values[1]);
    assertTrue(Long.parseLong(values[2]) > Long.parseLong(values[0]) / 2, sums::toString);
    assertTrue(Long.parseLong(values[3]) > 0, "lines that never ran");
  }

  /** By line, lcov's executions and branches are those in the tables. */
  @Test
  void lcov() throws Exception {
    SortedMap<String, Long> found = new TreeMap<>();
    String file = null;
    int ways = 0;
    int gone = 0;
    for (String line : Files.readAllLines(export("panic.lcov"))) {
      String[] part = line.substring(line.indexOf(':') + 1).split(",");
      switch (line.substring(0, Math.max(0, line.indexOf(':')))) {
        case "SF" -> {
          file = part[0];
          ways = 0;
          gone = 0;
        }
        case "DA" -> found.put("line " + file + ":" + part[0], Long.parseLong(part[1]));
        case "BRDA" -> {
          long times = Long.parseLong(part[3]);
          found.merge("way " + part[2] + " " + file + ":" + part[0], times, Long::sum);
          ways++;
          gone += times > 0 ? 1 : 0;
        }
        case "BRF" -> assertEquals(ways, Integer.parseInt(part[0]));
        case "BRH" -> assertEquals(gone, Integer.parseInt(part[0]));
        default -> assertFalse(line.isEmpty());
      }
    }
    SortedMap<String, Long> expected = new TreeMap<>();
    for (String row :
        query(
            "select 'line ' || file || ':' || line, executions from lines where file is not null"
                + " union all select 'way 0 ' || file || ':' || line, sum(taken) from branches"
                + " where file is not null group by all"
                + " union all select 'way 1 ' || file || ':' || line, sum(not_taken) from branches"
                + " where file is not null group by all")) {
      int comma = row.lastIndexOf(',');
      expected.put(row.substring(0, comma), Long.parseLong(row.substring(comma + 1)));
    }
    assertTrue(expected.keySet().stream().anyMatch(key -> key.startsWith("way 1")));
    assertEquals(expected, found);
  }

  /** Self cost by file and line, as the tables have it. */
  @Test
  void callgrind() throws Exception {
    Path callgrind = export("panic.callgrind");
    Costs costs = Readers.callgrind(callgrind);
    SortedMap<String, Long> functions = new TreeMap<>();
    for (String row : query("select name, sum(self) from functions group by all")) {
      int comma = row.lastIndexOf(',');
      Costs.add(functions, row.substring(0, comma), Long.parseLong(row.substring(comma + 1)));
    }
    assertEquals(functions, costs.self());
    SortedMap<String, Long> lines = new TreeMap<>();
    for (String row :
        query(
            "select file || ':' || line, instructions from lines where file is not null and"
                + " instructions > 0")) {
      int comma = row.lastIndexOf(',');
      lines.put(row.substring(0, comma), Long.parseLong(row.substring(comma + 1)));
    }
    assertEquals(lines, Readers.callgrindLines(callgrind));
  }

  /** The tools themselves. */
  @Tag("full")
  @Test
  void tools() throws Exception {
    long total = Readers.callgrind(export("tool.callgrind")).total();
    String annotated = tool("callgrind_annotate", folder.resolve("tool.callgrind").toString());
    assertFalse(annotated.contains("WARNING"), annotated);
    assertTrue(
        annotated.contains(String.format(java.util.Locale.ROOT, "%,d (100.0%%)", total)),
        annotated);
    assertTrue(annotated.contains("panic.c:"), annotated);
    Path lcov = export("tool.lcov");
    String summary = tool("lcov", "--summary", lcov.toString(), "--rc", "lcov_branch_coverage=1");
    for (String kind : List.of("lines", "functions", "branches")) {
      assertTrue(summary.matches("(?s).*" + kind + "\\.+: [0-9.]+% \\([0-9]+ of .*"), summary);
    }
  }

  private static String tool(String... command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), out);
    return out;
  }
}
