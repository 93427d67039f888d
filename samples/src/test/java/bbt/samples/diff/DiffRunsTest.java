package bbt.samples.diff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.cli.outcome.ExitCode;
import bbt.samples.agree.PageReader;
import bbt.samples.testing.InProcess;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code bbt diff} on runs of real guests that were configured differently in one thing. */
class DiffRunsTest {
  @TempDir private Path folder;

  private String boot(String name, String guest, String... options) {
    String file = folder.resolve(name + ".bbt").toString();
    // Without a console: the test's own input and output belong to the test runner. A guest that
    // does not end of itself fails the test, and soon.
    List<String> words =
        new ArrayList<>(List.of("boot", guest, "--bb-trace", file, "--console", "none"));
    words.addAll(List.of("--max-insns", "8G"));
    words.addAll(List.of(options));
    InProcess.run(ExitCode.OK, words.toArray(String[]::new));
    return file;
  }

  private static JsonNode json(String text) throws IOException {
    return new ObjectMapper().readTree(text);
  }

  private static long instructions(String trace) throws IOException {
    return json(InProcess.run(ExitCode.OK, "report", "--json", trace)).get("instructions").asLong();
  }

  /** What every comparison of two traces must say, whatever they are. */
  private JsonNode checked(String a, String b) throws IOException {
    Path page = folder.resolve("diff.html");
    JsonNode diff =
        json(
            InProcess.run(
                1, "diff", "--json", "--top", "1000000", "--html", page.toString(), a, b));
    JsonNode total = diff.at("/changes/instructions");
    assertEquals(instructions(a), total.get("instructionsA").asLong());
    assertEquals(instructions(b), total.get("instructionsB").asLong());
    long change = total.get("change").asLong();
    for (String list : new String[] {"tasks", "functions", "paths"}) {
      long sum = 0;
      for (JsonNode row : diff.at("/changes/" + list)) {
        sum += row.get("change").asLong();
      }
      assertEquals(change, sum, list);
    }
    JsonNode script = diff.at("/changes/script");
    assertEquals(change, script.get("change").asLong() + script.get("interrupts").asLong());
    long edits = 0;
    for (JsonNode edit : script.get("largest")) {
      edits += edit.get("change").asLong();
    }
    assertEquals(script.get("change").asLong(), edits);
    JsonNode shown = PageReader.of(page).block("diff");
    for (String list : new String[] {"instructions", "tasks", "functions", "exceptions"}) {
      assertEquals(diff.at("/changes/" + list), shown.at("/changes/" + list), "the page's " + list);
    }
    for (String side : new String[] {"a", "b"}) {
      assertFalse(diff.at("/divergence/" + side + "/stack").isEmpty());
      assertEquals(diff.at("/divergence/" + side), shown.at("/divergence/" + side));
    }
    return diff;
  }

  @Test
  void anotherClockRateIsFoundAndMeasured() throws IOException {
    String a = boot("a", "mini");
    String again = boot("again", "mini");
    String slow = boot("slow", "mini", "--insns-per-second", "100000000");
    assertTrue(InProcess.run(ExitCode.OK, "diff", a, again).contains("Identical"));
    JsonNode diff = checked(a, slow);
    boolean named = false;
    for (JsonNode entry : diff.get("configuration")) {
      named |= entry.get("key").asText().equals("machine.insns-per-second");
    }
    assertTrue(named, () -> diff.get("configuration").toString());
    long change = diff.at("/changes/instructions/change").asLong();
    String slower = change > 0 ? slow : a;
    String faster = change > 0 ? a : slow;
    InProcess.run(1, "diff", "--fail-if-slower", "0", faster, slower);
    InProcess.run(ExitCode.OK, "diff", "--fail-if-slower", "0", slower, faster);
    InProcess.run(ExitCode.OK, "diff", "--fail-if-slower", "100000%", faster, slower);
    String text = InProcess.run(1, "diff", "--first", a, slow);
    assertTrue(text.contains("Call stack"), text);
    assertTrue(text.contains(diff.at("/divergence/why").asText()), text);
    InProcess.run(ExitCode.NO_INPUT, "diff", a, folder.resolve("none.bbt").toString());
  }

  /** One kernel argument: the console is quiet, and that is among what changed most. */
  @Test
  @Tag("full")
  void oneKernelArgumentIsFoundInABootOfLinux() throws IOException {
    String a = boot("loud", "linux");
    String b = boot("quiet", "linux", "--append", "console=ttyS0 earlycon=sbi panic=-1 quiet");
    JsonNode diff = checked(a, b);
    assertEquals("guest.append", diff.at("/configuration/0/key").asText());
    assertEquals("branch", diff.at("/divergence/kind").asText());
    assertTrue(diff.at("/divergence/a/stack").toString().contains("setup_vm"));
    JsonNode causes = diff.at("/changes/causes");
    boolean quiet = false;
    for (int i = 0; i < Math.min(5, causes.size()); i++) {
      JsonNode cause = causes.get(i);
      quiet |= cause.get("change").asLong() < 0 && cause.get("name").asText().contains("console");
    }
    assertTrue(quiet, causes::toString);
  }

  /** One more line in the guest's start script: it is found as a task, with its cost. */
  @Test
  @Tag("full")
  void oneProgramMoreIsFoundInABootOfLinux() throws IOException {
    Path init = folder.resolve("init");
    String line = "say \"fork and exec\"\n";
    try (InputStream in = DiffRunsTest.class.getResourceAsStream("/bbt/samples/linux/init")) {
      String script = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      assertTrue(script.contains(line));
      Files.writeString(init, script.replace(line, "md5sum /tmp/ls.txt >/tmp/md5\n" + line));
    }
    // In the guest it is executable if it is here; else the kernel starts a shell, which waits.
    assertTrue(init.toFile().setExecutable(true));
    String a = boot("a", "linux");
    String b = boot("b", "linux", "--initrd-add", init.toString());
    JsonNode diff = checked(a, b);
    List<String> keys = new ArrayList<>();
    diff.get("configuration").forEach(each -> keys.add(each.get("key").asText()));
    assertEquals(
        List.of("guest.initrd-add.0.mode", "guest.initrd-add.0.name", "guest.initrd-add.0.sha256"),
        keys);
    JsonNode md5 = null;
    for (JsonNode task : diff.at("/changes/tasks")) {
      md5 = task.get("title").asText().startsWith("md5sum") ? task : md5;
    }
    assertEquals("appeared", md5.get("fate").asText());
    JsonNode edit = null;
    for (JsonNode e : diff.at("/changes/script/largest")) {
      edit = e.get("task").asText().startsWith("md5sum") ? e : edit;
    }
    assertEquals("appeared", edit.get("kind").asText());
    assertEquals(md5.get("instructionsB"), edit.get("instructionsB"));
    assertTrue(md5.get("change").asLong() > 1_000_000);
  }
}
