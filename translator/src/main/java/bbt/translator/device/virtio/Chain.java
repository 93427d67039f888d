package bbt.translator.device.virtio;

import bbt.translator.device.GuestMemory;

/**
 * A request of a driver: a list of buffers in guest RAM, read and written as two byte streams.
 * Reused between requests.
 */
final class Chain {
  private static final int MAX = VirtQueue.MAX_SIZE;

  /** Longest request in bytes, both streams together: more than any boot loader reads at once. */
  private static final long MAX_BYTES = 1 << 30;

  private final GuestMemory memory;
  private final long[] address = new long[MAX];
  private final int[] length = new int[MAX];
  private int count;
  private int readable;
  private int head;

  private int readIndex;
  private int readOffset;
  private int writeIndex;
  private int writeOffset;
  private int written;
  private int moved;
  private long bytes;

  Chain(GuestMemory memory) {
    this.memory = memory;
  }

  void start(int headIndex) {
    head = headIndex;
    count = 0;
    readable = 0;
    readIndex = 0;
    readOffset = 0;
    writeOffset = 0;
    written = 0;
    moved = 0;
    bytes = 0;
  }

  void add(long physical, int size, boolean deviceWrites) throws VirtioException {
    if (count == MAX || !memory.contains(physical, Integer.toUnsignedLong(size)) || size < 0) {
      throw new VirtioException("bad descriptor");
    }
    bytes += size;
    if (bytes > MAX_BYTES) {
      throw new VirtioException("a request is longer than a device takes");
    }
    if (!deviceWrites) {
      if (readable != count) {
        throw new VirtioException("a readable descriptor after a writable one");
      }
      readable++;
    }
    address[count] = physical;
    length[count] = size;
    count++;
    writeIndex = readable;
  }

  int head() {
    return head;
  }

  /** Bytes read and written so far. */
  int moved() {
    return moved;
  }

  /** Bytes written so far. */
  int written() {
    return written;
  }

  /** Bytes that are left to read. */
  int readableBytes() {
    int sum = -readOffset;
    for (int i = readIndex; i < readable; i++) {
      sum += length[i];
    }
    return Math.max(0, sum);
  }

  /** Bytes that are left to write. */
  int writableBytes() {
    int sum = -writeOffset;
    for (int i = writeIndex; i < count; i++) {
      sum += length[i];
    }
    return Math.max(0, sum);
  }

  /** Reads up to {@code n} bytes; returns how many there were. */
  int read(byte[] target, int offset, int n) {
    int done = 0;
    while (done < n && readIndex < readable) {
      int part = Math.min(n - done, length[readIndex] - readOffset);
      memory.read(address[readIndex] + readOffset, target, offset + done, part);
      done += part;
      readOffset += part;
      if (readOffset == length[readIndex]) {
        readIndex++;
        readOffset = 0;
      }
    }
    moved += done;
    return done;
  }

  /** Writes up to {@code n} bytes; returns how many found room. */
  int write(byte[] source, int offset, int n) {
    int done = 0;
    while (done < n && writeIndex < count) {
      int part = Math.min(n - done, length[writeIndex] - writeOffset);
      memory.write(address[writeIndex] + writeOffset, source, offset + done, part);
      done += part;
      writeOffset += part;
      if (writeOffset == length[writeIndex]) {
        writeIndex++;
        writeOffset = 0;
      }
    }
    written += done;
    moved += done;
    return done;
  }
}
