package bbt.reconstruct.html;

import bbt.packets.ExceptionKind;

/** What the script calls things: the words of the JSON report. */
final class Keys {
  private Keys() {}

  static String of(ExceptionKind kind) {
    return switch (kind) {
      case RESET -> "reset";
      case SYSTEM_CALL -> "systemCall";
      case EXECUTION -> "executionException";
      case MMU -> "mmuException";
      case INTERRUPT -> "interruptRequest";
      case FIRMWARE -> "firmware";
    };
  }
}
