package bbt.translator.trace;

/**
 * Layout of the raw record buffer: 32-bit words in host order.
 *
 * <p>A word {@code >= 0} is a path id. A word {@code < 0} is a marker {@code -KIND}; its payload
 * follows, longs as two words (low first). The first long of every payload is the current pc.
 */
public final class RawRecords {
  /** pc (start of the node), base id of the node, instructions retired of it. 4 payload words. */
  public static final int PARTIAL = 1;

  /**
   * pc (start of the open path), base id of the region, path sum, site. 5 payload words. The first
   * instructions of a path were retired, up to (not including) the instruction of that site.
   */
  public static final int REGION_PARTIAL = 2;

  /** epc, retired, cause, tval, handler pc, verify hash, privilege. 13 payload words. */
  public static final int TRAP = 3;

  /** pc after the return, privilege after it. 3 payload words; follows an xRET node at once. */
  public static final int XRET = 4;

  /** pc, retired, then see Recorder. */
  public static final int SWITCH = 5;

  /** pc, virtual page, physical page, global flag. */
  public static final int MAP = 6;

  /** pc, ticks skipped. */
  public static final int TIME = 7;

  /** pc, index of an object that the guest thread left for the writer (names, symbols). */
  public static final int OBJECT = 8;

  /** pc, retired, verify hash, privilege: the start of the recording. */
  public static final int RESET = 9;

  /** pc, retired, verify hash, exit code: the last record. */
  public static final int END = 10;

  /** pc after the call, retired, address of the ecall, verify hash: served by built-in firmware. */
  public static final int FIRMWARE = 11;

  /** Payload words of each marker, by kind. */
  static final int[] PAYLOAD = {0, 4, 5, 13, 3, 18, 7, 4, 3, 9, 7, 8};

  private RawRecords() {}
}
