package bbt.reconstruct.replay.memory;

import bbt.ptg.guest.InstructionRow;
import bbt.reconstruct.cost.CostModel;
import bbt.reconstruct.memory.MemoryProfile;
import bbt.reconstruct.memory.MissCounts;
import bbt.reconstruct.replay.memory.NodeCode.Access;

/**
 * The counts of a node, or of a part of one, as one task executes it. A run has millions of them,
 * since each task executes much of the kernel: what is the same for all is in {@link NodeCode}.
 */
final class NodeCount {
  /** Whose counts of what: contexts and code are compared by identity. */
  record Key(Context context, NodeCode code) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Key k && context == k.context && code == k.code;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(context) * 31 + System.identityHashCode(code);
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

  final Context context;
  final NodeCode code;

  /** The function. */
  private final Function function;

  long executions;

  /** Executions whose branch was taken. */
  long taken;

  /** By instruction; null where it never missed anything, and where none did. */
  private MissCounts[] counts;

  NodeCount(Key key, Function function) {
    this.context = key.context;
    this.code = key.code;
    this.function = function;
  }

  /** The counts of an instruction, to be added to. */
  MissCounts counts(int index) {
    if (counts == null) {
      counts = new MissCounts[code.size()];
    }
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
    if (counts != null && counts[index] != null) {
      all.add(counts[index]);
    }
    InstructionRow row = code.row(index);
    all.instructions += executions;
    all.cycles += costs == null ? executions : executions * costs.cycles(row);
    if (code.accesses[index] == Access.LOAD) {
      all.reads += executions;
    } else if (code.accesses[index] != Access.NONE) {
      all.writes += executions;
    }
    if (code.end != null && index == code.size() - 1) {
      if (code.end.branches()) {
        all.branches += executions;
        all.cycles += costs == null ? 0 : taken * (costs.branchTaken() - costs.cycles(row));
      }
      all.returns += code.end.returns() ? executions : 0;
      all.jumps += code.end.computed() ? executions : 0;
    }
    long address = code.addresses[index];
    return new MemoryProfile.InstructionCount(
        context.owner(),
        function.name(),
        function.image(),
        address,
        address - function.bias(),
        code.bits(index),
        all);
  }
}
