package bbt.samples.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bbt.reconstruct.cli.Main;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** {@code bbt} in the test's own process: at once, but with the test runner's input. */
public final class InProcess {
  private InProcess() {}

  /**
   * Runs a command.
   *
   * @param expected its exit code
   * @return what it printed
   */
  public static String run(int expected, String... args) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    assertEquals(expected, Main.run(bytes, args), String.join(" ", args));
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
