package bbt.samples.diff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.samples.agree.PageReader;
import bbt.samples.testing.Bbt;
import bbt.samples.testing.InProcess;
import bbt.samples.testing.Parting;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code bbt diff} of traces that do not hold all of their runs: filtered, cut, merged. */
final class DiffPartsTest {
  /** Where {@code mini} parts from itself with a clock that is twice as fast. */
  private static final String PARTING =
      "527655 interrupt: a supervisor timer interrupt comes here in B, not in A, at sys+0x6; in A"
          + " 12,046 instructions later";

  @TempDir private static Path folder;

  private static String file(String name) {
    return folder.resolve(name + ".bbt").toString();
  }

  private static void boot(String name, String guest, String... options) throws Exception {
    InProcess.recorded(folder.resolve(name + ".bbt"), guest, options);
  }

  @BeforeAll
  static void record() throws Exception {
    for (String run : List.of("", "slow")) {
      String[] time = {"--insns-per-second", run.isEmpty() ? "1000M" : "500M"};
      boot(run + "whole", "mini", time);
      boot(run + "kernel", "mini", time[0], time[1], "--bb-filter", "kernel");
      boot(run + "user", "mini", time[0], time[1], "--bb-filter", "user");
      InProcess.run(
          0, "trace", "cut", file(run + "whole"), "--to", "1M", "-o", file(run + "early"));
      InProcess.run(
          0, "trace", "cut", file(run + "whole"), "--from", "6M", "-o", file(run + "late"));
      String[] parts = {file(run + "early"), file(run + "late")};
      InProcess.run(0, "trace", "merge", parts[0], parts[1], "-o", file(run + "merged"));
    }
    boot("harts", "harts", "--smp", "2");
    InProcess.run(
        0, "trace", "cut", file("harts"), "--hart", "1", "--from", "1000", "-o", file("hart1"));
  }

  /** What a comparison says before it tells what is configured differently. */
  private static String head(String a, String b, String... options) {
    String[] line = {"diff", file(a), file(b)};
    String text = InProcess.outcome(with(line, options)).out();
    return text.lines().skip(2).takeWhile(l -> !l.isEmpty()).collect(Collectors.joining("\n"));
  }

  private static JsonNode json(String a, String b, String... options) throws Exception {
    String[] line = {"diff", file(a), file(b), "--json"};
    return new ObjectMapper().readTree(InProcess.outcome(with(line, options)).out());
  }

  private static String[] with(String[] line, String... options) {
    List<String> all = new ArrayList<>(List.of(line));
    all.addAll(List.of(options));
    return all.toArray(String[]::new);
  }

  @Test
  void whatIsNotRecordedAlikeHasNoTotalsThatCompare() throws Exception {
    String command = "bbt diff " + file("kernel") + " " + file("whole") + " --privilege kernel";
    assertEquals(
        """
        Not recorded alike: how much A and B executed does not compare; \
        A has 1,629,860 instructions recorded, B 6,823,818.
        A: 5,193,958 instructions were not recorded, in 1,081 gaps.
        To compare them, select what both recorded: %s
        The numbers are of what was recorded: what one trace leaves out counts as gone or new."""
            .formatted(command),
        head("kernel", "whole"));
    assertEquals(
        "Not recorded alike: how much A and B executed does not compare.",
        head("kernel", "whole", "--first").lines().findFirst().get());
    JsonNode json = json("kernel", "whole");
    assertFalse(json.get("recordedAlike").asBoolean(true));
    assertEquals(5_193_958, json.get("notRecordedA").asLong());
    assertEquals(0, json.get("notRecordedB").asLong(-1));
    assertEquals("gap", json.at("/divergence/kind").asText());
    Bbt.Outcome slower =
        InProcess.outcome("diff", file("kernel"), file("whole"), "--fail-if-slower", "2%");
    assertEquals(65, slower.code());
    assertEquals(
        "bbt: %s and %s: not recorded alike, so whether B is slower is not known; select what both recorded: %s"
            .formatted(file("kernel"), file("whole"), command),
        slower.err().strip());
    String[] asTold = {"--privilege", "kernel", "--fail-if-slower", "0"};
    assertTrue(head("kernel", "whole", asTold).contains("\nIdentical: what is selected was"));
  }

  /** The options that are named find the same in both. */
  @ParameterizedTest
  @CsvSource({
    "kernel, whole, ' --privilege kernel'",
    "whole, user, ' --privilege user'",
    "early, whole, ' --to 1000000'",
    "whole, late, ' --from 6000000'",
    "kernel, early, ' --to 1000000 --privilege kernel'",
    "hart1, harts, ' --from 1000 --hart 1'",
    "kernel, user, ''",
    "early, late, ''",
    "early, merged, ''",
    "merged, whole, ''"
  })
  void whatBothRecordedIsNamed(String a, String b, String options) {
    String told =
        head(a, b, "--first")
            .lines()
            .filter(l -> l.startsWith("To compare them, "))
            .findFirst()
            .orElse("no command is named");
    if (options.isEmpty()) {
      assertEquals(
          "To compare them, record all with the same --bb-filter, --bb-start and --bb-stop, or cut"
              + " all alike",
          told);
      return;
    }
    String command = "bbt diff " + file(a) + " " + file(b) + options;
    assertEquals("To compare them, select what both recorded: " + command, told);
    String[] words = options.strip().split(" ");
    assertTrue(head(a, b, words).contains("\nIdentical: "), () -> head(a, b, words));
  }

  /** What other harts did not record counts, too: the window begins at the same instruction. */
  @Test
  void aWindowBehindGapsOfSeveralHartsIsTheSame() throws Exception {
    boot("twowhole", "mini", "--smp", "2");
    boot("twokernel", "mini", "--smp", "2", "--bb-filter", "kernel");
    String[] window = {"--privilege", "kernel", "--from", "3M", "--to", "4M"};
    String said = head("twowhole", "twokernel", window);
    assertTrue(said.contains("\nIdentical: what is selected was rebuilt"), said);
  }

  /** Two runs part where the recordings of both hold it. */
  @ParameterizedTest
  @CsvSource({"whole, slowwhole", "kernel, slowkernel", "merged, slowmerged", "merged, slowwhole"})
  void partsOfRunsPartWhereTheRunsDo(String a, String b) throws Exception {
    assertEquals(PARTING, Parting.of(file(a), file(b)).text());
  }

  @Test
  void whatIsRecordedAlikeIsCompared() throws Exception {
    assertEquals(
        """
        Different: B executes 73,949 instructions more than A, +4.54 % (1,629,860 -> 1,703,809).
        That is +4,410 in what tasks do and +69,539 in interrupts; where these come is chance.
        A: 5,193,958 instructions were not recorded, in 1,081 gaps.
        B: 5,193,958 instructions were not recorded, in 1,296 gaps.
        The numbers are of what was recorded.""",
        head("kernel", "slowkernel"));
    assertTrue(head("merged", "slowmerged").startsWith("Different: B executes 73,949 "));
    assertTrue(head("merged", "slowwhole").startsWith("Not recorded alike: "));
    assertTrue(json("kernel", "slowkernel").get("recordedAlike").asBoolean());
    InProcess.run(1, "diff", file("kernel"), file("slowkernel"), "--fail-if-slower", "4%");
    InProcess.run(0, "diff", file("kernel"), file("slowkernel"), "--fail-if-slower", "5%");
    // What is selected was recorded in both.
    String selected = "--privilege";
    assertTrue(
        head("kernel", "slowwhole", selected, "kernel")
            .contains("\nDifferent: B executes 73,949 instructions more than A, +4.54 % "));
    assertEquals(
        Parting.of(file("whole"), file("slowwhole"), selected, "kernel").text(),
        Parting.of(file("kernel"), file("slowwhole"), selected, "kernel").text());
    assertEquals(
        Parting.of(file("whole"), file("slowwhole"), selected, "user").at(),
        Parting.of(file("user"), file("slowwhole"), selected, "user").at());
    // What is selected was not.
    assertTrue(head("kernel", "slowwhole", selected, "user").contains("\nNot recorded alike: "));
    assertEquals("gap", Parting.of(file("kernel"), file("whole"), selected, "user").kind());
  }

  /** A gap that ends elsewhere is not where the runs start. */
  @Test
  void theEndsOfGapsAreCompared() throws Exception {
    assertEquals(
        "526625 gap: what was not recorded ends after 1,030 instructions in A, at sys+0x6; after"
            + " 2,941 instructions in B, at user_start",
        Parting.of(file("user"), file("slowuser")).text());
    String text = InProcess.run(1, "diff", file("user"), file("slowuser"), "--first");
    assertTrue(
        text.contains("\nFirst divergence: what was recorded begins or ends elsewhere\n"), text);
    assertTrue(text.contains("\nA goes on at sys+0x6: recorded again at count 527655\n"), text);
    text = InProcess.run(1, "diff", file("kernel"), file("whole"), "--first");
    assertTrue(text.contains("\nA goes on: 1 instruction is not recorded\n"), text);
    assertTrue(text.contains("\nB goes on at user_start: jal user_main\n"), text);
  }

  @Test
  void identicalOnesAreOnlyIdentical() throws Exception {
    boot("again", "mini", "--bb-filter", "kernel", "--bb-verify", "--insns-per-second", "1000M");
    assertEquals(
        "Identical: rebuilt and compared instruction by instruction.", head("kernel", "again"));
    Files.copy(Path.of(file("kernel")), Path.of(file("copy")));
    assertEquals("Identical: the files are equal, byte for byte.", head("kernel", "copy"));
    for (String other : List.of("again", "copy")) {
      assertFalse(json("kernel", other).has("recordedAlike"), other);
    }
  }

  @Test
  void aGroupIsRecordedAlike() {
    Bbt.Outcome groups =
        InProcess.outcome(
            "diff", file("kernel"), file("user"), "--against", file("slowkernel"), "--json");
    assertEquals(65, groups.code());
    assertEquals(
        "bbt: %s: is not recorded as %s is, so how much they executed does not compare; record all with the same --bb-filter, --bb-start and --bb-stop, or cut all alike"
            .formatted(file("user"), file("kernel")),
        groups.err().strip());
    assertTrue(groups.out().contains("\"unlike\" : [ \"" + file("user") + "\" ]"), groups.out());
    String text =
        InProcess.outcome("diff", file("kernel"), file("kernel"), "--against", file("slowkernel"))
            .out();
    assertFalse(text.contains("is not recorded as"), text);
  }

  @Test
  void thePageSaysSo() throws Exception {
    Path page = folder.resolve("parts.html");
    InProcess.run(1, "diff", file("kernel"), file("whole"), "--html", page.toString());
    JsonNode diff = PageReader.of(page).block("diff");
    JsonNode words = diff.get("words");
    assertEquals(
        "A: 5,193,958 instructions were not recorded, in 1,081 gaps.",
        words.at("/recorded/0").asText());
    assertTrue(words.at("/recorded/1").asText().endsWith(" --privilege kernel"));
    assertTrue(words.get("numbers").asText().endsWith("counts as gone or new."));
    assertEquals("", words.get("parts").asText());
    assertFalse(diff.get("recordedAlike").asBoolean(true));
  }
}
