package bbt.translator.machine;

/** The five exception kinds of the founding paper, and calls to the built-in firmware. */
public enum ExceptionKind {
  RESET,
  SYSTEM_CALL,
  EXECUTION_EXCEPTION,
  MMU_EXCEPTION,
  INTERRUPT_REQUEST,
  FIRMWARE;

  /**
   * The kind of a trap.
   *
   * @param cause xcause value: bit 63 set for an interrupt (privileged specification, table of
   *     machine cause register values)
   */
  public static ExceptionKind of(long cause) {
    if (cause < 0) {
      return INTERRUPT_REQUEST;
    }
    return switch ((int) cause) {
      case 8, 9, 11 -> SYSTEM_CALL;
      case 1, 5, 7, 12, 13, 15 -> MMU_EXCEPTION;
      default -> EXECUTION_EXCEPTION;
    };
  }
}
