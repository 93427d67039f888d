package bbt.samples.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * One run of a command as a whole process.
 *
 * @param wallSeconds from start to exit
 * @param cpuSeconds user and system time of the process and its reaped children; NaN where the host
 *     has no {@code /proc}
 * @param exitCode the process's
 * @param output standard output and error, interleaved
 */
public record Measured(double wallSeconds, double cpuSeconds, int exitCode, String output) {
  private static final long TICKS_PER_SECOND = 100; // USER_HZ of every Linux ABI

  public static Measured run(List<String> command, long timeoutSeconds)
      throws IOException, InterruptedException {
    Path log = Files.createTempFile("bbt-bench", ".log");
    try {
      double cpuBefore = childCpuSeconds();
      long start = System.nanoTime();
      Process process =
          new ProcessBuilder(command)
              .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      try {
        if (!process.waitFor(timeoutSeconds, TimeUnit.SECONDS)) {
          throw new IOException(
              command.getFirst() + " did not end within " + timeoutSeconds + " seconds");
        }
      } finally {
        process.destroyForcibly();
      }
      double wall = (System.nanoTime() - start) / 1e9;
      double cpu = childCpuSeconds() - cpuBefore;
      String output = Files.readString(log, StandardCharsets.ISO_8859_1);
      return new Measured(wall, cpu, process.exitValue(), output);
    } finally {
      Files.deleteIfExists(log);
    }
  }

  /** cutime + cstime of this process: what its ended children used (proc(5), fields 16 and 17). */
  private static double childCpuSeconds() {
    try {
      String stat = Files.readString(Path.of("/proc/self/stat"));
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      return (double) (Long.parseLong(fields[13]) + Long.parseLong(fields[14])) / TICKS_PER_SECOND;
    } catch (IOException e) {
      return Double.NaN;
    }
  }
}
