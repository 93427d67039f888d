package bbt.reconstruct.cli;

import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.UserException;
import bbt.reconstruct.cli.outcome.ExitCode;
import bbt.reconstruct.cli.warm.WarmControl;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bbt warm}: the process that {@code bbt boot --warm} leaves behind. */
@Command(
    name = "warm",
    description = {
      "Keep a process that has the compiled code of earlier guests.",
      "With bbt boot --warm, or BBT_WARM=1 in the environment, a guest runs in it; it is started",
      "if it does not run. What the guest does, writes and traces is the same, sooner."
    },
    footer = {
      "",
      "One guest runs at a time; another waits and says so. The process is its user's alone. It ends"
          + " by itself when it was idle for long or has become too large, and when bbt was built"
          + " anew. It takes the environment that it was started with, apart from the working"
          + " directory: proxies and BBT_HEAP are those of the start."
    })
public final class WarmCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    throw new UserException(
        Fault.USAGE, "bbt warm needs start, stop or status; see bbt warm --help");
  }

  /** The limits that the process is given at its start. */
  static final class Limits {
    @Option(
        names = "--idle",
        paramLabel = "TIME",
        defaultValue = "30m",
        description =
            "End when idle for so long, such as 90s, 30m or 2h (default: ${DEFAULT-VALUE}).")
    private String idle;

    @Option(
        names = "--memory",
        paramLabel = "SIZE",
        defaultValue = "1G",
        description = {
          "End after a guest when the process still has more memory than this; kept code goes before,",
          "what was not used for the longest time first (default: ${DEFAULT-VALUE})."
        })
    private String memory;

    Duration idle() {
      return Duration.ofSeconds(number("--idle", idle, "smh", 60, "a time such as 90s, 30m or 2h"));
    }

    long memory() {
      return number("--memory", memory, "BKMG", 1024, "a size such as 512M or 2G");
    }

    /** A number, times the unit to the power of the place of its suffix. */
    private static long number(String option, String text, String units, long unit, String what) {
      Matcher matcher = Pattern.compile("([0-9]{1,9})([" + units + "]?)").matcher(text);
      if (!matcher.matches()) {
        throw new UserException(Fault.USAGE, option + " " + text + " is not " + what);
      }
      long value = Long.parseLong(matcher.group(1));
      for (int i = units.indexOf(matcher.group(2)); i > 0; i--) {
        value *= unit;
      }
      return value;
    }
  }

  /** Starts the process. */
  @Command(
      name = "start",
      description = "Start the process, unless there is one, and say how it is.")
  int start(@Mixin Limits limits) throws IOException {
    limits.idle();
    limits.memory();
    print(WarmControl.start(List.of("--idle", limits.idle, "--memory", limits.memory)));
    return ExitCode.OK;
  }

  /** Ends the process. */
  @Command(
      name = "stop",
      description = "End the process; a guest that it runs ends in order, as at SIGTERM.")
  int stop() throws IOException {
    WarmControl.stop();
    return ExitCode.OK;
  }

  /** Tells whether the process runs, and what it holds. */
  @Command(name = "status", description = "Say how the process is; exit code 69 if there is none.")
  int status() throws IOException {
    print(WarmControl.status());
    return ExitCode.OK;
  }

  /** Serves clients: the body of the warm process. */
  @Command(name = "serve", hidden = true)
  int serve(@Mixin Limits limits) throws IOException {
    WarmControl.serve(limits.idle(), limits.memory(), Main::run);
    return ExitCode.OK;
  }

  private void print(String line) {
    spec.commandLine().getOut().print(line);
    spec.commandLine().getOut().flush();
  }
}
