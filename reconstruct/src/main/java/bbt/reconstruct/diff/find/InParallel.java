package bbt.reconstruct.diff.find;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Does the same work for two runs at once. */
public final class InParallel {
  private InParallel() {}

  /** Runs both and returns their results. */
  public static <T> List<T> of(Callable<T> a, Callable<T> b) throws IOException {
    return all(List.of(a, b));
  }

  /** The results of all, at most two at once: each may need some hundred megabytes. */
  public static <T> List<T> all(List<Callable<T>> works) throws IOException {
    try (ExecutorService two = Executors.newFixedThreadPool(2)) {
      List<Future<T>> futures = new ArrayList<>();
      for (Callable<T> work : works) {
        futures.add(two.submit(work));
      }
      List<T> results = new ArrayList<>();
      try {
        for (Future<T> future : futures) {
          results.add(future.get());
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted");
      } catch (ExecutionException e) {
        throw rethrown(e.getCause());
      } finally {
        two.shutdownNow();
      }
      return results;
    }
  }

  private static IOException rethrown(Throwable cause) {
    if (cause instanceof IOException e) {
      return e;
    }
    if (cause instanceof RuntimeException e) {
      throw e;
    }
    if (cause instanceof Error e) {
      throw e;
    }
    return new IOException(cause);
  }
}
