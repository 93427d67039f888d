package bbt.reconstruct.replay.memory;

import bbt.ptg.guest.InstructionRow;
import bbt.ptg.guest.Node;
import bbt.reconstruct.cost.CostModel;
import bbt.reconstruct.memory.MemoryProfile;
import bbt.reconstruct.memory.MemorySystem;
import bbt.reconstruct.memory.MissCounts;
import bbt.reconstruct.walk.graph.Step;
import java.util.stream.IntStream;

/** A node, or a part of one, as one task executes it: what to simulate of it, and its counts. */
final class NodeCount {
  private static final int PAGE = 4096;

  /**
   * A node's identity: two nodes of the same code at the same place are one.
   *
   * @param from its first instruction
   * @param to the number behind its last
   */
  record Key(Context context, Node node, long physical, int from, int to) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Key k
          && context == k.context
          && physical == k.physical
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
      return Long.hashCode((node.pc() * 31 + physical) * 31 + from * 64L + to)
          ^ System.identityHashCode(context);
    }
  }

  /**
   * A function.
   *
   * @param name null where nobody asked
   * @param image whose symbol its name is; null where none is
   * @param bias of its code's addresses against those of its image's file
   */
  record Function(String name, String image, long bias) {}

  /** What an instruction leaves in a log of accesses: one entry, or none. */
  enum Access {
    NONE,
    LOAD,
    STORE,
    ATOMIC
  }

  final Key key;

  /** The function. */
  private final Function function;

  /** The second page that it has bytes in; -1 where all are in one. */
  private final long secondPage;

  /** By instruction: what it accesses. */
  final Access[] accesses;

  /** Virtual addresses of the instructions, and of what is behind them. */
  final long[] addresses;

  /** The instructions that access memory or may be the first of a line of code. */
  final int[] work;

  /** The instruction that ends the node, if it was executed up to there; else null. */
  final Step end;

  long executions;

  /** Executions whose branch was taken. */
  long taken;

  /** By instruction; null where it never missed anything. */
  private final MissCounts[] counts;

  /**
   * Prepares what is simulated.
   *
   * @param fetchBytes bytes of a line of code
   */
  NodeCount(Key key, Step step, int fetchBytes, Function function) {
    this.key = key;
    this.function = function;
    Node node = key.node;
    int size = key.to - key.from;
    end = key.to == node.count() && !step.truncated() ? step : null;
    secondPage = step.secondPhysicalPage();
    accesses = new Access[size];
    addresses = new long[size + 1];
    addresses[0] = node.address(key.from);
    for (int i = 0; i < size; i++) {
      int bits = node.bits(key.from + i);
      accesses[i] = access(node.guest().row(bits));
      addresses[i + 1] = addresses[i] + node.guest().length(bits);
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
    counts = new MissCounts[size];
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

  /** Fetches an instruction. */
  int fetch(MemorySystem system, int hart, int index) {
    long address = addresses[index];
    long physical = key.physical + (address - key.node.pc());
    int bytes = (int) (addresses[index + 1] - address);
    int first = PAGE - (int) (address & PAGE - 1);
    int space = key.context.space();
    if (bytes <= first || secondPage == -1) {
      return system.fetch(hart, space, address, physical, bytes);
    }
    return system.fetch(hart, space, address, physical, first)
        | system.fetch(hart, space, address + first, secondPage, bytes - first);
  }

  /** The counts of an instruction, to be added to. */
  MissCounts counts(int index) {
    MissCounts its = counts[index];
    if (its == null) {
      its = new MissCounts();
      counts[index] = its;
    }
    return its;
  }

  /**
   * An instruction with all that is known of it.
   *
   * @param costs null: each instruction is a cycle
   */
  MemoryProfile.InstructionCount total(int index, CostModel costs) {
    MissCounts all = new MissCounts();
    if (counts[index] != null) {
      all.add(counts[index]);
    }
    int bits = key.node.bits(key.from + index);
    all.instructions += executions;
    all.cycles +=
        costs == null ? executions : executions * costs.cycles(key.node.guest().row(bits));
    if (accesses[index] == Access.LOAD) {
      all.reads += executions;
    } else if (accesses[index] != Access.NONE) {
      all.writes += executions;
    }
    if (end != null && index == size() - 1) {
      if (end.branches()) {
        all.branches += executions;
        all.cycles +=
            costs == null
                ? 0
                : taken * (costs.branchTaken() - costs.cycles(key.node.guest().row(bits)));
      }
      all.returns += end.returns() ? executions : 0;
      all.jumps += end.computed() ? executions : 0;
    }
    return new MemoryProfile.InstructionCount(
        key.context.owner(),
        function.name(),
        function.image(),
        addresses[index],
        addresses[index] - function.bias(),
        bits,
        all);
  }
}
