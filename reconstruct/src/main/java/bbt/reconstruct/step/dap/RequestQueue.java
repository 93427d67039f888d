package bbt.reconstruct.step.dap;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Runs requests on a thread of its own, in their order.
 *
 * <p>What a message asks for starts only when the message has been taken in whole: by then LSP4J
 * waits for the answer, so an answer is written before the events that follow from it.
 */
final class RequestQueue implements AutoCloseable {
  private final ExecutorService worker =
      Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name("dap-worker").factory());

  /** The work that the message asks for which is being taken in; of the reading thread alone. */
  private final List<Runnable> asked = new ArrayList<>();

  /** Will be done; the reading thread alone may say so. */
  void add(Runnable work) {
    asked.add(work);
  }

  /** The message has been taken in. */
  void release() {
    if (!worker.isShutdown()) {
      asked.forEach(worker::execute);
    }
    asked.clear();
  }

  /** Does the work that is left, and ends; any thread but its own. */
  @Override
  public void close() {
    worker.shutdown();
    try {
      if (!worker.awaitTermination(1, TimeUnit.MINUTES)) {
        worker.shutdownNow();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
