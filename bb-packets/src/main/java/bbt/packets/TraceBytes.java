package bbt.packets;

import java.io.IOException;
import java.nio.ByteBuffer;

/** The bytes of a trace, wherever they come from: a file, or a stream that has no way back. */
abstract class TraceBytes implements AutoCloseable {
  /** Bytes that there are now. */
  abstract long size() throws IOException;

  /**
   * Reads some bytes.
   *
   * @return how many; less than 0 where there are none
   */
  abstract int read(ByteBuffer into, long at) throws IOException;

  /** Whether more may come; if not, {@link #await} never waits. */
  boolean grows() {
    return false;
  }

  /**
   * Waits until so many bytes are there, or no more come.
   *
   * @return whether they are there
   */
  boolean await(long bytes) throws IOException {
    return bytes <= size();
  }

  /**
   * Takes notice that everything of the run has been read: what is still to come, comes within
   * moments.
   */
  void over() {}

  /** Releases the bytes before an offset, which are not asked for any more. */
  void release(long offset) {}

  /** The first byte that can still be read. */
  long first() {
    return 0;
  }

  @Override
  public abstract void close() throws IOException;
}
