package bbt.ptg.guest;

import bbt.packets.ExceptionKind;
import java.util.Map;

/** The causes of traps of a guest: what their numbers in exception packets mean. */
public interface TrapCauses {
  /** The cause of a system call of a program. */
  long systemCall();

  /** The instruction that calls the system, or firmware. */
  InstructionRow call();

  /**
   * The founding paper's kind of a trap: a system call, a fault of memory, an interrupt...
   *
   * @param cause negative for an interrupt, as in a trace
   */
  ExceptionKind kind(long cause);

  /** Names of causes by their codes: a cause without its sign. */
  Map<Long, String> names(boolean interrupts);

  /** The cause in words: {@code load page fault}, {@code supervisor timer interrupt}. */
  default String title(long cause) {
    long code = cause & Long.MAX_VALUE;
    return names(cause < 0).getOrDefault(code, (cause < 0 ? "interrupt " : "exception ") + code);
  }

  /** Whether a cause has a name; the {@link #title(long)} of another has its number. */
  default boolean isNamed(long cause) {
    return names(cause < 0).containsKey(cause & Long.MAX_VALUE);
  }

  /** The purpose of a call of firmware, in words; a number where it has no name. */
  String firmwareCall(long function);

  /**
   * The instruction at which a trap came, in words, where the trace does not hold it.
   *
   * @param pc its address
   * @param value the trap value of the packet
   * @return null where the cause does not tell
   */
  String attempted(long cause, long value, long pc);

  /**
   * Whether a return from a trap goes to the trapping instruction (at {@code epc}) or right behind
   * it.
   */
  boolean resumes(long epc, long target);

  /** The cause of a packet of any kind in words: for a reset and a call of firmware, too. */
  default String title(ExceptionKind kind, long cause) {
    return switch (kind) {
      case RESET -> "reset";
      case FIRMWARE -> firmwareCall(cause);
      case SYSTEM_CALL, MMU, INTERRUPT, EXECUTION -> title(cause);
    };
  }

  /** Whether no instruction came of it: the fetch itself trapped. */
  boolean isFetch(long cause);

  /** Whether a cause is that of a system call of a program in user mode. */
  boolean isUserCall(long cause);

  /** Whether a cause is that of an instruction that asks for a service. */
  default boolean isCall(long cause) {
    return kind(cause) == ExceptionKind.SYSTEM_CALL;
  }
}
