package bbt.samples.cli;

import bbt.ptg.riscv.RiscvIsa;
import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.OutputFile;
import bbt.reconstruct.basics.OwnFolder;
import bbt.reconstruct.basics.UserException;
import bbt.reconstruct.cli.CommandProvider;
import bbt.reconstruct.cli.Version;
import bbt.reconstruct.cli.outcome.ExitCode;
import bbt.samples.bench.BenchFile;
import bbt.samples.bench.Measured;
import bbt.samples.bench.Rivals;
import bbt.samples.bench.Row;
import bbt.samples.bench.Setting;
import bbt.samples.bench.Suite;
import bbt.samples.bench.SuiteTable;
import bbt.samples.bench.ThreadTable;
import bbt.samples.bench.Work;
import bbt.samples.guests.debian.AptArchive;
import bbt.samples.guests.linux.QemuYardstick;
import bbt.translator.boot.GuestSample;
import bbt.translator.guest.GuestArchitecture;
import bbt.translator.machine.Architectures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bbt bench}: the figures of the README, side by side in one run. */
@Command(
    name = "bench",
    description = {
      "Measure a guest under QEMU and under bbt, untraced and traced, side by side.",
      "The commands run in turn, round by round; the table has medians over the",
      "rounds, and ratios of the runs of one round. Ends with the rebuilding of",
      "the last trace. All must say that they computed the same, as far as the guest",
      "says a checksum. The guest's kernel tells which QEMU it is: bbt bench linux-arm64.",
      "A suite has a row for each of many works instead, all of them on RISC-V:",
      "  start   bbt's own start",
      "  boot    kernels from reset to their first program",
      "  shell   the same kernels and shell work; Debian's userland",
      "  smp     four harts, beside QEMU with one thread and with a thread for each",
      "  cpu     programs of one kind of work each, without an operating system",
      "  cliffs  code that is hard to translate",
      "  debian  Debian's programs inside Linux; the boot is not measured"
    })
public final class BenchCommand implements Callable<Integer> {
  private static final Pattern INSTRUCTIONS = Pattern.compile("([0-9,]+) (?:guest )?instructions");

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "GUEST|SUITE",
      description = "Suite, or sample to boot: see bbt samples list (default: ${DEFAULT-VALUE}).",
      defaultValue = "linux")
  private String guest;

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "ROW",
      description = "Rows of the suite (default: all).")
  private List<String> works = new ArrayList<>();

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "Rounds (default: ${DEFAULT-VALUE}).",
      defaultValue = "5")
  private int rounds;

  @Option(
      names = "--qemu",
      paramLabel = "COMMAND",
      description = {
        "The QEMU to compare with: a command, testing for the newest in Debian",
        "(fetched once, run from the cache), none (default: ${DEFAULT-VALUE})."
      },
      defaultValue = "testing")
  private String qemu;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      description = "Guest memory (default: ${DEFAULT-VALUE}).",
      defaultValue = "512M")
  private String memory;

  @Option(
      names = "--verify",
      description = "Adds a row with --bb-verify, and the trace's verification; not in a suite.")
  private boolean verify;

  @Option(
      names = "--warm",
      description = {
        "Adds runs in the warm process, which has run the same guest once before (see bbt warm).",
        "A warm process that there is ends first."
      })
  private boolean warm;

  @Option(
      names = "--threads",
      description = {
        "Adds a table of CPU seconds by thread of bbt's processes, looked at ten times a second,",
        "which takes some CPU time itself; on Linux."
      })
  private boolean threads;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write all runs, and what they ran on, to a file.")
  private Path json;

  @Option(
      names = "--compare",
      paramLabel = "FILE",
      description = {
        "Compare the ratios with those of a file that --json wrote; rows whose guest is another",
        "one now are left out, and named."
      })
  private Path compare;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description = "Longest time of one run (default: ${DEFAULT-VALUE}).",
      defaultValue = "600")
  private long timeout;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (rounds < 1) {
      throw new UserException(Fault.USAGE, "--rounds must be at least 1");
    }
    BenchFile before = compare == null ? null : BenchFile.read(compare);
    Suite suite = Suite.named(guest);
    List<String> chosen = suite == null ? List.of() : suite.choose(works);
    GuestSample sample = suite == null ? sample() : null;
    if (suite == null && !works.isEmpty()) {
      throw new UserException(
          Fault.USAGE, guest + " is a guest; rows can be chosen of a suite: " + suites());
    }
    if (suite != null && verify) {
      throw new UserException(Fault.USAGE, "--verify is for a guest; " + guest + " is a suite");
    }
    GuestSample.Prepared files = sample == null ? null : sample.prepare(this::note);
    List<String> yardstick = qemu.equals("none") ? null : qemuCommand(files);
    BenchFile file =
        BenchFile.of(guest, Version.number(), yardstick == null ? null : version(yardstick));
    if (suite == null) {
      guest(files, yardstick, file);
    } else {
      suite(suite, chosen, yardstick, file);
    }
    line("%s", file.setting());
    if (before != null) {
      line("");
      file.compare(before).forEach(row -> line("%s", row));
    }
    if (json != null) {
      OutputFile.write(json, file::write);
    }
    return ExitCode.OK;
  }

  private void guest(GuestSample.Prepared files, List<String> yardstick, BenchFile file)
      throws IOException, InterruptedException {
    try (OwnFolder folder = OwnFolder.make(null, "bbt-bench")) {
      Path trace = folder.path().resolve("bench.bbt");
      List<Row> rows = rows(files, yardstick, file.qemu(), trace, folder.path());
      if (warm) {
        Row row =
            new Row("bbt --warm", List.of(bbt(), "boot", guest, "--memory", memory, "--warm"));
        rows.add(row);
        warmUp(row);
      }
      String booted = Work.guest(files, files.append(), memory);
      measure(guest, rows);
      print(rows, trace);
      rows.forEach(row -> file.add(guest, booted, row));
    }
  }

  /** Lets a new warm process run what a row runs. */
  private void warmUp(Row row) throws IOException, InterruptedException {
    Measured.run(List.of(bbt(), "warm", "stop"), timeout, null);
    new Row("the first guest of the warm process", row.command).run(timeout);
  }

  /** Runs the commands in turn, round by round. */
  private void measure(String work, List<Row> rows) throws IOException, InterruptedException {
    for (int round = 1; round <= rounds; round++) {
      for (Row row : rows) {
        note("round " + round + " of " + rounds + ": " + work + ", " + row.name);
        row.run(timeout, threads);
      }
      Row.requireSameWork(rows);
    }
  }

  /** A row for each work; printed as soon as it is measured. */
  private void suite(Suite suite, List<String> chosen, List<String> yardstick, BenchFile file)
      throws IOException, InterruptedException {
    String title = suite + ", " + rounds + (rounds == 1 ? " round" : " rounds") + ", wall s";
    SuiteTable table = new SuiteTable(title, file.qemu(), warm);
    ThreadTable byThread = new ThreadTable();
    try (OwnFolder folder = OwnFolder.make(null, "bbt-bench")) {
      String trace = folder.path().resolve("bench.bbt").toString();
      Setting setting = new Setting(memory, folder.path(), this::note);
      table.head().forEach(row -> line("%s", row));
      for (String name : chosen) {
        Work work = suite.work(name, setting);
        Rivals rivals = Rivals.of(work, bbt(), yardstick, trace, warm);
        if (rivals.warm() != null) {
          warmUp(rivals.warm());
        }
        measure(name, rivals.rows());
        rivals.rows().forEach(row -> file.add(name, work.guest(), row));
        line("%s", table.line(name, rivals));
        byThread.add(name, rivals);
        spec.commandLine().getOut().flush();
      }
    }
    line("%s", table.last());
    print(byThread);
  }

  private void print(ThreadTable table) {
    if (threads) {
      line("");
      table.lines().forEach(row -> line("%s", row));
    }
  }

  /**
   * The start of QEMU's command line.
   *
   * @param files of the guest; null: a suite's
   */
  private List<String> qemuCommand(GuestSample.Prepared files)
      throws IOException, InterruptedException {
    if (!qemu.equals("testing")) {
      return List.of(qemu.split(" ", -1));
    }
    GuestArchitecture guests =
        files == null ? Architectures.of(RiscvIsa.RV64) : Architectures.of(files.kernel());
    return QemuYardstick.command(guests.qemu(), this::note);
  }

  private GuestSample sample() {
    List<String> names = new ArrayList<>();
    for (GuestSample sample : ServiceLoader.load(GuestSample.class)) {
      if (sample.name().equals(guest)) {
        return sample;
      }
      names.add(sample.name());
    }
    throw new UserException(
        Fault.USAGE,
        "no sample or suite is called "
            + guest
            + "; there are the suites "
            + suites()
            + " and the samples "
            + String.join(", ", names));
  }

  private static String suites() {
    return Arrays.stream(Suite.values()).map(Suite::toString).collect(Collectors.joining(", "));
  }

  private List<Row> rows(
      GuestSample.Prepared files, List<String> yardstick, String version, Path trace, Path folder) {
    List<Row> rows = new ArrayList<>();
    if (yardstick != null) {
      List<String> board = QemuYardstick.board(files, files.append(), memory);
      rows.add(new Row("QEMU " + version, with(yardstick, board.toArray(String[]::new))));
    }
    List<String> boot = List.of(bbt(), "boot", guest, "--memory", memory);
    rows.add(new Row("bbt", boot));
    rows.add(new Row("bbt --bb-trace", with(boot, "--bb-trace", trace.toString())));
    if (verify) {
      String verified = folder.resolve("verify.bbt").toString();
      rows.add(
          new Row("bbt --bb-trace --bb-verify", with(boot, "--bb-trace", verified, "--bb-verify")));
    }
    return rows;
  }

  private String version(List<String> command) throws IOException, InterruptedException {
    String text = Measured.run(with(command, "--version"), timeout, null).output();
    Matcher matcher = Pattern.compile("version ([0-9.]+)").matcher(text);
    return matcher.find() ? matcher.group(1) : "?";
  }

  private static String bbt() {
    String home = System.getProperty("bbt.home");
    if (home == null) {
      throw new UserException(Fault.USAGE, "bench must be started with ./bbt (bbt.home is unset)");
    }
    return Path.of(home, "bbt").toString();
  }

  private static List<String> with(List<String> command, String... more) {
    List<String> all = new ArrayList<>(command);
    all.addAll(List.of(more));
    return all;
  }

  private void print(List<Row> rows, Path trace) throws IOException, InterruptedException {
    Row base = rows.getFirst();
    Row untraced = rows.stream().filter(row -> row.name.equals("bbt")).findFirst().orElseThrow();
    line("| %s, %d rounds | wall s | CPU s | wall / %s | MIPS |", guest, rounds, base.name);
    line("|---|---|---|---|---|");
    for (Row row : rows) {
      long instructions = instructions(row == base && row != untraced ? untraced : row);
      line(
          "| %s | %.2f | %.2f | %.2f | %.0f |",
          row.name,
          row.wall(),
          row.cpu(),
          row.wallRatio(base),
          (double) instructions / row.wall() / 1e6);
    }
    long instructions = instructions(untraced);
    Row traced =
        rows.stream().filter(row -> row.name.equals("bbt --bb-trace")).findFirst().orElseThrow();
    long bytes = Files.size(trace);
    line("");
    line("instructions: %d", instructions);
    line(
        "tracing: wall %.3f, CPU %.3f of untraced",
        traced.wallRatio(untraced), traced.cpuRatio(untraced));
    ThreadTable byThread = new ThreadTable();
    byThread.add(guest, new Rivals(null, untraced, traced, null));
    print(byThread);
    line("");
    line("trace: %d bytes, %.4f bits per instruction", bytes, (double) bytes * 8 / instructions);
    Row report = new Row("bbt report", List.of(bbt(), "report", trace.toString()));
    Row check = new Row("bbt verify", List.of(bbt(), "verify", trace.toString()));
    for (Row row : List.of(report, check)) {
      for (int round = 0; round < rounds; round++) {
        row.run(timeout);
      }
      line(
          "%s: %.2f s, %.0f M instructions per second (whole process)",
          row.name, row.wall(), instructions / row.wall() / 1e6);
    }
  }

  /** From bbt's summary line. */
  private static long instructions(Row row) {
    Matcher matcher = INSTRUCTIONS.matcher(row.last().output());
    long found = -1;
    while (matcher.find()) {
      found = Long.parseLong(matcher.group(1).replace(",", ""));
    }
    if (found < 0) {
      throw new UserException(Fault.CHECK_FAILED, "no summary line in the output of " + row.name);
    }
    return found;
  }

  private void line(String format, Object... arguments) {
    spec.commandLine().getOut().println(String.format(Locale.ROOT, format, arguments));
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
      return new BenchCommand();
    }
  }
}
