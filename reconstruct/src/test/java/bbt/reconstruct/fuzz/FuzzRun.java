package bbt.reconstruct.fuzz;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One target fuzzed by Jazzer for a time, in a process of its own: a hang or a lack of memory ends
 * that process and not the caller.
 *
 * @param corpus folder of inputs outside of the repository: is continued, and made if it is not
 *     there
 * @param findings folder in which an input is left that the target fails on
 */
record FuzzRun(FuzzTarget target, Path corpus, Path findings) {
  /** Seconds for one input: a reader that needs more hangs. */
  private static final int INPUT_SECONDS = 20;

  private static final int MAX_INPUT_BYTES = 1 << 17;
  private static final Pattern EXECUTED = Pattern.compile("number_of_executed_units: (\\d+)");

  /**
   * What came of it.
   *
   * @param executions inputs that were read
   * @param findings files of inputs that the target failed on
   * @param log all that Jazzer said
   */
  record Result(FuzzTarget target, long executions, List<Path> findings, int exitCode, Path log) {
    boolean clean() {
      return exitCode == 0 && findings.isEmpty();
    }

    @Override
    public String toString() {
      String outcome = "no finding";
      if (!findings.isEmpty()) {
        outcome = "FINDING " + findings;
      } else if (exitCode != 0) {
        outcome = "FAILED, exit code " + exitCode;
      }
      return "%-12s %,12d executions  %s%s"
          .formatted(target.label(), executions, outcome, clean() ? "" : "; see " + log);
    }
  }

  /** Fuzzes for so many seconds, or up to the first finding. */
  Result run(long seconds) throws IOException, InterruptedException {
    Files.createDirectories(corpus);
    Files.createDirectories(findings);
    Path scratch = Files.createTempDirectory("bbt-fuzz");
    Path log = findings.resolve(target.label() + ".log");
    String prefix = target.label() + "-";
    List<Path> before = found(prefix);
    Process process =
        new ProcessBuilder(command(seconds, scratch, prefix))
            .directory(scratch.toFile())
            .redirectErrorStream(true)
            .start();
    Thread end = new Thread(process::destroyForcibly);
    Runtime.getRuntime().addShutdownHook(end);
    long executions = 0;
    try (BufferedReader said =
            new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        var out = Files.newBufferedWriter(log)) {
      for (String line = said.readLine(); line != null; line = said.readLine()) {
        out.write(line + "\n");
        Matcher executed = EXECUTED.matcher(line);
        if (executed.find()) {
          executions = Long.parseLong(executed.group(1));
        }
      }
    }
    int exitCode = process.waitFor();
    Runtime.getRuntime().removeShutdownHook(end);
    delete(scratch);
    List<Path> news = new ArrayList<>(found(prefix));
    news.removeAll(before);
    return new Result(target, executions, news, exitCode, log);
  }

  private List<String> command(long seconds, Path scratch, String prefix) {
    String classes =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx1g",
        "-XX:+UseSerialGC",
        "-XX:+EnableDynamicAgentLoading",
        "--sun-misc-unsafe-memory-access=allow",
        "--enable-native-access=ALL-UNNAMED",
        "-Djava.io.tmpdir=" + scratch,
        "-cp",
        classes,
        "com.code_intelligence.jazzer.Jazzer",
        "--target_class=" + FuzzEntry.class.getName(),
        "--target_args=" + target.label(),
        "--instrumentation_includes=bbt.**",
        // A program names the files of its split units: that it does is no finding.
        "--disabled_hooks=com.code_intelligence.jazzer.sanitizers.FilePathTraversal",
        "--reproducer_path=" + scratch,
        "-artifact_prefix=" + findings.toAbsolutePath().resolve(prefix),
        "-timeout=" + INPUT_SECONDS,
        "-rss_limit_mb=3072",
        "-max_len=" + MAX_INPUT_BYTES,
        "-print_final_stats=1",
        "-max_total_time=" + seconds,
        corpus.toAbsolutePath().toString(),
        Corpus.folder(target).toString());
  }

  private List<Path> found(String prefix) throws IOException {
    try (Stream<Path> files = Files.list(findings)) {
      return files.filter(f -> f.getFileName().toString().startsWith(prefix)).sorted().toList();
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
