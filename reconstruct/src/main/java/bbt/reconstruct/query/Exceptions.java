package bbt.reconstruct.query;

import bbt.packets.ExceptionKind;
import bbt.reconstruct.profile.Causes;

/** How exceptions are called in tables: as in the report's JSON. */
final class Exceptions {
  private Exceptions() {}

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

  /** The cause in words. */
  static String title(ExceptionKind kind, long cause) {
    return Causes.title(kind, cause);
  }

  static String privilege(int number) {
    return switch (number) {
      case 0 -> "U";
      case 1 -> "S";
      default -> "M";
    };
  }
}
