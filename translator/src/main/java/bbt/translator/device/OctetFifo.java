package bbt.translator.device;

import bbt.translator.state.Fields;

/** The bytes that a serial port has received and the guest has not read. */
final class OctetFifo {
  /** The most bytes that it holds. */
  static final int SIZE = 16;

  private final int[] octets = new int[SIZE];
  private int head;
  private int count;

  int count() {
    return count;
  }

  /** Adds a byte behind the others; there must be room. */
  void push(int octet) {
    octets[(head + count) % SIZE] = octet & 0xFF;
    count++;
  }

  /** Takes the first byte out; there must be one. */
  int pop() {
    int octet = octets[head];
    head = (head + 1) % SIZE;
    count--;
    return octet;
  }

  void clear() {
    head = 0;
    count = 0;
  }

  /** Saves or loads it, for a snapshot. */
  void state(Fields f) {
    f.each(octets);
    head = f.of(head);
    count = f.of(count);
  }
}
