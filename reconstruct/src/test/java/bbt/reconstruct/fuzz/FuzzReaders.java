package bbt.reconstruct.fuzz;

import bbt.reconstruct.cache.UserCache;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code .ci/fuzz}: docs/testing.md. */
@Command(
    name = ".ci/fuzz",
    description =
        "Fuzzes the readers of foreign bytes with Jazzer, one after the other, and says how many inputs each has read. Exit code 1 with a finding.",
    sortOptions = false)
public final class FuzzReaders implements Callable<Integer> {
  @Option(
      names = "--time",
      paramLabel = "TIME",
      defaultValue = "10m",
      description = "Of all targets together: 90s, 10m, 1h (default: ${DEFAULT-VALUE}).")
  private String time;

  @Option(
      names = "--corpus",
      paramLabel = "DIR",
      description =
          "Inputs that earlier runs found worth keeping; is continued (default: fuzz-readers in the user's cache).")
  private Path corpus;

  @Option(
      names = "--findings",
      paramLabel = "DIR",
      description =
          "Gets each input that a target fails on, and the logs (default: target/fuzz of the checkout).")
  private Path findings;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Shows this.")
  private boolean help;

  @Parameters(paramLabel = "TARGET", description = "trace, elf, dwarf, ...; none: all of them.")
  private List<String> names = List.of();

  private FuzzReaders() {}

  public static void main(String[] arguments) {
    System.exit(new CommandLine(new FuzzReaders()).execute(arguments));
  }

  @Override
  public Integer call() throws Exception {
    List<FuzzTarget> targets =
        names.isEmpty()
            ? List.of(FuzzTarget.values())
            : names.stream().map(FuzzTarget::of).toList();
    long seconds = Math.max(1, seconds(time) / targets.size());
    Path root = Path.of(System.getProperty("bbt.root", "."));
    Path kept = corpus == null ? UserCache.folder().resolve("fuzz-readers") : corpus;
    Path found = findings == null ? root.resolve("target/fuzz") : findings;
    boolean clean = true;
    for (FuzzTarget target : targets) {
      FuzzRun.Result result = new FuzzRun(target, kept.resolve(target.label()), found).run(seconds);
      System.out.println(result);
      clean &= result.clean();
    }
    return clean ? 0 : 1;
  }

  private static long seconds(String text) {
    long number = Long.parseLong(text.substring(0, text.length() - 1));
    return switch (text.charAt(text.length() - 1)) {
      case 's' -> number;
      case 'm' -> 60 * number;
      case 'h' -> 3600 * number;
      default -> throw new IllegalArgumentException("not a time: " + text + "; write 90s, 10m, 1h");
    };
  }
}
