package bbt.translator.trace;

import java.lang.foreign.Arena;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * Passes buffers round between guest thread and writer thread. Nothing is dropped: the guest thread
 * waits for a free one.
 */
final class RawBuffers {
  /** Bytes of one buffer: about 2 M instructions of paths; small enough for the L2 cache. */
  static final int SIZE = 1 << 20;

  /** Buffers in rotation: enough to ride out a slow write. */
  private static final int COUNT = 6;

  /**
   * A piece of a buffer that holds whole records.
   *
   * @param buffer the whole buffer
   * @param last nothing of the buffer follows: it can be given back
   */
  record Filled(long start, long end, long buffer, boolean last) {}

  private final BlockingQueue<Filled> filled = new ArrayBlockingQueue<>(COUNT * 4);
  private final BlockingQueue<Long> free = new ArrayBlockingQueue<>(COUNT);

  private final Arena arena = Arena.ofShared();

  RawBuffers() {
    long block = arena.allocate((long) SIZE * COUNT, 4096).address();
    for (int i = 0; i < COUNT; i++) {
      free.add(block + (long) i * SIZE);
    }
  }

  /** Frees the memory; neither thread may use it any more. */
  void release() {
    arena.close();
  }

  /** An empty buffer; waits for one. */
  long take() {
    return uninterruptibly(free::take);
  }

  void giveBack(long buffer) {
    uninterruptibly(
        () -> {
          free.put(buffer);
          return buffer;
        });
  }

  /** Queues a piece; a start below 0 tells the writer thread to end. */
  void handOver(long start, long end, long buffer, boolean last) {
    Filled piece = new Filled(start, end, buffer, last);
    uninterruptibly(
        () -> {
          filled.put(piece);
          return piece;
        });
  }

  Filled next() {
    return uninterruptibly(filled::take);
  }

  /** Something that a thread waits for. */
  interface Waiting<T> {
    T get() throws InterruptedException;
  }

  /**
   * Waits for something. An interrupt means a stop request, which the engine sees by other means;
   * records go on.
   */
  static <T> T uninterruptibly(Waiting<T> action) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return action.get();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
