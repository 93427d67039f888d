package bbt.ptg.guest;

/**
 * A node as entered at {@link #pc}: immutable.
 *
 * <p>A node found with an incomplete {@link CodeReader} may end early ({@link End#UNKNOWN}); it
 * then has no trace rule and may hold no instruction at all.
 */
public final class Node {
  /** Why a node ends where it does. */
  public enum End {
    /** With a branch, jump or xRET, the last instruction. */
    FLOW,
    /** With an instruction that is the machine's work (CSR, wfi, fences), the last instruction. */
    SYSTEM,
    /** With ecall, ebreak or an encoding that is not an instruction, the last instruction. */
    TRAP,
    /** With the last instruction that starts and ends in the 4 KiB page. */
    PAGE,
    /** Before an instruction that straddles two pages. */
    BEFORE_STRADDLER,
    /**
     * With a straddler, which is a node of its own (and is no flow, system or trap instruction).
     */
    STRADDLER,
    /** Before bytes that the reader does not know. */
    UNKNOWN
  }

  private final long pc;
  private final int[] bits;
  private final int size;
  private final End end;

  Node(long pc, int[] bits, int size, End end) {
    this.pc = pc;
    this.bits = bits;
    this.size = size;
    this.end = end;
  }

  /** Virtual address of the first instruction. */
  public long pc() {
    return pc;
  }

  /** Number of instructions. */
  public int count() {
    return bits.length;
  }

  /** Encoding of instruction {@code index}: 16 bits (zero-extended) or 32. */
  public int bits(int index) {
    return bits[index];
  }

  /** Bytes of instruction {@code index}: 2 or 4. */
  public int length(int index) {
    return encodedLength(bits[index]);
  }

  /** Bytes of an instruction by its encoding: 4 when the two low bits are 11, else 2. */
  public static int encodedLength(int bits) {
    return (bits & 3) == 3 ? 4 : 2;
  }

  /** Address of instruction {@code index}; {@code count()} gives the address after the node. */
  public long address(int index) {
    long address = pc;
    for (int i = 0; i < index; i++) {
      address += encodedLength(bits[i]);
    }
    return address;
  }

  /** Bytes of all instructions. */
  public int size() {
    return size;
  }

  /** Address of the byte after the last instruction. */
  public long endAddress() {
    return pc + size;
  }

  /** Address of the last instruction; the node must have one. */
  public long lastAddress() {
    return pc + size - length(bits.length - 1);
  }

  public End end() {
    return end;
  }
}
