package bbt.translator.run;

import java.util.Locale;

/** The reasons why a run ends. */
public enum ExitReason {
  /** The guest powered the machine off (syscon 0x5555, or its firmware). */
  POWER_OFF,
  /** The guest reported failure with a code (test finisher 0x3333, SRST with a failure reason). */
  GUEST_FAILURE,
  /** The guest asked for a reset. */
  REBOOT,
  /** A kernel panic was seen on the console. */
  PANIC,
  /** {@code --max-insns} was reached. */
  INSTRUCTION_LIMIT,
  /** All harts wait, no timer is set and no input can come. */
  IDLE_FOREVER,
  /** The user asked for it: Ctrl-A x, SIGINT, SIGTERM. */
  STOPPED,
  /** The trace could not be written any further (disk full). */
  TRACE_FAILED;

  /** The reason as a trace's end record says it. */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
