package bbt.samples.conformance.fuzz.user;

import bbt.ptg.guest.ControlFlow;
import bbt.ptg.riscv.Insn;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** The rows that random instructions come from, by what they need around them. */
final class InsnChoice {
  /** The things that an instruction works on. */
  enum Group {
    INTEGER,
    LOAD,
    STORE,
    ATOMIC,
    CACHE,
    RESERVE,
    CONDITIONAL_STORE,
    FLOAT,
    BRANCH,
    COMPRESSED
  }

  private final Map<Group, List<Insn>> rows = new EnumMap<>(Group.class);

  /**
   * @param available rows that the reference executes
   */
  InsnChoice(Collection<Insn> available) {
    for (Group group : Group.values()) {
      rows.put(group, new ArrayList<>());
    }
    available.stream()
        .sorted()
        .forEach(
            insn -> {
              Group group = group(insn);
              if (group != null) {
                rows.get(group).add(insn);
              }
            });
  }

  /** Null for rows that no random choice takes: jumps and the system's. */
  private static Group group(Insn insn) {
    if (insn.isCompressed()) {
      // Jumps need a place to go to; the program's own structure has them.
      return insn.flow() == ControlFlow.SEQUENTIAL ? Group.COMPRESSED : null;
    }
    if (insn.flow() == ControlFlow.CONDITIONAL_BRANCH) {
      return Group.BRANCH;
    }
    if (insn.flow() != ControlFlow.SEQUENTIAL) {
      return null;
    }
    return switch (insn.format()) {
      case R, R1, RI, SHIFT, U, FENCE_SETS -> Group.INTEGER;
      case LOAD, FLOAD -> Group.LOAD;
      case STORE, FSTORE -> Group.STORE;
      case CACHE_BLOCK -> Group.CACHE;
      case PREFETCH -> Group.INTEGER;
      case LR -> Group.RESERVE;
      case AMO -> insn.mnemonic().startsWith("sc.") ? Group.CONDITIONAL_STORE : Group.ATOMIC;
      case F4, F_RM, F2, F1_RM, F_COMPARE, F_TO_X, F_TO_X_RM, X_TO_F, X_TO_F_RM -> Group.FLOAT;
      default -> null;
    };
  }

  /** Whether some program has it as a random instruction. */
  static boolean isChosen(Insn insn) {
    return group(insn) != null;
  }

  /** Whether the reference has any row of a group. */
  boolean has(Group group) {
    return !rows.get(group).isEmpty();
  }

  /** A row of a group. */
  Insn any(Group group, Random random) {
    List<Insn> list = rows.get(group);
    return list.get(random.nextInt(list.size()));
  }
}
