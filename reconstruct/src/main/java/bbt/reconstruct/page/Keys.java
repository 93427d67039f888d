package bbt.reconstruct.page;

import bbt.packets.ExceptionKind;
import bbt.reconstruct.profile.ProfileFrame;

/** The keys under which a page's script finds things: the words of the JSON report. */
public final class Keys {
  private Keys() {}

  /** The key of a kind of exceptions in the JSON report. */
  public static String of(ExceptionKind kind) {
    return switch (kind) {
      case RESET -> "reset";
      case SYSTEM_CALL -> "systemCall";
      case EXECUTION -> "executionException";
      case MMU -> "mmuException";
      case INTERRUPT -> "interruptRequest";
      case FIRMWARE -> "firmware";
    };
  }

  /** The key of a kind of frames. */
  public static String of(ProfileFrame.Kind kind) {
    return switch (kind) {
      case ALL -> "all";
      case TASK -> "task";
      case USER -> "user";
      case KERNEL -> "kernel";
      case SYSTEM_CALL -> "systemCall";
      case MMU -> "mmu";
      case INTERRUPT -> "interrupt";
      case EXECUTION -> "execution";
      case TRUNCATED -> "truncated";
    };
  }
}
