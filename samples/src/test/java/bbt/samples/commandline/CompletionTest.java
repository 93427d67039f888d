package bbt.samples.commandline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.samples.testing.Bbt;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What bash offers with the script of {@code bbt generate-completion}, asked as bash asks it. */
final class CompletionTest {
  @TempDir private static Path folder;

  @BeforeAll
  static void record() throws Exception {
    Bbt.script(folder);
    Bbt.Outcome script = Bbt.run("generate-completion");
    assertEquals(0, script.code(), script.err());
    Files.writeString(folder.resolve("completion"), script.out());
    Bbt.Outcome boot =
        Bbt.run(
            "boot", "mini", "--console", "none", "--bb-trace", folder.resolve("t.bbt").toString());
    assertEquals(0, boot.code(), boot.err());
  }

  /** The words offered for the last one of a line. */
  private static List<String> offered(String... words) throws Exception {
    StringBuilder line = new StringBuilder("./bbt");
    for (String word : words) {
      line.append(" '").append(word).append("'");
    }
    String ask =
        "source ./completion; COMP_WORDS=("
            + line
            + "); COMP_CWORD="
            + words.length
            + "; _complete_bbt_names; printf '%s\\n' \"${COMPREPLY[@]}\"";
    Process bash =
        new ProcessBuilder("bash", "-c", ask)
            .directory(folder.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String out = new String(bash.getInputStream().readAllBytes());
    assertEquals(0, bash.waitFor(), out);
    return out.lines().filter(l -> !l.isEmpty()).toList();
  }

  @Test
  void functionsAndTasksOfTheTraceOnTheLine() throws Exception {
    List<String> functions = offered("report", "t.bbt", "--function", "tr");
    assertTrue(functions.contains("trap_handler"), functions.toString());
    assertTrue(functions.stream().allMatch(f -> f.startsWith("tr")), functions.toString());
    assertEquals(functions, offered("annotate", "t.bbt", "tr"));
    List<String> tasks = offered("report", "t.bbt", "--task", "");
    assertFalse(tasks.isEmpty());
    assertFalse(tasks.contains("trap_handler"), tasks.toString());
  }

  @Test
  void samplesAndOptions() throws Exception {
    assertEquals(List.of("mini", "mini-arm64"), offered("boot", "min"));
    assertTrue(offered("boot", "--bb-tr").contains("--bb-trace"), "picocli's own");
    assertTrue(offered("rep").contains("report"), "commands, too");
    assertEquals(List.of(), offered("report", "missing.bbt", "--function", "tr"));
  }
}
