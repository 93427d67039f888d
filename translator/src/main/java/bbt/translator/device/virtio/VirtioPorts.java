package bbt.translator.device.virtio;

import bbt.translator.state.Fields;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;

/**
 * The console device (section 5.3) with several ports, none of which is a console: each is a stream
 * of bytes in either direction, a character device in the guest. Queues: 0 and 1 receive and
 * transmit of port 0, 2 and 3 of control messages, then two for each further port. A control
 * message is {@code port u32, event u16, value u16}.
 */
public final class VirtioPorts implements VirtioFunction {
  /** Hears what the guest sends. */
  @FunctionalInterface
  public interface Host {
    /** Bytes that the guest wrote to a port. */
    void sent(int port, byte[] bytes);
  }

  private static final long FEATURE_MULTIPORT = 1L << 1;
  private static final int CONTROL_RECEIVE = 2;
  private static final int CONTROL_TRANSMIT = 3;
  private static final int MESSAGE = 8;

  // Events.
  private static final int DEVICE_READY = 0;
  private static final int PORT_ADD = 1;
  private static final int PORT_READY = 3;
  private static final int PORT_OPEN = 6;

  /** Longest buffer to send. */
  private static final int MAX_SENT = 16 << 20;

  private final Host host;
  private final VirtioMmio transport;
  private final byte[] config;

  /** By port: what has arrived, and how much of it the guest has. */
  private final byte[][] arrived;

  private final int[] taken;

  /** By port: whether no more arrives. */
  private final boolean[] closed;

  /** Control messages that the guest has no buffer for yet. */
  private final Queue<Long> messages = new ArrayDeque<>();

  /**
   * @param ports number of ports, at least 1
   */
  public VirtioPorts(Wiring wiring, int ports, Host host) {
    this.host = host;
    this.arrived = new byte[ports][0];
    this.taken = new int[ports];
    this.closed = new boolean[ports];
    ByteBuffer b = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN);
    b.putInt(4, ports); // max_nr_ports
    this.config = b.array();
    this.transport = new VirtioMmio(wiring, this);
  }

  /** The device in its slot. */
  public VirtioMmio transport() {
    return transport;
  }

  /** Whether the guest has buffers with all that arrived at a port. */
  public boolean isDelivered(int port) {
    return taken[port] == arrived[port].length;
  }

  /** Bytes arrive at a port; what the guest has no buffers for waits. */
  public void receive(int port, byte[] bytes) {
    int left = arrived[port].length - taken[port];
    byte[] all = Arrays.copyOfRange(arrived[port], taken[port], taken[port] + left + bytes.length);
    System.arraycopy(bytes, 0, all, left, bytes.length);
    arrived[port] = all;
    taken[port] = 0;
    transport.service(receiver(port));
  }

  /** Nothing more arrives at a port: a program that reads it is told of the end. */
  public void close(int port) {
    closed[port] = true;
    closeIfDelivered(port);
  }

  private void closeIfDelivered(int port) {
    if (closed[port] && isDelivered(port)) {
      message(port, PORT_OPEN, 0);
    }
  }

  private static int receiver(int port) {
    return port == 0 ? 0 : 2 * port + 2;
  }

  @Override
  public String name() {
    return "virtio-ports";
  }

  @Override
  public int deviceId() {
    return 3;
  }

  @Override
  public long features() {
    return FEATURE_MULTIPORT;
  }

  @Override
  public int queues() {
    return 2 * arrived.length + 2;
  }

  @Override
  public int config(int offset) {
    return offset < config.length ? config[offset] & 0xFF : 0;
  }

  @Override
  public boolean service(int index, VirtQueue queue) throws VirtioException {
    if (index == CONTROL_RECEIVE) {
      return sendMessages(queue);
    }
    if (index == CONTROL_TRANSMIT) {
      return control(queue);
    }
    int port = index < CONTROL_RECEIVE ? 0 : index / 2 - 1;
    return (index & 1) == 0 ? deliver(port, queue) : transmit(port, queue);
  }

  private boolean deliver(int port, VirtQueue queue) throws VirtioException {
    boolean any = false;
    while (!isDelivered(port)) {
      Chain c = queue.pop();
      if (c == null) {
        break;
      }
      taken[port] += c.write(arrived[port], taken[port], arrived[port].length - taken[port]);
      queue.push(c);
      any = true;
    }
    if (any) {
      closeIfDelivered(port);
    }
    return any;
  }

  private boolean transmit(int port, VirtQueue queue) throws VirtioException {
    boolean any = false;
    for (Chain c = queue.pop(); c != null; c = queue.pop()) {
      host.sent(port, bytes(c));
      queue.push(c);
      any = true;
    }
    return any;
  }

  private static byte[] bytes(Chain c) throws VirtioException {
    if (c.readableBytes() > MAX_SENT) {
      throw new VirtioException("a buffer to send is longer than a port takes");
    }
    byte[] bytes = new byte[c.readableBytes()];
    c.read(bytes, 0, bytes.length);
    return bytes;
  }

  // ---- control

  private boolean control(VirtQueue queue) throws VirtioException {
    boolean any = false;
    for (Chain c = queue.pop(); c != null; c = queue.pop()) {
      byte[] bytes = bytes(c);
      if (bytes.length < MESSAGE) {
        throw new VirtioException("a control message is too short");
      }
      ByteBuffer b = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
      heard(b.getInt(), b.getShort(), b.getShort());
      queue.push(c);
      any = true;
    }
    return any;
  }

  private void heard(int port, int event, int value) {
    if (event == DEVICE_READY && value == 1) {
      for (int i = 0; i < arrived.length; i++) {
        message(i, PORT_ADD, 1);
      }
    } else if (event == PORT_READY && value == 1 && port >= 0 && port < arrived.length) {
      message(port, PORT_OPEN, 1);
      closeIfDelivered(port);
    }
  }

  private void message(int port, int event, int value) {
    messages.add(Integer.toUnsignedLong(port) | (long) event << 32 | (long) value << 48);
    transport.service(CONTROL_RECEIVE);
  }

  private boolean sendMessages(VirtQueue queue) throws VirtioException {
    boolean any = false;
    while (!messages.isEmpty()) {
      Chain c = queue.pop();
      if (c == null) {
        break;
      }
      ByteBuffer b = ByteBuffer.allocate(MESSAGE).order(ByteOrder.LITTLE_ENDIAN);
      c.write(b.putLong(messages.remove()).array(), 0, MESSAGE);
      queue.push(c);
      any = true;
    }
    return any;
  }

  @Override
  public void state(Fields f) {
    for (int i = 0; i < arrived.length; i++) {
      arrived[i] = f.of(Arrays.copyOfRange(arrived[i], taken[i], arrived[i].length));
      taken[i] = 0;
    }
    f.each(closed);
    int count = f.of(messages.size());
    Long[] all = messages.toArray(new Long[0]);
    if (f.reading()) {
      messages.clear();
    }
    for (int i = 0; i < count; i++) {
      long message = f.of(f.reading() ? 0L : all[i]);
      if (f.reading()) {
        messages.add(message);
      }
    }
  }
}
