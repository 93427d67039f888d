package bbt.samples.cli;

import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.OwnFolder;
import bbt.reconstruct.basics.UserException;
import bbt.reconstruct.cli.CommandProvider;
import bbt.reconstruct.cli.outcome.ExitCode;
import bbt.samples.conformance.fuzz.Counts;
import bbt.samples.conformance.fuzz.FuzzSession;
import bbt.samples.conformance.fuzz.Kinds;
import bbt.samples.conformance.fuzz.SavedCase;
import bbt.samples.conformance.fuzz.SavedCaseReplay;
import bbt.samples.conformance.fuzz.kind.Capabilities;
import bbt.samples.conformance.fuzz.kind.Kind;
import bbt.samples.conformance.fuzz.run.FuzzBoard;
import bbt.samples.conformance.fuzz.run.QemuSystem;
import bbt.samples.conformance.fuzz.run.Reference;
import bbt.samples.conformance.fuzz.user.InstructionProbe;
import bbt.samples.guests.debian.AptArchive;
import bbt.samples.guests.linux.QemuYardstick;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bbt fuzz}: random programs on this machine and on QEMU. */
@Command(
    name = "fuzz",
    description = {
      "Run random programs here and in QEMU and compare what they leave.",
      "Ends with a summary; the exit code is 0 when nothing differed that is not explained in",
      "docs/testing.md. A difference is minimised and saved; the run goes on."
    })
public final class FuzzCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..*",
      paramLabel = "FILE",
      description = "Run only these saved cases, on every engine; QEMU is not needed.")
  private List<Path> files;

  @Option(
      names = "--time",
      paramLabel = "TIME",
      description = "How long: 90s, 10m, 1h (default without --cases: 1m).")
  private String time;

  @Option(names = "--cases", paramLabel = "N", description = "At least so many cases.")
  private Long cases;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "The same seed makes the same cases (default: ${DEFAULT-VALUE}).",
      defaultValue = "1")
  private long seed;

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      description = "user, privileged or all (default: ${DEFAULT-VALUE}).",
      defaultValue = "all")
  private String kind;

  @Option(
      names = "--guest-isa",
      paramLabel = "ISA",
      description = "riscv64 or arm64 (default: ${DEFAULT-VALUE}).",
      defaultValue = "riscv64")
  private String isa;

  @Option(
      names = "--save",
      paramLabel = "DIR",
      description = "Where minimised cases go (default: ${DEFAULT-VALUE}).",
      defaultValue = "fuzz-findings")
  private Path save;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description = "Programs at the same time, besides QEMU (default: half of the processors).")
  private Integer jobs;

  @Option(
      names = "--qemu",
      paramLabel = "COMMAND",
      description = {
        "The QEMU to compare with: a command, or for RISC-V testing: the newest in Debian,",
        "fetched once and run from the cache (default: qemu-system-riscv64 or -aarch64)."
      })
  private String qemu;

  @Spec private CommandSpec spec;

  /** The summary is printed and the temporary files are gone. */
  private final CountDownLatch ended = new CountDownLatch(1);

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (files != null) {
      return withFolder(this::replay);
    }
    int workers = jobs == null ? Math.max(1, Runtime.getRuntime().availableProcessors() / 2) : jobs;
    if (workers < 1) {
      throw new UserException(Fault.USAGE, "--jobs must be at least 1");
    }
    Duration duration =
        time != null ? duration(time) : Duration.ofMinutes(cases == null ? 1 : 100_000);
    FuzzSession.Plan plan =
        new FuzzSession.Plan(
            kinds(), duration, cases == null ? Long.MAX_VALUE : cases, seed, save, workers);
    return withFolder(
        folder -> {
          FuzzBoard board = board();
          Reference reference = new QemuSystem(command(board), board, folder);
          Capabilities capabilities =
              board == FuzzBoard.RISCV
                  ? InstructionProbe.of(reference)
                  : Capabilities.all(reference.version());
          FuzzSession session =
              new FuzzSession(plan, reference, capabilities, folder, this::finding);
          return run(session, reference, capabilities);
        });
  }

  private FuzzBoard board() {
    return switch (isa) {
      case "riscv64" -> FuzzBoard.RISCV;
      case "arm64" -> FuzzBoard.ARM64;
      default ->
          throw new UserException(
              Fault.USAGE, "--guest-isa must be riscv64 or arm64, found " + isa);
    };
  }

  private List<String> command(FuzzBoard board) throws IOException {
    if (qemu == null) {
      return List.of(board.qemu().program());
    }
    if (!qemu.equals("testing")) {
      return List.of(qemu.split(" ", -1));
    }
    if (board == FuzzBoard.ARM64) {
      throw new UserException(
          Fault.USAGE, "--qemu testing is for RISC-V; name a command for --guest-isa arm64");
    }
    return QemuYardstick.command(board.qemu(), this::note);
  }

  private interface Work {
    int in(Path folder) throws IOException, InterruptedException;
  }

  /** Works in a folder for temporary files, in memory where the host has that. */
  private int withFolder(Work work) throws IOException, InterruptedException {
    Path memory = Path.of("/dev/shm");
    try (OwnFolder folder = OwnFolder.make(Files.isWritable(memory) ? memory : null, "bbt-fuzz")) {
      return work.in(folder.path());
    } finally {
      ended.countDown();
    }
  }

  private int replay(Path folder) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    int bad = 0;
    for (Path file : files) {
      List<String> lines = SavedCaseReplay.of(SavedCase.read(file), folder);
      out.println(file + (lines.isEmpty() ? ": as the reference on every engine" : ":"));
      lines.forEach(line -> out.println("  " + line));
      bad += lines.isEmpty() ? 0 : 1;
    }
    return bad == 0 ? ExitCode.OK : ExitCode.CHECK_FAILED;
  }

  private int run(FuzzSession session, Reference reference, Capabilities capabilities)
      throws IOException, InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    Thread hook = new Thread(() -> interrupted(session), "fuzz-stop");
    Runtime.getRuntime().addShutdownHook(hook);
    Thread progress =
        Thread.ofPlatform().daemon().name("fuzz-progress").start(() -> progress(session));
    try {
      session.run();
    } finally {
      progress.interrupt();
      progress.join();
      try {
        summary(out, session, reference, capabilities);
      } finally {
        remove(hook);
      }
    }
    return session.failing() == 0 ? ExitCode.OK : ExitCode.CHECK_FAILED;
  }

  private static void remove(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is ending: the hook has done its work.
    }
  }

  /** On a signal: the batches that run are completed, the summary is printed. */
  private void interrupted(FuzzSession session) {
    session.stop();
    try {
      ended.await(30, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private List<Kind> kinds() {
    List<Kind> all = Kinds.all(board());
    if (kind.equals("all")) {
      return all;
    }
    String prefix = board() == FuzzBoard.RISCV ? "" : isa + "-";
    return List.of(
        all.stream()
            .filter(each -> each.name().equals(prefix + kind))
            .findFirst()
            .orElseThrow(
                () ->
                    new UserException(
                        Fault.USAGE,
                        "no kind is called "
                            + kind
                            + "; there are "
                            + all.stream()
                                .map(each -> each.name().substring(prefix.length()))
                                .collect(Collectors.joining(", "))
                            + " and all")));
  }

  private static Duration duration(String text) {
    if (!text.matches("\\d{1,6}[smh]")) {
      throw new UserException(
          Fault.USAGE, "--time must be a number with s, m or h, such as 10m, found " + text);
    }
    long number = Long.parseLong(text.substring(0, text.length() - 1));
    return switch (text.charAt(text.length() - 1)) {
      case 's' -> Duration.ofSeconds(number);
      case 'm' -> Duration.ofMinutes(number);
      default -> Duration.ofHours(number);
    };
  }

  private void progress(FuzzSession session) {
    if (System.console() == null || !System.console().isTerminal()) {
      return;
    }
    PrintWriter err = spec.commandLine().getErr();
    try {
      while (true) {
        Thread.sleep(1000);
        err.print("\rfuzz: " + line(sum(session.counts()), session.elapsed()) + "  ");
        err.flush();
      }
    } catch (InterruptedException e) {
      err.print("\r");
      err.flush();
    }
  }

  private static Counts sum(Map<String, Counts> counts) {
    return counts.values().stream().reduce(Counts.NONE, Counts::plus);
  }

  private static String line(Counts c, Duration elapsed) {
    double seconds = Math.max(elapsed.toMillis() / 1000.0, 0.001);
    return String.format(
        Locale.ROOT,
        "%,d cases in %,d programs, %,d random instructions compared, %,.0f M executed, %,.0f"
            + " cases/s; %,d runs traced and"
            + " verified; %,d explained, %,d unexplained",
        c.cases(),
        c.batches(),
        c.random(),
        c.instructions() / 1e6,
        c.cases() / seconds,
        c.traced(),
        c.explained(),
        c.failing());
  }

  private void summary(
      PrintWriter out, FuzzSession session, Reference reference, Capabilities capabilities) {
    Duration elapsed = session.elapsed();
    session
        .counts()
        .forEach((name, counts) -> out.println("fuzz " + name + ": " + line(counts, elapsed)));
    List<String> unknown = capabilities.unknown();
    if (!unknown.isEmpty()) {
      out.println("fuzz: not compared, unknown to the reference: " + String.join(" ", unknown));
    }
    Counts all = sum(session.counts());
    out.printf(
        Locale.ROOT,
        "fuzz: %d cases against %s in %.1f min, seed %d: %d unexplained%n",
        all.cases(),
        reference.name(),
        elapsed.toMillis() / 60e3,
        seed,
        all.failing());
    out.flush();
  }

  private synchronized void finding(String text) {
    PrintWriter err = spec.commandLine().getErr();
    err.println("fuzz: " + text);
    err.flush();
  }

  private void note(String text) {
    if (System.console() != null || text.startsWith(AptArchive.WARNING)) {
      spec.commandLine().getErr().println("bbt: " + text);
    }
  }

  /** Registers the command. */
  public static final class Provider implements CommandProvider {
    @Override
    public Object command() {
      return new FuzzCommand();
    }
  }
}
