package bbt.reconstruct.profile;

import bbt.packets.ExceptionKind;
import java.util.Map;

/**
 * Names of trap causes (privileged specification, "Machine Cause Register" and "Supervisor Cause
 * Register").
 */
public final class Causes {
  private static final Map<Long, String> EXCEPTIONS =
      Map.ofEntries(
          Map.entry(0L, "instruction address misaligned"),
          Map.entry(1L, "instruction access fault"),
          Map.entry(2L, "illegal instruction"),
          Map.entry(3L, "breakpoint"),
          Map.entry(4L, "load address misaligned"),
          Map.entry(5L, "load access fault"),
          Map.entry(6L, "store address misaligned"),
          Map.entry(7L, "store access fault"),
          Map.entry(8L, "system call from user mode"),
          Map.entry(9L, "call from supervisor mode"),
          Map.entry(11L, "call from machine mode"),
          Map.entry(12L, "instruction page fault"),
          Map.entry(13L, "load page fault"),
          Map.entry(15L, "store page fault"));
  private static final Map<Long, String> INTERRUPTS =
      Map.of(
          1L, "supervisor software interrupt",
          3L, "machine software interrupt",
          5L, "supervisor timer interrupt",
          7L, "machine timer interrupt",
          9L, "supervisor external interrupt",
          11L, "machine external interrupt");

  private Causes() {}

  /** Whether a cause is an interrupt's. */
  public static boolean isInterrupt(long cause) {
    return cause < 0;
  }

  /** Whether a cause is that of an ecall. */
  public static boolean isCall(long cause) {
    return cause >= 8 && cause <= 11;
  }

  /** The number without the interrupt bit. */
  public static long code(long cause) {
    return cause & Long.MAX_VALUE;
  }

  /**
   * The same where the kind may also be reset, or a call of firmware, whose cause is its extension:
   * {@code firmware call TIME (timer)}.
   */
  public static String title(ExceptionKind kind, long cause) {
    return switch (kind) {
      case RESET -> "reset";
      case FIRMWARE -> SbiExtensions.title(cause);
      case SYSTEM_CALL, MMU, INTERRUPT, EXECUTION -> title(cause);
    };
  }

  /**
   * In words: {@code load page fault}, {@code supervisor timer interrupt}, {@code interrupt 17}.
   */
  public static String title(long cause) {
    long code = code(cause);
    return isInterrupt(cause)
        ? INTERRUPTS.getOrDefault(code, "interrupt " + code)
        : EXCEPTIONS.getOrDefault(code, "exception " + code);
  }
}
