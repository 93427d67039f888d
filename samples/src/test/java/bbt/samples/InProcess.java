package bbt.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bbt.reconstruct.cli.Main;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** {@code bbt} in the test's own process: at once, but with the test runner's input. */
final class InProcess {
  private InProcess() {}

  /**
   * Runs a command.
   *
   * @param expected its exit code
   * @return what it printed
   */
  static String run(int expected, String... args) {
    PrintStream before = System.out;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
      System.setOut(out);
      assertEquals(expected, Main.run(args), String.join(" ", args));
    } finally {
      System.setOut(before);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
