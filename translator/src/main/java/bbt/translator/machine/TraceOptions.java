package bbt.translator.machine;

import java.nio.file.Path;

/**
 * What to record.
 *
 * @param file where the trace goes
 * @param verify whether frames carry hashes of what was fetched and executed (rules.md 18)
 * @param compact compact mode (returns and repeated targets coded) rather than the paper's raw mode
 * @param context rule that finds context switches (rules.md 16): auto, linux or stack
 */
public record TraceOptions(Path file, boolean verify, boolean compact, ContextRule context) {
  /** Rules that find context switches. */
  public enum ContextRule {
    AUTO,
    LINUX,
    STACK
  }
}
