package bbt.translator.device.virtio;

import bbt.translator.state.Fields;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;

/** The network card (section 5.1) with one pair of queues: 0 receives, 1 transmits. No offloads. */
public final class VirtioNetwork implements VirtioFunction {
  private static final int RECEIVE = 0;

  /** VIRTIO_NET_F_MAC and VIRTIO_NET_F_STATUS. */
  private static final long FEATURES = 1 << 5 | 1 << 16;

  private static final int MAC_BYTES = 6;
  private static final int LINK_UP = 1;

  /** struct virtio_net_hdr, without num_buffers and with it (section 5.1.6.1). */
  private static final int SHORT_HEADER = 10;

  private static final int HEADER = 12;

  /** Longest frame: an MTU of 1500, its header, a VLAN tag. */
  private static final int MAX_FRAME = 1518;

  /** Frames that wait for buffers of the guest. */
  private static final int MAX_WAITING = 1024;

  private final IntUnaryOperator mac;
  private final Consumer<byte[]> transmit;
  private final VirtioMmio transport;
  private final Queue<byte[]> arrived = new ArrayDeque<>();

  /**
   * @param mac byte of the hardware address by index (0..5)
   * @param transmit takes each frame that the guest sends
   */
  public VirtioNetwork(Wiring wiring, IntUnaryOperator mac, Consumer<byte[]> transmit) {
    this.mac = mac;
    this.transmit = transmit;
    this.transport = new VirtioMmio(wiring, this);
  }

  /** The device in its slot. */
  public VirtioMmio transport() {
    return transport;
  }

  /** A frame arrives; it waits until the guest has a buffer for it, or is lost when too many do. */
  public void receive(byte[] frame) {
    if (arrived.size() < MAX_WAITING) {
      arrived.add(frame);
    }
    transport.service(RECEIVE);
  }

  @Override
  public String name() {
    return "virtio-net";
  }

  @Override
  public int deviceId() {
    return 1;
  }

  @Override
  public long features() {
    return FEATURES;
  }

  @Override
  public int queues() {
    return 2;
  }

  @Override
  public int config(int offset) {
    return offset < MAC_BYTES ? mac.applyAsInt(offset) : offset == MAC_BYTES ? LINK_UP : 0;
  }

  @Override
  public boolean service(int index, VirtQueue queue) throws VirtioException {
    return index == RECEIVE ? deliver(queue) : transmit(queue);
  }

  private boolean deliver(VirtQueue queue) throws VirtioException {
    boolean any = false;
    while (!arrived.isEmpty()) {
      Chain c = queue.pop();
      if (c == null) {
        break;
      }
      byte[] frame = arrived.remove();
      byte[] header = new byte[header()];
      if (header.length == HEADER) {
        header[SHORT_HEADER] = 1; // num_buffers
      }
      if (c.writableBytes() < header.length + frame.length) {
        throw new VirtioException("a receive buffer is too small for a frame");
      }
      c.write(header, 0, header.length);
      c.write(frame, 0, frame.length);
      queue.push(c);
      any = true;
    }
    return any;
  }

  private int header() {
    return transport.isVersion1() ? HEADER : SHORT_HEADER;
  }

  private boolean transmit(VirtQueue queue) throws VirtioException {
    boolean any = false;
    for (Chain c = queue.pop(); c != null; c = queue.pop()) {
      int header = header();
      int length = c.readableBytes() - header;
      if (length < 0 || length > MAX_FRAME) {
        throw new VirtioException("a frame to send is longer than the card takes");
      }
      byte[] frame = new byte[length];
      c.read(new byte[header], 0, header);
      c.read(frame, 0, length);
      queue.push(c);
      any = true;
      transmit.accept(frame);
    }
    return any;
  }

  @Override
  public void state(Fields f) {
    int count = f.of(arrived.size());
    byte[][] frames = arrived.toArray(new byte[0][]);
    arrived.clear();
    for (int i = 0; i < count; i++) {
      arrived.add(f.of(f.reading() ? new byte[0] : frames[i]));
    }
  }
}
