package bbt.ptg.guest;

import java.util.Arrays;

/**
 * Finds the node of a guest's code that starts at an address, by the rule of docs/determinism.md 1.
 */
public final class NodeFinder {
  private static final long PAGE_MASK = 4095;

  private final GuestIsa guest;

  /** Makes a finder for a guest's code; {@link GuestIsa#nodes} keeps the one that all share. */
  public NodeFinder(GuestIsa guest) {
    this.guest = guest;
  }

  /**
   * The node as entered at {@code pc}.
   *
   * @param pc virtual address at which an instruction may start
   */
  public Node find(long pc, CodeReader code) {
    int[] found = new int[8];
    int count = 0;
    long address = pc;
    while (true) {
      int low = code.halfword(address);
      if (low < 0) {
        return node(pc, found, count, address, Node.End.UNKNOWN);
      }
      int length = guest.length(low);
      boolean straddles = length == 4 && (address & PAGE_MASK) == PAGE_MASK - 1;
      if (straddles && count > 0) {
        return node(pc, found, count, address, Node.End.BEFORE_STRADDLER);
      }
      int bits = low;
      if (length == 4) {
        int high = code.halfword(address + 2);
        if (high < 0) {
          return node(pc, found, count, address, Node.End.UNKNOWN);
        }
        bits |= high << 16;
      }
      if (count == found.length) {
        found = Arrays.copyOf(found, count * 2);
      }
      found[count++] = bits;
      address += length;
      Node.End end = endAfter(bits);
      if (end == null && straddles) {
        end = Node.End.STRADDLER;
      }
      if (end == null && (address & PAGE_MASK) == 0) {
        end = Node.End.PAGE;
      }
      if (end != null) {
        return node(pc, found, count, address, end);
      }
    }
  }

  /**
   * How a node ends with an instruction, remembered by encoding: bits in the upper half, in the
   * lower one 2 + the ordinal of the end, 1 = goes on, 0 where nothing is remembered. An element is
   * written whole; threads that race remember the same.
   */
  private final long[] ends = new long[1 << 13];

  private static final Node.End[] END_VALUES = Node.End.values();

  /** Returns how the node ends with this instruction, or null if it goes on. */
  private Node.End endAfter(int bits) {
    int slot = (bits * 0x9E3779B1) >>> 19;
    long known = ends[slot];
    if ((int) (known >>> 32) != bits || (int) known == 0) {
      Node.End end = decodedEnd(bits);
      known = (long) bits << 32 | (end == null ? 1 : end.ordinal() + 2);
      ends[slot] = known;
    }
    int end = (int) known - 2;
    return end < 0 ? null : END_VALUES[end];
  }

  private Node.End decodedEnd(int bits) {
    return switch (guest.flow(bits)) {
      case SEQUENTIAL -> null;
      case SYSTEM -> Node.End.SYSTEM;
      case CONDITIONAL_BRANCH, DIRECT_JUMP, INDIRECT_JUMP, TRAP_RETURN -> Node.End.FLOW;
      case TRAP -> Node.End.TRAP;
    };
  }

  private Node node(long pc, int[] bits, int count, long endAddress, Node.End end) {
    return new Node(guest, pc, Arrays.copyOf(bits, count), (int) (endAddress - pc), end);
  }

  /**
   * The node that consists of exactly these instructions.
   *
   * @throws IllegalArgumentException if they are no whole node
   */
  public Node of(long pc, int[] bits) {
    short[] halfwords = new short[bits.length * 2];
    int known = 0;
    for (int b : bits) {
      halfwords[known++] = (short) b;
      if (guest.length(b) == 4) {
        halfwords[known++] = (short) (b >>> 16);
      }
    }
    int count = known;
    Node node =
        find(
            pc,
            address -> {
              long slot = (address - pc) / 2;
              if (slot < count) {
                return halfwords[(int) slot] & 0xFFFF;
              }
              // Whatever starts in the page's last halfword behind the node must be a straddler.
              return (address & PAGE_MASK) == PAGE_MASK - 1 ? STRADDLER_START : CodeReader.UNKNOWN;
            });
    if (node.end() == Node.End.UNKNOWN || node.count() != bits.length) {
      throw new IllegalArgumentException(
          "not a whole node: " + bits.length + " instructions at 0x" + Long.toHexString(pc));
    }
    return node;
  }

  /** A halfword that begins an instruction of four bytes. */
  private static final int STRADDLER_START = 3;
}
