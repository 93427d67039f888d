package bbt.samples.cli;

import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.OutputFile;
import bbt.reconstruct.basics.OwnFolder;
import bbt.reconstruct.basics.UserException;
import bbt.reconstruct.cli.CommandProvider;
import bbt.reconstruct.cli.Version;
import bbt.reconstruct.cli.outcome.ExitCode;
import bbt.samples.bench.BenchFile;
import bbt.samples.bench.Measured;
import bbt.samples.bench.Row;
import bbt.samples.bench.Suite;
import bbt.samples.guests.debian.AptArchive;
import bbt.samples.guests.linux.QemuYardstick;
import bbt.translator.boot.GuestSample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
      "The commands run in turn, round by round; the table has medians over the rounds, and ratios",
      "of the runs of one round. Ends with the rebuilding of the last trace.",
      "cpu and cliffs are suites of small programs instead, each of which is a row."
    })
public final class BenchCommand implements Callable<Integer> {
  private static final Pattern INSTRUCTIONS = Pattern.compile("([0-9,]+) (?:guest )?instructions");

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "GUEST",
      description =
          "Sample to boot: see bbt samples list; or cpu, or cliffs (default: ${DEFAULT-VALUE}).",
      defaultValue = "linux")
  private String guest;

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
      description = "Adds a row with --bb-verify, and the trace's verification.")
  private boolean verify;

  @Option(
      names = "--warm",
      description = {
        "Adds a row for a guest in the warm process, which has run it once before (see bbt warm).",
        "A warm process that there is ends first."
      })
  private boolean warm;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write all runs, and what they ran on, to a file.")
  private Path json;

  @Option(
      names = "--compare",
      paramLabel = "FILE",
      description = "Compare the ratios with those of a file that --json wrote.")
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
    BenchFile file = BenchFile.of(guest, Version.number());
    Suite suite = Suite.named(guest);
    if (suite == null) {
      guest(file);
    } else {
      suite(suite, file);
    }
    if (before != null) {
      line("");
      file.compare(before).forEach(row -> line("%s", row));
    }
    if (json != null) {
      OutputFile.write(json, file::write);
    }
    return ExitCode.OK;
  }

  private void guest(BenchFile file) throws IOException, InterruptedException {
    GuestSample.Prepared files = sample().prepare(this::note);
    try (OwnFolder folder = OwnFolder.make(null, "bbt-bench")) {
      Path trace = folder.path().resolve("bench.bbt");
      List<Row> rows = rows(files, trace, folder.path());
      if (warm) {
        rows.add(warmRow());
      }
      for (int round = 1; round <= rounds; round++) {
        for (Row row : rows) {
          note("round " + round + " of " + rounds + ": " + row.name);
          row.add(checked(row, Measured.run(row.command, timeout)));
        }
      }
      print(rows, trace);
      rows.forEach(row -> file.add(guest, row));
    }
  }

  /** A guest in the warm process, which has run it once. */
  private Row warmRow() throws IOException, InterruptedException {
    List<String> command = List.of(bbt(), "boot", guest, "--memory", memory, "--warm");
    Measured.run(List.of(bbt(), "warm", "stop"), timeout);
    checked(
        new Row("the first guest of the warm process", command), Measured.run(command, timeout));
    return new Row("bbt --warm", command);
  }

  /** A row for each program: QEMU, untraced, traced, and what the last two are of the first. */
  private void suite(Suite suite, BenchFile file) throws IOException, InterruptedException {
    List<String> base = qemu.equals("none") ? null : qemuCommand();
    line(
        "| %s, %d rounds, wall s | %s | bbt | bbt / QEMU | traced | traced / bbt |",
        guest, rounds, base == null ? "no QEMU" : "QEMU " + version(base));
    line("|---|---|---|---|---|---|");
    List<Double> untraced = new ArrayList<>();
    List<Double> traced = new ArrayList<>();
    try (OwnFolder folder = OwnFolder.make(null, "bbt-bench")) {
      String trace = folder.path().resolve("bench.bbt").toString();
      for (Suite.Work work : suite.works()) {
        String kernel = work.kernel().toString();
        List<String> guestIs = List.of("-kernel", kernel, "-append", work.append());
        List<String> boot =
            List.of(bbt(), "boot", kernel, "--append", work.append(), "--memory", memory);
        Row plain = new Row("bbt", boot);
        Row tracing = new Row("bbt --bb-trace", with(boot, "--bb-trace", trace));
        Row other =
            base == null
                ? plain
                : new Row("QEMU", with(board(base), guestIs.toArray(String[]::new)));
        Set<Row> rows = new LinkedHashSet<>(List.of(other, plain, tracing));
        for (int round = 1; round <= rounds; round++) {
          note("round " + round + " of " + rounds + ": " + work.name());
          for (Row row : rows) {
            row.add(checked(row, Measured.run(row.command, timeout)));
          }
        }
        rows.forEach(row -> file.add(work.name(), row));
        untraced.add(plain.wallRatio(other));
        traced.add(tracing.wallRatio(plain));
        line(
            "| %s | %.2f | %.2f | %.2f | %.2f | %.2f |",
            work.name(),
            other.wall(),
            plain.wall(),
            untraced.getLast(),
            tracing.wall(),
            traced.getLast());
        spec.commandLine().getOut().flush();
      }
    }
    line(
        "| geometric mean, worst | | | %.2f, %.2f | | %.2f, %.2f |",
        geometricMean(untraced),
        Collections.max(untraced),
        geometricMean(traced),
        Collections.max(traced));
  }

  private static double geometricMean(List<Double> ratios) {
    return Math.exp(ratios.stream().mapToDouble(Math::log).average().orElse(Double.NaN));
  }

  private List<String> qemuCommand() throws IOException, InterruptedException {
    return qemu.equals("testing")
        ? QemuYardstick.command(this::note)
        : List.of(qemu.split(" ", -1));
  }

  private List<String> board(List<String> command) {
    return with(command, "-M", "virt", "-m", memory, "-nographic");
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
        Fault.USAGE, "no sample is called " + guest + "; there are " + String.join(", ", names));
  }

  private List<Row> rows(GuestSample.Prepared files, Path trace, Path folder)
      throws IOException, InterruptedException {
    List<Row> rows = new ArrayList<>();
    if (!qemu.equals("none")) {
      List<String> command = qemuCommand();
      String name = "QEMU " + version(command);
      command = board(command);
      command.addAll(List.of("-kernel", files.kernel().toString()));
      if (files.initrd() != null) {
        command.addAll(List.of("-initrd", files.initrd().toString()));
      }
      if (!files.append().isEmpty()) {
        command.addAll(List.of("-append", files.append()));
      }
      command.addAll(QemuYardstick.devices(files));
      rows.add(new Row(name, command));
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
    String text = Measured.run(with(command, "--version"), timeout).output();
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

  private Measured checked(Row row, Measured run) {
    if (run.exitCode() != 0) {
      String[] lines = run.output().strip().split("\n");
      throw new UserException(
          Fault.CHECK_FAILED,
          row.name + " ended with exit code " + run.exitCode() + ": " + lines[lines.length - 1]);
    }
    return run;
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
    line("trace: %d bytes, %.4f bits per instruction", bytes, (double) bytes * 8 / instructions);
    Row report = new Row("bbt report", List.of(bbt(), "report", trace.toString()));
    Row check = new Row("bbt verify", List.of(bbt(), "verify", trace.toString()));
    for (Row row : List.of(report, check)) {
      for (int round = 0; round < rounds; round++) {
        row.add(checked(row, Measured.run(row.command, timeout)));
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
