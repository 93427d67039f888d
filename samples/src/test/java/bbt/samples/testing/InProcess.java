package bbt.samples.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bbt.reconstruct.cli.Main;
import bbt.reconstruct.cli.warm.Caller;
import bbt.reconstruct.cli.warm.TerminalModes;
import bbt.translator.region.RegionStore;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code bbt} in the test's own process: no second is spent on a JVM that starts. Where the process
 * itself matters (signals, its memory, its files), {@link Bbt} starts one.
 */
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

  /**
   * Boots a guest and records it; its console is not shown.
   *
   * @param options more options of {@code bbt boot}
   * @return the trace
   */
  public static String recorded(Path trace, String guest, String... options) {
    List<String> line = new ArrayList<>(List.of("boot", guest, "--console", "none", "--quiet"));
    line.addAll(List.of("--bb-trace", trace.toString()));
    line.addAll(List.of(options));
    run(0, line.toArray(String[]::new));
    return trace.toString();
  }

  /**
   * Runs a command without input; tells how it ended, as {@link Bbt#run} does. The stepper reads
   * the process's own input: it is no command for this.
   */
  public static Bbt.Outcome outcome(String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
    int code = Main.run(new Streams(InputStream.nullInputStream(), out, errors), args);
    // One character for each byte, as of a process.
    return new Bbt.Outcome(
        code, out.toString(StandardCharsets.ISO_8859_1), err.toString(StandardCharsets.UTF_8));
  }

  /** A caller whose standard streams are in memory. */
  private record Streams(InputStream in, OutputStream out, PrintStream err) implements Caller {
    @Override
    public Path path(String name) {
      return Path.of(name);
    }

    @Override
    public TerminalModes terminal() {
      return null;
    }

    @Override
    public RegionStore regions() {
      return null;
    }
  }
}
