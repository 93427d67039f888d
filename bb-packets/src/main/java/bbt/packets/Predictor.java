package bbt.packets;

/**
 * Predicts targets, by writer and reader alike, from the canonical stream alone: the shadow stack
 * of return addresses, the first targets of each indirect jump, and the stack of trap return
 * addresses. Starts empty in each frame.
 */
public final class Predictor {
  /** Entries of the shadow stack; the oldest is dropped when a push finds it full. */
  public static final int DEPTH = 1024;

  /** Targets kept for one jump, in the order of their first appearance. */
  public static final int TARGETS = 7;

  /** Entries of the trap stack; the oldest is dropped. */
  public static final int TRAPS = 16;

  /** Answer of {@link #pop} and {@link #popTrap} on an empty stack; odd, so it is no address. */
  public static final long NONE = -1;

  private final long[] stack = new long[DEPTH];
  private int top;
  private int depth;

  private final long[] traps = new long[TRAPS];
  private int trapTop;
  private int trapDepth;

  /**
   * A hash table of jumps (open addressing); a slot counts only if its epoch is the current one.
   */
  private long[] sites = new long[1024];

  private int[] epochs = new int[1024];
  private byte[] counts = new byte[1024];
  private long[] targets = new long[1024 * TARGETS];
  private int used;
  private int epoch = 1;

  /** Empties stacks and tables: a frame begins. */
  public void reset() {
    top = 0;
    depth = 0;
    trapTop = 0;
    trapDepth = 0;
    used = 0;
    epoch++;
  }

  /** Pushes a call's return address. */
  public void push(long link) {
    stack[top] = link;
    top = (top + 1) & (DEPTH - 1);
    if (depth < DEPTH) {
      depth++;
    }
  }

  /** Pops the predicted target of a return, {@link #NONE} if the stack is empty. */
  public long pop() {
    if (depth == 0) {
      return NONE;
    }
    depth--;
    top = (top - 1) & (DEPTH - 1);
    return stack[top];
  }

  /**
   * The index of the next call's entry, 0 to {@link #DEPTH} - 1: after {@link #pop}, of the entry
   * that it returned.
   */
  public int top() {
    return top;
  }

  /** Entries on the shadow stack. */
  public int depth() {
    return depth;
  }

  /** Pushes the return address of a trap that was taken. */
  public void pushTrap(long epc) {
    traps[trapTop] = epc;
    trapTop = (trapTop + 1) & (TRAPS - 1);
    if (trapDepth < TRAPS) {
      trapDepth++;
    }
  }

  /** Pops the address of the innermost trap, to which a return from a trap is predicted to go. */
  public long popTrap() {
    if (trapDepth == 0) {
      return NONE;
    }
    trapDepth--;
    trapTop = (trapTop - 1) & (TRAPS - 1);
    return traps[trapTop];
  }

  /** Slot of a jump, for the methods below; valid until the next call of this method. */
  public int site(long address) {
    int mask = sites.length - 1;
    int slot = hash(address) & mask;
    while (epochs[slot] == epoch) {
      if (sites[slot] == address) {
        return slot;
      }
      slot = (slot + 1) & mask;
    }
    if (used >= sites.length / 2) {
      grow();
      return site(address);
    }
    used++;
    epochs[slot] = epoch;
    sites[slot] = address;
    counts[slot] = 0;
    return slot;
  }

  private static int hash(long address) {
    long h = address * 0x9E3779B97F4A7C15L;
    return (int) (h >>> 40);
  }

  private void grow() {
    long[] oldSites = sites;
    int[] oldEpochs = epochs;
    byte[] oldCounts = counts;
    long[] oldTargets = targets;
    int size = oldSites.length * 2;
    sites = new long[size];
    epochs = new int[size];
    counts = new byte[size];
    targets = new long[size * TARGETS];
    used = 0;
    for (int i = 0; i < oldSites.length; i++) {
      if (oldEpochs[i] == epoch) {
        int slot = site(oldSites[i]);
        counts[slot] = oldCounts[i];
        System.arraycopy(oldTargets, i * TARGETS, targets, slot * TARGETS, TARGETS);
      }
    }
  }

  /** Targets known at a site, 0 to {@link #TARGETS}. */
  public int known(int slot) {
    return counts[slot];
  }

  long target(int slot, int index) {
    return targets[slot * TARGETS + index];
  }

  /** Index of a target at a site, or -1. */
  public int find(int slot, long target) {
    int base = slot * TARGETS;
    for (int i = 0; i < counts[slot]; i++) {
      if (targets[base + i] == target) {
        return i;
      }
    }
    return -1;
  }

  /** Adds a target that {@link #find} did not find, if there is room. */
  public void learn(int slot, long target) {
    int n = counts[slot];
    if (n < TARGETS) {
      targets[slot * TARGETS + n] = target;
      counts[slot] = (byte) (n + 1);
    }
  }
}
