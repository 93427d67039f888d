package bbt.reconstruct.cli;

import bbt.packets.bytes.PrintableText;
import bbt.reconstruct.basics.Interruption;
import bbt.reconstruct.cli.edit.TraceCommand;
import bbt.reconstruct.cli.outcome.ErrorLine;
import bbt.reconstruct.cli.outcome.ExitCode;
import bbt.reconstruct.cli.outcome.StandardOutput;
import bbt.reconstruct.cli.warm.Caller;
import bbt.reconstruct.cli.warm.OwnProcess;
import bbt.reconstruct.cli.warm.WarmClient;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The {@code bbt} command. */
@Command(
    name = "bbt",
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    versionProvider = Version.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    synopsisSubcommandLabel = "COMMAND")
public final class Main implements Callable<Integer> {
  private static final List<String> ORDER =
      List.of(
          "boot",
          "run",
          "warm",
          "report",
          "annotate",
          "log",
          "step",
          "dap",
          "replay",
          "diff",
          "export",
          "import",
          "query",
          "dump",
          "info",
          "verify",
          "trace",
          "samples",
          "prove",
          "bench");

  /** Commands that need to know of the others. */
  private static final Set<String> ABOUT_ALL = Set.of("help", CompletionScript.NAME, ManPages.NAME);

  @Option(
      names = "--debug",
      scope = ScopeType.INHERIT,
      description = "Print the stack trace of an error.")
  private boolean debug;

  @Spec private CommandSpec spec;

  private final StandardOutput output;
  private final Caller caller;

  private Main(StandardOutput output, Caller caller) {
    this.output = output;
    this.caller = caller;
  }

  /** The caller of the command. */
  Caller caller() {
    return caller;
  }

  /** The command line that a command belongs to. */
  static Main of(CommandSpec command) {
    return (Main) command.root().userObject();
  }

  public static void main(String[] args) {
    if (WarmClient.isWanted(args)) {
      WarmClient.main(args);
    }
    Thread.setDefaultUncaughtExceptionHandler(Main::threadFailed);
    Interruption.commandBegins(e -> ErrorLine.of(e).text());
    int code = run(args);
    Interruption.commandEnds(code);
    System.exit(code);
  }

  /** A thread other than the command's ended by a failure that nobody handles. */
  private static void threadFailed(Thread thread, Throwable failure) {
    if (failure instanceof OutOfMemoryError) {
      // Somebody may wait for the thread for ever.
      ErrorLine line = ErrorLine.of(failure);
      System.err.println("bbt: " + line.text());
      Interruption.commandEnds(line.exitCode());
      System.exit(line.exitCode());
    }
    failure.printStackTrace(); // as the JVM does
  }

  /** Runs one command line in this process; returns its exit code. */
  public static int run(String... args) {
    return run(OwnProcess.create(), args);
  }

  /**
   * Runs one command line with another standard output.
   *
   * @param standard unbuffered: its errors end the command
   */
  public static int run(OutputStream standard, String... args) {
    return run(OwnProcess.to(standard), args);
  }

  /** Runs one command line for a caller. */
  public static int run(Caller caller, String... args) {
    StandardOutput output = new StandardOutput(caller.out());
    int code = run(output, caller, args);
    // Also where something on the way kept the failure to itself.
    if (output.failure() == null) {
      return code;
    }
    ErrorLine line = ErrorLine.of(output.failure());
    if (!output.failure().closed() && !Interruption.begun()) {
      caller.err().println("bbt: " + line.text());
    }
    return line.exitCode();
  }

  private static int run(StandardOutput output, Caller caller, String... args) {
    CommandLine line = create(output, caller, args.length == 0 ? "" : args[0]);
    try {
      int code = line.execute(args);
      output.text().flush();
      return code;
    } catch (StandardOutput.Failure e) {
      return ErrorLine.of(e).exitCode();
    } catch (OutOfMemoryError | StackOverflowError | LinkageError e) {
      // Picocli handles exceptions only; the user gets one line for these as well.
      return tell(line, e, List.of(args).contains("--debug"));
    }
  }

  /** Runs another command with the same standard output. */
  private int runAlso(String... args) {
    return run(output, caller, args);
  }

  /**
   * Reports what a guest's run has traced.
   *
   * @param code the run's exit code
   * @param commands that do it, each with its arguments
   * @return the run's exit code; that of the first report that failed if the run's is 0
   */
  int reported(int code, List<List<String>> commands) {
    int result = code;
    for (List<String> each : commands) {
      int report = runAlso(each.toArray(String[]::new));
      result = result != ExitCode.OK ? result : report;
    }
    return result;
  }

  /** Standard output as bytes, for what is no text; behind the text that was printed. */
  OutputStream bytes() {
    output.text().flush();
    return output;
  }

  /** Place in the list of commands: as one would use them; those not named here come last. */
  private static int rank(String command) {
    int rank = ORDER.indexOf(command);
    return rank < 0 ? ORDER.size() : rank;
  }

  /** The command line with all commands. */
  static CommandLine create() {
    Caller own = OwnProcess.create();
    return create(new StandardOutput(own.out()), own, "");
  }

  /** Objects of the commands of all modules on the class path, as one would use them. */
  private static List<Object> commands() {
    List<Object> commands = new ArrayList<>();
    for (CommandProvider provider : ServiceLoader.load(CommandProvider.class)) {
      commands.add(provider.command());
    }
    commands.addAll(
        List.of(
            new RunCommand(),
            new WarmCommand(),
            new ReportCommand(),
            new AnnotateCommand(),
            new LogCommand(),
            new ExportCommand(),
            new ImportCommand(),
            new QueryCommand(),
            new StepCommand(),
            new DapCommand(),
            new DiffCommand(),
            new DumpCommand(),
            new InfoCommand(),
            new ReplayCommand(),
            new VerifyCommand(),
            new TraceCommand(),
            new CompletionScript(),
            new CompleteNameCommand(),
            new ManPages()));
    commands.sort(Comparator.comparingInt(command -> rank(name(command))));
    commands.add(new HelpCommand());
    return commands;
  }

  private static String name(Object command) {
    return command.getClass().getAnnotation(Command.class).name();
  }

  /**
   * The command line for one call.
   *
   * @param first word of it; where that names a command that needs no other one, it is the only one
   *     there. Empty for all commands
   */
  private static CommandLine create(StandardOutput output, Caller caller, String first) {
    Main main = new Main(output, caller);
    CommandLine line = new CommandLine(main);
    List<Object> commands = commands();
    // Picocli reads a command's options by reflection, 0.3 seconds of CPU for all commands: only
    // those of the one that is named.
    List<Object> named =
        commands.stream().filter(c -> name(c).equals(first) && !ABOUT_ALL.contains(first)).toList();
    for (Object command : named.isEmpty() ? commands : named) {
      CommandLine its = new CommandLine(command);
      its.setStopAtPositional(command instanceof RunCommand); // what follows is the program's
      line.addSubcommand(its);
    }
    line.getCommandSpec()
        .usageMessage()
        .header(
            "Boots a guest on a translator that leaves one bit per branch, and rebuilds the execution from it.",
            "");
    line.getCommandSpec().usageMessage().exitCodeListHeading("%nExit codes:%n");
    line.getCommandSpec().usageMessage().exitCodeList(ExitCode.meanings());
    line.setOut(output.text());
    line.setErr(Interruption.lines(caller.err()));
    line.registerConverter(Path.class, caller::path);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setParameterExceptionHandler(Main::usageError);
    line.setExecutionExceptionHandler(main::failed);
    line.setExecutionStrategy(main::execute);
    line.setExitCodeExceptionMapper(failure -> ErrorLine.of(failure).exitCode());
    return line;
  }

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    spec.commandLine().usage(out);
    out.println();
    out.println("A first command: bbt boot mini --bb-trace mini.bbt --report");
    return ExitCode.OK;
  }

  private static int usageError(ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    StringBuilder text =
        new StringBuilder(e.getMessage().strip().replaceAll("\\s*[\\r\\n]+\\s*", "; "));
    if (e instanceof UnmatchedArgumentException unmatched && !unmatched.getUnmatched().isEmpty()) {
      Suggestion.nearest(unmatched.getUnmatched().getFirst(), command.getCommandSpec())
          .ifPresent(meant -> text.append("; did you mean ").append(meant).append('?'));
    }
    command
        .getErr()
        .println(
            "bbt: "
                + PrintableText.of(text.toString())
                + "; see "
                + command.getCommandSpec().qualifiedName()
                + " --help");
    return ExitCode.USAGE;
  }

  /** Help is printed outside what {@link #failed} hears of. */
  private int execute(ParseResult parsed) {
    try {
      return new CommandLine.RunLast().execute(parsed);
    } catch (StandardOutput.Failure e) {
      return ErrorLine.of(e).exitCode(); // told at the end, once
    }
  }

  private int failed(Exception failure, CommandLine command, ParseResult parsed) {
    if (output.failure() != null) {
      return ErrorLine.of(output.failure()).exitCode(); // told at the end, once
    }
    return tell(command, failure, debug);
  }

  private static int tell(CommandLine command, Throwable failure, boolean debug) {
    ErrorLine line = ErrorLine.of(failure);
    if (!Interruption.begun()) {
      command.getErr().println("bbt: " + line.text());
      if (debug) {
        failure.printStackTrace(command.getErr());
      }
      command.getErr().flush();
    }
    return line.exitCode();
  }
}
