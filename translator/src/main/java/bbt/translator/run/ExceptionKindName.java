package bbt.translator.run;

import bbt.packets.ExceptionKind;

/** The names, in the result of a run, of the founding paper's kinds of exception. */
public enum ExceptionKindName {
  RESET,
  SYSTEM_CALL,
  EXECUTION_EXCEPTION,
  MMU_EXCEPTION,
  INTERRUPT_REQUEST,
  FIRMWARE;

  /** The name of a kind. */
  public static ExceptionKindName of(ExceptionKind kind) {
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
