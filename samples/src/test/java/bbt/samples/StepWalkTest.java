package bbt.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.cli.ExitCode;
import bbt.reconstruct.cli.Main;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The walk in docs/step.md: from the panic back to the branch that caused it. */
class StepWalkTest {
  @TempDir private Path folder;

  private static String run(int expected, String... args) {
    PrintStream before = System.out;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
      System.setOut(out);
      assertEquals(expected, Main.run(args));
    } finally {
      System.setOut(before);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void fromThePanicBackToItsCause() throws IOException {
    String document = Files.readString(Path.of(System.getProperty("bbt.root"), "docs/step.md"));
    List<String> commands = new ArrayList<>();
    List<String> answers = new ArrayList<>();
    boolean inside = false;
    for (String line : document.lines().toList()) {
      inside |= line.startsWith("## From the panic");
      if (line.startsWith("Linux:")) {
        break;
      }
      if (inside && line.startsWith("    bbt step> ")) {
        commands.add(line.substring("    bbt step> ".length()));
      } else if (inside && line.matches("    [^.].*") && !commands.isEmpty()) {
        answers.add(line.substring(4));
      }
    }
    assertTrue(commands.size() >= 7 && answers.size() > 12, commands + " " + answers);
    String trace = folder.resolve("panic.bbt").toString();
    run(ExitCode.GUEST_PANIC, "boot", "panic", "--bb-trace", trace);
    Path script = folder.resolve("walk.step");
    Files.write(script, commands);
    List<String> found =
        run(ExitCode.OK, "step", trace, "--at", "end", "--script", script.toString())
            .lines()
            .toList();
    int at = 0;
    for (String answer : answers) {
      while (at < found.size() && !found.get(at).equals(answer)) {
        at++;
      }
      assertTrue(
          at < found.size(),
          "not said, or not in this order: " + answer + "\n" + String.join("\n", found));
      at++;
    }
  }
}
