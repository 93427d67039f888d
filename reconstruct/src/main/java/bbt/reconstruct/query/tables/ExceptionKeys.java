package bbt.reconstruct.query.tables;

import bbt.packets.ExceptionKind;

/** Makes the keys of exceptions in tables: as in the report's JSON. */
final class ExceptionKeys {
  private ExceptionKeys() {}

  static String key(ExceptionKind kind) {
    return switch (kind) {
      case RESET -> "reset";
      case SYSTEM_CALL -> "systemCall";
      case MMU -> "mmuException";
      case INTERRUPT -> "interruptRequest";
      case EXECUTION -> "executionException";
      case FIRMWARE -> "firmware";
    };
  }
}
