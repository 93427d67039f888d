package bbt.samples.debian;

import bbt.reconstruct.cli.ExitCode;
import bbt.reconstruct.cli.UserException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Runs a program of the machine and keeps what it wrote. */
public final class Command {
  private Command() {}

  /** How it ended and what it wrote. */
  public record Result(int code, String output, String errors) {}

  public static Result run(String... line) throws IOException {
    return runIn(null, line);
  }

  /**
   * Runs to the end, with messages in the C locale.
   *
   * @param folder where to run, or null for here
   */
  public static Result runIn(Path folder, String... line) throws IOException {
    Path errors = Files.createTempFile("bbt", ".err");
    try {
      ProcessBuilder builder = new ProcessBuilder(line);
      builder.environment().put("LC_ALL", "C.UTF-8");
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
    try {
      return builder.start();
    } catch (IOException e) {
      String hint =
          List.of("apt-get", "apt-cache", "dpkg-deb").contains(program)
              ? " (stock Linux samples need a Debian system with apt; give --kernel and --initrd elsewhere)"
              : "";
      throw new UserException(
          ExitCode.UNAVAILABLE, "cannot run " + program + ": is it installed?" + hint, e);
    }
  }

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
