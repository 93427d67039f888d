package bbt.reconstruct.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * {@code bbt generate-completion}: prints a script for bash and zsh that completes commands,
 * options, samples, and the functions and tasks of the trace that stands on the line.
 */
@Command(
    name = CompletionScript.NAME,
    description = "Print a script for bash and zsh that completes what is typed.",
    footer = {"", "Use: source <(bbt generate-completion)"})
final class CompletionScript implements Callable<Integer> {
  static final String NAME = "generate-completion";

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    String options = AutoComplete.bash("bbt", spec.root().commandLine());
    try (InputStream names = CompletionScript.class.getResourceAsStream("completion.bash")) {
      spec.commandLine()
          .getOut()
          .print(options + "\n" + new String(names.readAllBytes(), StandardCharsets.UTF_8));
    }
    return 0;
  }
}
