package bbt.reconstruct.gdb;

import bbt.reconstruct.gdb.targets.LiveTarget;
import bbt.translator.machine.Machine;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;

/** Connects a live guest to a server for gdb: {@code bbt boot --gdb}. */
public final class LiveGdb implements AutoCloseable {
  private final LiveTarget target;
  private final GdbServer server;

  private LiveGdb(LiveTarget target, GdbServer server) {
    this.target = target;
    this.server = server;
  }

  /**
   * Attaches to a machine that has not begun, and says where gdb can come.
   *
   * @param kernel its file, for gdb to read symbols from
   * @param refusal why gdb may write nothing, or null
   * @param hold whether the guest waits for gdb before its first instruction
   * @throws IOException if the port is taken
   */
  public static LiveGdb start(
      InetSocketAddress address,
      Machine machine,
      Path kernel,
      String refusal,
      boolean hold,
      PrintWriter err)
      throws IOException {
    LiveTarget target = new LiveTarget(machine, kernel, refusal, hold);
    Runnable onLeave =
        () -> {
          err.print("bbt: gdb has gone without a word; another may come\r\n");
          err.flush();
        };
    GdbServer server = GdbServer.start(address, target, onLeave);
    err.println(
        "bbt: "
            + (hold ? "the guest waits for gdb: " : "gdb may come: ")
            + "target remote "
            + server.place());
    err.flush();
    return new LiveGdb(target, server);
  }

  /** Where gdb can come: host and port. */
  public String place() {
    return server.place();
  }

  /** Lets a held guest go to its end; the machine was asked to stop. Any thread. */
  public void stop() {
    target.kill();
  }

  /** Tells a gdb that the guest has ended. */
  public void ended(int code) {
    target.ended(code);
  }

  /** Waits a moment until gdb has taken that in, and ends the server. */
  @Override
  public void close() throws IOException {
    server.close();
  }
}
