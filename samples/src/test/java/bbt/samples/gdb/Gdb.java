package bbt.samples.gdb;

import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.samples.testing.Bbt;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A {@code bbt} that serves gdb, and real gdbs that come to it. */
public final class Gdb implements AutoCloseable {
  private static final String PLACE = "target remote ";

  private final Process bbt;
  private final List<String> lines = new ArrayList<>();
  private final Thread reading;
  private final String place;

  private Gdb(Process bbt, BufferedReader err) throws IOException {
    this.bbt = bbt;
    String line = err.readLine();
    while (line != null && !line.contains(PLACE)) {
      lines.add(line);
      line = err.readLine();
    }
    if (line == null) {
      throw new AssertionError("bbt ended: " + lines);
    }
    place = line.substring(line.indexOf(PLACE) + PLACE.length());
    reading =
        Thread.ofPlatform().daemon().start(() -> err.lines().forEach(each -> add(each.strip())));
  }

  private synchronized void add(String line) {
    lines.add(line);
  }

  /** Starts {@code bbt} with arguments that name a free port, and waits until gdb may come. */
  public static Gdb serve(String... arguments) throws IOException {
    Process process =
        Bbt.command(arguments).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    process.getOutputStream().close();
    return new Gdb(
        process,
        new BufferedReader(
            new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8)));
  }

  /** Runs gdb's commands after {@code target remote}; all that it prints. */
  public String run(Path program, String commands) throws IOException, InterruptedException {
    return finish(start(program, commands, List.of("-batch")));
  }

  /**
   * Begins to run them as at a terminal, where gdb also says {@code Continuing.} as soon as it
   * waits for the guest: with {@code -batch} it does not.
   *
   * @param program null: gdb knows only what bbt tells it
   */
  Process start(Path program, String commands) throws IOException {
    List<String> options = List.of("-q", "-iex", "set confirm off", "-iex", "set pagination off");
    return start(program, commands + "\nquit", options);
  }

  private Process start(Path program, String commands, List<String> options) throws IOException {
    List<String> line = new ArrayList<>(List.of("gdb-multiarch", "-nx"));
    line.addAll(options);
    for (String command : ("set width 0\n" + PLACE + place + "\n" + commands).split("\n")) {
      line.addAll(List.of("-ex", command));
    }
    if (program != null) {
      line.add(program.toString());
    }
    return new ProcessBuilder(line).redirectErrorStream(true).start();
  }

  /** Waits until it has printed something; what it printed up to there. */
  static String await(Process gdb, String sign) throws IOException {
    StringBuilder text = new StringBuilder();
    while (text.indexOf(sign) < 0) {
      int c = gdb.getInputStream().read();
      if (c < 0) {
        throw new AssertionError("gdb ended before " + sign + ": " + text);
      }
      text.append((char) c);
    }
    return text.toString();
  }

  /** Waits for its end; all that it printed (since {@link #await}). */
  static String finish(Process gdb) throws IOException, InterruptedException {
    String text = new String(gdb.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!gdb.waitFor(60, TimeUnit.SECONDS)) {
      gdb.destroyForcibly();
      throw new AssertionError("gdb did not end: " + text);
    }
    return text;
  }

  /** These must be in a text, in this order. */
  public static void assertFound(String text, String... patterns) {
    int from = 0;
    for (String pattern : patterns) {
      Matcher matcher = Pattern.compile(pattern).matcher(text);
      assertTrue(
          matcher.find(from), () -> "not found, or not in this order: " + pattern + "\n" + text);
      from = matcher.end();
    }
  }

  /** Waits until bbt has ended; its exit code. */
  int end() throws InterruptedException {
    if (!bbt.waitFor(300, TimeUnit.SECONDS)) {
      throw new AssertionError("bbt did not end: " + messages());
    }
    reading.join();
    return bbt.exitValue();
  }

  /** What bbt has said. */
  synchronized List<String> messages() {
    return List.copyOf(lines);
  }

  @Override
  public void close() {
    bbt.destroyForcibly();
  }
}
