package bbt.reconstruct.replay.memory;

import bbt.ptg.guest.InstructionRow;
import bbt.ptg.guest.Node;
import bbt.reconstruct.memory.MemorySystem;
import bbt.reconstruct.walk.graph.Step;
import java.util.stream.IntStream;

/** A node, or a part of one: what there is to simulate of it, whoever executes it. */
final class NodeCode {
  private static final int PAGE = 4096;

  /**
   * A node's identity: two nodes of the same code at the same place are one.
   *
   * @param physical address of its first byte
   * @param secondPage the second page that it has bytes in; -1 where all are in one
   * @param from its first instruction
   * @param to the number behind its last
   */
  record Key(Node node, long physical, long secondPage, int from, int to) {
    static Key of(Node node, Step step, int from, int to) {
      return new Key(node, step.physical(), step.secondPhysicalPage(), from, to);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Key k
          && physical == k.physical
          && secondPage == k.secondPage
          && from == k.from
          && to == k.to
          && node.pc() == k.node.pc()
          && node.count() == k.node.count()
          && sameCode(k.node);
    }

    private boolean sameCode(Node other) {
      for (int i = from; i < to; i++) {
        if (node.bits(i) != other.bits(i)) {
          return false;
        }
      }
      return true;
    }

    @Override
    public int hashCode() {
      return Long.hashCode((node.pc() * 31 + physical) * 31 + from * 64L + to);
    }
  }

  /** What an instruction leaves in a log of accesses: one entry, or none. */
  enum Access {
    NONE,
    LOAD,
    STORE,
    ATOMIC
  }

  final Key key;

  /** By instruction: what it accesses. */
  final Access[] accesses;

  /** Virtual addresses of the instructions, and of what is behind them. */
  final long[] addresses;

  /** The instructions that access memory or may be the first of a line of code. */
  final int[] work;

  /** The instruction that ends the node, if it was executed up to there; else null. */
  final Step end;

  /**
   * Prepares what is simulated.
   *
   * @param fetchBytes bytes of a line of code
   */
  NodeCode(Key key, Step step, int fetchBytes) {
    this.key = key;
    Node node = key.node;
    int size = key.to - key.from;
    end = key.to == node.count() && !step.truncated() ? step : null;
    accesses = new Access[size];
    addresses = new long[size + 1];
    addresses[0] = node.address(key.from);
    for (int i = 0; i < size; i++) {
      accesses[i] = access(row(i));
      addresses[i + 1] = addresses[i] + node.guest().length(bits(i));
    }
    work =
        IntStream.range(0, size)
            .filter(
                i ->
                    i == 0
                        || accesses[i] != Access.NONE
                        || (addresses[i] - 1 ^ addresses[i + 1] - 1) >= fetchBytes
                        || (addresses[i] - 1 ^ addresses[i + 1] - 1) < 0)
            .toArray();
  }

  private static Access access(InstructionRow row) {
    return row == null
        ? Access.NONE
        : switch (row.costClass()) {
          case LOAD -> Access.LOAD;
          case STORE -> Access.STORE;
          case ATOMIC -> Access.ATOMIC;
          default -> Access.NONE;
        };
  }

  int size() {
    return accesses.length;
  }

  /** The encoding of an instruction. */
  int bits(int index) {
    return key.node.bits(key.from + index);
  }

  /** The row of an instruction; null where it is none. */
  InstructionRow row(int index) {
    return key.node.guest().row(bits(index));
  }

  /** Fetches an instruction. */
  int fetch(MemorySystem system, int hart, int space, int index) {
    long address = addresses[index];
    long physical = key.physical + (address - key.node.pc());
    int bytes = (int) (addresses[index + 1] - address);
    int first = PAGE - (int) (address & PAGE - 1);
    if (bytes <= first || key.secondPage == -1) {
      return system.fetch(hart, space, address, physical, bytes);
    }
    return system.fetch(hart, space, address, physical, first)
        | system.fetch(hart, space, address + first, key.secondPage, bytes - first);
  }
}
