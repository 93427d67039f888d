package bbt.translator.config;

import bbt.translator.trace.ContextRule;
import bbt.translator.trace.TraceScope;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;

/**
 * The choices of what to record.
 *
 * @param file where the trace goes; null if it goes to a stream
 * @param stream null if it goes to a file
 * @param verify whether frames carry hashes of what was fetched and executed (docs/determinism.md
 *     18)
 * @param compact compact mode (returns and repeated targets coded) rather than the paper's raw mode
 * @param context how context switches are found (docs/determinism.md 16)
 * @param scope what of the run is recorded
 * @param ring bytes that the file may have, for the newest of the run; 0: as many as there are
 */
public record TraceOptions(
    Path file,
    Stream stream,
    boolean verify,
    boolean compact,
    Context context,
    TraceScope scope,
    long ring) {
  /** To a file. */
  public TraceOptions(
      Path file, boolean verify, boolean compact, Context context, TraceScope scope) {
    this(file, null, verify, compact, context, scope, 0);
  }

  /** Options that record the whole run to a file. */
  public TraceOptions(Path file, boolean verify, boolean compact, Context context) {
    this(file, verify, compact, context, TraceScope.ALL);
  }

  /** The user's name of the place where the trace goes. */
  public String name() {
    return file != null ? file.toString() : stream.name();
  }

  /**
   * A place that is written from front to back and is no file: standard output, a socket.
   *
   * @param name what it is called in messages
   */
  public record Stream(String name, Opening opening) {}

  /** Opens a stream. */
  @FunctionalInterface
  public interface Opening {
    /** Opens the stream; may wait for who reads it. */
    OutputStream open() throws IOException;
  }

  /** The rules by which context switches are found. */
  public enum Context {
    /**
     * {@link #STACK} for a guest that has the highest mode to itself and is no Linux kernel, else
     * {@link #LINUX}.
     */
    AUTO,
    LINUX,
    STACK;

    /**
     * The rule for a guest.
     *
     * @param bareMetal whether it runs in the highest mode with no firmware below it
     * @param linux whether it is a Linux kernel, where that matters: of one that is bare metal
     */
    public ContextRule rule(boolean bareMetal, boolean linux) {
      return switch (this) {
        case STACK -> ContextRule.STACK;
        case AUTO, LINUX -> {
          if (!bareMetal) {
            yield ContextRule.THREAD_POINTER;
          }
          yield this == LINUX || linux ? ContextRule.BARE_THREAD_POINTER : ContextRule.STACK;
        }
      };
    }
  }
}
