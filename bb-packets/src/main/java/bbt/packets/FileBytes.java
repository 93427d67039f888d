package bbt.packets;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Reads the bytes of a trace file: as it is when it is opened, or while it is written. */
final class FileBytes extends TraceBytes {
  private static final long POLL_MILLIS = 20;

  /** The number of polls after which it is looked again whether the file is still written. */
  private static final int POLLS_PER_LOOK = 10;

  /** Polls without growth after which nothing more follows the end record. */
  private static final int POLLS_WHEN_OVER = 100;

  private final FileChannel file;

  /** Null where the file is read as it is. */
  private final TraceReader.Waiting waiting;

  private long size;
  private boolean over;
  private boolean ended;

  FileBytes(Path path, TraceReader.Waiting waiting) throws IOException {
    this.file = FileChannel.open(path, StandardOpenOption.READ);
    this.waiting = waiting;
    this.ended = waiting == null;
    try {
      this.size = file.size();
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  @Override
  long size() {
    return size;
  }

  @Override
  int read(ByteBuffer into, long at) throws IOException {
    return file.read(into, at);
  }

  @Override
  boolean grows() {
    return waiting != null;
  }

  @Override
  boolean await(long bytes) throws IOException {
    for (int polls = 1; bytes > size && !ended; polls++) {
      boolean look = polls % POLLS_PER_LOOK == 0;
      boolean last = !over && look && !isWritten();
      long now = file.size();
      if (now > size) {
        size = now;
        polls = 0;
      }
      if (bytes <= size) {
        break;
      }
      ended = last || over && polls > POLLS_WHEN_OVER || !waiting.goOn();
      if (!ended) {
        pause();
      }
    }
    return bytes <= size;
  }

  /**
   * Whether somebody writes the file: who writes a trace has it locked. Where locks are not known,
   * it may be so.
   */
  private boolean isWritten() {
    try (FileLock free = file.tryLock(0, Long.MAX_VALUE, true)) {
      return free == null;
    } catch (OverlappingFileLockException | IOException e) {
      return true;
    }
  }

  private static void pause() throws IOException {
    try {
      Thread.sleep(POLL_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  @Override
  void over() {
    over = true;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
