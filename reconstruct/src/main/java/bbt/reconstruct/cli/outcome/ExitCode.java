package bbt.reconstruct.cli.outcome;

import bbt.reconstruct.basics.Fault;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The exit codes of {@code bbt} (docs/determinism.md 20). 0 to 63 are the guest's own, passed
 * through by {@code bbt boot}; ours start at 64 and follow {@code sysexits.h} where it has a
 * fitting one.
 */
public final class ExitCode {
  public static final int OK = 0;

  /** The largest exit code a guest can pass through. */
  public static final int GUEST_MAX = 63;

  public static final int USAGE = 64;
  public static final int BAD_DATA = 65;
  public static final int NO_INPUT = 66;
  public static final int UNAVAILABLE = 69;
  public static final int GUEST_PANIC = 70;
  public static final int GUEST_STALLED = 71;
  public static final int INSTRUCTION_LIMIT = 72;
  public static final int CANNOT_CREATE = 73;
  public static final int IO_ERROR = 74;
  public static final int GUEST_ABOVE_MAX = 75;
  public static final int CHECK_FAILED = 76;
  public static final int INTERNAL = 79;
  public static final int INTERRUPTED = 130;
  public static final int OUTPUT_CLOSED = 141;
  public static final int TERMINATED = 143;

  private ExitCode() {}

  /** The exit code of a failure. */
  public static int of(Fault fault) {
    return switch (fault) {
      case USAGE -> USAGE;
      case BAD_DATA -> BAD_DATA;
      case NO_INPUT -> NO_INPUT;
      case UNAVAILABLE -> UNAVAILABLE;
      case CANNOT_CREATE -> CANNOT_CREATE;
      case IO_ERROR -> IO_ERROR;
      case CHECK_FAILED -> CHECK_FAILED;
    };
  }

  /** Code (as text, also a range) to meaning, for {@code --help}. */
  public static Map<String, String> meanings() {
    Map<String, String> list = new LinkedHashMap<>();
    list.put("0", "done; or the guest powered off");
    list.put("1-63", "the guest's own exit code (bbt boot)");
    list.put("" + USAGE, "wrong usage: option or argument");
    list.put("" + BAD_DATA, "bad data: damaged trace, unusable kernel, wrong binary");
    list.put("" + NO_INPUT, "an input file is missing or cannot be read");
    list.put("" + UNAVAILABLE, "a needed tool, package, network or memory is not available");
    list.put("" + GUEST_PANIC, "the guest panicked");
    list.put("" + GUEST_STALLED, "the guest waits for something that cannot happen");
    list.put("" + INSTRUCTION_LIMIT, "--max-insns was reached before the guest ended");
    list.put("" + CANNOT_CREATE, "an output file cannot be created");
    list.put("" + IO_ERROR, "input or output failed, or the disk is full");
    list.put(
        "" + GUEST_ABOVE_MAX, "the guest's own exit code is above 63: the summary line says it");
    list.put("" + CHECK_FAILED, "a check failed: of bbt prove, or a replay differs from its trace");
    list.put("" + INTERNAL, "a fault of bbt itself (run again with --debug)");
    list.put("" + INTERRUPTED, "interrupted: Ctrl-A x or SIGINT");
    list.put("" + OUTPUT_CLOSED, "the reader of standard output went away, as head does");
    list.put("" + TERMINATED, "terminated: SIGTERM");
    return list;
  }
}
