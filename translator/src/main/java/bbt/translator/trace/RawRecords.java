package bbt.translator.trace;

/**
 * The layout of the raw record buffer: 32-bit words in host order.
 *
 * <p>A word {@code >= 0} is a path id. A word {@code < 0} is a marker {@code -KIND}; its payload
 * follows, longs as two words (low first). The first long of every payload is the current pc, which
 * names where an indirect jump right before it led.
 */
public final class RawRecords {
  /** pc (start of the node), base id of the node (int), instructions retired of it (int). */
  public static final int PARTIAL = 1;

  /**
   * pc (start of the open path), base id of the region (int), path sum (int), site (int). The first
   * instructions of a path were retired, up to (not including) the instruction of that site.
   */
  public static final int REGION_PARTIAL = 2;

  /** epc, retired, cause, tval, handler pc, verify hash, privilege (int). */
  public static final int TRAP = 3;

  /** pc after the return, privilege after it (int); follows the id of a node that ends so. */
  public static final int TRAP_RETURN = 4;

  /**
   * pc, retired, address space register, task, stack, previous stack, address space (int), address
   * space that is gone for good or -1 (int).
   */
  public static final int SWITCH = 5;

  /** pc, virtual page, physical page, address space (int), global (int). */
  public static final int MAP = 6;

  /** pc, ticks skipped. */
  public static final int TIME = 7;

  /** pc: the next of the recorder's remarks takes effect. */
  public static final int REMARK = 8;

  /** pc, verify hash, privilege (int): a hart starts; hart 0's first one starts the recording. */
  public static final int RESET = 9;

  /** pc, exit code (int): the last record. */
  public static final int END = 10;

  /**
   * pc after the call, retired, address of the instruction that calls, function, verify hash,
   * privilege (int).
   */
  public static final int FIRMWARE = 11;

  /**
   * pc and retired count of the hart whose turn is over, guest time in ticks, number of the hart
   * that goes on (int): what follows is this hart's.
   */
  public static final int TURN = 12;

  /** pc, 1 or 0 (int): recording is switched on or off, at a node end. */
  public static final int RECORDING = 13;

  /**
   * pc, retired, ticks skipped, task, address space (int), privilege (int): the recording begins.
   */
  public static final int RESUME = 14;

  /**
   * pc, retired, 1 or 0 (int): from here on nothing that the hart executes is recorded in the trace
   * and records of it may be missing here; or none is any more.
   */
  public static final int QUIET = 15;

  /** Largest record in bytes, with its marker. */
  static final int MAX_BYTES = 64;

  private RawRecords() {}
}
