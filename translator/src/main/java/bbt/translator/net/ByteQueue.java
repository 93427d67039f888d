package bbt.translator.net;

import bbt.translator.state.Fields;
import java.util.Arrays;

/** A queue of bytes. */
final class ByteQueue {
  private byte[] bytes = new byte[4096];
  private int head;
  private int count;

  int count() {
    return count;
  }

  void add(byte[] more) {
    if (head + count + more.length > bytes.length) {
      byte[] room =
          count + more.length > bytes.length / 2 ? new byte[2 * (count + more.length)] : bytes;
      System.arraycopy(bytes, head, room, 0, count);
      bytes = room;
      head = 0;
    }
    System.arraycopy(more, 0, bytes, head + count, more.length);
    count += more.length;
  }

  /** A copy of {@code n} bytes, {@code offset} behind the first; both inside what waits. */
  byte[] copy(int offset, int n) {
    return Arrays.copyOfRange(bytes, head + offset, head + offset + n);
  }

  void drop(int n) {
    head += n;
    count -= n;
  }

  /** Saves or loads the bytes that wait, for a snapshot. */
  void state(Fields f) {
    byte[] all = f.of(copy(0, count));
    head = 0;
    count = 0;
    add(all);
  }
}
