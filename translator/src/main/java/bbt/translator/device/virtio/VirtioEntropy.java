package bbt.translator.device.virtio;

import bbt.translator.device.SeedStream;
import bbt.translator.state.Fields;

/** The entropy device (section 5.4), fed from the seed (docs/determinism.md 10). */
public final class VirtioEntropy implements VirtioFunction {
  /** A device may use less than the driver's buffer. */
  private static final int MAX_BYTES = 64 << 10;

  private final SeedStream stream;

  private VirtioEntropy(long seed) {
    this.stream = new SeedStream(seed);
  }

  /** The device in its slot. */
  public static VirtioMmio create(Wiring wiring, long seed) {
    return new VirtioMmio(wiring, new VirtioEntropy(seed));
  }

  @Override
  public String name() {
    return "virtio-entropy";
  }

  @Override
  public int deviceId() {
    return 4;
  }

  @Override
  public long features() {
    return 0;
  }

  @Override
  public int queues() {
    return 1;
  }

  @Override
  public int config(int offset) {
    return 0;
  }

  @Override
  public boolean service(int index, VirtQueue queue) throws VirtioException {
    boolean any = false;
    for (Chain c = queue.pop(); c != null; c = queue.pop()) {
      byte[] bytes = new byte[Math.min(c.writableBytes(), MAX_BYTES)];
      stream.fill(bytes, 0, bytes.length);
      c.write(bytes, 0, bytes.length);
      queue.push(c);
      any = true;
    }
    return any;
  }

  @Override
  public void state(Fields f) {
    stream.state(f);
  }
}
