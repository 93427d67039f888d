package bbt.packets;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Reads the bytes of a trace that comes over a stream, of which it keeps a window. A thread of its
 * own reads a little ahead; when nobody takes what it has read, it stops, and so does who writes.
 */
final class StreamBytes extends TraceBytes {
  /** Read ahead of what was asked for. */
  private static final int AHEAD = 1 << 20;

  private static final int BLOCK = 1 << 16;

  /**
   * So much that has passed may stay, so that what is kept is not moved for each chunk: a reader
   * keeps 17 MB at most, so each byte is moved four times or so.
   */
  private static final int SLACK = 4 << 20;

  private static final long LOOK_MILLIS = 50;

  private final InputStream in;
  private final TraceReader.Waiting waiting;

  // Guarded by this.
  private byte[] window = new byte[2 * AHEAD];

  /** Offset of the window's first byte, and bytes in the window. */
  private long base;

  private int count;

  /** The offset up to which bytes were asked for. */
  private long wanted;

  private boolean ended;
  private boolean closed;

  StreamBytes(InputStream in, TraceReader.Waiting waiting) {
    this.in = in;
    this.waiting = waiting;
    Thread reader = new Thread(this::fill, "bbt-trace-stream");
    reader.setDaemon(true);
    reader.start();
  }

  private void fill() {
    byte[] block = new byte[BLOCK];
    try {
      for (int n = in.read(block); n >= 0 && take(block, n); n = in.read(block)) {
        // it has been taken
      }
    } catch (IOException e) {
      // Whoever wrote it is gone: the trace is cut there.
    }
    synchronized (this) {
      ended = true;
      notifyAll();
    }
  }

  /** Appends bytes when there is a need for them; false when there never is. */
  private synchronized boolean take(byte[] block, int n) {
    try {
      while (!closed && size() >= wanted + AHEAD) {
        wait();
      }
    } catch (InterruptedException e) {
      return false;
    }
    if (count + n > window.length) {
      window = Arrays.copyOf(window, Math.max(2 * window.length, count + n));
    }
    System.arraycopy(block, 0, window, count, n);
    count += n;
    notifyAll();
    return !closed;
  }

  @Override
  synchronized long size() {
    return base + count;
  }

  @Override
  synchronized int read(ByteBuffer into, long at) throws IOException {
    if (at < base) {
      throw new IOException("byte " + at + " of the stream has passed");
    }
    int from = (int) Math.min(at - base, count);
    int n = Math.min(into.remaining(), count - from);
    into.put(window, from, n);
    return n == 0 ? -1 : n;
  }

  @Override
  boolean grows() {
    return true;
  }

  @Override
  boolean await(long bytes) throws IOException {
    while (!isThere(bytes)) {
      if (!waiting.goOn()) {
        synchronized (this) {
          ended = true;
        }
      }
    }
    return bytes <= size();
  }

  /** Waits a moment; true where there is nothing more to wait for. */
  private synchronized boolean isThere(long bytes) throws IOException {
    wanted = Math.max(wanted, bytes);
    if (size() < bytes && !ended) {
      notifyAll();
      try {
        wait(LOOK_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
    }
    return size() >= bytes || ended;
  }

  @Override
  synchronized void release(long offset) {
    int passed = (int) Math.min(offset - base, count);
    if (passed > Math.min(count / 2, SLACK)) {
      System.arraycopy(window, passed, window, 0, count - passed);
      base += passed;
      count -= passed;
    }
  }

  @Override
  synchronized long first() {
    return base;
  }

  @Override
  public void close() throws IOException {
    synchronized (this) {
      closed = true;
      notifyAll();
    }
    // The thread may wait in the stream, which may then not be closed by another; it is a daemon.
  }
}
