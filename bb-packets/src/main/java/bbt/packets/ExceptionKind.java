package bbt.packets;

/** The kinds of exception packets: the founding paper's five, and calls of built-in firmware. */
public enum ExceptionKind {
  /** Power-on: the first packet of a hart. */
  RESET,
  /** The guest asked for it by an instruction. */
  SYSTEM_CALL,
  /** Page and access faults. */
  MMU,
  /** Timer, software and external interrupts. */
  INTERRUPT,
  /** Everything else: illegal instruction, breakpoint, misaligned access. */
  EXECUTION,
  /** A call that built-in firmware served; retires as one instruction, no handler runs. */
  FIRMWARE
}
