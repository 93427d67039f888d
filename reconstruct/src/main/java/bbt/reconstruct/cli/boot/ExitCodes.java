package bbt.reconstruct.cli.boot;

import bbt.reconstruct.cli.ExitCode;
import bbt.translator.machine.RunResult;

/** What a run's end means to the shell and to the user (rules.md 20). */
final class ExitCodes {
  private ExitCodes() {}

  static int of(RunResult result) {
    return switch (result.reason()) {
      case POWER_OFF, REBOOT -> ExitCode.OK;
      case INSTRUCTION_LIMIT -> ExitCode.INSTRUCTION_LIMIT;
      case GUEST_FAILURE ->
          result.guestCode() <= ExitCode.GUEST_MAX ? result.guestCode() : ExitCode.GUEST_ABOVE_MAX;
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
