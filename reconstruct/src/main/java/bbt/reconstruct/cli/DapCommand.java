package bbt.reconstruct.cli;

import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.LoopbackAddress;
import bbt.reconstruct.basics.UserException;
import bbt.reconstruct.cli.options.TraceFiles;
import bbt.reconstruct.cli.outcome.ErrorLine;
import bbt.reconstruct.cli.outcome.ExitCode;
import bbt.reconstruct.map.TraceMap;
import bbt.reconstruct.names.BinaryFiles;
import bbt.reconstruct.step.dap.AdapterConnection;
import bbt.reconstruct.step.dap.TraceOpener;
import bbt.reconstruct.step.text.CommandException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.function.LongConsumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bbt dap}: a trace in an editor, forwards and backwards. */
@Command(
    name = "dap",
    description = {
      "Serve an editor with the Debug Adapter Protocol.",
      "VS Code, Neovim, Emacs and others open a trace and step through its source,",
      "forwards and backwards. On standard input and output, as editors start an",
      "adapter; or, with --port, at a port of this machine."
    },
    footer = {
      "",
      "The editor says what to open, by the arguments of its launch request:",
      "  trace         the trace file (program is taken, too)",
      "  at            where to stand first, as bbt step --at has it (default: start)",
      "  hart          the only hart whose stops count (default: all)",
      "  stopOnEntry   false: run to the first breakpoint at once (default: true)",
      "  binaries      list of ELF files with names and lines, as --binary",
      "  debugDirs     list of folders with debug files, as --debug-dir",
      "  sourcePaths   list of folders with source files, as --source-path",
      "  kernel, initrd, initrdAdd, bios, dtb, drives, guestFiles, replayInput",
      "                the guest's files, as bbt step takes them: registers and",
      "                memory come from the run executed again",
      "  cwd           the folder that relative paths begin at",
      "In the editor's console any command of bbt step is understood.",
      "",
      "Settings for VS Code, nvim-dap and dape are in docs/dap.md."
    })
final class DapCommand implements Callable<Integer> {
  @Option(
      names = "--port",
      paramLabel = "[HOST:]PORT",
      description = {
        "Listen at this loopback address (port 0: any free one), and serve every",
        "editor that connects, until Ctrl-C."
      })
  private String port;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Main main = Main.of(spec);
    if (port == null) {
      new AdapterConnection(main.caller().in(), main.bytes(), opener()).serve();
    } else {
      listen(LoopbackAddress.parse("--port " + port, "editors are served", port));
    }
    return ExitCode.OK;
  }

  private void listen(InetSocketAddress address) throws IOException {
    try (ServerSocket listening = new ServerSocket(address.getPort(), 4, address.getAddress())) {
      spec.commandLine()
          .getErr()
          .println(
              "bbt: waiting for an editor at "
                  + address.getAddress().getHostAddress()
                  + ":"
                  + listening.getLocalPort()
                  + "; Ctrl-C ends");
      spec.commandLine().getErr().flush();
      while (true) {
        Socket socket = listening.accept();
        Thread.ofPlatform().daemon().name("dap-connection").start(() -> serve(socket));
      }
    } catch (BindException e) {
      throw new UserException(
          Fault.UNAVAILABLE, "--port " + port + ": " + e.getMessage() + "; choose another port", e);
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      OutputStream out = socket.getOutputStream();
      new AdapterConnection(socket.getInputStream(), out, opener()).serve();
    } catch (IOException e) {
      // the editor has gone
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Opens traces, and turns what is wrong with one into one line. */
  private static TraceOpener opener() {
    return new TraceOpener() {
      @Override
      public TraceMap open(Path trace, BinaryFiles binaries, LongConsumer progress) {
        try {
          return TraceFiles.reading(
              trace,
              () ->
                  TraceMap.open(
                      trace, new TraceMap.Options(binaries, TraceMap.userCache(), progress)));
        } catch (CancellationException e) {
          throw e;
        } catch (IllegalArgumentException e) {
          throw new CommandException(trace + ": " + e.getMessage());
        } catch (IOException | RuntimeException e) {
          throw new CommandException(ErrorLine.of(e).text());
        }
      }

      @Override
      public long instructions(Path trace) {
        return TraceFiles.instructions(trace);
      }
    };
  }
}
