package bbt.translator.arm64.cpu;

/**
 * The contents of ESR_EL1 (manual, D24.2.40): the class of an exception, which is also its cause
 * for the machine, and what the class says besides.
 */
public final class Syndrome {
  public static final int UNDEFINED = 0x00;
  public static final int WAIT = 0x01;
  public static final int FLOATING = 0x07;
  public static final int ILLEGAL_STATE = 0x0E;
  public static final int SVC = 0x15;
  public static final int SYSTEM = 0x18;

  /** Class of an abort at level 0; one at level 1 has the next number. So has a data abort. */
  public static final int FETCH_ABORT = 0x20;

  public static final int PC_ALIGNMENT = 0x22;
  public static final int DATA_ABORT = 0x24;
  public static final int SP_ALIGNMENT = 0x26;
  public static final int BREAKPOINT = 0x3C;

  /** The instruction has 32 bits. */
  static final long LENGTH = 1 << 25;

  static final int CLASS_SHIFT = 26;

  /** What a trapped access to floating point says: no condition but "always". */
  static final int FLOATING_ISS = 1 << 24 | 0xE << 20;

  // Causes of aborts, without the level.

  static final int ADDRESS_SIZE = 0x00;
  static final int TRANSLATION = 0x04;
  static final int ACCESS_FLAG = 0x08;
  static final int PERMISSION = 0x0C;
  static final int EXTERNAL = 0x10;
  static final int EXTERNAL_WALK = 0x14;
  static final int ALIGNMENT = 0x21;

  /** A data abort of a store. */
  static final int WRITE = 1 << 6;

  /** A data abort of an instruction that maintains caches or looks an address up. */
  static final int MAINTENANCE = 1 << 8;

  private Syndrome() {}

  /**
   * What a trapped access to a system register or a system operation says.
   *
   * @param number op0, op1, CRn, CRm, op2, from the high to the low bits
   */
  public static int access(int number, int register, boolean read) {
    int op0 = number >>> 14;
    int op1 = number >>> 11 & 7;
    int crn = number >>> 7 & 15;
    int crm = number >>> 3 & 15;
    int op2 = number & 7;
    return op0 << 20
        | op2 << 17
        | op1 << 14
        | crn << 10
        | register << 5
        | crm << 1
        | (read ? 1 : 0);
  }

  /** Whether an exception of a class leaves an address in FAR_EL1. */
  static boolean hasAddress(int cause) {
    return cause >= FETCH_ABORT && cause <= DATA_ABORT + 1;
  }
}
