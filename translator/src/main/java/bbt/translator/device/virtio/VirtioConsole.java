package bbt.translator.device.virtio;

import bbt.translator.state.Fields;
import java.util.function.IntConsumer;

/** The console device (section 5.3) with one port: queue 0 receives, queue 1 transmits. */
public final class VirtioConsole implements VirtioFunction {
  private static final int RECEIVE = 0;

  /** Longest buffer to send: the host's console is the slowest of all devices. */
  private static final int MAX_SENT = 16 << 20;

  private final IntConsumer output;
  private final VirtioMmio transport;

  /** The byte that arrives, while it is delivered; -1 otherwise. */
  private int arriving = -1;

  /**
   * @param output takes each byte that the guest sends
   */
  public VirtioConsole(Wiring wiring, IntConsumer output) {
    this.output = output;
    this.transport = new VirtioMmio(wiring, this);
  }

  /** The device in its slot. */
  public VirtioMmio transport() {
    return transport;
  }

  /** Whether the guest has a buffer for input. */
  public boolean canReceive() {
    return transport.queue(RECEIVE).hasNext();
  }

  /** A byte arrives; lost if the guest has no buffer for it. */
  public void receive(int octet) {
    arriving = octet & 0xFF;
    transport.service(RECEIVE);
    arriving = -1;
  }

  @Override
  public String name() {
    return "virtio-console";
  }

  @Override
  public int deviceId() {
    return 3;
  }

  @Override
  public long features() {
    return 0;
  }

  @Override
  public int queues() {
    return 2;
  }

  @Override
  public int config(int offset) {
    return 0;
  }

  @Override
  public boolean service(int index, VirtQueue queue) throws VirtioException {
    return index == RECEIVE ? deliver(queue) : transmit(queue);
  }

  private boolean deliver(VirtQueue queue) throws VirtioException {
    Chain c = arriving < 0 ? null : queue.pop();
    if (c == null) {
      return false;
    }
    c.write(new byte[] {(byte) arriving}, 0, 1);
    queue.push(c);
    return true;
  }

  private boolean transmit(VirtQueue queue) throws VirtioException {
    boolean any = false;
    for (Chain c = queue.pop(); c != null; c = queue.pop()) {
      if (c.readableBytes() > MAX_SENT) {
        throw new VirtioException("a buffer to send is longer than the console takes");
      }
      byte[] bytes = new byte[c.readableBytes()];
      c.read(bytes, 0, bytes.length);
      for (byte b : bytes) {
        output.accept(b & 0xFF);
      }
      queue.push(c);
      any = true;
    }
    return any;
  }

  @Override
  public void state(Fields f) {
    // A byte arrives and is delivered at once: nothing is kept.
  }
}
