package bbt.reconstruct.cli.outcome;

import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.UserException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Tells the Java heap that this process may use, what a command needs of it, and how to give it
 * more.
 */
public final class Heap {
  private static final String REMEDY = "; give more, such as BBT_HEAP=%dm ./bbt ...";

  /** Bytes that any report needs. */
  private static final long BASE = 128L << 20;

  /** Call trees of a page: a Linux boot's trace of 16.7 MB fails with 600 MB and works with 800. */
  private static final long TREES_PER_BYTE = 38;

  /** The number of their nodes is bounded, so this is enough for any trace. */
  private static final long TREES = 1000L << 20;

  private Heap() {}

  /** Says that the heap was not enough. */
  static String exhausted(OutOfMemoryError e) {
    long most = megabytes(Runtime.getRuntime().maxMemory());
    return "out of memory ("
        + e.getMessage()
        + "): the heap may hold "
        + most
        + " MB"
        + String.format(Locale.ROOT, REMEDY, 2 * most);
  }

  /**
   * Ends the command before it begins if the heap cannot be enough: near its limit the collector
   * would work for minutes before it gives up.
   *
   * @param what is to be done, as the user calls it
   */
  public static void requireForPage(Path trace, String what) throws IOException {
    if (!Files.isRegularFile(trace)) {
      return; // the reader says what is wrong with it
    }
    long needed = BASE + Math.min(TREES_PER_BYTE * Files.size(trace), TREES);
    long most = Runtime.getRuntime().maxMemory();
    if (most < needed) {
      throw new UserException(
          Fault.UNAVAILABLE,
          trace
              + ": "
              + what
              + " needs about "
              + megabytes(needed)
              + " MB of heap, and there are "
              + megabytes(most)
              + String.format(Locale.ROOT, REMEDY, megabytes(needed) * 5 / 4));
    }
  }

  private static long megabytes(long bytes) {
    return bytes + (1 << 20) - 1 >> 20;
  }
}
