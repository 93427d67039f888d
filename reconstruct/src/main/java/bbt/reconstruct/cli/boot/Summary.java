package bbt.reconstruct.cli.boot;

import bbt.translator.run.ExitReason;
import bbt.translator.run.RunResult;
import java.util.Locale;

/** Writes the line at the end of a run. */
final class Summary {
  private Summary() {}

  /**
   * Instructions, wall time, rate, what the trace takes, and a guest's whole exit code.
   *
   * @param ring whether the trace has only the newest of what was recorded
   */
  static String line(RunResult result, boolean ring) {
    double seconds = Math.max(result.nanos(), 1) / 1e9;
    StringBuilder out = new StringBuilder("bbt: ");
    out.append(
        String.format(
            Locale.ROOT,
            "%,d instructions in %.2f s, %.1f MIPS",
            result.retired(),
            seconds,
            result.retired() / seconds / 1e6));
    long bytes = result.traceBytes();
    if (bytes > 0) {
      if (result.recorded() < result.retired()) {
        out.append(String.format(Locale.ROOT, ", %,d recorded", result.recorded()));
      }
      out.append(String.format(Locale.ROOT, "; trace %,d bytes", bytes));
      if (result.recorded() > 0 && !ring) {
        out.append(
            String.format(
                Locale.ROOT, ", %.4f bits per instruction", 8.0 * bytes / result.recorded()));
      }
    }
    if (result.reason() == ExitReason.GUEST_FAILURE) {
      out.append("; guest exit code ").append(result.guestCode());
    }
    return out.toString();
  }
}
