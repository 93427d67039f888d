package bbt.translator.riscv.sbi;

import bbt.translator.riscv.cpu.Cpu;

/**
 * Controls the machine for the firmware. Harts are numbered from 0; a call comes from a hart that
 * runs.
 */
public interface SbiHost {
  /** A hart's state, with its number in the answer of {@code sbi_hart_get_status}. */
  enum HartStatus {
    STARTED(0),
    STOPPED(1),
    /** Was started and has not executed anything since. */
    START_PENDING(2),
    SUSPENDED(4);

    final int number;

    HartStatus(int number) {
      this.number = number;
    }
  }

  /** Number of harts, at most 63. */
  int harts();

  /** A hart's state. */
  HartStatus status(int hart);

  /**
   * Starts a stopped hart in S-mode with a0 = its number, translation and interrupts off.
   *
   * @param address physical address of its first instruction, in RAM
   * @param opaque value for a1
   */
  void startHart(int hart, long address, long opaque);

  /** The caller stops at the end of the call. */
  void stopHart(Cpu caller);

  /** The caller waits for an interrupt and goes on behind the call. */
  void suspend(Cpu caller);

  /** The caller waits for an interrupt and resumes as {@link #startHart} starts a hart. */
  void suspendAndRestart(Cpu caller, long address, long opaque);

  /** Sets the caller's timer to an absolute tick and clears its pending interrupt until then. */
  void setTimer(Cpu caller, long tick);

  /** Raises or clears the supervisor software interrupt of a hart that is not stopped. */
  void setSoftwareInterrupt(int hart, boolean level);

  /**
   * Drops a hart's cached translations of {@code size} bytes of addresses, as sfence.vma does; all
   * of them for size -1.
   */
  void fenceTranslations(int hart, long start, long size);

  /** Makes stores visible to a hart's instruction fetch, as fence.i does. */
  void fenceInstructions(int hart);

  /** Physical address of a virtual one of the caller, or -1 where nothing is mapped. */
  long translate(Cpu caller, long address);

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
