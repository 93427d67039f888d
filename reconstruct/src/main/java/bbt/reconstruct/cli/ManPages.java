package bbt.reconstruct.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code bbt generate-man}: writes a manual page for {@code bbt} and for each of its commands, in
 * the macros of {@code man(7)}, from what the command line knows of itself.
 */
@Command(
    name = ManPages.NAME,
    hidden = true,
    description = "Write a manual page for each command into a folder.")
final class ManPages implements Callable<Integer> {
  static final String NAME = "generate-man";

  @Parameters(paramLabel = "FOLDER", description = "Where the pages go; it is made.")
  private Path folder;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    Files.createDirectories(folder);
    write(spec.root());
    return 0;
  }

  private void write(CommandSpec command) throws IOException {
    String page = page(command);
    Files.writeString(folder.resolve(name(command) + ".1"), page);
    for (CommandSpec below : below(command)) {
      write(below);
    }
  }

  private static String name(CommandSpec command) {
    return command.qualifiedName("-");
  }

  private static List<CommandSpec> below(CommandSpec command) {
    return command.subcommands().values().stream()
        .map(CommandLine::getCommandSpec)
        .filter(below -> !below.usageMessage().hidden())
        .distinct()
        .toList();
  }

  /** The page of one command. */
  static String page(CommandSpec command) {
    List<String> lines = new ArrayList<>();
    Help help = new Help(command, Help.defaultColorScheme(Help.Ansi.OFF));
    String[] about =
        command.parent() == null
            ? command.usageMessage().header()
            : command.usageMessage().description();
    String text = text(about);
    int end = text.indexOf(". ");
    String first = end < 0 ? text : text.substring(0, end);
    lines.add(
        ".TH "
            + name(command).toUpperCase(Locale.ROOT)
            + " 1 \"\" \"bbt "
            + Version.number()
            + "\" \"User Commands\"");
    lines.add(".SH NAME");
    lines.add(roff(name(command) + " - " + first.replaceAll("\\.$", "")));
    lines.add(".SH SYNOPSIS");
    lines.add(".nf");
    help.synopsis(0).lines().map(ManPages::roff).forEach(lines::add);
    lines.add(".fi");
    lines.add(".SH DESCRIPTION");
    lines.add(roff(text));
    if (!command.positionalParameters().isEmpty()) {
      lines.add(".SH ARGUMENTS");
      for (PositionalParamSpec each : command.positionalParameters()) {
        if (!each.hidden()) {
          entry(lines, each.paramLabel(), text(each.description()));
        }
      }
    }
    lines.add(".SH OPTIONS");
    for (OptionSpec each : command.options()) {
      if (!each.hidden()) {
        String label = each.arity().max() == 0 ? "" : "=" + each.paramLabel();
        entry(lines, String.join(", ", each.names()) + label, text(each.description()));
      }
    }
    Collection<CommandSpec> commands = below(command);
    if (!commands.isEmpty()) {
      lines.add(".SH COMMANDS");
      for (CommandSpec each : commands) {
        entry(lines, each.qualifiedName(), text(each.usageMessage().description()));
      }
    }
    Map<String, String> codes = command.root().usageMessage().exitCodeList();
    lines.add(".SH EXIT STATUS");
    codes.forEach((code, meaning) -> entry(lines, code.strip(), meaning));
    if (command.parent() != null) {
      lines.add(".SH SEE ALSO");
      lines.add(".BR " + roff(name(command.parent())) + " (1)");
    }
    return String.join("\n", lines) + "\n";
  }

  private static void entry(List<String> lines, String head, String text) {
    lines.add(".TP");
    lines.add(".B " + roff(head));
    lines.add(roff(text));
  }

  /** Paragraphs of a description as one: {@code %n} and {@code %%} are picocli's. */
  private static String text(String... paragraphs) {
    String text = String.join(" ", paragraphs).replace("%n", " ").replace("%%", "%");
    return text.replaceAll("\\s+", " ").strip();
  }

  /** Text in which nothing is a request of the formatter. */
  private static String roff(String text) {
    String plain = text.replace("\\", "\\e").replace("-", "\\-");
    return plain.startsWith(".") || plain.startsWith("'") ? "\\&" + plain : plain;
  }
}
