package bbt.reconstruct.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.NoteKeys;
import bbt.packets.SidebandRecord;
import bbt.packets.bytes.PrintableText;
import bbt.reconstruct.cli.outcome.ExitCode;
import bbt.reconstruct.code.SourceText;
import bbt.reconstruct.export.ExportFormat;
import bbt.reconstruct.query.database.Table;
import bbt.reconstruct.testing.DapMessages;
import bbt.reconstruct.testing.TestElf;
import bbt.reconstruct.testing.TinyTrace;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * A guest, and whoever wrote a trace, may call things what they like: no command's output obeys,
 * hides or forges anything of it, and each name that is printed is taken by the other commands.
 */
@Timeout(300)
class HostileTextTest {
  private static final String MAIN = "ma\u001b[31min\n  forged_line    9,999,999  99.99 %\r";
  private static final String LEAF = "12,=cmd|'/c calc'!A1;\"\\{}|<>(x)\u0007";
  private static final String HANDLER = "\u202ehan\u200bdler\u009b2J\u2028x";
  private static final String TASK = "-t\u001b]0;x\u0007 a,b;c";
  private static final String END = "power\noff\u001b[1m";
  private static final String VALUE = "quiet\nended: never\u001b[2J\u0085";

  private static final TinyTrace.Names HOSTILE =
      new TinyTrace.Names(MAIN, LEAF, HANDLER, TASK, END);
  private static final TinyTrace.Names HARMLESS =
      new TinyTrace.Names("main", "leaf", "handler", "prog", "poweroff");

  /**
   * They read no trace; export is tried by format, and replay, which needs a run that can be
   * repeated, has its names from the same places as the stepper.
   */
  private static final List<String> ELSEWHERE =
      List.of(
          "boot",
          "run",
          "warm",
          "generate-completion",
          "complete-name", // CompletionTest
          "generate-man",
          "help",
          "import", // LogLinesTest
          "bench",
          "fuzz",
          "lockstep",
          "prove",
          "samples",
          "trace", // makes traces, prints no names
          "export",
          "dap", // anEditorIsToldNothingThatATerminalObeys
          "replay");

  @TempDir private Path folder;
  private Path hostile;
  private Path harmless;
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void traces() throws IOException {
    hostile = folder.resolve("a").resolve("x.bbt");
    harmless = folder.resolve("b").resolve("x.bbt");
    Files.createDirectory(hostile.getParent());
    Files.createDirectory(harmless.getParent());
    TinyTrace.write(
        hostile,
        Map.of("guest.command-line", VALUE, "ke\u001by", VALUE),
        List.of(
            new SidebandRecord.Note(23, "no\u001bte", VALUE),
            new SidebandRecord.Note(23, NoteKeys.KERNEL_BUILD_ID, VALUE)),
        HOSTILE);
    TinyTrace.write(
        harmless,
        Map.of("guest.command-line", "quiet", "key", "value"),
        List.of(
            new SidebandRecord.Note(23, "note", "value"),
            new SidebandRecord.Note(23, NoteKeys.KERNEL_BUILD_ID, "value")),
        HARMLESS);
  }

  /** Output and errors; what the command says of it is asserted by the caller. */
  private record Told(int code, String out, String err) {}

  private Told run(Object... args) {
    StringWriter out = new StringWriter();
    err.getBuffer().setLength(0);
    CommandLine line = Main.create();
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err, true));
    int code = line.execute(Arrays.stream(args).map(Object::toString).toArray(String[]::new));
    line.getOut().flush();
    return new Told(code, out.toString(), err.toString());
  }

  /** Nothing that a terminal obeys or hides, but for line feeds and tabs. */
  private static String clean(String what, String text) {
    String bad = text.replace("\n", "").replace("\t", "");
    assertEquals(PrintableText.of(bad), bad, what);
    return text;
  }

  private static List<String> in(Path trace, List<String> words) {
    return words.stream().map(word -> word.replace("TRACE", trace.toString())).toList();
  }

  /** Runs a command on both traces: as many lines, and clean. Returns that of the hostile one. */
  private String compared(String... words) {
    Told bad = run(in(hostile, List.of(words)).toArray());
    Told good = run(in(harmless, List.of(words)).toArray());
    String what = String.join(" ", words);
    assertEquals(good.code(), bad.code(), () -> what + ": " + bad.err());
    clean(what, bad.out());
    clean(what, bad.err());
    assertEquals(good.out().lines().count(), bad.out().lines().count(), () -> what + bad.out());
    assertEquals(good.err().lines().count(), bad.err().lines().count(), () -> what + bad.err());
    assertFalse(bad.out().contains("\n  forged_line"), what);
    return bad.out();
  }

  private List<String[]> uses() {
    List<String[]> uses = new ArrayList<>();
    uses.add(new String[] {"report", "TRACE", "--tree", "20", "--timeline"});
    uses.add(new String[] {"report", "TRACE", "--full", "--tree", "20", "--timeline"});
    uses.add(new String[] {"report", "TRACE", "--json", "--tree", "20"});
    uses.add(new String[] {"annotate", "TRACE"});
    uses.add(new String[] {"annotate", "TRACE", "0xffffffff80000100"});
    for (String format : new String[] {"text", "csv", "qemu"}) {
      uses.add(new String[] {"log", "TRACE", "--format", format});
    }
    uses.add(new String[] {"info", "TRACE"});
    uses.add(new String[] {"dump", "TRACE", "--events"});
    uses.add(new String[] {"verify", "TRACE"});
    uses.add(new String[] {"diff", "TRACE", "TRACE"});
    for (Table table : Table.values()) {
      for (String format : new String[] {"table", "csv", "json"}) {
        uses.add(
            new String[] {
              "query", "TRACE", "select * from " + table.tableName(), "--format", format
            });
      }
    }
    List<String> step = new ArrayList<>(List.of("step", "TRACE"));
    for (String each :
        new String[] {
          "where",
          "bt",
          "goto 5",
          "bt",
          "goto end",
          "bt",
          "info trace",
          "info tasks",
          "tasks",
          "x/4i pc",
          "list",
          "rsi 4"
        }) {
      if (run("step", harmless, "-c", each).code() == ExitCode.OK) {
        step.addAll(List.of("-c", each));
      }
    }
    assertTrue(step.size() > 12, step::toString);
    uses.add(step.toArray(String[]::new));
    return uses;
  }

  @Test
  void noCommandObeysThem() throws IOException {
    TreeSet<String> without = new TreeSet<>(Main.create().getSubcommands().keySet());
    for (String[] words : uses()) {
      compared(words);
      without.remove(words[0]);
    }
    ELSEWHERE.forEach(without::remove);
    assertEquals(new TreeSet<String>(), without, "commands without a use in this test");
    // The two traces differ in what things are called, and in what the header says.
    Told diff = run("diff", hostile, harmless);
    assertTrue(diff.code() <= 1, diff::err);
    clean("diff", diff.out());
    clean("diff --json", run("diff", "--json", hostile, harmless).out());
    Told asked = run("annotate", hostile, MAIN + "x");
    assertEquals(ExitCode.USAGE, asked.code());
    assertEquals(1, clean("error", asked.err()).lines().count(), asked::err);
  }

  /** What an editor is told it shows as it is. */
  @Test
  void anEditorIsToldNothingThatATerminalObeys() {
    List<JsonNode> bad = editorIsTold(hostile);
    List<JsonNode> good = editorIsTold(harmless);
    assertEquals(kinds(good), kinds(bad));
    bad.forEach(HostileTextTest::cleanTexts);
  }

  private static List<String> kinds(List<JsonNode> told) {
    return told.stream()
        .map(
            m -> m.path("command").asText() + m.path("event").asText() + m.path("success").asText())
        .toList();
  }

  private static void cleanTexts(JsonNode node) {
    if (node.isTextual()) {
      clean("an editor is told", node.asText());
    }
    node.forEach(HostileTextTest::cleanTexts);
  }

  private static List<JsonNode> editorIsTold(Path trace) {
    String arguments = "{\"trace\":\"%s\",\"at\":\"5\"}".formatted(trace);
    byte[] asked =
        DapMessages.bytes(
            DapMessages.request(1, "initialize", "{\"adapterID\":\"x\"}"),
            DapMessages.request(2, "launch", arguments),
            DapMessages.request(3, "configurationDone", "{}"),
            DapMessages.request(4, "threads", "{}"),
            DapMessages.request(5, "stackTrace", "{\"threadId\":1}"),
            DapMessages.request(6, "scopes", "{\"frameId\":1}"),
            DapMessages.request(
                7, "evaluate", "{\"expression\":\"info trace\",\"context\":\"repl\"}"),
            DapMessages.request(8, "evaluate", "{\"expression\":\"tasks\",\"context\":\"repl\"}"),
            DapMessages.request(9, "evaluate", "{\"expression\":\"bt\",\"context\":\"repl\"}"),
            DapMessages.request(10, "continue", "{\"threadId\":1}"),
            DapMessages.request(11, "disconnect", "{}"));
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream(asked));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      assertEquals(ExitCode.OK, Main.run(out, "dap"));
    } finally {
      System.setIn(before);
    }
    return DapMessages.messages(out.toByteArray());
  }

  private String exported(Path trace, ExportFormat format, String... more) throws IOException {
    Path file = trace.resolveSibling("export." + format.key());
    List<String> words =
        new ArrayList<>(
            List.of("export", trace.toString(), "-f", format.key(), "-o", file.toString()));
    words.addAll(List.of(more));
    Told told = run(words.toArray());
    assertEquals(ExitCode.OK, told.code(), told::err);
    byte[] bytes = Files.readAllBytes(file);
    if (bytes.length > 1 && bytes[0] == 0x1f && bytes[1] == (byte) 0x8b) {
      try (var in = new java.util.zip.GZIPInputStream(Files.newInputStream(file))) {
        bytes = in.readAllBytes();
      }
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** A format's text without its names: numbers and what separates them stay. */
  private static List<String> shape(ExportFormat format, String text) {
    return switch (format) {
      case FOLDED ->
          text.lines()
              .map(l -> l.chars().filter(c -> c == ';').count() + l.substring(l.lastIndexOf(' ')))
              .toList();
      case CALLGRIND ->
          text.lines().map(l -> l.replaceFirst("^((?:cmd:|\\w+=\\(\\d+\\))).*", "$1")).toList();
      case LCOV ->
          text.lines()
              .map(
                  l ->
                      l.replaceFirst(
                          "^(SF:|FN:\\d+,|FNDA:\\d+,)\\D.*|^(FN:\\d+,|FNDA:\\d+,)\\d+[^,\\d].*",
                          "$1$2"))
              .toList();
      case PERF_SCRIPT ->
          text.lines()
              .map(l -> l.replaceFirst("^\\S+ (\\d+ \\[000])", "$1"))
              .map(l -> l.replaceFirst("^(\\s+[0-9a-f]+) \\S+ \\(\\S+\\)$", "$1"))
              .toList();
      case DOT -> text.lines().map(l -> l.replaceAll("\"(?:[^\"\\\\]|\\\\.)*\"", "\"\"")).toList();
      default -> throw new IllegalArgumentException(format.key());
    };
  }

  private static List<String> texts(JsonNode node) {
    List<String> all = new ArrayList<>();
    if (node.isTextual()) {
      all.add(node.asText());
    }
    node.forEach(each -> all.addAll(texts(each)));
    return all;
  }

  /** Without names and numbers: the report has times and sizes of files. */
  private static String structure(JsonNode node) {
    return node.toString()
        .replaceAll("\"(?:[^\"\\\\]|\\\\.)*\"", "\"\"")
        .replaceAll("-?\\d+(\\.\\d+)?(E-?\\d+)?", "0");
  }

  @Test
  void everyFormatIsReadBackAsWithHarmlessNames() throws IOException {
    String leaf = "0xffffffff80000100";
    for (ExportFormat format : ExportFormat.values()) {
      String[] more =
          format == ExportFormat.DOT ? new String[] {"--function", leaf} : new String[0];
      if (format == ExportFormat.CSV || format == ExportFormat.PARQUET) {
        for (Table table : Table.values()) {
          String[] which = {"--table", table.tableName()};
          String bad = exported(hostile, format, which);
          String good = exported(harmless, format, which);
          if (format == ExportFormat.CSV) {
            assertEquals(cells(good), cells(clean(table.tableName(), bad)), table.tableName());
          } else {
            hidden(format, bad);
          }
        }
        continue;
      }
      String bad = exported(hostile, format, more);
      String good = exported(harmless, format, more);
      switch (format) {
        case FOLDED, CALLGRIND, LCOV, PERF_SCRIPT, DOT -> {
          clean(format.key(), bad);
          // Programs stand by name.
          assertEquals(
              shape(format, good).stream().sorted().toList(),
              shape(format, bad).stream().sorted().toList(),
              format.key());
        }
        case SPEEDSCOPE, FIREFOX, JSON, CHROME -> {
          JsonNode tree = new ObjectMapper().readTree(clean(format.key(), bad));
          assertEquals(structure(new ObjectMapper().readTree(good)), structure(tree), format.key());
          texts(tree).forEach(text -> clean(format.key(), text));
          assertTrue(
              texts(tree).stream().anyMatch(t -> t.contains(PrintableText.of(LEAF))), format.key());
        }
        case DRCOV -> {
          // Programs stand by name, in a text before what is no text; so no code is compared.
          String modules = bad.substring(0, bad.indexOf("BB Table"));
          assertEquals(
              good.substring(0, good.indexOf("BB Table")).lines().count(),
              clean(format.key(), modules).lines().count());
        }
        case PPROF, PERFETTO -> {
          hidden(format, bad);
          assertTrue(bad.contains(PrintableText.of(LEAF)), format.key());
        }
        case E_TRACE, N_TRACE -> assertEquals(good, bad, "there are no names in it");
        default -> throw new AssertionError(format.key() + " has no check here");
      }
    }
  }

  /** In a binary format: no name as the guest has it. */
  private static void hidden(ExportFormat format, String bytes) {
    for (String raw : new String[] {MAIN, LEAF, HANDLER, TASK}) {
      assertFalse(bytes.contains(raw), format.key());
    }
  }

  /** How many cells each row has; none is a formula. */
  private static List<Integer> cells(String csv) {
    List<Integer> counts = new ArrayList<>();
    Pattern cell = Pattern.compile("(\"(?:[^\"]|\"\")*\"|[^\",\n]*)(,|$)");
    for (String row : csv.lines().toList()) {
      var matcher = cell.matcher(row);
      int count = 0;
      int at = 0;
      do {
        assertTrue(matcher.find(at) && matcher.start() == at, row);
        String value = matcher.group(1).replaceFirst("^\"", "");
        assertFalse(value.matches("[=+@].*|-[^\\d.].*"), row);
        count++;
        at = matcher.end();
      } while (matcher.group(2).equals(","));
      counts.add(count);
    }
    return counts;
  }

  @Test
  void aCellIsNoFormula() {
    String csv =
        compared("query", "TRACE", "select '=1+1' as f, '@x', '+x', -5, '-5', 'a=b'", "--csv");
    assertEquals("'=1+1,'@x,'+x,-5,'-5,a=b", csv.lines().skip(1).findFirst().orElseThrow());
    String header = run("query", hostile, "select 1 as \"=x\"", "--csv").out();
    assertEquals("'=x", header.lines().findFirst().orElseThrow());
  }

  /** README: every name that a command prints is taken by the others. */
  @Test
  void theirPrintableFormsAreNames() throws IOException {
    JsonNode report = new ObjectMapper().readTree(run("report", hostile, "--json").out());
    List<String> names = texts(report.get("programs"));
    for (String raw : new String[] {MAIN, LEAF, HANDLER}) {
      String name = PrintableText.of(raw);
      assertTrue(names.contains(name), () -> name + " in " + names);
      assertTrue(run("annotate", hostile, name).out().startsWith(name + " (kernel)"), name);
      assertTrue(run("report", hostile, "--callers", name).out().contains(name), name);
      Told part = run("report", hostile, "--function", name);
      assertEquals(ExitCode.OK, part.code(), part::err);
    }
    // Also those with spaces in them.
    String main = PrintableText.of(MAIN);
    String task = PrintableText.of(TASK);
    for (String command :
        List.of(
            "goto " + main + ":1",
            "visit " + PrintableText.of(LEAF),
            "b " + main + " every=2",
            "list " + main,
            "b task " + task + " every=3")) {
      Told told = run("step", hostile, "-c", command);
      assertEquals(ExitCode.OK, told.code(), () -> command + ": " + told.err());
    }
    String handler = PrintableText.of(HANDLER);
    Told step = run("step", hostile, "-c", "visit " + handler, "-c", "where", "-c", "b " + handler);
    assertEquals(ExitCode.OK, step.code(), step::err);
    assertTrue(step.out().contains(handler), step::out);
    Told part = run("report", hostile, "--task", task);
    assertEquals(ExitCode.OK, part.code(), part::err);
  }

  /** An ELF file that is given with a trace is no friend either, nor is a source file. */
  @Test
  void binariesAndSourcesAreHostileToo() throws IOException {
    byte[] elf = TestElf.of(TinyTrace.USER, TinyTrace.userCode(), 7);
    String latin = new String(elf, StandardCharsets.ISO_8859_1);
    Path file = folder.resolve("prog");
    Files.write(
        file, latin.replace("start", "s\u001b\nt\u0007").getBytes(StandardCharsets.ISO_8859_1));
    Told report = run("report", harmless, "--binary", file);
    assertEquals(ExitCode.OK, report.code(), report::err);
    assertTrue(clean("report", report.out()).contains("s\\x1b\\x0at\\x07"), report::out);
    Path source = Files.writeString(folder.resolve("x.c"), "int\tx; // \u001b[2J\u202e\n\ty\n");
    SourceText text = new SourceText(List.of(folder), List.of());
    assertEquals("int\tx; // \\x1b[2J\\u202e", text.line(source.toString(), 1));
    assertEquals("\ty", text.line(source.toString(), 2));
  }
}
