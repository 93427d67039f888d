package bbt.translator.net;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntPredicate;

/** Connects to the host's loopback address with real sockets. */
public final class HostSockets implements Outside {
  /** Data of one event, at most. */
  private static final int CHUNK = 16 << 10;

  /**
   * The bytes that a peer may send that does not read what the guest sends, before the connection
   * is given up.
   */
  private static final int MAX_AHEAD = 64 << 20;

  private static final long WRITE_PAUSE_NANOS = 100_000;
  private static final byte[] NOTHING = {};
  private static final byte[] LOOPBACK = {127, 0, 0, 1};

  private final class Connection {
    final int number;
    final SocketChannel channel;
    final Queue<Event> arrived = new ArrayDeque<>();
    private SelectionKey key;
    private boolean connecting = true;
    boolean ended;
    private int ahead;

    Connection(int number) throws IOException {
      this.number = number;
      channel = SocketChannel.open();
    }

    void open(int port) {
      try {
        channel.configureBlocking(false);
        key = channel.register(selector, SelectionKey.OP_CONNECT);
        if (channel.connect(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), port))) {
          connected();
        }
      } catch (IOException e) {
        over(Kind.REFUSED);
      }
    }

    private void connected() {
      connecting = false;
      key.interestOps(SelectionKey.OP_READ);
      arrived.add(new Event(number, Kind.CONNECTED, NOTHING));
    }

    /** Whether arriving data ends a wait: not while it has no room, or the wait would spin. */
    void listen(boolean takes) {
      if (!connecting && !ended && key.isValid()) {
        key.interestOps(takes ? SelectionKey.OP_READ : 0);
      }
    }

    void took(Event event) {
      ahead -= event.data().length;
    }

    /** Ends a connection: nothing comes any more after this. */
    void over(Kind kind) {
      if (!ended) {
        ended = true;
        arrived.add(new Event(number, kind, NOTHING));
        if (key != null) {
          key.cancel();
        }
      }
      if (kind != Kind.END) {
        close();
      }
    }

    void close() {
      try {
        channel.close();
      } catch (IOException e) {
        // Nobody is left to whom a failed close could matter.
      }
    }

    /** Takes in what is there now, one chunk at most. */
    void look() {
      try {
        if (ended) {
          return;
        }
        if (connecting) {
          if (channel.finishConnect()) {
            connected();
          }
          return;
        }
        buffer.clear();
        int n = channel.read(buffer);
        if (n < 0) {
          over(Kind.END);
        } else if (n > 0) {
          byte[] data = new byte[n];
          buffer.flip().get(data);
          arrived.add(new Event(number, Kind.DATA, data));
          ahead += n;
        }
      } catch (IOException e) {
        over(connecting ? Kind.REFUSED : Kind.RESET);
      }
    }

    void send(byte[] data) {
      ByteBuffer b = ByteBuffer.wrap(data);
      try {
        while (b.hasRemaining() && channel.isOpen()) {
          if (channel.write(b) == 0) {
            if (stopped.getAsBoolean()) {
              return;
            }
            if (ahead > MAX_AHEAD) {
              over(Kind.RESET);
              return;
            }
            look(); // a peer that waits for us to read would never take ours
            LockSupport.parkNanos(WRITE_PAUSE_NANOS);
          }
        }
      } catch (IOException e) {
        over(Kind.RESET);
      }
    }

    void finish() {
      try {
        if (channel.isConnected()) {
          channel.shutdownOutput();
        }
      } catch (IOException e) {
        over(Kind.RESET);
      }
    }
  }

  private final Map<Integer, Connection> connections = new TreeMap<>();
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(CHUNK);
  private final BooleanSupplier stopped;
  private final Selector selector;

  /**
   * @param stopped whether the run was asked to end: nothing waits for a peer any more then
   * @throws IOException when the host has no sockets for us
   */
  public HostSockets(BooleanSupplier stopped) throws IOException {
    this.stopped = stopped;
    this.selector = Selector.open();
  }

  @Override
  public void connect(int number, int port) {
    try {
      Connection c = new Connection(number);
      connections.put(number, c);
      c.open(port);
    } catch (IOException e) {
      throw new UncheckedIOException("the host has no socket for a connection of the guest", e);
    }
  }

  @Override
  public void send(int number, byte[] data) {
    Connection c = connections.get(number);
    if (c != null) {
      c.send(data);
    }
  }

  @Override
  public void finish(int number) {
    Connection c = connections.get(number);
    if (c != null) {
      c.finish();
    }
  }

  @Override
  public void close(int number) {
    Connection c = connections.remove(number);
    if (c != null) {
      c.close();
    }
  }

  @Override
  public boolean expecting() {
    for (Connection c : connections.values()) {
      if (!c.ended || !c.arrived.isEmpty()) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void poll(IntPredicate wanted, Consumer<Event> to) {
    // A copy: what an event leads to may close connections.
    for (Connection c : connections.values().toArray(new Connection[0])) {
      boolean takes = wanted.test(c.number);
      c.listen(takes);
      if (takes && c.arrived.isEmpty()) {
        c.look();
      }
      while (!c.arrived.isEmpty() && connections.get(c.number) == c) {
        if (c.arrived.peek().kind() == Kind.DATA && !wanted.test(c.number)) {
          break;
        }
        Event event = c.arrived.remove();
        c.took(event);
        to.accept(event);
      }
    }
  }

  @Override
  public void await(long nanos) {
    try {
      selector.select(Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos)));
      selector.selectedKeys().clear();
    } catch (IOException e) {
      LockSupport.parkNanos(nanos);
    }
  }

  @Override
  public void closeAll() {
    connections.values().forEach(Connection::close);
    connections.clear();
    try {
      selector.close();
    } catch (IOException e) {
      // The process ends anyway.
    }
  }
}
