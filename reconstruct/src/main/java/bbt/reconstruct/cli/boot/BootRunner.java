package bbt.reconstruct.cli.boot;

import bbt.packets.bytes.PrintableText;
import bbt.ptg.image.ImageException;
import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.Interruption;
import bbt.reconstruct.basics.OutputFile;
import bbt.reconstruct.basics.UserException;
import bbt.reconstruct.cli.outcome.ExitCode;
import bbt.reconstruct.cli.outcome.StandardOutput;
import bbt.reconstruct.cli.warm.Caller;
import bbt.reconstruct.cli.warm.TerminalModes;
import bbt.reconstruct.cli.warm.WarmClient;
import bbt.reconstruct.gdb.GdbAddress;
import bbt.reconstruct.gdb.LiveGdb;
import bbt.reconstruct.replay.Replay;
import bbt.translator.boot.GuestSample;
import bbt.translator.config.MachineConfig;
import bbt.translator.config.TimeMode;
import bbt.translator.console.InputLog;
import bbt.translator.log.Log;
import bbt.translator.machine.Machine;
import bbt.translator.net.Refusals;
import bbt.translator.run.ExitReason;
import bbt.translator.run.RunResult;
import bbt.translator.trace.RecordingSwitch;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs one {@code bbt boot}: files, console, machine, signals, summary. */
public final class BootRunner {
  /** A signal's handler waits so long for the trace to be finished. */
  private static final long FINISH_SECONDS = 10;

  private static final String TERMINAL = "terminal";

  /** The most refused ports that are named. */
  private static final int TOLD_PORTS = 10;

  @Parameters(
      arity = "0..1",
      paramLabel = "GUEST",
      description = "Sample or file to boot (default: " + GuestFiles.DEFAULT + ").")
  private String guest;

  @Mixin private BootOptions options;

  @Mixin private ReportOptions reports;

  @Option(
      names = "--console",
      paramLabel = "terminal|FILE|none",
      defaultValue = TERMINAL,
      description = {
        "Where the guest's console goes (default: ${DEFAULT-VALUE}). With FILE piped input still",
        "reaches the guest, a terminal's keys do not; none takes no input either."
      })
  private String console;

  @Option(
      names = "--record-input",
      paramLabel = "FILE",
      description = "Take down console and network input with its exact time.")
  private Path recordInput;

  @Option(
      names = "--replay-input",
      paramLabel = "FILE",
      description = "Repeat the input of --record-input.")
  private Path replayInput;

  @Option(
      names = "--stats",
      paramLabel = "FILE",
      description = "Write the machine's own counts as JSON.")
  private Path stats;

  @Option(
      names = "-d",
      paramLabel = "LIST",
      description = "Log guest,ir,bytecode,trap,exec (any of them).")
  private String logCategories;

  @Option(names = "-D", paramLabel = "FILE", description = "Where the log goes (default: stderr).")
  private Path logFile;

  @Option(
      names = "--gdb",
      paramLabel = "[HOST:]PORT",
      description = {
        "Serve gdb at this loopback address (port 0: any free one). The guest waits for it before",
        "its first instruction. While a trace or input is recorded gdb can look but not write."
      })
  private String gdb;

  @Option(names = "--gdb-run", description = "With --gdb: run, do not wait for gdb.")
  private boolean gdbRun;

  @Option(names = "--quiet", description = "No summary line.")
  private boolean quiet;

  /** Looked at before the command line is parsed: see {@link WarmClient#isWanted}. */
  @Option(
      names = "--warm",
      negatable = true,
      description = {
        "Run the guest in a process that has the compiled code of earlier guests, which is started",
        "if there is none (bbt warm --help). BBT_WARM=1 in the environment asks for it, too."
      })
  private boolean warm;

  private Caller caller;

  /** The destination of the trace; null without one. */
  private TraceTarget target;

  private Machine machine;

  /** Whether nothing of the machine is at work any more. */
  private boolean over;

  /** Whether the run came to an end of its own, and its trace is whole. */
  private boolean ended;

  /** The server for gdb; null without --gdb. */
  private LiveGdb debugger;

  private final CountDownLatch finished = new CountDownLatch(1);

  /** The commands to run now, each with its arguments: none if the run was broken off. */
  public List<List<String>> reports() {
    return ended && target != null ? reports.commands(target.file()) : List.of();
  }

  /**
   * Boots the guest and returns the exit code.
   *
   * @param by who called
   * @param err where the summary goes
   */
  public int run(Caller by, PrintWriter err) throws IOException {
    caller = by;
    target = options.trace == null ? null : TraceTarget.parse(options.trace, by, err);
    reports.check(target, by);
    if (gdbRun && gdb == null) {
      throw new UserException(Fault.USAGE, "--gdb-run needs --gdb PORT");
    }
    try (PrintWriter log = openLog()) {
      int code = runLogged(err);
      if (log != null && log.checkError() && logFile != null) {
        throw new UserException(
            Fault.IO_ERROR, logFile + ": the log could not be written; is the disk full?");
      }
      return code;
    } catch (ImageException e) {
      throw new UserException(Fault.BAD_DATA, e.getMessage(), e);
    } finally {
      Log.stop();
    }
  }

  private PrintWriter openLog() throws IOException {
    if (logCategories == null) {
      return null;
    }
    PrintWriter log =
        logFile == null
            ? new PrintWriter(caller.err(), false, StandardCharsets.UTF_8)
            : new PrintWriter(Files.newBufferedWriter(logFile));
    try {
      Log.start(logCategories, log);
    } catch (IllegalArgumentException e) {
      throw new UserException(Fault.USAGE, e.getMessage(), e);
    }
    return log;
  }

  private int runLogged(PrintWriter err) throws IOException {
    InetSocketAddress gdbAddress = gdb == null ? null : GdbAddress.parse(gdb);
    GuestSample.Prepared files = GuestFiles.resolve(guest, options.kernel, caller, err);
    MachineConfig config = options.toConfig(files, caller, target);
    InputLog.Replay replay = replayInput == null ? null : InputLog.Replay.read(replayInput);
    TerminalModes typed = console.equals("none") ? null : caller.terminal();
    TerminalModes terminal = console.equals(TERMINAL) ? typed : null;
    boolean piped = !console.equals("none") && typed == null;
    InputStream input = terminal != null || piped ? caller.in() : null;
    try (OutputStream out = openConsole();
        InputLog.Writer log = recordInput == null ? null : new InputLog.Writer(recordInput);
        HostConsole port = openPort(input, terminal != null, out, config)) {
      machine = Machine.create(config, port, log, replay);
      machine.keepRegions(caller.regions());
      if (gdbAddress == null) {
        return runMachine(port, terminal, config, err);
      }
      try (LiveGdb live = startGdb(gdbAddress, config, err)) {
        debugger = live;
        int code = runMachine(port, terminal, config, err);
        live.ended(code);
        return code;
      }
    } finally {
      if (over) {
        machine.release(); // the process may live on
      }
    }
  }

  private LiveGdb startGdb(InetSocketAddress address, MachineConfig config, PrintWriter err)
      throws IOException {
    String refusal = null;
    if (target != null) {
      refusal = "a trace is being recorded: it must tell what the guest did by itself";
    } else if (recordInput != null) {
      refusal = "input is being recorded: the run could not be repeated";
    }
    try {
      return LiveGdb.start(address, machine, config.kernel(), refusal, !gdbRun, err);
    } catch (BindException e) {
      throw new UserException(
          Fault.UNAVAILABLE, "--gdb " + gdb + ": " + e.getMessage() + "; choose another port", e);
    }
  }

  private OutputStream openConsole() throws IOException {
    return switch (console) {
      case TERMINAL -> target != null && target.standardOutput() ? errors() : caller.out();
      case "none" -> OutputStream.nullOutputStream();
      default -> Files.newOutputStream(caller.path(console));
    };
  }

  /** Standard error, which stays open. */
  private OutputStream errors() {
    return new FilterOutputStream(caller.err()) {
      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        out.write(bytes, offset, length);
      }

      @Override
      public void close() throws IOException {
        flush();
      }
    };
  }

  private static HostConsole openPort(
      InputStream input, boolean terminal, OutputStream out, MachineConfig config) {
    return new HostConsole(input, out, terminal || config.time() == TimeMode.HOST);
  }

  private int runMachine(
      HostConsole port, TerminalModes terminal, MachineConfig config, PrintWriter err)
      throws IOException {
    Runnable stop =
        () -> {
          machine.requestStop();
          port.cancel();
          if (debugger != null) {
            debugger.stop();
          }
        };
    try (Interruption.Registration open =
        Interruption.during(() -> stopAndRestore(stop, terminal))) {
      if (terminal != null) {
        terminal.raw();
      }
      port.start(
          terminal != null,
          stop,
          () -> {
            err.print("\r\n" + EscapeFilter.HELP + "\r\n");
            err.flush();
          },
          () -> {
            err.print("\r\nbbt: " + toggleRecording() + "\r\n");
            err.flush();
          });
      RunResult result;
      try {
        result = machine.run();
      } catch (IOException e) {
        if (target != null && target.standardOutput() && isClosed(e)) {
          return ExitCode.OUTPUT_CLOSED; // who reads the trace has enough
        }
        throw e;
      }
      over = true;
      if (config.trace() != null) {
        Replay.remember(config);
      }
      port.flush();
      if (terminal != null) {
        terminal.close();
      }
      report(result, config, port, err);
      ended =
          port.failure() == null
              && result.reason() != ExitReason.STOPPED
              && result.reason() != ExitReason.TRACE_FAILED;
      if (readerIsGone(port)) {
        return ExitCode.OUTPUT_CLOSED;
      }
      return port.failure() != null ? ExitCode.IO_ERROR : ExitCodes.of(result);
    } finally {
      finished.countDown();
      if (terminal != null) {
        terminal.close();
      }
    }
  }

  private static boolean isClosed(IOException failure) {
    return failure.getCause() instanceof IOException cause && StandardOutput.isClosed(cause);
  }

  /** Switches recording, and says what comes of it. */
  private String toggleRecording() {
    RecordingSwitch recording = machine.recording();
    if (recording == null) {
      return target == null
          ? "nothing is traced; --bb-trace FILE asks for it"
          : "the guest has not started yet";
    }
    boolean on = !recording.isOn();
    recording.ask(on);
    return on ? "recording is on" : "recording is off";
  }

  private boolean readerIsGone(HostConsole port) {
    return port.failure() != null
        && console.equals(TERMINAL)
        && StandardOutput.isClosed(port.failure());
  }

  /** Runs when a signal ends the process. */
  private String stopAndRestore(Runnable stop, TerminalModes terminal) throws InterruptedException {
    stop.run();
    boolean whole = finished.await(FINISH_SECONDS, TimeUnit.SECONDS);
    if (terminal != null) {
      terminal.close();
    }
    if (target == null) {
      return "";
    }
    return target.name()
        + (whole
            ? " holds the run up to here"
            : " could not be finished in time: it is cut, and can be read as far as it goes");
  }

  private void report(RunResult result, MachineConfig config, HostConsole port, PrintWriter err)
      throws IOException {
    String why =
        port.failure() != null
            ? "the guest's console cannot be written to "
                + (console.equals(TERMINAL) ? "standard output" : console)
                + ": "
                + port.failure().getMessage()
            : explain(result);
    if (!why.isEmpty() && !readerIsGone(port)) {
      err.println("bbt: " + why);
    }
    tellRefusals(machine.networkRefusals(), err);
    result.missing().forEach(what -> err.println("bbt: warning: " + PrintableText.of(what)));
    if (!quiet) {
      err.println(Summary.line(result, config.trace() != null && config.trace().ring() > 0));
    }
    err.flush();
    if (stats != null) {
      writeStats(result);
    }
  }

  /** The guest only sees that a connection is refused; the user hears why. */
  private static void tellRefusals(Refusals refusals, PrintWriter err) {
    if (refusals == null) {
      return;
    }
    if (!refusals.ports().isEmpty()) {
      String list =
          refusals.ports().stream()
              .limit(TOLD_PORTS)
              .map(String::valueOf)
              .collect(Collectors.joining(","));
      err.println(
          "bbt: the guest asked for port "
              + list
              + (refusals.ports().size() > TOLD_PORTS ? " and others" : "")
              + " of this machine and was refused; --net user,ports="
              + list
              + " opens "
              + (refusals.ports().size() == 1 ? "it" : "these"));
    }
    if (refusals.full()) {
      err.println(
          "bbt: the guest was refused connections beyond its limit;"
              + " --net user,ports=...,connections=N sets another");
    }
  }

  /** A signal has a line of its own. */
  private static String explain(RunResult result) {
    return result.reason() == ExitReason.STOPPED && Interruption.begun()
        ? ""
        : ExitCodes.explain(result);
  }

  private void writeStats(RunResult result) throws IOException {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("reason", result.reason());
    out.put("guestCode", result.guestCode());
    out.put("instructions", result.retired());
    out.put("hartInstructions", result.hartRetired());
    out.put("skippedTicks", result.skippedTicks());
    out.put("exceptions", result.exceptions());
    out.put("causes", result.causes());
    out.put("seconds", result.nanos() / 1e9);
    byte[] json =
        new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValueAsBytes(out);
    OutputFile.<IOException>stream(stats, file -> file.write(json));
  }
}
