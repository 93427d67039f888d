package bbt.reconstruct.cli.boot;

import bbt.packets.Chunk;
import bbt.reconstruct.cli.outcome.ExitCode;
import bbt.translator.run.ExitReason;
import bbt.translator.run.RunResult;

/** Translates a run's end into an exit code and a line for the user (docs/determinism.md 20). */
public final class ExitCodes {
  private ExitCodes() {}

  static int of(RunResult result) {
    return of(result.reason(), result.guestCode());
  }

  /** Says how a run ended that a trace tells of, and the exit code that it had. */
  public static String told(Chunk.End end) {
    for (ExitReason each : ExitReason.values()) {
      if (each.text().equals(end.reason())) {
        return end.told() + "; exit code " + of(each, end.exitCode());
      }
    }
    return end.told(); // a reason of somebody else's machine
  }

  private static int of(ExitReason reason, int guestCode) {
    return switch (reason) {
      case POWER_OFF, REBOOT -> ExitCode.OK;
      case INSTRUCTION_LIMIT -> ExitCode.INSTRUCTION_LIMIT;
      case GUEST_FAILURE -> guestCode <= ExitCode.GUEST_MAX ? guestCode : ExitCode.GUEST_ABOVE_MAX;
      case PANIC -> ExitCode.GUEST_PANIC;
      case IDLE_FOREVER -> ExitCode.GUEST_STALLED;
      case STOPPED -> ExitCode.INTERRUPTED;
      case TRACE_FAILED -> ExitCode.IO_ERROR;
    };
  }

  /** One line, or nothing when the end needs no explanation. */
  static String explain(RunResult result) {
    return switch (result.reason()) {
      case POWER_OFF -> "";
      case REBOOT -> "the guest asked for a reset; the run ends here";
      case INSTRUCTION_LIMIT -> "stopped at --max-insns";
      case GUEST_FAILURE ->
          "the guest failed with code "
              + result.guestCode()
              + (result.guestCode() <= ExitCode.GUEST_MAX
                  ? ""
                  : "; the exit code "
                      + ExitCode.GUEST_ABOVE_MAX
                      + " stands for all above "
                      + ExitCode.GUEST_MAX);
      case PANIC -> "the guest panicked";
      case STOPPED -> "stopped";
      case IDLE_FOREVER, TRACE_FAILED -> result.message();
    };
  }
}
