package bbt.samples.agree;

import static bbt.samples.agree.Reports.bbt;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.samples.testing.Bbt;
import bbt.samples.testing.InProcess;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Linux executes two programs that are linked to the addresses of its busybox, and one that moves:
 * each gets its names, no other program does, and all commands say the same numbers.
 */
@Tag("qemu")
@Tag("full")
final class SharedAddressesLinuxTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private static Path folder;
  private static String trace;

  @BeforeAll
  static void boot() throws Exception {
    build("table", "-O2", "-static", "-no-pie");
    build("sieve", "-O2", "-static", "-no-pie");
    build("spin", "-O1", "-nostdlib", "-fPIE", "-static-pie", "-Wl,--no-dynamic-linker");
    Path init =
        Files.writeString(
            folder.resolve("init"),
            """
            #!/bin/busybox sh
            /table 300
            /sieve 3000
            /spin
            /table 200
            /bin/busybox sha256sum /table
            /bin/busybox poweroff -f
            """);
    Files.setPosixFilePermissions(init, PosixFilePermissions.fromString("rwxr-xr-x"));
    trace = folder.resolve("linux.bbt").toString();
    List<String> words = new ArrayList<>(List.of("boot", "linux", "--bb-trace", trace));
    for (String file : List.of("init", "table", "sieve", "spin")) {
      words.addAll(List.of("--initrd-add", folder.resolve(file).toString()));
    }
    Bbt.Outcome boot = InProcess.outcome(words.toArray(String[]::new));
    assertEquals(0, boot.code(), boot.err());
  }

  private static void build(String program, String... options) throws Exception {
    Path source =
        Path.of(System.getProperty("bbt.root"), "samples/src/guest/programs", program + ".c");
    List<String> words = new ArrayList<>(List.of("riscv64-linux-gnu-gcc", "-g"));
    words.addAll(List.of(options));
    words.addAll(List.of("-o", folder.resolve(program).toString(), source.toString()));
    Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(process.waitFor(120, TimeUnit.SECONDS));
    assertEquals(0, process.exitValue(), text);
  }

  private static JsonNode first(String sql, Path binary) throws IOException {
    return JSON.readTree(bbt("query", trace, sql, "--json", "--binary", binary.toString())).get(0);
  }

  private static Path export(String name, Path binary) throws IOException {
    Path file = folder.resolve(binary.getFileName() + name);
    bbt("export", trace, "-o", file.toString(), "--binary", binary.toString());
    return file;
  }

  @ParameterizedTest
  @CsvSource({"table, lookup, 2500", "sieve, strike, 430", "spin, spin, 300"})
  void everyCommandSaysTheSame(String program, String function, long calls) throws IOException {
    Path binary = folder.resolve(program);
    JsonNode row =
        first(
            "select min(program) p, sum(self) self, sum(inclusive) i, sum(calls) calls, count(*) n"
                + " from functions where name = '"
                + function
                + "'",
            binary);
    assertEquals(program, row.get("p").asText());
    assertEquals(1, row.get("n").asInt());
    assertEquals(calls, row.get("calls").asLong());
    long self = row.get("self").asLong();
    assertTrue(self > calls, row::toString);
    String code = bbt("annotate", trace, function, "--binary", binary.toString());
    String grouped = String.format(java.util.Locale.ROOT, "%,d", self);
    assertTrue(code.contains("\n" + grouped + " instructions"), code);
    assertTrue(
        code.contains("entered " + String.format(java.util.Locale.ROOT, "%,d", calls)), code);
    assertTrue(code.contains(program + ".c:"), code);
    assertEquals(
        self,
        first(
                "select sum(instructions) n from blocks where \"function\" = '" + function + "'",
                binary)
            .get("n")
            .asLong());
    JsonNode report =
        JSON.readTree(
            bbt("report", trace, "--json", "--top", "100000", "--binary", binary.toString()));
    Costs expected = Reports.costs(report);
    assertEquals(self, expected.self().get(function));
    assertEquals(self, PprofReader.read(export(".pb.gz", binary)).self().get(function), "pprof");
    assertEquals(self, Readers.callgrind(export(".callgrind", binary)).self().get(function));
    assertEquals(self, Readers.json(export(".json", binary)).self().get(function));
    // Each visit is a call: the last one by this count is the last one there is.
    String last = step(function + ":" + calls, binary);
    assertEquals(last, step(function + ":-1", binary));
    assertTrue(last.contains("(" + function + ")"), last);
    assertTrue(last.contains("task " + program + "("), "its task: " + last);
  }

  private static String step(String at, Path binary) throws IOException {
    Path script = Files.writeString(folder.resolve("script"), "where\n");
    return bbt(
        "step", trace, "--at", at, "--script", script.toString(), "--binary", binary.toString());
  }

  /** The kernel's start: its milestones come in order, initcalls cost what the call tree says. */
  @Test
  void theBootIsShown() throws IOException {
    JsonNode boot = JSON.readTree(bbt("report", trace, "--json", "--boot")).get("boot");
    List<String> functions = new ArrayList<>();
    long before = -1;
    for (JsonNode each : boot.get("milestones")) {
      functions.add(each.get("function").asText());
      assertTrue(each.get("at").asLong() >= before, boot.get("milestones")::toString);
      before = each.get("at").asLong();
    }
    List<String> order = new ArrayList<>(functions);
    order.retainAll(List.of("start_kernel", "setup_arch", "sched_init", "rest_init", "null"));
    assertEquals(List.of("start_kernel", "setup_arch", "sched_init", "rest_init", "null"), order);
    assertEquals("null", functions.getLast());
    JsonNode calls = boot.get("initcalls");
    assertTrue(calls.size() > 500, calls.size() + " initcalls");
    JsonNode costliest = calls.get(0);
    for (JsonNode each : calls) {
      assertTrue(each.get("returned").asBoolean(), each::toString);
      boolean more = each.get("instructions").asLong() > costliest.get("instructions").asLong();
      costliest = more ? each : costliest;
    }
    String name = costliest.get("name").asText();
    JsonNode edge =
        JSON.readTree(
                bbt(
                    "query",
                    trace,
                    "--format",
                    "json",
                    "select inclusive from edges where caller = 'do_one_initcall' and callee = '"
                        + name
                        + "'"))
            .get(0);
    assertEquals(edge.get("inclusive").asLong(), costliest.get("instructions").asLong(), name);
    String text = bbt("report", trace, "--boot", "--top", "3");
    assertTrue(text.contains("start_kernel: ") && text.contains("  " + name + "\n"), text);
    assertTrue(bbt("report", trace, "--boot", "--from", "90%").contains("not in this trace"));
  }

  /** Before the first trap that is handled the kernel works for nobody: no long page fault. */
  @Test
  void theBootIsNoPageFault() throws IOException {
    JsonNode lane =
        JSON.readTree(bbt("report", trace, "--json", "--timeline", "--to", "2%"))
            .get("timeline")
            .get("lanes")
            .get(0);
    for (JsonNode bin : lane.get("instructions").get("mmu")) {
      assertEquals(0, bin.asLong());
    }
  }

  /** What another program executes at the same addresses has neither names nor lines of it. */
  @Test
  void otherProgramsAreWhatTheyWere() throws IOException {
    JsonNode alone = JSON.readTree(bbt("report", trace, "--json", "--top", "100000"));
    Path binary = folder.resolve("table");
    JsonNode named =
        JSON.readTree(
            bbt("report", trace, "--json", "--top", "100000", "--binary", binary.toString()));
    for (String program : List.of("busybox", "sieve", "spin", "init", "kernel")) {
      assertEquals(sum(alone, program), sum(named, program), program);
    }
    assertEquals(sum(alone, "table"), sum(named, "table"));
    for (JsonNode each : named.findParents("address")) {
      assertTrue(!each.path("name").asText().startsWith("__FRAME_END__"), each::toString);
    }
  }

  private static long sum(JsonNode report, String program) {
    for (JsonNode each : report.get("programs")) {
      if (each.get("name").asText().equals(program)) {
        return each.get("instructions").asLong();
      }
    }
    throw new AssertionError("no program " + program);
  }
}
