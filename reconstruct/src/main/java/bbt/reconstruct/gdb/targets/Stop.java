package bbt.reconstruct.gdb.targets;

/**
 * The reason and the place at which a target stopped.
 *
 * @param hart that stopped
 * @param address of a watched access
 * @param code the guest's exit code, 0 to 255, when it has ended
 * @param message what gdb is to show, one line; empty for nothing
 */
public record Stop(Reason reason, int hart, long address, int code, String message) {
  /** The reasons of a stop. */
  public enum Reason {
    /** Nothing has run yet, or a connection was made. */
    ATTACHED,
    INTERRUPTED,
    STEPPED,
    SOFTWARE_BREAK,
    HARDWARE_BREAK,
    WRITTEN,
    READ,
    ACCESSED,
    /** The beginning of a run that is over. */
    AT_BEGIN,
    /** A traced run has reached its end. */
    AT_END,
    /** A live guest has ended. */
    EXITED
  }

  public static Stop of(Reason reason, int hart) {
    return new Stop(reason, hart, 0, 0, "");
  }

  public static Stop watch(Reason reason, int hart, long address) {
    return new Stop(reason, hart, address, 0, "");
  }

  public static Stop exited(int code) {
    return new Stop(Reason.EXITED, 0, 0, code & 0xFF, "");
  }

  /** Returns the stop of a target that cannot go on, with why. */
  static Stop failed(int hart, String message) {
    return new Stop(Reason.INTERRUPTED, hart, 0, 0, message);
  }
}
