package bbt.samples.commandline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.samples.testing.Bbt;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The walks of docs/walks.md, command by command: what a command prints must have the lines that
 * stand below it, in their order. There, {@code ...} alone is any lines, at a line's end any rest.
 * Where a compiler makes the program, numbers may be others: the compiler may be.
 */
@Tag("qemu")
final class WalksTest {
  private static final Path ROOT = Path.of(System.getProperty("bbt.root"));
  private static final String COMMAND = "    $ ";

  /** What a shell shows before the second line of a command. */
  private static final String MORE = "    > ";

  private static final int MOST_COMMANDS = 5;

  /** A walk: its heading, and its commands, each with the lines that it must print. */
  record Walk(String title, List<Command> commands) {
    @Override
    public String toString() {
      return title;
    }

    boolean compiles() {
      return commands.stream().anyMatch(c -> c.line.contains("gcc"));
    }
  }

  record Command(String line, List<String> output) {}

  @TempDir private Path folder;

  static List<Walk> walks() throws IOException {
    List<Walk> walks = new ArrayList<>();
    for (String line : Files.readAllLines(ROOT.resolve("docs/walks.md"))) {
      if (line.startsWith("## ")) {
        walks.add(new Walk(line.substring(3), new ArrayList<>()));
      } else if (line.startsWith(COMMAND)) {
        walks.getLast().commands.add(new Command(line.substring(6), new ArrayList<>()));
      } else if (line.startsWith(MORE)) {
        Command begun = walks.getLast().commands.removeLast();
        String whole = begun.line.replaceFirst("\\\\$", "") + line.substring(6);
        walks.getLast().commands.add(new Command(whole, begun.output));
      } else if (line.startsWith("    ") && !line.strip().equals("...")) {
        walks.getLast().commands.getLast().output.add(line.strip());
      }
    }
    return walks;
  }

  @Test
  void fourPeopleNeedFiveCommandsAtMost() throws IOException {
    assertEquals(4, walks().size());
    for (Walk walk : walks()) {
      assertTrue(walk.commands.size() <= MOST_COMMANDS, walk.title);
      assertTrue(walk.commands.stream().mapToInt(c -> c.output.size()).sum() >= 3, walk.title);
    }
  }

  @ParameterizedTest
  @MethodSource("walks")
  void printsWhatTheDocumentSays(Walk walk) throws Exception {
    prepare();
    for (Command command : walk.commands) {
      String printed = printed(command.line);
      List<String> lines =
          printed.lines().map(l -> comparable(l, walk)).collect(Collectors.toList());
      int at = 0;
      for (String expected : command.output) {
        boolean open = expected.endsWith("...");
        String wanted = comparable(expected.replaceFirst("\\.\\.\\.$", ""), walk);
        int found = at;
        while (found < lines.size()
            && !(open ? lines.get(found).startsWith(wanted) : lines.get(found).equals(wanted))) {
          found++;
        }
        assertTrue(
            found < lines.size(),
            () -> command.line + "\nprints no line '" + expected + "' there, but\n" + printed);
        at = found + 1;
      }
    }
  }

  /** {@code ./bbt}, and the programs of the walks. */
  private void prepare() throws IOException {
    Bbt.script(folder);
    Path programs = ROOT.resolve("samples/src/guest/walks");
    try (Stream<Path> all = Files.list(programs)) {
      for (Path each : all.toList()) {
        Files.copy(each, folder.resolve(each.getFileName()));
      }
    }
  }

  private String printed(String command) throws Exception {
    Path output = folder.resolve("output");
    Process process =
        new ProcessBuilder("/bin/sh", "-c", command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
            .redirectOutput(output.toFile())
            .start();
    if (!process.waitFor(5, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      throw new AssertionError(command + " did not end");
    }
    return Files.readString(output);
  }

  /** Spaces align columns of numbers, whose widths differ where the numbers do. */
  private static String comparable(String line, Walk walk) {
    String text = line.strip().replaceAll("\\s+", " ");
    return walk.compiles()
        ? text.replaceAll("0x[0-9a-f]+|\\+?[0-9][0-9,.]*", "#").replaceAll("[0-9a-f]{8,16}", "#")
        : text;
  }
}
