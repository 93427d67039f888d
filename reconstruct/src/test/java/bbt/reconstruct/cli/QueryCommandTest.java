package bbt.reconstruct.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.cli.outcome.ExitCode;
import bbt.reconstruct.testing.TinyTrace;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code bbt query} as a user types it. */
class QueryCommandTest {
  @TempDir private Path folder;
  private Path trace;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void trace() throws IOException {
    trace = folder.resolve("tiny.bbt");
    TinyTrace.write(trace);
  }

  private int run(Object... args) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    CommandLine line = Main.create();
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err, true));
    String[] words = Stream.of(args).map(Object::toString).toArray(String[]::new);
    int code = line.execute(words);
    line.getOut().flush();
    return code;
  }

  private String query(Object... args) {
    Object[] all = Stream.concat(Stream.of("query", trace), Stream.of(args)).toArray();
    assertEquals(0, run(all), err::toString);
    return out.toString();
  }

  private void wrong(String message, String sql) {
    assertEquals(ExitCode.USAGE, run("query", trace, sql), out::toString);
    assertEquals(1, err.toString().lines().count(), err::toString);
    assertTrue(err.toString().startsWith("bbt: SQL: "), err::toString);
    assertTrue(err.toString().contains(message), err::toString);
  }

  @Test
  void aTableForPeople() {
    String table = query("select name, self, address from functions where self > 3 order by self");
    List<String> lines = table.lines().toList();
    assertEquals("name       self  address", lines.getFirst());
    assertEquals("---------  ----  ------------------", lines.get(1));
    assertEquals("leaf          4  0xffffffff80000100", lines.get(2));
  }

  @Test
  void csv() {
    assertEquals(
        "a,b,c\n\"x,\"\"y\"\"\",,1\n",
        query("select 'x,\"y\"' a, null b, count(*) c from trace having count(*) > 1", "--csv")
            .replaceAll(",[0-9]+\n", ",1\n"));
  }

  @Test
  void json() throws IOException {
    JsonNode rows =
        new ObjectMapper()
            .readTree(
                query(
                    "select kind, interrupt, epc, sum(cause) c, null n from exceptions where cause = 13 group by all",
                    "--json"));
    assertEquals(1, rows.size());
    assertEquals(13, rows.get(0).get("c").asLong());
    assertTrue(rows.get(0).get("c").isNumber());
    assertFalse(rows.get(0).get("interrupt").asBoolean());
    assertEquals("0xffffffff80000102", rows.get(0).get("epc").asText());
    assertTrue(rows.get(0).get("n").isNull());
    assertEquals(0, new ObjectMapper().readTree(query("select 1 where false", "--json")).size());
  }

  @Test
  void addressesAreComparedWithText() {
    String found =
        query("select name from functions where address = '0xffffffff80000100'", "--csv");
    assertEquals("name\nleaf\n", found);
  }

  @Test
  void wrongSqlIsOneLine() {
    wrong("syntax error at or near \"selec\"", "selec 1");
    wrong("nope", "select nope from functions");
    wrong("Table with name nope does not exist", "select * from nope");
  }

  @Test
  void aStatementSeesTheTraceAlone() throws IOException {
    Path file = Files.writeString(folder.resolve("secret.csv"), "a\n1\n");
    wrong("disabled by configuration", "select * from read_csv('" + file + "')");
    wrong("disabled by configuration", "copy functions to '" + folder.resolve("x.csv") + "'");
    wrong("disabled by configuration", "attach '" + folder.resolve("x.duckdb") + "'");
    wrong("locked", "set enable_external_access = true");
    assertFalse(Files.exists(folder.resolve("x.csv")));
    assertEquals("a\n1\n", query("select * from read_csv('" + file + "')", "--csv", "--external"));
  }

  @Test
  void saved() throws IOException {
    Path file = folder.resolve("tiny.duckdb");
    query("--save", file);
    assertTrue(Files.size(file) > 0);
    String name = "'" + file + "'";
    assertEquals(
        "n\n23\n",
        query(
            "attach " + name + " as s (read_only); select sum(self) n from s.functions",
            "--csv",
            "--external"));
    try (Stream<Path> left = Files.list(folder)) {
      assertEquals(
          List.of("tiny.bbt", "tiny.duckdb"),
          left.map(p -> p.getFileName().toString()).sorted().toList());
    }
  }

  @Test
  void tables() {
    assertEquals(0, run("query", "--tables"));
    for (String table :
        List.of("trace", "functions", "exceptions", "switches", "packets", "harts")) {
      assertTrue(out.toString().contains(table + ": "), out::toString);
    }
  }

  @Test
  void noValueIsNull() {
    List<String> lines = query("select 'a' x, null y, cast(null as int) z").lines().toList();
    assertEquals("a  NULL  NULL", lines.get(2));
    assertEquals(
        List.of("0.3333333333", "1,234,567.891", "123,456,789,012"),
        query("select cast(unnest([1/3, 1234567.8910001, 123456789012.4]) as double) d")
            .lines()
            .skip(2)
            .map(String::strip)
            .toList());
    // Amounts are grouped, names are not: they are said again in the next statement.
    String amounts = query("select -123456 n, 123456 id, '1234567' h");
    assertTrue(amounts.contains("\n-123,456  123456  1234567\n"), amounts);
    assertTrue(query("select 123456 n", "--csv").contains("\n123456\n"), out::toString);
    assertTrue(query("select 123456 n", "--json").contains(":123456}"), out::toString);
    assertTrue(query("select 1 where false").endsWith("(no rows)\n"), out::toString);
  }

  @Test
  void whatThereIs() {
    assertTrue(query(".tables").contains("exceptions   one row per exception"), out::toString);
    assertEquals(0, run("query", ".schema", "switches"));
    assertFalse(out.toString().contains("functions: "), out::toString);
    assertFalse(query(".schema", "switches").contains("functions: "), out::toString);
    assertTrue(out.toString().contains("  at_s              DOUBLE"), out::toString);
    assertEquals(ExitCode.USAGE, run("query", trace, ".schema nope"));
    assertEquals(ExitCode.USAGE, run("query", trace, ".nope"));
  }

  /** Several statements: each result is printed, and later ones see what earlier ones made. */
  @Test
  void aFileOfStatements() throws IOException {
    Path script =
        Files.writeString(
            folder.resolve("all.sql"),
            "-- ours;\ncreate table kept as select name, self from functions;\n"
                + "select sum(self) n from kept; select count(*) m from kept where name = 'leaf';");
    assertEquals("n\n23\nm\n1\n", query("--file", script, "--csv"));
    wrong("nope", "select 1; select nope from functions");
  }

  @Test
  void answersInFiles() throws IOException {
    Path json = folder.resolve("a.json");
    assertEquals("", query("select self from functions where name = 'leaf'", "-o", json));
    assertEquals("[\n{\"self\":4}\n]\n", Files.readString(json));
    Path parquet = folder.resolve("a.parquet");
    query("select name, self from functions", "-o", parquet);
    assertEquals(
        "n\n23\n", query("select sum(self) n from '" + parquet + "'", "--csv", "--external"));
    assertEquals(ExitCode.USAGE, run("query", trace, "select 1", "--format", "parquet"));
    assertEquals(ExitCode.USAGE, run("query", trace, "select 1", "--format", "nope"));
  }

  /** One instruction is a nanosecond there. */
  @Test
  void timesInSeconds() {
    String sql =
        "select count(*) n, count(*) filter (abs(start_s - started * 1e-9) > 1e-12) s,"
            + " count(*) filter (abs(end_s - ended * 1e-9) > 1e-12) e from calls";
    assertEquals("n,s,e\n", query(sql, "--csv").substring(0, 6));
    assertTrue(out.toString().endsWith(",0,0\n"), out::toString);
    sql =
        "select count(*) n from exceptions where kind <> 'reset' and (finished and latency_s <= 0 or not finished and"
            + " latency_s is not null)";
    assertEquals("n\n0\n", query(sql, "--csv"));
  }

  @Test
  void usage() {
    assertEquals(ExitCode.USAGE, run("query"));
    assertEquals(ExitCode.USAGE, run("query", trace));
    assertEquals(ExitCode.USAGE, run("query", trace, "select 1", "--csv", "--json"));
    assertEquals(
        ExitCode.NO_INPUT, run("query", folder.resolve("none.bbt"), "select * from trace"));
  }

  /** The database writes files itself; that one is full says nothing against the statement. */
  @Test
  void aFullDiskIsNoWrongStatement() {
    assertTrue(Files.isWritable(Path.of("/dev/full")), "this test needs /dev/full");
    String copy =
        "copy (select range from range(100000)) to '/dev/full' (format csv, use_tmp_file false)";
    assertEquals(ExitCode.IO_ERROR, run("query", trace, copy, "--external"), out::toString);
    assertEquals(1, err.toString().lines().count(), err::toString);
    assertTrue(err.toString().contains("No space left"), err::toString);
  }
}
