package bbt.reconstruct.cli.boot;

import bbt.ptg.image.ImageException;
import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.Interruption;
import bbt.reconstruct.basics.UserException;
import bbt.reconstruct.cache.CacheFolder;
import bbt.reconstruct.cache.FileKey;
import bbt.reconstruct.cache.UserCache;
import bbt.reconstruct.cli.outcome.ExitCode;
import bbt.reconstruct.cli.outcome.StandardOutput;
import bbt.reconstruct.cli.warm.Caller;
import bbt.reconstruct.replay.Replay;
import bbt.reconstruct.replay.setup.ProgramSnapshots;
import bbt.translator.boot.GuestSample;
import bbt.translator.boot.ProgramGuest;
import bbt.translator.config.MachineConfig;
import bbt.translator.config.TimeMode;
import bbt.translator.machine.Machine;
import bbt.translator.machine.MachineSnapshot;
import bbt.translator.run.ExitReason;
import bbt.translator.run.RunResult;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs one {@code bbt run}: brings a program into a guest that has booted, and connects it. */
public final class ProgramRunner {
  private static final long FINISH_SECONDS = 10;

  /** Programs that were run, for their repetition. */
  private static final long ARCHIVE_BYTES = 1L << 30;

  private static final String ARCHIVE = ".archive";

  // Errors of Linux.
  private static final int NO_SUCH_FILE = 2;

  private static final int COMMAND_NOT_FOUND = 127;
  private static final int CANNOT_EXECUTE = 126;

  @Parameters(
      arity = "1..*",
      paramLabel = "PROGRAM [ARGS...]",
      description = {
        "An ELF program for the guest or a script, or the name of one of the guest's commands (busybox has 270,",
        "such as sh). What follows it are its arguments."
      })
  private List<String> words;

  @Mixin private BootOptions options;

  @Option(
      names = "--add",
      paramLabel = "FILE[:PATH]",
      description =
          "A file or folder to bring along: into the program's folder, or to PATH in the guest."
              + " Repeatable.")
  private List<String> added = new ArrayList<>();

  @Option(
      names = "--sysroot",
      paramLabel = "DIR",
      description =
          "Where the program's dynamic linker and libraries are (default: where Debian's cross"
              + " compiler for the guest has them, /usr/...-linux-gnu).")
  private Path sysroot;

  @Option(
      names = "--env",
      paramLabel = "NAME=VALUE",
      description = "A variable of the program's environment. Repeatable.")
  private List<String> environment = new ArrayList<>();

  @Option(
      names = "--user-only",
      description = "Record what is executed in user mode only, not the kernel.")
  private boolean userOnly;

  @Mixin private ReportOptions reports;

  @Option(
      names = "--console",
      paramLabel = "FILE",
      description = "Where the kernel's messages go (default: nowhere).")
  private Path console;

  @Option(names = "--quiet", description = "No summary line.")
  private boolean quiet;

  private Caller caller;
  private TraceTarget target;
  private Machine machine;
  private boolean ended;
  private final CountDownLatch finished = new CountDownLatch(1);

  /** The commands to run now, each with its arguments: none if the run was broken off. */
  public List<List<String>> reports() {
    return ended && target != null ? reports.commands(target.file()) : List.of();
  }

  /**
   * Runs the program and returns its exit code.
   *
   * @param by who called
   * @param err where lines for the user go
   */
  public int run(Caller by, PrintWriter err) throws IOException {
    caller = by;
    target = options.trace == null ? null : TraceTarget.parse(options.trace, by, err);
    checkOptions();
    ProgramFiles files =
        new ProgramFiles(by, sysroot != null ? sysroot : Path.of("/usr", ProgramFiles.TRIPLET));
    for (String each : added) {
      files.add(each);
    }
    String program = files.program(words.getFirst());
    Path archive = keep(files.archive(program, words, environment()));
    try (OutputStream kernel =
        console == null ? OutputStream.nullOutputStream() : Files.newOutputStream(console)) {
      MachineConfig config = config(archive, files.programs(), err);
      MachineSnapshot from =
          ProgramSnapshots.ofUser().find(config, kernel, line -> tell(err, line));
      return runMachine(config, from, kernel, err);
    } catch (ImageException e) {
      throw new UserException(Fault.BAD_DATA, e.getMessage(), e);
    }
  }

  private static void tell(PrintWriter err, String line) {
    err.println("bbt: " + line);
    err.flush();
  }

  private void checkOptions() {
    refuse(options.harts != 1, "--smp: the guest that programs run in has one hart");
    refuse(options.time != TimeMode.VIRTUAL, "--time host: programs run in virtual time");
    refuse(options.ring != null, "--bb-ring: bbt run keeps the whole trace");
    refuse(userOnly && target == null, "--user-only needs --bb-trace FILE");
    refuse(userOnly && !options.filters.isEmpty(), "--user-only is --bb-filter user: give one");
    reports.check(target, caller);
    if (target != null) {
      options.starts = options.starts.isEmpty() ? List.of("exec") : options.starts;
      options.stops = options.stops.isEmpty() ? List.of("pid=1") : options.stops;
      options.filters = userOnly ? List.of("user") : options.filters;
    }
  }

  private static void refuse(boolean given, String why) {
    if (given) {
      throw new UserException(Fault.USAGE, why + "; see bbt run --help");
    }
  }

  private List<String> environment() {
    List<String> all =
        new ArrayList<>(List.of("PATH=/usr/local/bin:/usr/bin:/bin:/work", "HOME=/root"));
    for (String each : environment) {
      refuse(each.indexOf('=') < 1, "--env " + each + ": write NAME=VALUE");
      all.removeIf(old -> old.startsWith(each.substring(0, each.indexOf('=') + 1)));
      all.add(each);
    }
    return all;
  }

  private MachineConfig config(Path archive, List<Path> elves, PrintWriter err) throws IOException {
    ProgramGuest guest =
        ServiceLoader.load(ProgramGuest.class)
            .findFirst()
            .orElseThrow(
                () -> new UserException(Fault.UNAVAILABLE, "this build has no guest for programs"));
    GuestSample.Prepared files = guest.prepare(line -> tell(err, line));
    if (options.append != null) {
      options.append = files.append() + " " + options.append;
    }
    MachineConfig config = options.toConfig(files, caller, target);
    return config.with(new MachineConfig.Program(archive, elves), config.trace());
  }

  /** Keeps what the guest gets, so that the run can be repeated. */
  private static Path keep(byte[] archive) throws IOException {
    Path folder = UserCache.folder().resolve("run");
    Path file = folder.resolve(FileKey.of(archive) + ARCHIVE);
    if (Files.exists(file)) {
      CacheFolder.used(file);
    } else {
      new CacheFolder(folder, ARCHIVE, ARCHIVE_BYTES)
          .put(file, fresh -> Files.write(fresh, archive));
    }
    return file;
  }

  // ---- the run

  private int runMachine(
      MachineConfig config, MachineSnapshot from, OutputStream kernel, PrintWriter err)
      throws IOException {
    boolean live = caller.terminal() != null;
    OutputStream out = target != null && target.standardOutput() ? caller.err() : caller.out();
    try (ProgramConsole port =
        new ProgramConsole(new HostConsole(caller.in(), kernel, live), out, caller.err())) {
      machine = Machine.resume(config, port, null, null, from);
      machine.keepRegions(caller.regions());
      Runnable stop =
          () -> {
            machine.requestStop();
            port.cancel();
          };
      try (Interruption.Registration open = Interruption.during(() -> stopped(stop))) {
        port.start(stop);
        RunResult result = machine.run();
        if (config.trace() != null) {
          Replay.remember(config);
        }
        return told(result, from, port, err);
      } finally {
        finished.countDown();
      }
    } finally {
      if (machine != null && finished.getCount() == 0) {
        machine.release();
      }
    }
  }

  private String stopped(Runnable stop) throws InterruptedException {
    stop.run();
    boolean whole = finished.await(FINISH_SECONDS, TimeUnit.SECONDS);
    if (target == null) {
      return "";
    }
    return target.name()
        + (whole
            ? " holds the run up to here"
            : " could not be finished in time: it is cut, and can be read as far as it goes");
  }

  private int told(RunResult result, MachineSnapshot from, ProgramConsole port, PrintWriter err) {
    IOException failure = port.failure();
    if (failure != null) {
      if (StandardOutput.isClosed(failure)) {
        return ExitCode.OUTPUT_CLOSED;
      }
      tell(err, "the program's output cannot be written: " + failure.getMessage());
      return ExitCode.IO_ERROR;
    }
    if (port.error() != 0) {
      boolean missing = port.error() == NO_SUCH_FILE;
      tell(
          err,
          words.getFirst()
              + (missing
                  ? ": neither a file here nor a command of the guest"
                  : ": the guest's Linux does not execute it: its error " + port.error()));
      return missing ? COMMAND_NOT_FOUND : CANNOT_EXECUTE;
    }
    boolean own =
        result.reason() == ExitReason.POWER_OFF || result.reason() == ExitReason.GUEST_FAILURE;
    if (!own && !(result.reason() == ExitReason.STOPPED && Interruption.begun())) {
      tell(err, ExitCodes.explain(result));
    }
    ended = own || result.reason() == ExitReason.INSTRUCTION_LIMIT;
    if (target != null && !quiet) {
      tell(
          err,
          String.format(
              Locale.ROOT,
              "%,d instructions in %.2f s, from the program's way into the guest to its end; trace %,d bytes",
              result.retired() - from.clock(),
              result.nanos() / 1e9,
              result.traceBytes()));
    }
    return own ? result.guestCode() : ExitCodes.of(result);
  }
}
