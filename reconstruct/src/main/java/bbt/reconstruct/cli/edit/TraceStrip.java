package bbt.reconstruct.cli.edit;

import bbt.packets.NoteKeys;
import bbt.packets.SidebandRecord;
import bbt.packets.TraceHeader;
import bbt.packets.TraceReader;
import bbt.packets.write.TraceStripper;
import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.NumberText;
import bbt.reconstruct.basics.UserException;
import bbt.reconstruct.cli.outcome.ExitCode;
import bbt.reconstruct.edit.TraceMaker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bbt trace strip}: a trace without what is not needed to rebuild its instructions. */
@Command(
    name = "strip",
    description = {
      "Write a trace without its symbols, or without other things that can be spared.",
      "The instructions stay the same."
    },
    footer = {"", "Example: bbt trace strip linux.bbt -o small.bbt", "See docs/edit.md."})
final class TraceStrip implements Callable<Integer> {
  private static final String INPUT_KEY = "trace.input";

  /** The parts of a trace that can be left out. */
  private enum Part {
    SYMBOLS,
    TASKS,
    INPUT,
    CONSOLE,
    HASHES,
    CHECKPOINTS;

    String key() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Lists the parts for --help and completion. */
  static final class Parts implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(Part.values()).map(Part::key).iterator();
    }
  }

  @Parameters(paramLabel = "TRACE", description = "The trace file.")
  private Path trace;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      required = true,
      description = "The trace to write.")
  private Path output;

  @Option(
      names = "--without",
      paramLabel = "PART",
      split = ",",
      completionCandidates = Parts.class,
      description =
          "Leave this out: ${COMPLETION-CANDIDATES}. Repeatable, or with commas. Default: symbols.")
  private List<String> parts = List.of(Part.SYMBOLS.key());

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    TreeSet<Part> out = new TreeSet<>();
    for (String part : parts) {
      out.add(
          Arrays.stream(Part.values())
              .filter(each -> each.key().equals(part))
              .findFirst()
              .orElseThrow(
                  () ->
                      new UserException(
                          Fault.USAGE,
                          "--without '"
                              + part
                              + "': is none of "
                              + String.join(", ", new Parts()))));
    }
    TraceOutput.write(
        List.of(trace),
        output,
        file ->
            TraceStripper.strip(
                trace,
                file,
                header(out),
                item -> stays(item, out),
                !out.contains(Part.CHECKPOINTS)));
    String hashes =
        !hashed() ? "" : out.contains(Part.HASHES) ? "" : "; verify hashes as they were";
    spec.commandLine()
        .getOut()
        .println(
            output
                + ": without "
                + String.join(", ", out.stream().map(Part::key).toList())
                + ", "
                + NumberText.grouped(Files.size(output))
                + " bytes of "
                + NumberText.grouped(Files.size(trace))
                + hashes);
    return ExitCode.OK;
  }

  private boolean hashed() throws IOException {
    try (TraceReader reader = TraceReader.open(trace)) {
      return reader.header().verify();
    }
  }

  private TraceHeader header(TreeSet<Part> out) throws IOException {
    try (TraceReader reader = TraceReader.open(trace)) {
      SortedMap<String, String> entries = new TreeMap<>(reader.header().entries());
      TraceMaker.edited(entries, "strip " + String.join(" ", out.stream().map(Part::key).toList()));
      if (out.contains(Part.HASHES)) {
        entries.put("trace.verify", "false");
      }
      if (out.contains(Part.INPUT) && entries.containsKey(INPUT_KEY)) {
        entries.put(INPUT_KEY, "dropped");
      }
      return reader.header().with(entries);
    }
  }

  private static boolean stays(SidebandRecord item, TreeSet<Part> out) {
    return switch (item) {
      case SidebandRecord.Symbols symbols -> !out.contains(Part.SYMBOLS);
      case SidebandRecord.Task task -> !out.contains(Part.TASKS);
      case SidebandRecord.Note note ->
          switch (note.key()) {
            case "input" -> !out.contains(Part.INPUT);
            case NoteKeys.CONSOLE -> !out.contains(Part.CONSOLE);
            default -> true;
          };
      case SidebandRecord.Code code -> true;
      case SidebandRecord.Mapping mapping -> true;
      case SidebandRecord.Time time -> true;
    };
  }
}
