package bbt.samples.guests.debian;

import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.UserException;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Runs a program of the machine and keeps what it wrote. */
public final class Command {
  private Command() {}

  /** The exit code of a program and what it wrote. */
  public record Result(int code, String output, String errors) {}

  public static Result run(String... line) throws IOException {
    return run(null, Map.of(), line);
  }

  /**
   * Runs a program with more environment variables.
   *
   * @param environment names and values
   */
  public static Result run(Map<String, String> environment, String... line) throws IOException {
    return run(null, environment, line);
  }

  /**
   * Runs to the end, with messages in the C locale.
   *
   * @param folder where to run, or null for here
   */
  public static Result runIn(Path folder, String... line) throws IOException {
    return run(folder, Map.of(), line);
  }

  private static Result run(Path folder, Map<String, String> environment, String... line)
      throws IOException {
    Path errors = Files.createTempFile("bbt", ".err");
    try {
      ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(List.of(line)));
      builder.environment().put("LC_ALL", "C.UTF-8");
      builder.environment().putAll(environment);
      if (folder != null) {
        builder.directory(folder.toFile());
      }
      builder.redirectError(errors.toFile());
      Process process = start(builder, line[0]);
      process.getOutputStream().close();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      int code = await(process);
      return new Result(code, output, Files.readString(errors));
    } finally {
      Files.deleteIfExists(errors);
    }
  }

  /** Starts a program; one clear line when it is not there. */
  public static Process start(ProcessBuilder builder, String program) {
    builder.command().set(0, located(program));
    try {
      return builder.start();
    } catch (IOException e) {
      String hint =
          List.of("apt-get", "apt-cache", "dpkg-deb").contains(program)
              ? " (stock Linux samples need a Debian system with apt; give --kernel and --initrd elsewhere)"
              : List.of("mke2fs", "debugfs", "e2fsck").contains(program)
                  ? " (Debian: apt install e2fsprogs)"
                  : "";
      throw new UserException(
          Fault.UNAVAILABLE, "cannot run " + program + ": is it installed?" + hint, e);
    }
  }

  /** The program's path where it is among the administrator's, which a user's PATH may lack. */
  private static String located(String program) {
    String path = System.getenv("PATH");
    for (String folder : (path == null ? "" : path).split(File.pathSeparator, -1)) {
      if (Files.isExecutable(Path.of(folder, program))) {
        return program;
      }
    }
    for (String folder : List.of("/usr/sbin", "/sbin")) {
      Path file = Path.of(folder, program);
      if (Files.isExecutable(file)) {
        return file.toString();
      }
    }
    return program;
  }

  /**
   * Waits for the end of a process and returns its exit code. An interrupted thread ends the
   * process.
   *
   * @throws UncheckedIOException if the thread is interrupted
   */
  public static int await(Process process) {
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(new IOException("interrupted"));
    }
  }
}
