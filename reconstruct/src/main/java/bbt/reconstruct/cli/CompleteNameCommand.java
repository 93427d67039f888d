package bbt.reconstruct.cli;

import bbt.reconstruct.cli.options.TraceFiles;
import bbt.reconstruct.names.BinaryFiles;
import bbt.reconstruct.names.CodeNames;
import bbt.reconstruct.names.TraceSymbols;
import bbt.translator.boot.GuestSample;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code bbt complete-name}: what the script of {@code bbt generate-completion} asks, a name for
 * each line.
 */
@Command(
    name = CompleteNameCommand.NAME,
    hidden = true,
    description = "Print the names that begin with a prefix, for completion.")
final class CompleteNameCommand implements Callable<Integer> {
  static final String NAME = "complete-name";

  /** The most names that are offered: more help nobody. */
  private static final int MOST = 200;

  /** Whose names. */
  private enum Kind {
    SAMPLES,
    FUNCTIONS,
    TASKS
  }

  @Parameters(index = "0", paramLabel = "KIND", description = "${COMPLETION-CANDIDATES}.")
  private Kind kind;

  @Parameters(index = "1", paramLabel = "PREFIX", description = "What is typed so far.")
  private String prefix;

  @Parameters(
      index = "2",
      arity = "0..1",
      paramLabel = "TRACE",
      description = "The trace whose functions or tasks are meant.")
  private Path trace;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    for (String name : names()) {
      spec.commandLine().getOut().println(name);
    }
    return 0;
  }

  private List<String> names() throws IOException {
    if (kind == Kind.SAMPLES) {
      return ServiceLoader.load(GuestSample.class).stream()
          .map(provider -> provider.get().name())
          .filter(name -> name.startsWith(prefix))
          .sorted()
          .toList();
    }
    if (trace == null) {
      return List.of();
    }
    CodeNames names =
        TraceFiles.reading(trace, () -> TraceSymbols.read(trace, BinaryFiles.NONE).names());
    return kind == Kind.TASKS
        ? names.tasks().stream().filter(name -> name.startsWith(prefix)).limit(MOST).toList()
        : names.startingWith(prefix, MOST);
  }
}
