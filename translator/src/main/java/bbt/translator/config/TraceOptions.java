package bbt.translator.config;

import bbt.translator.trace.ContextRule;
import bbt.translator.trace.TraceScope;
import java.nio.file.Path;

/**
 * The choices of what to record.
 *
 * @param file where the trace goes
 * @param verify whether frames carry hashes of what was fetched and executed (docs/determinism.md
 *     18)
 * @param compact compact mode (returns and repeated targets coded) rather than the paper's raw mode
 * @param context how context switches are found (docs/determinism.md 16)
 * @param scope what of the run is recorded
 */
public record TraceOptions(
    Path file, boolean verify, boolean compact, Context context, TraceScope scope) {
  /** Of the whole run. */
  public TraceOptions(Path file, boolean verify, boolean compact, Context context) {
    this(file, verify, compact, context, TraceScope.ALL);
  }

  /** How context switches are found. */
  public enum Context {
    /** {@link #STACK} for a guest that has M-mode to itself, else {@link #LINUX}. */
    AUTO,
    LINUX,
    STACK;

    /**
     * The rule for a guest.
     *
     * @param bareMetal whether it runs in M-mode with no firmware below it
     */
    public ContextRule rule(boolean bareMetal) {
      return switch (this) {
        case AUTO -> bareMetal ? ContextRule.STACK : ContextRule.THREAD_POINTER;
        case LINUX -> ContextRule.THREAD_POINTER;
        case STACK -> ContextRule.STACK;
      };
    }
  }
}
