package bbt.reconstruct.cli;

import bbt.packets.bytes.Problem;
import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.Interruption;
import bbt.reconstruct.basics.Progress;
import bbt.reconstruct.basics.UserException;
import bbt.reconstruct.cli.options.BinaryOptions;
import bbt.reconstruct.cli.options.GuestFileOptions;
import bbt.reconstruct.cli.options.ProgressFeedback;
import bbt.reconstruct.cli.options.SelectionOptions;
import bbt.reconstruct.cli.options.SourceOptions;
import bbt.reconstruct.cli.options.TraceFiles;
import bbt.reconstruct.cli.outcome.ExitCode;
import bbt.reconstruct.gdb.TraceGdb;
import bbt.reconstruct.map.TraceMap;
import bbt.reconstruct.replay.Replay;
import bbt.reconstruct.select.Place;
import bbt.reconstruct.select.Selection;
import bbt.reconstruct.step.FullState;
import bbt.reconstruct.step.StepSession;
import bbt.reconstruct.step.terminal.CommandScript;
import bbt.reconstruct.step.terminal.StepShell;
import bbt.reconstruct.step.text.CommandException;
import bbt.reconstruct.step.text.Feedback;
import bbt.reconstruct.step.text.Numbers;
import bbt.reconstruct.trace.TraceOutline;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bbt step}: moves through the rebuilt execution, forwards and backwards. */
@Command(
    name = "step",
    description = {
      "Step through the rebuilt execution, forwards and backwards.",
      "The first time, the trace is walked once; what that finds is kept in ~/.cache/bbt/step",
      "(at most 1 GiB, for 90 days after its last use; never of a damaged trace)."
    },
    footer = {
      "",
      "Type help for the commands, view for the full screen. Examples:",
      "  bbt step crash.bbt --at end             start at the end: step back from the crash",
      "  bbt step linux.bbt -c 'visit panic' -c bt    who called panic, and exit",
      "  bbt step linux.bbt --script find.step   commands from a file, - for standard input",
      "See docs/step.md."
    })
final class StepCommand implements Callable<Integer> {
  @Parameters(paramLabel = "TRACE", description = "The trace file.")
  private Path trace;

  @Mixin private BinaryOptions binaries = new BinaryOptions();

  @Mixin private SourceOptions sources = new SourceOptions();

  @Option(
      names = "--at",
      paramLabel = "PLACE",
      description = {
        "Start there: an instruction number, 3.2s, 45%%, start (default), end, or the time that a",
        "function was called: panic, schedule:3, panic:-1 (the last)."
      })
  private String at;

  @Option(
      names = "--lead",
      paramLabel = "N",
      converter = SelectionOptions.LeadConverter.class,
      description = {
        "Of a trace that was not indexed yet, index at most so many instructions before --at: steps",
        "and call stacks begin there. 'all' for the whole trace (default: 8G)."
      })
  private long lead = Selection.LEAD;

  @Option(
      names = "--follow",
      description = {
        "The trace may still be written: begin at its newest instruction; the command follow goes on",
        "to what is the newest then."
      })
  private boolean follow;

  @Option(
      names = "--script",
      paramLabel = "FILE",
      description = "Carry out the commands in a file (- for standard input), then leave.")
  private Path script;

  @Option(
      names = {"-c", "--command"},
      paramLabel = "COMMAND",
      description = "Carry out a command, then leave. Repeatable.")
  private List<String> commands = List.of();

  @Option(
      names = "--gdb",
      paramLabel = "[HOST:]PORT",
      description = {
        "Serve gdb at this loopback address (port 0: any free one), in both directions. The run is",
        "executed again for it, so the guest's files must be there."
      })
  private String gdb;

  @Mixin private GuestFileOptions files;

  @Spec private CommandSpec spec;

  /** The trace as it was read last. */
  private TraceMap opened;

  @Override
  public Integer call() throws Exception {
    if (gdb != null) {
      return serveGdb();
    }
    List<String> lines = script == null ? List.of() : script();
    opened = open();
    try {
      if (script != null || !commands.isEmpty()) {
        batch(opened, lines);
      } else {
        interactive(opened);
      }
    } finally {
      opened.close();
    }
    return ExitCode.OK;
  }

  private int serveGdb() throws Exception {
    try (Replay replay = TraceFiles.reading(trace, () -> Replay.open(trace, files.toOptions()))) {
      TraceGdb.serve(gdb, replay, at, spec.commandLine().getErr());
    }
    return ExitCode.OK;
  }

  private List<String> script() throws IOException {
    if (script.toString().equals("-")) {
      return new String(System.in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8)
          .lines()
          .toList();
    }
    return Files.readAllLines(script);
  }

  private TraceMap open() throws IOException {
    try (Interruption.Registration open =
            Interruption.during(() -> "the next start indexes " + trace + " from its beginning");
        Progress progress = Progress.start("indexing", () -> TraceFiles.instructions(trace))) {
      return TraceFiles.reading(
          trace,
          () ->
              TraceMap.open(
                  trace,
                  new TraceMap.Options(
                      binaries.files(), TraceMap.userCache(), from(), progress::update)));
    } catch (IllegalArgumentException e) {
      throw new UserException(Fault.BAD_DATA, trace + ": " + e.getMessage());
    }
  }

  /** Where the index may begin, by the common clock. */
  private long from() throws IOException {
    if (at == null || follow) {
      return 0;
    }
    Place place;
    try {
      place = Place.parse(at);
    } catch (IllegalArgumentException e) {
      return 0; // the session says what is wrong with it
    }
    return switch (place) {
      case Place.Edge.START -> 0;
      case Place.Edge.END -> TraceOutline.of(trace).total() - lead;
      case Place.At its -> its.position().clock(TraceOutline.of(trace)) - lead;
      case Place.Execution all -> 0; // it is counted from the start
    };
  }

  /** Reads the trace again as it is now; the session closes what was there. */
  private TraceMap again() throws IOException {
    opened = open();
    return opened;
  }

  private StepSession begin(StepSession session) {
    List<Problem> problems = session.problems();
    if (follow) {
      problems = problems.stream().filter(problem -> !problem.cut()).toList();
      if (at == null && !session.map().isEmpty()) {
        session.cursor().toEnd();
      }
    }
    TraceFiles.print(trace, problems, spec.commandLine().getErr());
    if (session.map().startClock() > 0) {
      spec.commandLine()
          .getErr()
          .println(
              "Indexed from instruction "
                  + Numbers.grouped(session.map().startClock())
                  + " on: steps and call stacks begin there (--lead all: the whole trace).");
    }
    return session.reopening(this::again);
  }

  private void batch(TraceMap map, List<String> lines) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    Feedback feedback = new ProgressFeedback();
    try (FullState state = new FullState(trace, files.toOptions(), feedback)) {
      StepSession session =
          begin(new StepSession(map, feedback, line -> out.println(line.toString())))
              .with(state)
              .sourceFolders(sources.folders());
      if (at != null) {
        session.begin(at);
      }
      CommandScript.run(session, "--command", commands);
      CommandScript.run(session, script == null ? "" : script.toString(), lines);
    } catch (CommandScript.Failure | CommandException e) {
      out.flush();
      throw new UserException(Fault.USAGE, e.getMessage());
    } catch (IllegalArgumentException e) {
      throw new UserException(Fault.BAD_DATA, trace + ": " + e.getMessage());
    } finally {
      feedback.finished();
      out.flush();
    }
  }

  private void interactive(TraceMap map) throws IOException {
    try (Terminal terminal = TerminalBuilder.builder().system(true).dumb(true).build()) {
      StepShell shell = StepShell.on(terminal, map, TraceMap.userCache().resolve("history"));
      StepSession session = begin(shell.session());
      try (FullState state = new FullState(trace, files.toOptions(), session.feedback())) {
        session.with(state).sourceFolders(sources.folders()).greet();
        if (at == null) {
          session.execute("where");
        } else {
          session.begin(at);
        }
        shell.run();
        if (terminal.writer().checkError()) {
          throw new UserException(Fault.IO_ERROR, "standard output cannot be written");
        }
      } catch (CommandException e) {
        throw new UserException(Fault.USAGE, e.getMessage());
      }
    }
  }
}
