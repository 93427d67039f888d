package bbt.translator.sbi;

/** What the firmware can make the machine do. One hart: hart 0 is the caller. */
public interface SbiHost {
  /** Sets the supervisor timer to an absolute tick and clears its pending interrupt until then. */
  void setTimer(long tick);

  /** Raises or clears the supervisor software interrupt. */
  void setSoftwareInterrupt(boolean level);

  /** Drops cached translations, as {@code sfence.vma x0, x0} does. */
  void fenceTranslations();

  /** Makes stores visible to instruction fetch, as {@code fence.i} does. */
  void fenceInstructions();

  /** The hart waits for an interrupt, as after WFI. */
  void waitForInterrupt();

  /** The hart stops for good. */
  void stopHart();

  /** Powers off. */
  void powerOff();

  /** The guest says that it failed. */
  void fail(int code);

  /** Resets. */
  void reset();

  /** Sends one byte to the console. */
  void putByte(int octet);

  /** The next byte of console input, or -1. */
  int getByte();
}
