package bbt.samples.cli;

import bbt.reconstruct.cli.CommandProvider;
import bbt.reconstruct.cli.outcome.ExitCode;
import bbt.samples.conformance.lockstep.LockstepRun;
import bbt.samples.conformance.lockstep.TraceKind;
import bbt.translator.boot.GuestSample;
import bbt.translator.lockstep.Choices;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bbt lockstep GUEST}: the engines compared, instruction by instruction if need be. */
@Command(
    name = "lockstep",
    description = {
      "Run a guest on the interpreter and on the translator at once and compare them.",
      "Registers are compared at every exit of a region, everything else now and then. Thresholds,",
      "region sizes, budget exits and tracing are chosen by the seed. Where the engines differ, the",
      "instruction is named."
    })
public final class LockstepCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..1",
      paramLabel = "GUEST",
      defaultValue = "mini",
      description = "Sample, see: bbt samples list; or a kernel file (default: ${DEFAULT-VALUE}).")
  private String guest;

  @Option(
      names = "--insns",
      paramLabel = "N",
      description = "Stop after N instructions (default: at the guest's end).")
  private Long insns;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed of the random choices (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "1",
      description = "Compare so many times, with the next seed each (default: ${DEFAULT-VALUE}).")
  private int runs;

  @Option(
      names = "--trace",
      paramLabel = "none|raw|compact|verify|random",
      defaultValue = "random",
      description = "How to trace the translator's run; the trace is checked, too.")
  private TraceKind trace;

  @Option(
      names = "--background",
      description =
          "Compile on another thread as boot does: a difference may not come again when the run is"
              + " repeated.")
  private boolean background;

  @Option(
      names = "--smp",
      paramLabel = "N",
      defaultValue = "1",
      description = "Number of harts (default: ${DEFAULT-VALUE}).")
  private int harts;

  @Option(
      names = "--append",
      paramLabel = "ARGUMENTS",
      description = "The guest's boot arguments, in place of the sample's.")
  private String append;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    GuestSample.Prepared files = files(err);
    boolean passed = true;
    for (long each = seed; each < seed + runs; each++) {
      Choices choices = Choices.of(each);
      if (background) {
        choices = choices.inBackground();
      }
      long begin = System.nanoTime();
      LockstepRun run =
          LockstepRun.of(
              files,
              insns == null ? Long.MAX_VALUE : insns,
              harts,
              choices,
              trace,
              line -> say(err, line));
      print(out, run, System.nanoTime() - begin);
      passed &= run.passed();
    }
    return passed ? ExitCode.OK : ExitCode.CHECK_FAILED;
  }

  private static void say(PrintWriter err, String line) {
    err.println("bbt: " + line);
    err.flush();
  }

  private GuestSample.Prepared files(PrintWriter err) throws IOException {
    Path file = Path.of(guest);
    GuestSample.Prepared files =
        Files.isRegularFile(file)
            ? new GuestSample.Prepared(file, null, "")
            : SamplesCommand.named(guest).prepare(line -> say(err, line));
    return append == null
        ? files
        : new GuestSample.Prepared(
            files.kernel(), files.initrd(), append, files.bios(), files.drives());
  }

  private static void print(PrintWriter out, LockstepRun run, long nanos) {
    out.printf(
        Locale.ROOT,
        "%s  seed %d: %,d instructions, registers compared %,d times, all state %,d times, memory"
            + " %,d times, %.1f s%n",
        run.passed() ? "PASS" : "FAIL",
        run.choices().seed(),
        run.result().instructions(),
        run.result().places(),
        run.result().pauses(),
        run.result().memories(),
        nanos / 1e9);
    out.printf("      %s, trace %s%n", run.choices(), run.trace().name().toLowerCase(Locale.ROOT));
    if (run.result().difference() != null) {
      out.println(run.result().difference());
    }
    if (!run.traceProblem().isEmpty()) {
      out.println(run.traceProblem());
    }
    out.flush();
  }

  /** Registers the command. */
  public static final class Provider implements CommandProvider {
    @Override
    public Object command() {
      return new LockstepCommand();
    }
  }
}
