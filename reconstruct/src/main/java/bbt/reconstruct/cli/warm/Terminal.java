package bbt.reconstruct.cli.warm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The terminal on standard input, through {@code stty}: raw for input, so that every key reaches
 * the guest; output processing stays on, so that a guest's bare line feed starts a new line.
 */
final class Terminal implements TerminalModes {
  private static final String[] RAW = {
    "-icanon", "-echo", "-isig", "-iexten", "-ixon", "-icrnl", "-inlcr", "-istrip", "min", "1",
    "time", "0"
  };

  private final String saved;

  private Terminal(String saved) {
    this.saved = saved;
  }

  /** The terminal, or null if standard input is none. */
  static Terminal open() {
    String state = stty("-g");
    return state == null || state.isEmpty() ? null : new Terminal(state);
  }

  @Override
  public void raw() {
    stty(RAW);
  }

  @Override
  public void close() {
    stty(saved);
  }

  private static String stty(String... arguments) {
    List<String> command = new ArrayList<>(List.of("stty"));
    command.addAll(List.of(arguments));
    try {
      Process p =
          new ProcessBuilder(command)
              .redirectInput(ProcessBuilder.Redirect.INHERIT)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String out = new String(p.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
      return p.waitFor(2, TimeUnit.SECONDS) && p.exitValue() == 0 ? out : null;
    } catch (IOException e) {
      return null; // no stty: treated as no terminal
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }
}
