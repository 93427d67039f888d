package bbt.reconstruct.cli;

import bbt.packets.bytes.Problem;
import bbt.reconstruct.analysis.Analysis;
import bbt.reconstruct.analysis.MemoryRows;
import bbt.reconstruct.analysis.Report;
import bbt.reconstruct.analysis.ReportPart;
import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.Progress;
import bbt.reconstruct.basics.UserException;
import bbt.reconstruct.cli.options.BinaryOptions;
import bbt.reconstruct.cli.options.MemoryOptions;
import bbt.reconstruct.cli.options.SelectionOptions;
import bbt.reconstruct.cli.options.SourceOptions;
import bbt.reconstruct.cli.options.TraceFiles;
import bbt.reconstruct.cli.outcome.ExitCode;
import bbt.reconstruct.code.CodeProfile;
import bbt.reconstruct.code.FunctionCode;
import bbt.reconstruct.code.FunctionListing;
import bbt.reconstruct.code.SourceText;
import bbt.reconstruct.cost.CostModel;
import bbt.reconstruct.memory.MemoryConfig;
import bbt.reconstruct.memory.MemoryProfile;
import bbt.reconstruct.names.CodeNames;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bbt annotate}: the code of a function with its counts. */
@Command(
    name = "annotate",
    description = "Print the instructions of a function with how often each was executed.",
    footer = {
      "",
      "Counts are exact. Of a branch the listing says how often it was taken; arrows lead to the"
          + " targets inside the function. Code that never ran is not in a trace; its place is marked."
          + " See docs/source.md."
    })
final class AnnotateCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "TRACE", description = "The trace file.")
  private Path trace;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "FUNCTION",
      description =
          "Its name as bbt report prints it, or an address in it (0x...). Default: the function with"
              + " the most instructions.")
  private String function;

  @Option(
      names = "--program",
      paramLabel = "NAME",
      description = "Only functions of this program: kernel, or a program's name.")
  private String program;

  @Mixin private BinaryOptions binaries = new BinaryOptions();

  @Mixin private SourceOptions sources = new SourceOptions();

  @Option(
      names = "--cost-model",
      paramLabel = "FILE",
      description =
          "Print cycles, too, and shares of them: a file with cycles for each class of instructions"
              + " (see docs/report.md). The default FUNCTION is the one with the most cycles then.")
  private Path costModel;

  @Mixin private MemoryOptions memory = new MemoryOptions();

  @Mixin private SelectionOptions selected = new SelectionOptions();

  @Spec private CommandSpec spec;

  /** What a memory system did; null: none was simulated. */
  private MemoryRows misses;

  /** The cost model; null: instructions alone. */
  private CostModel costs;

  @Override
  public Integer call() throws IOException {
    costs = costModel == null ? null : CostModel.read(costModel);
    MemoryConfig system = memory.config();
    MemoryProfile simulated =
        system == null
            ? null
            : TraceFiles.reading(
                trace,
                () ->
                    SimulatedMemory.run(
                        trace, system, costs, memory.files(), selected, binaries, false));
    Report analysis;
    try (Progress progress =
        Progress.start("rebuilding", () -> TraceFiles.instructions(trace, selected.selection()))) {
      analysis =
          TraceFiles.reading(
              trace,
              () ->
                  new Analysis(trace)
                      .binaries(binaries.files())
                      .selection(selected.selection())
                      .memory(simulated)
                      .want(ReportPart.CODE)
                      .progress(progress::update)
                      .run());
    }
    misses = simulated == null ? null : new MemoryRows(analysis);
    List<FunctionCode> found = find(analysis);
    PrintWriter out = spec.commandLine().getOut();
    SourceText text = new SourceText(sources.folders(), binaries.files().files());
    boolean first = true;
    for (FunctionCode f : found) {
      if (!first) {
        out.println();
      }
      first = false;
      Map<Long, String> names = analysis.code().starts(f.program(), analysis.names());
      FunctionListing listing =
          new FunctionListing(f, analysis.code().instructions(), names::get, Ansi.AUTO.enabled())
              .sources(analysis.sources(), text)
              .costs(costs);
      if (misses != null) {
        listing.memory(system, misses.instructions(f));
      }
      listing.print(out);
    }
    out.flush();
    TraceFiles.print(trace, analysis.problems(), spec.commandLine().getErr());
    return analysis.problems().stream().allMatch(Problem::harmless)
        ? ExitCode.OK
        : ExitCode.BAD_DATA;
  }

  private List<FunctionCode> find(Report analysis) {
    CodeProfile code = analysis.code();
    List<FunctionCode> candidates =
        code.functions().stream()
            .filter(f -> program == null || f.program().equals(program))
            .toList();
    CodeProfile wanted = new CodeProfile(code.instructions(), candidates);
    List<FunctionCode> found;
    if (function == null) {
      found = hottest(candidates).map(List::of).orElse(List.of());
    } else {
      found = wanted.find(function, analysis.names());
    }
    if (found.isEmpty()) {
      throw new UserException(Fault.USAGE, notFound(candidates));
    }
    return found;
  }

  /** The function with the most cycles of misses, cycles or instructions, whatever is counted. */
  private Optional<FunctionCode> hottest(List<FunctionCode> candidates) {
    return misses != null
        ? misses.functions().stream()
            .flatMap(row -> candidates.stream().filter(row.key()::isOf))
            .findFirst()
        : costs != null
            ? candidates.stream().max(Comparator.comparingLong(this::cycles))
            : candidates.stream().findFirst();
  }

  private long cycles(FunctionCode f) {
    return f.lines().stream().mapToLong(line -> line.cycles(costs)).sum();
  }

  private String notFound(List<FunctionCode> candidates) {
    if (candidates.isEmpty()) {
      return program == null
          ? trace + ": nothing was executed"
          : trace + ": no program is called " + program + "; bbt report lists them";
    }
    if (function.startsWith("0x")) {
      if (CodeNames.address(function) == null) {
        return "not an address: " + function;
      }
      return trace + ": nothing was executed at " + function;
    }
    List<String> near =
        candidates.stream()
            .map(FunctionCode::name)
            .distinct()
            .filter(name -> name.contains(function) || function.contains(name))
            .limit(5)
            .toList();
    return trace
        + ": no function that was executed is called "
        + function
        + (near.isEmpty()
            ? "; bbt report lists the hottest ones"
            : "; did you mean " + String.join(", ", near) + "?");
  }
}
