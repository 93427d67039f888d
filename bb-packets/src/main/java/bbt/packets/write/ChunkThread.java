package bbt.packets.write;

import java.io.IOException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/**
 * A thread that codes and writes a trace's chunks, one after another in the order in which they
 * were made, while the next ones are made. So a trace has the same bytes with it and without.
 */
final class ChunkThread {
  /** Chunks that may wait, or be in work: who makes more waits. */
  private static final int PENDING = 4;

  /** What is done with a chunk. */
  @FunctionalInterface
  interface Work {
    void run() throws IOException;
  }

  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          work -> Thread.ofPlatform().daemon().name("bbt-trace-coder").unstarted(work));

  /** Who has all of these knows that the thread is idle, and sees what it has done. */
  private final Semaphore free = new Semaphore(PENDING);

  private volatile Throwable failure;

  /**
   * Adds work behind all that was added before; waits while too much is pending.
   *
   * @throws IOException or another throwable of earlier work that has failed; what came behind that
   *     is not done
   */
  void add(Work work) throws IOException {
    check();
    free.acquireUninterruptibly();
    try {
      thread.execute(() -> run(work));
    } catch (Throwable e) { // the host starts no more threads
      free.release();
      throw e;
    }
  }

  private void run(Work work) {
    try {
      if (failure == null) {
        work.run();
      }
    } catch (Throwable e) {
      failure = e;
    } finally {
      free.release();
    }
  }

  /** Waits until all work is done, or one has failed. */
  void await() {
    free.acquireUninterruptibly(PENDING);
    free.release(PENDING);
  }

  /** Throws what was thrown in the thread, if anything was. */
  void check() throws IOException {
    switch (failure) {
      case null -> {}
      case IOException e -> throw e;
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case Throwable e -> throw new IllegalStateException(e);
    }
  }

  /** Ends the thread when all work is done. Nothing may be added any more. */
  void end() {
    await();
    thread.shutdown();
  }
}
