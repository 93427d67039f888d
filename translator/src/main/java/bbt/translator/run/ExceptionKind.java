package bbt.translator.run;

/** Names, in the result of a run, of the founding paper's kinds of exception. */
public enum ExceptionKind {
  RESET,
  SYSTEM_CALL,
  EXECUTION_EXCEPTION,
  MMU_EXCEPTION,
  INTERRUPT_REQUEST,
  FIRMWARE;

  /** The name of a kind. */
  public static ExceptionKind of(bbt.packets.ExceptionKind kind) {
    return switch (kind) {
      case RESET -> RESET;
      case SYSTEM_CALL -> SYSTEM_CALL;
      case EXECUTION -> EXECUTION_EXCEPTION;
      case MMU -> MMU_EXCEPTION;
      case INTERRUPT -> INTERRUPT_REQUEST;
      case FIRMWARE -> FIRMWARE;
    };
  }
}
