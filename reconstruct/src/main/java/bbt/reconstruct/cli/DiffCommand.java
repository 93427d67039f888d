package bbt.reconstruct.cli;

import bbt.packets.TraceReader;
import bbt.packets.bytes.Problem;
import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.Interruption;
import bbt.reconstruct.basics.Progress;
import bbt.reconstruct.basics.UserException;
import bbt.reconstruct.cli.options.BinaryOptions;
import bbt.reconstruct.cli.options.PageTarget;
import bbt.reconstruct.cli.options.SelectionOptions;
import bbt.reconstruct.cli.options.SourceOptions;
import bbt.reconstruct.cli.options.TraceFiles;
import bbt.reconstruct.cli.outcome.ExitCode;
import bbt.reconstruct.diff.DiffMaker;
import bbt.reconstruct.diff.DiffResult;
import bbt.reconstruct.diff.change.GroupDiff;
import bbt.reconstruct.diff.show.HtmlDiff;
import bbt.reconstruct.diff.show.HtmlGroups;
import bbt.reconstruct.diff.show.JsonDiff;
import bbt.reconstruct.diff.show.TextDiff;
import bbt.reconstruct.diff.show.TextGroups;
import bbt.reconstruct.select.RecordedPart;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bbt diff}: where two executions part, and what came of it. */
@Command(
    name = "diff",
    description = {
      "Compare two runs: where they part, and what cost more or less after that.",
      "Says at once if they are the same execution. Of two groups of runs it tells what differs by",
      "more than chance."
    },
    footer = {
      "",
      "bbt diff A B, or bbt diff A1 A2 A3 --against B1 B2 B3 (or with -- between the groups).",
      "Exit code 0: the same, or with --fail-if-slower not slower; 1: different (slower); 64 and up:"
          + " an error. See docs/diff.md."
    })
final class DiffCommand implements Callable<Integer> {
  private static final Pattern PERCENT = Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,9})?) ?%?");

  /** The exit code where the executions differ. */
  private static final int DIFFERENT = 1;

  @Parameters(
      arity = "1..*",
      paramLabel = "TRACE",
      description = "Two trace files; or those of the first group.")
  private List<Path> traces = List.of();

  @Option(
      names = "--against",
      arity = "1..*",
      paramLabel = "TRACE",
      description = "The traces to compare with: the second group.")
  private List<Path> against = List.of();

  @Mixin private BinaryOptions binaries = new BinaryOptions();

  @Option(
      names = "--binary-a",
      paramLabel = "ELF",
      description = "As --binary, for A (the first group) alone: a file that was rebuilt.")
  private List<Path> binariesA = List.of();

  @Option(
      names = "--binary-b",
      paramLabel = "ELF",
      description = "As --binary, for B (the second group) alone.")
  private List<Path> binariesB = List.of();

  @Option(
      names = "--code",
      paramLabel = "FUNCTION",
      description = {
        "Print the code of a function (a name or an address) in both runs side by side, with counts",
        "and source lines. Repeatable."
      })
  private List<String> code = List.of();

  @Mixin private SourceOptions sources = new SourceOptions();

  @Option(
      names = "--context",
      paramLabel = "N",
      defaultValue = "8",
      description = "Branches shown before and after the divergence (default: ${DEFAULT-VALUE}).")
  private int context;

  @Option(
      names = "--first",
      description = "Stop at the first divergence; do not work out what came of it.")
  private boolean first;

  @Option(
      names = "--fail-if-slower",
      paramLabel = "PERCENT",
      description = {
        "Exit code 1 only if B executes more instructions than A by more than this, such as 2%%",
        "or 0; of the part that --function, --task ... select."
      })
  private String slower;

  @Option(
      names = "--top",
      paramLabel = "N",
      defaultValue = "8",
      description = "Rows in each table (default: ${DEFAULT-VALUE}).")
  private int top;

  @Option(names = "--json", description = "Print JSON with stable keys.")
  private boolean json;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description =
          "Write a self-contained page: both sides, edits in order, flame graphs, tables.")
  private Path html;

  @Mixin private SelectionOptions selected = new SelectionOptions();

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    if (context < 0) {
      throw new UserException(Fault.USAGE, "--context must be 0 or more, not " + context);
    }
    if (top < 1) {
      throw new UserException(Fault.USAGE, "--top must be 1 or more, not " + top);
    }
    double limit = percent();
    PageTarget.check(html);
    List<List<Path>> groups = groups();
    boolean many = groups.stream().anyMatch(group -> group.size() > 1);
    if (!code.isEmpty() && (first || many)) {
      throw new UserException(
          Fault.USAGE,
          "--code shows what two runs executed: it goes "
              + (first ? "without --first" : "with two traces, not with groups"));
    }
    for (List<Path> group : groups) {
      for (Path trace : group) {
        check(trace);
      }
    }
    return groups.get(0).size() == 1 && groups.get(1).size() == 1
        ? two(groups.get(0).getFirst(), groups.get(1).getFirst(), limit)
        : groups(groups.get(0), groups.get(1), limit);
  }

  /** The limit of --fail-if-slower in percent; NaN without. */
  private double percent() {
    if (slower == null) {
      return Double.NaN;
    }
    Matcher matcher = PERCENT.matcher(slower.strip());
    if (matcher.matches()) {
      return Double.parseDouble(matcher.group(1));
    }
    throw new UserException(
        Fault.USAGE, "--fail-if-slower " + slower + " is not a percentage such as 2%");
  }

  /** The files of A and of B. */
  private List<List<Path>> groups() {
    if (!against.isEmpty()) {
      return List.of(traces, against);
    }
    List<String> words = spec.root().commandLine().getParseResult().originalArgs();
    int divider = words.indexOf("--");
    int behind = divider < 0 ? 0 : words.size() - divider - 1;
    if (behind > 0 && behind < traces.size()) {
      int split = traces.size() - behind;
      return List.of(
          traces.subList(0, split), new ArrayList<>(traces.subList(split, traces.size())));
    }
    if (traces.size() != 2) {
      throw new UserException(
          Fault.USAGE,
          "two traces are compared, or two groups with --against between them; "
              + traces.size()
              + " given");
    }
    return List.of(traces.subList(0, 1), traces.subList(1, 2));
  }

  private int two(Path a, Path b, double limit) throws IOException {
    Interruption.planned(html);
    DiffResult result;
    try (Progress progress =
        Progress.start("rebuilding both", () -> instructions(Stream.of(a, b)))) {
      result =
          new DiffMaker(a, b)
              .binaries(binaries.files(binariesA), binaries.files(binariesB))
              .lines(context)
              .firstOnly(first && Double.isNaN(limit))
              .selection(selected.selection())
              .code(code, html == null ? 0 : HtmlDiff.CODE, sources.folders())
              .progress(done -> show(progress, done))
              .run();
    }
    PrintWriter out = spec.commandLine().getOut();
    if (html != null) {
      PageTarget.tell(spec, html, HtmlDiff.write(result, pageOptions(), html));
    }
    if (json) {
      out.println(JsonDiff.of(result, top));
      out.flush();
    } else {
      TextDiff.print(result, top, out);
    }
    PrintWriter err = spec.commandLine().getErr();
    TraceFiles.print(a, result.problemsA(), err);
    TraceFiles.print(b, result.problemsB(), err);
    boolean sound =
        Stream.concat(result.problemsA().stream(), result.problemsB().stream())
            .allMatch(Problem::harmless);
    if (!sound) {
      return ExitCode.BAD_DATA;
    }
    if (Double.isNaN(limit) || result.same()) {
      return result.same() ? ExitCode.OK : DIFFERENT;
    }
    if (result.sameUpToCut()) {
      throw untold(result.cutA() ? a : b);
    }
    if (result.recordedUnlike()) {
      throw new UserException(
          Fault.BAD_DATA,
          a
              + " and "
              + b
              + ": not recorded alike, so whether B is slower is not known; "
              + result.recorded().remedy(result.a(), result.b()));
    }
    return slower(result, limit, out);
  }

  private HtmlDiff.Options pageOptions() {
    return new HtmlDiff.Options(
        top,
        selected.selection().everything() ? null : selected.selection().text(),
        PageTarget.command(spec),
        "bbt " + Version.number());
  }

  private int groups(List<Path> a, List<Path> b, double limit) throws IOException {
    GroupDiff diff;
    try (Progress progress =
        Progress.start(
            "rebuilding all", () -> instructions(Stream.concat(a.stream(), b.stream())))) {
      diff =
          GroupDiff.of(
              a,
              binaries.files(binariesA),
              b,
              binaries.files(binariesB),
              selected.selection(),
              done -> show(progress, done));
    }
    PrintWriter out = spec.commandLine().getOut();
    if (html != null) {
      PageTarget.tell(spec, html, HtmlGroups.write(diff, pageOptions(), html));
    }
    if (json) {
      out.println(JsonDiff.of(diff, top));
      out.flush();
    } else {
      TextGroups.print(diff, top, out);
    }
    PrintWriter err = spec.commandLine().getErr();
    diff.problems().forEach((file, problems) -> TraceFiles.print(Path.of(file), problems, err));
    boolean sound =
        diff.problems().values().stream().flatMap(List::stream).allMatch(Problem::harmless);
    if (!sound) {
      return ExitCode.BAD_DATA;
    }
    if (!diff.cut().isEmpty()) {
      throw new UserException(
          Fault.BAD_DATA,
          diff.cut().getFirst()
              + ": is cut, so how much its run executed is not known; compare groups of whole runs");
    }
    if (!diff.unlike().isEmpty()) {
      throw new UserException(
          Fault.BAD_DATA,
          diff.unlike().getFirst()
              + ": is not recorded as "
              + diff.runsA().getFirst()
              + " is, so how much they executed does not compare; "
              + RecordedPart.REMEDY);
    }
    if (Double.isNaN(limit)) {
      return diff.total().separate() ? DIFFERENT : ExitCode.OK;
    }
    return diff.total().separate()
        ? slower(diff.total().medianA(), diff.total().medianB(), limit, out)
        : ExitCode.OK;
  }

  private int slower(DiffResult result, double limit, PrintWriter out) {
    long x = result.changes().instructionsA();
    long y = result.changes().instructionsB();
    // What a cut trace holds is the least that its run executed.
    boolean exceeds = exceeds(x, y, limit);
    if (exceeds && result.cutA()) {
      throw untold(Path.of(result.a()));
    }
    if (!exceeds && result.cutB()) {
      throw untold(Path.of(result.b()));
    }
    return slower(x, y, limit, out);
  }

  private static UserException untold(Path cut) {
    return new UserException(
        Fault.BAD_DATA,
        cut + ": is cut, so how much its run executed is not known: B may be slower or not");
  }

  private static boolean exceeds(double a, double b, double limit) {
    return b > a * (1 + limit / 100);
  }

  /** Whether B is slower by more than the limit; says so. */
  private int slower(double a, double b, double limit, PrintWriter out) {
    boolean failed = exceeds(a, b, limit);
    if (!json) {
      String change =
          a == 0 && b > 0
              ? "A executes nothing of it"
              : String.format(Locale.ROOT, "%+.3f %% of A", a == 0 ? 0 : 100 * (b - a) / a);
      out.println(
          (failed ? "Slower than allowed: " : "Not slower than allowed: ")
              + change
              + String.format(Locale.ROOT, ", limit %.3f %%", limit));
      out.flush();
    }
    return failed ? DIFFERENT : ExitCode.OK;
  }

  /** The instructions of all files, as far as they are walked. */
  private long instructions(Stream<Path> files) {
    return files.mapToLong(file -> TraceFiles.instructions(file, selected.selection())).sum();
  }

  private static void show(Progress progress, long done) {
    synchronized (progress) {
      progress.update(done);
    }
  }

  /** An error that names the file that is no trace. */
  private static void check(Path trace) throws IOException {
    TraceFiles.reading(
        trace,
        () -> {
          TraceReader.open(trace).close();
          return null;
        });
  }
}
