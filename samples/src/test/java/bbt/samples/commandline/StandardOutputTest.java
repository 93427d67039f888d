package bbt.samples.commandline;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.cli.Main;
import bbt.reconstruct.cli.outcome.ExitCode;
import bbt.reconstruct.export.ExportFormat;
import bbt.samples.testing.Bbt;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Output that cannot be written is said, whatever the command; a reader that has enough is not. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class StandardOutputTest {
  private static final File FULL = new File("/dev/full");

  /** Commands that print nothing here, or for minutes of work only: their help is tried alone. */
  private static final List<String> HELP_ALONE =
      List.of(
          "prove",
          "bench",
          "run",
          "trace cut", // these write files alone
          "trace merge",
          "trace strip",
          "trace recompress",
          "samples fetch",
          "samples debug",
          "warm",
          "warm start",
          "warm stop",
          "warm status");

  /** An editor's first message, which is answered. */
  private static final String EDITOR =
      "Content-Length: 82\r\n\r\n"
          + "{\"seq\":1,\"type\":\"request\",\"command\":\"initialize\",\"arguments\":{\"adapterID\":\"test\"}}";

  @TempDir private static Path folder;
  private static String trace;

  @BeforeAll
  static void boot() throws Exception {
    assertTrue(Files.isWritable(FULL.toPath()), "these tests need " + FULL);
    trace = folder.resolve("mini.bbt").toString();
    Bbt.Outcome boot = Bbt.run("boot", "mini", "--bb-trace", trace, "--console", "none");
    assertEquals(ExitCode.OK, boot.code(), boot.err());
  }

  /** A way to use each command. */
  private static List<List<String>> uses() throws IOException {
    Path fuzzed = folder.resolve("one.case");
    try (var in = Bbt.class.getResourceAsStream("/bbt/samples/fuzz/cases/ctzw-rolw.case")) {
      Files.write(fuzzed, in.readAllBytes());
    }
    List<List<String>> uses = new ArrayList<>();
    uses.add(List.of("--version"));
    uses.add(List.of());
    uses.add(List.of("report", trace));
    uses.add(List.of("report", "--full", trace));
    uses.add(List.of("report", "--json", trace));
    uses.add(List.of("annotate", trace));
    uses.add(List.of("step", trace, "-c", "where"));
    uses.add(List.of("replay", trace));
    uses.add(List.of("replay", trace, "--at", "1000"));
    uses.add(List.of("replay", trace, "--at", "1000", "--json"));
    uses.add(List.of("diff", trace, trace));
    uses.add(List.of("diff", "--json", trace, trace));
    uses.add(List.of("diff", trace, "--against", trace));
    uses.add(List.of("dump", trace));
    for (String format : new String[] {"text", "csv", "qemu"}) {
      uses.add(List.of("log", trace, "-f", format));
    }
    uses.add(List.of("log", trace, "--to", "20000", "--data"));
    uses.add(List.of("info", trace));
    uses.add(List.of("verify", trace));
    uses.add(List.of("query", trace, ".tables"));
    for (String format : new String[] {"table", "csv", "json"}) {
      uses.add(List.of("query", trace, "select * from functions", "--format", format));
    }
    for (ExportFormat format : ExportFormat.values()) {
      if (format == ExportFormat.PARQUET) {
        continue; // needs a file
      }
      List<String> export = new ArrayList<>(List.of("export", trace, "-f", format.key()));
      if (format == ExportFormat.DOT) {
        export.addAll(List.of("--function", hottest()));
      } else if (format == ExportFormat.CSV) {
        export.addAll(List.of("--table", "functions"));
      } else if (format == ExportFormat.LCOV) {
        export = List.of("export", panic(), "-f", "lcov", "--binary", panicBinary().toString());
      }
      uses.add(export);
    }
    String foreign = trace + ".etrace";
    run(new ByteArrayOutputStream(), List.of("export", trace, "-o", foreign));
    uses.add(List.of("import", foreign, "-f", "e-trace", "--code", trace, "-o", trace + ".back"));
    uses.add(List.of("trace"));
    uses.add(List.of("samples"));
    uses.add(List.of("samples", "list"));
    uses.add(List.of("samples", "path", "mini"));
    uses.add(List.of("lockstep", "mini", "--insns", "10000"));
    uses.add(List.of("fuzz", fuzzed.toString()));
    uses.add(List.of("generate-completion"));
    uses.add(List.of("dap"));
    uses.add(List.of("help", "report"));
    return uses;
  }

  /** A guest whose source lines are known: lcov has nothing to say of another. */
  private static String panic() {
    String panic = folder.resolve("panic.bbt").toString();
    run(new ByteArrayOutputStream(), List.of("boot", "panic", "--bb-trace", panic));
    return panic;
  }

  private static Path panicBinary() throws IOException {
    Path binary = folder.resolve("panic.elf");
    try (var in = Bbt.class.getResourceAsStream("/bbt/samples/panic.elf")) {
      return Files.write(binary, in.readAllBytes());
    }
  }

  private static String hottest() {
    ByteArrayOutputStream listing = new ByteArrayOutputStream();
    run(listing, List.of("annotate", trace));
    return listing.toString(StandardCharsets.UTF_8).split(" ", 2)[0];
  }

  private record Told(int code, String err) {}

  private static Told run(OutputStream out, List<String> words) {
    PrintStream before = System.err;
    InputStream input = System.in;
    // A guest that reads the tests' own standard input takes what Maven says to them there.
    System.setIn(
        words.equals(List.of("dap"))
            ? new ByteArrayInputStream(EDITOR.getBytes(StandardCharsets.UTF_8))
            : InputStream.nullInputStream());
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PrintStream err = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
      System.setErr(err);
      int code = Main.run(out, words.toArray(String[]::new));
      return new Told(code, bytes.toString(StandardCharsets.UTF_8));
    } finally {
      System.setErr(before);
      System.setIn(input);
    }
  }

  private static void full(List<String> words) throws IOException {
    try (OutputStream out = new FileOutputStream(FULL)) {
      Told told = run(out, words);
      assertEquals(ExitCode.IO_ERROR, told.code(), () -> words + ": " + told.err());
      List<String> said = told.err().lines().filter(l -> l.contains("standard output")).toList();
      assertEquals(
          List.of("bbt: standard output: the disk is full; free some space and run again"),
          said,
          () -> words + ": " + told.err());
    }
  }

  /** All commands, a space before each subcommand's name. */
  private static TreeSet<String> commands() {
    ByteArrayOutputStream script = new ByteArrayOutputStream();
    assertEquals(ExitCode.OK, run(script, List.of("generate-completion")).code());
    TreeSet<String> names = new TreeSet<>();
    // picocli's script has a function for each command: _picocli_bbt_samples_list.
    script
        .toString(StandardCharsets.UTF_8)
        .lines()
        .filter(line -> line.startsWith("function _picocli_bbt_"))
        .map(line -> line.substring("function _picocli_bbt_".length(), line.indexOf('(')))
        .forEach(
            name ->
                names.add(
                    name.equals("generatecompletion")
                        ? "generate-completion"
                        : name.replace('_', ' ')));
    return names;
  }

  @Test
  void aFullDiskIsSaidByEveryCommand() throws Exception {
    List<List<String>> uses = uses();
    TreeSet<String> without = commands();
    assertTrue(without.contains("report") && without.contains("samples list"), without::toString);
    for (List<String> words : uses) {
      full(words);
      without.remove(words.isEmpty() ? "" : words.getFirst());
      without.remove(String.join(" ", words.subList(0, Math.min(2, words.size()))));
    }
    without.removeAll(HELP_ALONE);
    without.remove("boot"); // below
    assertEquals(new TreeSet<String>(), without, "commands without a use in this test");
  }

  @Test
  void aFullDiskIsSaidByTheHelpOfEveryCommand() throws Exception {
    full(List.of("--help"));
    for (String command : commands()) {
      List<String> words = new ArrayList<>(List.of(command.split(" ")));
      words.add("--help");
      full(words);
    }
  }

  /** The process's own descriptor, and the guest's console on it: what was traced is whole. */
  @Tag("full")
  @Test
  void aFullDiskIsSaidByTheProcess() throws Exception {
    Path cut = folder.resolve("console.bbt");
    String[][] uses = {
      {"--help"},
      {"report", "--help"},
      {"report", trace},
      {"step", trace},
      {"boot", "mini", "--bb-trace", cut.toString(), "--report"},
      {"boot", "mini", "--console", "none", "--bb-trace", cut + "2", "--report"}
    };
    for (String[] words : uses) {
      Path err = folder.resolve("err.txt");
      Process process =
          Bbt.command(words)
              .redirectInput(new File("/dev/null"))
              .redirectOutput(FULL)
              .redirectError(err.toFile())
              .start();
      assertEquals(ExitCode.IO_ERROR, process.waitFor(), () -> List.of(words).toString());
      String told = Files.readString(err);
      assertTrue(told.contains("output") && told.lines().count() <= 2, told);
    }
    assertEquals(ExitCode.OK, Bbt.run("verify", cut.toString()).code());
    assertEquals(ExitCode.OK, Bbt.run("verify", cut + "2").code());
  }

  /** {@code | head}: no line, at once, and no code that means something else. */
  @Test
  void aReaderThatHasEnoughEndsTheCommand() throws Exception {
    for (String[] words :
        new String[][] {
          {"dump", "--events", trace},
          {"query", trace, "select * from range(100000000)", "--csv"}
        }) {
      Path err = folder.resolve("err.txt");
      Process process = Bbt.command(words).redirectError(err.toFile()).start();
      process.getInputStream().read();
      process.getInputStream().close();
      assertTrue(process.waitFor(60, TimeUnit.SECONDS), () -> List.of(words).toString());
      assertEquals(ExitCode.OUTPUT_CLOSED, process.exitValue(), () -> List.of(words).toString());
      assertEquals("", Files.readString(err));
    }
  }

  /** The guest's console, too: its reader has gone before the guest begins. */
  @Test
  void aReaderOfTheConsoleThatHasEnoughEndsTheRun() throws Exception {
    Path cut = folder.resolve("head.bbt");
    String quoted =
        Bbt.command("boot", "mini", "--quiet", "--bb-trace", cut.toString()).command().stream()
            .map(word -> "'" + word + "'")
            .collect(java.util.stream.Collectors.joining(" "));
    Process process =
        new ProcessBuilder("bash", "-c", quoted + " | true; exit ${PIPESTATUS[0]}")
            .redirectInput(new File("/dev/null"))
            .start();
    assertEquals(ExitCode.OUTPUT_CLOSED, process.waitFor());
    assertEquals("", new String(process.getErrorStream().readAllBytes(), UTF_8));
    assertEquals(ExitCode.OK, Bbt.run("verify", cut.toString()).code());
  }

  /** Files that are written besides, on a device that is full. It stays a device. */
  @Test
  void aFullDiskIsSaidOfFiles() throws Exception {
    String full = FULL.toString();
    String[][] uses = {
      {"report", trace, "--html", full},
      {"diff", trace, trace, "--html", full},
      {"export", trace, "-f", "folded", "-o", full},
      {"export", trace, "-f", "pprof", "-o", full},
      {"export", trace, "-f", "csv", "--table", "functions", "-o", full},
      {"query", trace, "select * from functions", "--csv", "-o", full},
      {"query", trace, "select * from functions", "--format", "parquet", "-o", full},
      {"boot", "mini", "--console", full},
      {"boot", "mini", "--console", "none", "--stats", full},
      {"boot", "mini", "--console", "none", "-d", "trap", "-D", full},
      {"boot", "mini", "--console", "none", "--bb-trace", full}
    };
    for (String[] words : uses) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      Told told = run(out, List.of(words));
      assertEquals(ExitCode.IO_ERROR, told.code(), () -> List.of(words) + ": " + told.err());
      assertTrue(told.err().contains(full), () -> List.of(words) + ": " + told.err());
      assertTrue(!Files.isRegularFile(FULL.toPath()), "replaced by a file");
    }
  }

  /** Nobody else knows the process's output, so that nobody can write past what watches it. */
  @Test
  void onePlaceWritesToIt() {
    JavaClasses all =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("bbt");
    noClasses().should().accessField(System.class, "out").check(all);
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName("bbt.reconstruct.cli.warm.OwnProcess")
        .and()
        .doNotHaveFullyQualifiedName("bbt.reconstruct.cli.warm.WarmClient") // another process's
        .should()
        .accessField(FileDescriptor.class, "out")
        .check(all);
  }
}
