package bbt.reconstruct.cli.boot;

/** Keys on their way from the thread that reads the terminal to the guest thread. */
final class KeyQueue {
  private static final int CAPACITY = 4096;

  private final byte[] ring = new byte[CAPACITY];
  private int head;
  private int count;

  /** Adds a key; waits while the guest does not take any. */
  synchronized void put(int octet) throws InterruptedException {
    while (count == CAPACITY) {
      wait();
    }
    ring[(head + count) % CAPACITY] = (byte) octet;
    count++;
    notifyAll();
  }

  /** The next key, or -1. */
  synchronized int poll() {
    if (count == 0) {
      return -1;
    }
    int octet = ring[head] & 0xFF;
    head = (head + 1) % CAPACITY;
    count--;
    notifyAll();
    return octet;
  }

  /** Waits until there is a key, someone calls {@link #wake}, or the time is over. */
  synchronized void await(long nanos) {
    if (count > 0 || nanos <= 0) {
      return;
    }
    try {
      wait(nanos / 1_000_000, (int) (nanos % 1_000_000));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  synchronized void wake() {
    notifyAll();
  }
}
