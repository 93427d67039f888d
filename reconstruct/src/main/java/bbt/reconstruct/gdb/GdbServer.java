package bbt.reconstruct.gdb;

import bbt.reconstruct.gdb.targets.Target;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * Waits for gdb at a loopback port, and serves one at a time; further ones are turned away. When
 * one has gone, the next may come.
 */
final class GdbServer implements AutoCloseable {
  /** The time that the last answer has to arrive when the guest has ended. */
  private static final int FAREWELL_MILLIS = 2000;

  private final ServerSocket listening;
  private final Target target;
  private final Runnable onLeave;
  private final Object lock = new Object();
  private Socket connected;
  private Thread serving;

  private GdbServer(ServerSocket listening, Target target, Runnable onLeave) {
    this.listening = listening;
    this.target = target;
    this.onLeave = onLeave;
  }

  /**
   * Starts listening.
   *
   * @param address from {@link GdbAddress}
   * @param onLeave told when a gdb has left without saying what is to happen; any thread
   * @throws IOException if the port is taken
   */
  static GdbServer start(InetSocketAddress address, Target target, Runnable onLeave)
      throws IOException {
    ServerSocket socket = new ServerSocket(address.getPort(), 4, address.getAddress());
    GdbServer server = new GdbServer(socket, target, onLeave);
    Thread.ofPlatform().daemon().name("gdb-server").start(server::accept);
    return server;
  }

  /** Where it listens, as gdb's {@code target remote} wants it. */
  String place() {
    InetSocketAddress at = (InetSocketAddress) listening.getLocalSocketAddress();
    String host = at.getAddress().getHostAddress();
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + at.getPort();
  }

  private void accept() {
    while (true) {
      try {
        Socket socket = listening.accept();
        synchronized (lock) {
          if (connected != null) {
            socket.close();
            continue;
          }
          connected = socket;
          serving = Thread.ofPlatform().daemon().name("gdb-session").start(() -> serve(socket));
        }
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      GdbSession session =
          new GdbSession(socket.getInputStream(), socket.getOutputStream(), target);
      if (!session.run()) {
        onLeave.run();
      }
    } catch (IOException e) {
      // The connection never came to be.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      synchronized (lock) {
        connected = null;
      }
    }
  }

  /** Stops listening; a gdb that is there has a moment to take in that the guest has ended. */
  @Override
  public void close() throws IOException {
    listening.close();
    Thread last;
    Socket socket;
    synchronized (lock) {
      last = serving;
      socket = connected;
    }
    if (socket == null) {
      return;
    }
    try {
      last.join(FAREWELL_MILLIS);
      socket.close();
      last.join(FAREWELL_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
