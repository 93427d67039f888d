package bbt.reconstruct.cli;

import bbt.packets.bytes.Problem;
import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.Progress;
import bbt.reconstruct.basics.UserException;
import bbt.reconstruct.cli.options.BinaryOptions;
import bbt.reconstruct.cli.options.GuestFileOptions;
import bbt.reconstruct.cli.options.SelectionOptions;
import bbt.reconstruct.cli.options.TraceFiles;
import bbt.reconstruct.cli.outcome.ExitCode;
import bbt.reconstruct.listing.ExecutionListing;
import bbt.reconstruct.listing.ListingForm;
import bbt.reconstruct.map.TraceMap;
import bbt.reconstruct.replay.Replay;
import bbt.reconstruct.replay.StepRecorder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bbt log}: the execution itself, line by line. */
@Command(
    name = "log",
    description = {
      "Print what was executed: one line for each instruction, or each node, in order.",
      "With --registers and --data the run is executed again for what the trace does not hold."
    },
    footer = {
      "",
      "Examples: bbt log run.bbt --task sh --from 50%% | head    bbt log run.bbt --function strlen --data",
      "See docs/log.md."
    })
final class LogCommand implements Callable<Integer> {
  @Parameters(paramLabel = "TRACE", description = "The trace file.")
  private Path trace;

  /** The units that a line stands for. */
  static final class Unit {
    @Option(names = "--instructions", description = "A line for each instruction (the default).")
    private boolean instructions;

    @Option(
        names = "--nodes",
        description = "A line for each node: a straight line of code up to a jump, branch or trap.")
    private boolean nodes;
  }

  @ArgGroup private Unit unit = new Unit();

  @Option(
      names = {"-f", "--format"},
      paramLabel = "FORMAT",
      defaultValue = "text",
      description =
          "One of ${COMPLETION-CANDIDATES}; qemu is what QEMU writes with"
              + " -d exec,nochain,int,in_asm. Default: text.")
  private ListingForm format;

  @Option(
      names = "--registers",
      description = "The registers that each instruction gave another value.")
  private boolean registers;

  @Option(
      names = "--data",
      description = "Each access to memory: its address, its value, of a store the one before.")
  private boolean data;

  @Option(names = "--limit", paramLabel = "N", description = "Print at most N lines.")
  private long limit = Long.MAX_VALUE;

  @Mixin private SelectionOptions selected = new SelectionOptions();

  @Mixin private BinaryOptions binaries = new BinaryOptions();

  @Mixin private GuestFileOptions files;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    if (limit < 0) {
      throw new UserException(Fault.USAGE, "--limit must be 0 or more, not " + limit);
    }
    if (format == ListingForm.QEMU && (registers || data)) {
      throw new UserException(
          Fault.USAGE,
          "--registers and --data: QEMU's form has no place for them; use text or csv");
    }
    if (format == ListingForm.QEMU && unit.instructions) {
      throw new UserException(
          Fault.USAGE, "--instructions: QEMU's form has a line for each block; use text or csv");
    }
    return TraceFiles.reading(trace, this::list);
  }

  private int list() throws IOException {
    try (IndexedTrace indexed = IndexedTrace.open(trace, selected, binaries)) {
      TraceMap map = indexed.map();
      ExecutionListing listing =
          new ExecutionListing(map, format, unit.nodes).selection(indexed.scope()).limit(limit);
      if (registers || data) {
        try (Replay replay = Replay.open(trace, files.toOptions())) {
          // The first time everything up to there is executed, and checked against the trace.
          try (Progress progress = Progress.start("executing", indexed::end);
              StepRecorder recorder = new StepRecorder(replay, registers, data)) {
            replay.onProgress(progress::update);
            listing.executing(recorder);
            listing.write(Main.of(spec).bytes());
          }
        }
      } else {
        listing.write(Main.of(spec).bytes());
      }
      TraceFiles.print(trace, map.problems(), spec.commandLine().getErr());
      return map.problems().stream().allMatch(Problem::harmless) ? ExitCode.OK : ExitCode.BAD_DATA;
    }
  }
}
