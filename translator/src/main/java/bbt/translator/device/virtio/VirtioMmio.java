package bbt.translator.device.virtio;

import bbt.translator.device.Device;
import bbt.translator.device.TimeBase;
import bbt.translator.state.Fields;

/**
 * The memory-mapped transport, version 2 (section 4.2.2). An empty slot has device ID 0. As on
 * QEMU, a driver need not accept VERSION_1 (xv6's does not): its queues are the same, and its
 * network header is the short one.
 */
public final class VirtioMmio implements Device {
  /** Size of the register window in bytes. */
  public static final long SIZE = 0x1000;

  private static final int MAGIC = 0x74726976;
  private static final int VENDOR = 0x554D4551; // QEMU's, which drivers know
  private static final long VERSION_1 = 1L << 32;
  private static final int USED_BUFFER = 1;
  private static final int CONFIG_CHANGE = 2;
  private static final int NEEDS_RESET = 0x40;
  private static final int FEATURES_OK = 8;
  private static final int CONFIG = 0x100;

  /**
   * The time that a queue rests whose work was cut, in ticks: about what a disk takes for {@link
   * VirtQueue#MAX_WORK} bytes.
   */
  static final long REST = 100_000;

  private final Wiring wiring;
  private final VirtioFunction function;
  private final VirtQueue[] queues;

  private int deviceFeatureWord;
  private int driverFeatureWord;
  private long driverFeatures;
  private int selected;
  private int interrupts;
  private int status;

  /** When queues whose work was cut are looked at again, in ticks. */
  private long resumeAt = TimeBase.NEVER;

  /** An empty slot. */
  public VirtioMmio() {
    this(new Wiring(null, level -> {}, null), null);
  }

  VirtioMmio(Wiring wiring, VirtioFunction function) {
    this.wiring = wiring;
    this.function = function;
    queues = new VirtQueue[function == null ? 0 : function.queues()];
    for (int i = 0; i < queues.length; i++) {
      queues[i] = new VirtQueue(wiring.memory());
    }
  }

  @Override
  public String name() {
    return function == null ? "virtio-empty" : function.name();
  }

  VirtQueue queue(int index) {
    return queues[index];
  }

  @Override
  public long load(long offset, int size) {
    int at = (int) offset;
    if (at >= CONFIG) {
      long value = 0;
      for (int i = size - 1; i >= 0; i--) {
        value = value << 8 | (function == null ? 0 : function.config(at - CONFIG + i) & 0xFF);
      }
      return value;
    }
    return Integer.toUnsignedLong(register(at));
  }

  private int register(int at) {
    switch (at) {
      case 0x000:
        return MAGIC;
      case 0x004:
        return 2;
      case 0x008:
        return function == null ? 0 : function.deviceId();
      case 0x00C:
        return VENDOR;
      default:
        break;
    }
    if (function == null) {
      return 0;
    }
    return switch (at) {
      case 0x010 ->
          deviceFeatureWord > 1 || deviceFeatureWord < 0
              ? 0
              : (int) ((function.features() | VERSION_1) >>> (32 * deviceFeatureWord));
      case 0x034 -> selectedQueue() == null ? 0 : VirtQueue.MAX_SIZE;
      case 0x044 -> selectedQueue() != null && selectedQueue().ready ? 1 : 0;
      case 0x060 -> interrupts;
      case 0x070 -> status;
      default -> 0; // ConfigGeneration (0x0FC) never changes
    };
  }

  private VirtQueue selectedQueue() {
    return selected >= 0 && selected < queues.length ? queues[selected] : null;
  }

  @Override
  public void store(long offset, int size, long value) {
    if (function == null) {
      return;
    }
    int v = (int) value;
    switch ((int) offset) {
      case 0x014 -> deviceFeatureWord = v;
      case 0x020 -> {
        if (driverFeatureWord == 0 || driverFeatureWord == 1) {
          int shift = 32 * driverFeatureWord;
          driverFeatures =
              driverFeatures & ~(0xFFFF_FFFFL << shift) | Integer.toUnsignedLong(v) << shift;
        }
      }
      case 0x024 -> driverFeatureWord = v;
      case 0x030 -> selected = v;
      case 0x050 -> notified(v);
      case 0x064 -> {
        interrupts &= ~v;
        wiring.line().set(interrupts != 0);
      }
      case 0x070 -> status(v);
      default -> queueRegister((int) offset, v);
    }
  }

  private void queueRegister(int at, int v) {
    VirtQueue q = selectedQueue();
    if (q == null || (q.ready && at != 0x044)) {
      return; // section 4.2.2.2: the driver must not change a queue that is ready
    }
    switch (at) {
      case 0x038 -> q.size = v;
      case 0x044 -> {
        if ((v & 1) == 0) {
          q.ready = false;
        } else {
          try {
            q.enable();
          } catch (VirtioException e) {
            broken();
          }
        }
      }
      case 0x080 -> q.descriptors = low(q.descriptors, v);
      case 0x084 -> q.descriptors = high(q.descriptors, v);
      case 0x090 -> q.available = low(q.available, v);
      case 0x094 -> q.available = high(q.available, v);
      case 0x0A0 -> q.used = low(q.used, v);
      case 0x0A4 -> q.used = high(q.used, v);
      default -> {}
    }
  }

  private static long low(long old, int v) {
    return old & 0xFFFF_FFFF_0000_0000L | Integer.toUnsignedLong(v);
  }

  private static long high(long old, int v) {
    return old & 0xFFFF_FFFFL | (long) v << 32;
  }

  /** Whether the driver knows the devices of the specification's version 1 and later. */
  boolean isVersion1() {
    return (driverFeatures & VERSION_1) != 0;
  }

  private void status(int v) {
    if (v == 0) {
      status = 0;
      interrupts = 0;
      driverFeatures = 0;
      for (VirtQueue q : queues) {
        q.reset();
      }
      resumeAt = TimeBase.NEVER;
      wiring.line().set(false);
      return;
    }
    status = v & 0xFF;
    long offered = function.features() | VERSION_1;
    if ((v & FEATURES_OK) != 0 && (driverFeatures & ~offered) != 0) {
      status &= ~FEATURES_OK; // section 3.1.1, step 6
    }
  }

  private void notified(int index) {
    if (index >= 0 && index < queues.length && (status & NEEDS_RESET) == 0) {
      service(index);
    }
  }

  /** The tick at which the device goes on with what it has put off, or {@link TimeBase#NEVER}. */
  public long deadline() {
    return resumeAt;
  }

  /** Time has passed. */
  public void update() {
    if (resumeAt == TimeBase.NEVER || wiring.time().ticks() < resumeAt) {
      return;
    }
    resumeAt = TimeBase.NEVER;
    for (int i = 0; i < queues.length; i++) {
      if (queues[i].cut()) {
        notified(i);
      }
    }
  }

  /**
   * Lets the function work on a queue, and interrupts if something was given back. What is more
   * than {@link VirtQueue#MAX_WORK} waits for {@link #REST}: the guest goes on meanwhile.
   */
  void service(int index) {
    VirtQueue q = queues[index];
    if (!q.ready) {
      return;
    }
    q.begin();
    try {
      if (function.service(index, q) && q.wantsInterrupt()) {
        interrupts |= USED_BUFFER;
        wiring.line().set(true);
      }
      if (q.cut() && resumeAt == TimeBase.NEVER) {
        resumeAt = wiring.time().ticks() + REST;
        wiring.time().deadlineChanged();
      }
    } catch (VirtioException e) {
      broken();
    }
  }

  private void broken() {
    status |= NEEDS_RESET;
    interrupts |= CONFIG_CHANGE;
    wiring.line().set(true);
  }

  /** Saves or loads what the guest can notice of it, for a snapshot. */
  public void state(Fields f) {
    deviceFeatureWord = f.of(deviceFeatureWord);
    driverFeatureWord = f.of(driverFeatureWord);
    driverFeatures = f.of(driverFeatures);
    selected = f.of(selected);
    interrupts = f.of(interrupts);
    status = f.of(status);
    resumeAt = f.of(resumeAt);
    for (VirtQueue queue : queues) {
      queue.state(f);
    }
    if (function != null) {
      function.state(f);
    }
  }
}
