package bbt.reconstruct.gdb;

import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.UserException;
import bbt.reconstruct.gdb.targets.ReplayTarget;
import bbt.reconstruct.gdb.targets.SymbolFile;
import bbt.reconstruct.names.BinaryFiles;
import bbt.reconstruct.names.TraceSymbols;
import bbt.reconstruct.replay.ExecutionFinder;
import bbt.reconstruct.replay.Replay;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.util.concurrent.CountDownLatch;

/** Serves gdb on a traced run, until gdb says {@code kill} or the process is interrupted. */
public final class TraceGdb {
  private TraceGdb() {}

  /**
   * Serves one gdb after the other; each finds the run where the last one left it.
   *
   * @param address {@code [HOST:]PORT}
   * @param replay of the run
   * @param at where the first gdb is to find the run, as {@code monitor goto} has it; null: where
   *     the replay stands
   * @throws UserException if the port is taken, or there is no such place
   */
  public static void serve(String address, Replay replay, String at, PrintWriter err)
      throws IOException, InterruptedException {
    InetSocketAddress place = GdbAddress.parse(address);
    if (at != null) {
      ExecutionFinder.goTo(replay, at);
    }
    CountDownLatch killed = new CountDownLatch(1);
    ReplayTarget target = new ReplayTarget(replay, () -> symbols(replay), killed::countDown);
    try (GdbServer server = GdbServer.start(place, target, () -> {})) {
      err.println("bbt: the run waits for gdb, Ctrl-C ends: target remote " + server.place());
      err.flush();
      killed.await();
    } catch (BindException e) {
      throw new UserException(
          Fault.UNAVAILABLE,
          "--gdb " + address + ": " + e.getMessage() + "; choose another port",
          e);
    } finally {
      target.close();
    }
  }

  /** The kernel itself if that is an ELF file, else the names in the trace. */
  private static byte[] symbols(Replay replay) {
    try {
      byte[] kernel = SymbolFile.elf(replay.kernel());
      if (kernel != null) {
        return kernel;
      }
      TraceSymbols symbols = TraceSymbols.read(replay.trace(), BinaryFiles.NONE);
      return SymbolFile.of(symbols, replay.state().guest().elfMachine());
    } catch (IOException e) {
      return null; // gdb says that there is no such file
    }
  }
}
