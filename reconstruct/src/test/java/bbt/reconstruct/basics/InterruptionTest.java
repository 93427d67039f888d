package bbt.reconstruct.basics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.cli.outcome.ExitCode;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks what a signal does to a process: one line, nothing broken left, the signal's exit code.
 */
class InterruptionTest {
  @TempDir Path folder;

  @Test
  void openWorkIsPutInOrderLatestFirstAndToldInOneLine() {
    Interruption process = new Interruption();
    List<String> done = new ArrayList<>();
    process.open(
        () -> {
          done.add("first");
          return "a is kept";
        });
    Interruption.Registration over =
        process.open(
            () -> {
              done.add("never");
              return "wrong";
            });
    process.open(
        () -> {
          done.add("broken");
          throw new IOException("no more");
        });
    process.open(
        () -> {
          done.add("silent");
          return "";
        });
    over.close();
    process.plan(folder.resolve("new"));
    process.plan(folder);
    assertEquals(
        "bbt: interrupted; java.io.IOException: no more; a is kept; "
            + folder.resolve("new")
            + " is not written; "
            + folder
            + " is left as it was",
        process.abandonAll());
    assertEquals(List.of("silent", "broken", "first"), done);
    process.abandonAll();
    assertEquals(3, done.size());
  }

  /** Ends a command that writes a file; what it wrote on standard error. */
  private String signalled(String signal, int code, Path file, String... moment) throws Exception {
    Path err = folder.resolve("err.txt");
    List<String> command = new ArrayList<>();
    command.add("env");
    command.add("--default-signal=INT,TERM"); // whoever runs the tests may ignore one
    command.add(System.getProperty("java.home") + "/bin/java");
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(InterruptedCommand.class.getName());
    command.add(file.toString());
    command.addAll(List.of(moment));
    Process process = new ProcessBuilder(command).redirectError(err.toFile()).start();
    try (BufferedReader out = process.inputReader()) {
      assertEquals("ready", out.readLine(), () -> read(err));
      new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().waitFor();
      assertTrue(process.waitFor(120, TimeUnit.SECONDS));
    } finally {
      process.destroyForcibly();
    }
    assertEquals(code, process.exitValue(), read(err));
    return read(err);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }

  private List<String> left() throws IOException {
    try (var files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void theProgressLineEndsAndTheUnfinishedFileGoes() throws Exception {
    Path file = folder.resolve("a.html");
    String err = signalled("INT", ExitCode.INTERRUPTED, file);
    assertTrue(err.startsWith("\rwriting: 50 of 100 instructions, 50 %, "), err);
    assertTrue(err.endsWith("\nbbt: interrupted; " + file + " is not written\n"), err);
    assertEquals(2, err.split("\n").length, err);
    assertEquals(List.of("err.txt"), left());
  }

  @Test
  void terminationIsTheSameAndTheOldFileStays() throws Exception {
    Path file = folder.resolve("a.html");
    Files.writeString(file, "old");
    String err = signalled("TERM", ExitCode.TERMINATED, file);
    assertEquals(
        "bbt: interrupted; " + file + " is left as it was", err.lines().toList().getLast());
    assertEquals(List.of("a.html", "err.txt"), left());
    assertEquals("old", Files.readString(file));
  }

  /** The line says that the file is there, and the exit code that the command was cut off. */
  @Test
  void aFileInItsPlaceIsSaidToBeWritten() throws Exception {
    Path file = folder.resolve("a.html");
    String err = signalled("INT", ExitCode.INTERRUPTED, file, InterruptedCommand.WRITTEN);
    assertEquals("bbt: interrupted; " + file + " is written\n", err);
    assertEquals("whole", Files.readString(file));
  }

  /** Between the command's end and the process's: exit code, line and file are the command's. */
  @Test
  void aSignalBehindTheEndChangesNothing() throws Exception {
    Path file = folder.resolve("a.html");
    String err = signalled("TERM", InterruptedCommand.CODE, file, InterruptedCommand.ENDED);
    assertEquals("", err);
    assertEquals("whole", Files.readString(file));
  }

  @Test
  void afterTheLineNothingAppears() throws IOException {
    Interruption process = new Interruption();
    Path file = folder.resolve("a.html");
    process.plan(file);
    assertEquals("bbt: interrupted; " + file + " is not written", process.abandonAll());
    assertThrows(IOException.class, () -> process.put(file, () -> Files.writeString(file, "x")));
    List<String> done = new ArrayList<>();
    assertThrows(
        CancellationException.class,
        () ->
            process.open(
                () -> {
                  done.add("abandoned");
                  return "";
                }));
    assertEquals(List.of("abandoned"), done);
    assertEquals(List.of(), left());
  }

  /** A command that has written its file says so at the moment when a signal comes. */
  @Test
  void afterTheLineNothingIsSaid() {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    PrintStream err = new PrintStream(said, true, StandardCharsets.UTF_8);
    Interruption.anotherCommandBegins(Throwable::toString);
    try {
      PrintWriter lines = Interruption.lines(err);
      lines.println("ä is written");
      err.println(Interruption.interrupt());
      lines.println("open it in a browser");
    } finally {
      Interruption.noCommand();
    }
    assertEquals("ä is written\nbbt: interrupted\n", said.toString(StandardCharsets.UTF_8));
  }

  /** The machine's thread closes its files while the signal's thread waits for it. */
  @Test
  void whatIsOpenedMeanwhileIsPutInOrderToo() throws IOException {
    Interruption process = new Interruption();
    Path file = folder.resolve("stats.json");
    List<String> done = new ArrayList<>();
    process.open(
        () -> {
          process.open(
              () -> {
                done.add("late");
                return "";
              });
          process.plan(file);
          process.put(file, () -> Files.writeString(file, "x"));
          return "the trace is whole";
        });
    assertEquals(
        "bbt: interrupted; the trace is whole; " + file + " is written", process.abandonAll());
    assertEquals(List.of("late"), done);
  }
}
