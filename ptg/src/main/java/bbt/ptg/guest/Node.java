package bbt.ptg.guest;

import java.util.Arrays;

/**
 * A node: straight-line instructions from an entry address to the first end; immutable.
 *
 * <p>A node found with an incomplete {@link CodeReader} may end early ({@link End#UNKNOWN}); it
 * then has no trace rule and may hold no instruction at all.
 */
public final class Node {
  /** The reasons why a node ends where it does. */
  public enum End {
    /** The node ends with a branch, a jump or a return from a trap, its last instruction. */
    FLOW,
    /**
     * The node ends with an instruction that is the machine's work (control registers, fences), its
     * last one.
     */
    SYSTEM,
    /** The node ends with an instruction that traps, or an encoding that is none, its last one. */
    TRAP,
    /** The node ends with the last instruction that starts and ends in the 4 KiB page. */
    PAGE,
    /** The node ends before an instruction that straddles two pages. */
    BEFORE_STRADDLER,
    /**
     * The node is a straddler, which is a node of its own (and is no flow, system or trap
     * instruction).
     */
    STRADDLER,
    /** The node ends before bytes that the reader does not know. */
    UNKNOWN
  }

  private final GuestIsa guest;
  private final long pc;
  private final int[] bits;
  private final int size;
  private final End end;

  Node(GuestIsa guest, long pc, int[] bits, int size, End end) {
    this.guest = guest;
    this.pc = pc;
    this.bits = bits;
    this.size = size;
    this.end = end;
  }

  /** The guest whose code the node is. */
  public GuestIsa guest() {
    return guest;
  }

  /**
   * The rule of the node's end: what the node leaves in the trace when it was executed whole, and
   * where it leads.
   *
   * @throws IllegalArgumentException if its end is not known
   */
  public TraceRule rule() {
    if (end == End.UNKNOWN) {
      throw new IllegalArgumentException(
          "node at 0x" + Long.toHexString(pc) + " ends in unknown bytes");
    }
    return guest.rule(this);
  }

  /** The {@link #print} of code that is not known. */
  public static final long NO_PRINT = 0;

  /**
   * A hash of the {@linkplain CodeForms forms} of the instructions, by which the code is recognised
   * in another build of its program, wherever it lies; {@link #NO_PRINT} if it is incomplete.
   */
  public long print() {
    if (bits.length == 0 || end == End.UNKNOWN) {
      return NO_PRINT;
    }
    CodeForms forms = guest.forms();
    CodeHash print = new CodeHash();
    for (int i = 0; i < bits.length; i++) {
      print.add(forms.next(address(i), bits[i]));
    }
    return print.value();
  }

  /**
   * The node as entered at one of its instructions: where a node ends does not depend on where it
   * was entered, but what it leaves may.
   *
   * @param index of the instruction, less than {@link #count}
   */
  public Node from(int index) {
    long entry = address(index);
    int[] rest = Arrays.copyOfRange(bits, index, bits.length);
    return new Node(guest, entry, rest, (int) (endAddress() - entry), end);
  }

  /**
   * The node whose first instructions are this one's, and whose others are those of a node that was
   * entered right behind them.
   *
   * @param count of this node's instructions
   */
  public Node before(int count, Node rest) {
    int[] all = Arrays.copyOf(bits, count + rest.bits.length);
    System.arraycopy(rest.bits, 0, all, count, rest.bits.length);
    return new Node(guest, pc, all, (int) (rest.endAddress() - pc), rest.end);
  }

  /** Virtual address of the first instruction. */
  public long pc() {
    return pc;
  }

  /** Number of instructions. */
  public int count() {
    return bits.length;
  }

  /** Encoding of instruction {@code index}: zero-extended where it has 16 bits. */
  public int bits(int index) {
    return bits[index];
  }

  /** Bytes of instruction {@code index}. */
  public int length(int index) {
    return guest.length(bits[index]);
  }

  /** Address of instruction {@code index}; {@code count()} gives the address after the node. */
  public long address(int index) {
    long address = pc;
    for (int i = 0; i < index; i++) {
      address += length(i);
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
