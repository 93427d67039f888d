package bbt.samples.diff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.cli.outcome.ExitCode;
import bbt.samples.testing.InProcess;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code bbt diff} on guests that were built anew: linked elsewhere, or with a longer function. */
@Tag("qemu")
class DiffBuildsTest {
  /** Calls of the function that is made longer, and instructions it has more then. */
  private static final int CALLS = 1000;

  private static final int LONGER = 20;

  private static final String FUNCTION = "u64 op_square(u64 value) { ";

  @TempDir private static Path folder;

  /** {@code mini}: as it is; with a longer function; both without symbols. */
  private static Path mini;

  private static Path longer;
  private static Path stripped;
  private static Path longerStripped;

  @BeforeAll
  static void build() throws Exception {
    mini = built("mini", "mini", "mini.ld", "", "");
    String nops = "__asm__ volatile(\".rept " + LONGER + "\\n nop\\n .endr\"); ";
    longer = built("mini", "longer", "user.c", FUNCTION, FUNCTION + nops);
    stripped = stripped(mini);
    longerStripped = stripped(longer);
  }

  /** Builds a sample with one change in one of its files. */
  private static Path built(String sample, String name, String file, String from, String to)
      throws Exception {
    Path source = Path.of(System.getProperty("bbt.root"), "samples/src/guest", sample);
    Path copy = Files.createDirectory(folder.resolve(name));
    try (Stream<Path> files = Files.list(source)) {
      for (Path each : files.toList()) {
        Files.copy(each, copy.resolve(each.getFileName()));
      }
    }
    String text = Files.readString(copy.resolve(file));
    assertTrue(text.contains(from), from);
    Files.writeString(copy.resolve(file), text.replace(from, to));
    Path elf = folder.resolve(name + ".elf");
    command("sh", copy.resolve("build.sh").toString(), elf.toString());
    return elf;
  }

  private static Path stripped(Path elf) throws Exception {
    Path to = Path.of(elf + ".stripped");
    command("riscv64-linux-gnu-strip", "-s", "-o", to.toString(), elf.toString());
    return to;
  }

  private static void command(String... words) throws Exception {
    Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(process.waitFor(120, TimeUnit.SECONDS));
    assertEquals(0, process.exitValue(), text);
  }

  private static String boot(Path guest, int instructionsPerSecond) {
    String trace = guest + "." + instructionsPerSecond + ".bbt";
    if (Files.notExists(Path.of(trace))) {
      String rate = Integer.toString(instructionsPerSecond);
      String[] words = {"--bb-trace", trace, "--console", "none", "--insns-per-second", rate};
      List<String> all = new ArrayList<>(List.of("boot", guest.toString()));
      all.addAll(List.of(words));
      // One of the guests panics, as it should.
      boolean panics = guest.getFileName().toString().startsWith("panic");
      InProcess.run(panics ? ExitCode.GUEST_PANIC : ExitCode.OK, all.toArray(String[]::new));
    }
    return trace;
  }

  private static String boot(Path guest) {
    return boot(guest, 1_000_000_000);
  }

  private static JsonNode diff(int expected, String... words) throws IOException {
    List<String> all = new ArrayList<>(List.of("diff", "--json", "--top", "1000000"));
    all.addAll(List.of(words));
    return new ObjectMapper().readTree(InProcess.run(expected, all.toArray(String[]::new)));
  }

  private static boolean differs(JsonNode diff, String key) {
    for (JsonNode entry : diff.get("configuration")) {
      if (entry.get("key").asText().equals(key)) {
        assertNotEquals(entry.get("a"), entry.get("b"));
        return true;
      }
    }
    return false;
  }

  /**
   * A kernel at another address, as KASLR does it, with the same addresses in its programs, is the
   * same execution.
   */
  @ParameterizedTest
  @ValueSource(strings = {"harts", "panic"})
  void aKernelLinkedElsewhereIsTheSameExecution(String sample) throws Exception {
    String a = boot(built(sample, sample, sample + ".ld", "", ""));
    Path moved = built(sample, sample + "2", sample + ".ld", "0x80200000", "0x80600000");
    JsonNode diff = diff(ExitCode.OK, a, boot(moved));
    assertTrue(diff.get("identical").asBoolean());
    assertEquals("walked", diff.get("knownBy").asText());
    assertTrue(differs(diff, "guest.kernel.build-id"));
  }

  @Test
  void whatAKernelLinkedElsewhereCallsIsTheSame() throws Exception {
    // It calls a function by an alias far from its symbols: there the executions part.
    Path moved = built("mini", "moved", "mini.ld", "0x80200000", "0x80600000");
    JsonNode diff = diff(1, boot(mini), boot(moved));
    assertTrue(diff.at("/divergence/instructions").asLong() > 100_000);
    assertEquals("kernel_main", diff.at("/divergence/last").asText().replaceAll("\\+.*", ""));
    assertEquals(0, diff.at("/changes/instructions/change").asLong());
    assertEquals(0, diff.at("/changes/script/edits").asInt());
    for (JsonNode function : diff.at("/changes/functions")) {
      String fate = function.get("fate").asText();
      assertTrue(fate.equals("same") || function.get("name").asText().contains("+0x"), fate);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void onlyTheLongerFunctionChanged(boolean symbols) throws IOException {
    String a = boot(symbols ? mini : stripped);
    String b = boot(symbols ? longer : longerStripped);
    JsonNode diff = diff(1, a, b);
    assertTrue(differs(diff, "guest.kernel.build-id"));
    JsonNode script = diff.at("/changes/script");
    assertEquals(1, script.get("edits").asInt(), script::toPrettyString);
    assertEquals(CALLS * LONGER, script.get("change").asLong());
    JsonNode edit = script.at("/largest/0");
    assertEquals("changed", edit.get("kind").asText());
    assertEquals(CALLS, edit.get("calls").asInt());
    JsonNode path = edit.get("path");
    String function = path.get(path.size() - 1).asText();
    assertTrue(!symbols || function.equals("op_square"), function);
    for (JsonNode each : diff.at("/changes/functions")) {
      String fate = each.get("fate").asText();
      assertTrue(fate.equals("same") || fate.equals("changed"), each::toPrettyString);
      if (each.get("name").asText().equals(function)) {
        assertEquals(CALLS * LONGER, each.get("change").asLong());
      }
    }
  }

  private static long change(JsonNode functions, String name) {
    for (JsonNode each : functions) {
      if (each.get("name").asText().equals(name)) {
        return each.get("change").asLong();
      }
    }
    return 0;
  }

  @Test
  void eachSideHasItsOwnBuildOfABinary() throws IOException {
    String a = boot(stripped);
    String b = boot(longerStripped);
    String[] binaries = {"--binary-a", mini.toString(), "--binary-b", longer.toString()};
    JsonNode diff = diff(1, a, b, binaries[0], binaries[1], binaries[2], binaries[3]);
    assertEquals(CALLS * LONGER, change(diff.at("/changes/functions"), "op_square"));
    for (JsonNode each : diff.at("/changes/functions")) {
      String fate = each.get("fate").asText();
      assertTrue(fate.equals("same") || fate.equals("changed"), each::toPrettyString);
    }
    List<String> groups = new ArrayList<>(List.of(a, boot(stripped, 970_000_000), "--against"));
    groups.addAll(List.of(b, boot(longerStripped, 1_030_000_000)));
    groups.addAll(List.of(binaries));
    JsonNode noisy = diff(1, groups.toArray(String[]::new));
    assertEquals(CALLS * LONGER, change(noisy.get("functions"), "op_square"));
  }

  @Test
  void groupsOfBuildsWithoutSymbolsAreMatchedByTheirCode() throws IOException {
    String[] old = {boot(stripped, 1_000_000_000), boot(stripped, 970_000_000)};
    String[] anew = {boot(longerStripped, 1_000_000_000), boot(longerStripped, 1_030_000_000)};
    JsonNode diff = diff(1, old[0], old[1], "--against", anew[0], anew[1]);
    assertEquals(1, diff.get("functions").size(), diff::toPrettyString);
    assertEquals(CALLS * LONGER, diff.at("/functions/0/change").asLong(), diff::toPrettyString);
    String name = diff.at("/functions/0/name").asText();
    assertTrue(name.contains("+0x") && !name.endsWith(" of B"), name);
    // As of one run each.
    JsonNode pair = diff(1, old[0], anew[0]);
    assertEquals(CALLS * LONGER, change(pair.at("/changes/functions"), name));
  }

  @Test
  void runsThatVaryByTheirClockAreToldFromChangedOnes() throws IOException {
    String[] noise = {
      boot(mini, 1_000_000_000), boot(mini, 970_000_000), boot(mini, 1_040_000_000)
    };
    String[] same = {boot(mini, 980_000_000), boot(mini, 1_020_000_000), boot(mini, 990_000_000)};
    String[] other = {
      boot(longer, 1_010_000_000), boot(longer, 960_000_000), boot(longer, 1_030_000_000)
    };
    JsonNode none = diff(0, noise[0], noise[1], noise[2], "--against", same[0], same[1], same[2]);
    assertEquals(0, none.get("functions").size(), none::toPrettyString);
    assertTrue(none.get("varyingFunctions").asInt() > 3);
    JsonNode one = diff(1, noise[0], noise[1], noise[2], "--against", other[0], other[1], other[2]);
    assertEquals("op_square", one.at("/functions/0/name").asText(), one::toPrettyString);
    assertEquals(CALLS * LONGER, one.at("/functions/0/change").asLong());
    assertEquals(1, one.get("functions").size(), one::toPrettyString);
  }
}
