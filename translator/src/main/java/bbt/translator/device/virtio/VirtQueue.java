package bbt.translator.device.virtio;

import bbt.translator.device.GuestMemory;
import bbt.translator.state.Fields;

/** A split virtqueue (section 2.7) as the device sees it. */
final class VirtQueue {
  /** QueueNumMax. */
  static final int MAX_SIZE = 256;

  /**
   * The work that is done at a time, in bytes; the request that exceeds it is still completed. No
   * driver that is not broken or hostile has a reason to queue as much.
   */
  static final long MAX_WORK = 64 << 20;

  /** The work that a request counts for beside its bytes. */
  private static final long REQUEST_WORK = 64 << 10;

  private static final int NEXT = 1;
  private static final int WRITE = 2;
  private static final int INDIRECT = 4;
  private static final int NO_INTERRUPT = 1;

  private final GuestMemory memory;
  private final Chain chain;

  int size;
  boolean ready;
  long descriptors;
  long available;
  long used;

  private int next;
  private int usedIndex;

  /** The work done since {@link #begin}. */
  private long work;

  /** Requests were left because the work was enough. */
  private boolean cut;

  VirtQueue(GuestMemory memory) {
    this.memory = memory;
    this.chain = new Chain(memory);
  }

  void reset() {
    size = 0;
    ready = false;
    descriptors = 0;
    available = 0;
    used = 0;
    next = 0;
    usedIndex = 0;
    cut = false;
  }

  /** The device begins to work on the queue. */
  void begin() {
    work = 0;
    cut = false;
  }

  /** Whether it stopped before the queue's end. */
  boolean cut() {
    return cut;
  }

  /** Checks the driver's set-up when it says that the queue is ready. */
  void enable() throws VirtioException {
    boolean sizeOk = size > 0 && size <= MAX_SIZE && Integer.bitCount(size) == 1;
    if (!sizeOk
        || !memory.contains(descriptors, 16L * size)
        || !memory.contains(available, 6 + 2L * size)
        || !memory.contains(used, 6 + 8L * size)) {
      throw new VirtioException("a queue is not in RAM or has a bad size");
    }
    ready = true;
  }

  /** Whether the driver has made a chain available. */
  boolean hasNext() {
    return ready && waiting() != 0;
  }

  private int waiting() {
    return (memory.read16(available + 2) - next) & 0xFFFF;
  }

  /**
   * The next chain, or null when there is none or enough was done since {@link #begin}. Valid until
   * the next call.
   */
  Chain pop() throws VirtioException {
    if (!hasNext()) {
      return null;
    }
    if (waiting() > size) {
      throw new VirtioException("more chains are available than the queue has descriptors");
    }
    if (work >= MAX_WORK) {
      cut = true;
      return null;
    }
    int index = memory.read16(available + 4 + 2L * (next & (size - 1))) & 0xFFFF;
    next = (next + 1) & 0xFFFF;
    chain.start(index);
    int flags = NEXT;
    for (int n = 0; (flags & NEXT) != 0; n++) {
      if (index >= size || n >= size) {
        throw new VirtioException("a chain leaves the descriptor table or is a loop");
      }
      long d = descriptors + 16L * index;
      flags = memory.read16(d + 12);
      if ((flags & INDIRECT) != 0) {
        throw new VirtioException("an indirect descriptor was not negotiated");
      }
      chain.add(memory.read64(d), memory.read32(d + 8), (flags & WRITE) != 0);
      index = memory.read16(d + 14) & 0xFFFF;
    }
    return chain;
  }

  /** Gives a chain back. */
  void push(Chain done) {
    work += REQUEST_WORK + done.moved();
    long element = used + 4 + 8L * (usedIndex & (size - 1));
    memory.write32(element, done.head());
    memory.write32(element + 4, done.written());
    usedIndex = (usedIndex + 1) & 0xFFFF;
    memory.write16(used + 2, usedIndex);
  }

  /** Whether the driver wants an interrupt for what was pushed. */
  boolean wantsInterrupt() {
    return (memory.read16(available) & NO_INTERRUPT) == 0;
  }

  /** Saves or loads what the guest can notice of it, for a snapshot. */
  void state(Fields f) {
    size = f.of(size);
    ready = f.of(ready);
    descriptors = f.of(descriptors);
    available = f.of(available);
    used = f.of(used);
    next = f.of(next);
    usedIndex = f.of(usedIndex);
    cut = f.of(cut);
  }
}
