package bbt.reconstruct.cli.boot;

/** Hands keys from the thread that reads them to the guest thread. */
final class KeyQueue {
  private static final int CAPACITY = 4096;

  private final byte[] ring = new byte[CAPACITY];
  private int head;
  private int count;
  private boolean ended;

  /**
   * Adds a key; waits while the guest does not take any.
   *
   * @return whether it was added: not when no key is wanted any more
   */
  synchronized boolean put(int octet) throws InterruptedException {
    while (count == CAPACITY && !ended) {
      wait();
    }
    if (ended) {
      return false;
    }
    ring[(head + count) % CAPACITY] = (byte) octet;
    count++;
    notifyAll();
    return true;
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

  /** The next key, waiting for it; -1 at the end of the input. */
  synchronized int take() {
    try {
      while (count == 0 && !ended) {
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return poll();
  }

  /** Waits until there is a key, the input ends, or the time is over. */
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

  /** Whether all keys were taken and no more will come. */
  synchronized boolean ended() {
    return ended && count == 0;
  }

  /** Ends the queue: no key will come any more. */
  synchronized void end() {
    ended = true;
    notifyAll();
  }
}
