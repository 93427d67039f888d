package bbt.reconstruct.profile.count;

import bbt.ptg.guest.Node;
import bbt.ptg.guest.TrapCauses;
import bbt.reconstruct.cost.CostModel;
import bbt.reconstruct.select.SelectionScope;
import bbt.reconstruct.walk.flow.PieceConsumer;
import bbt.reconstruct.walk.graph.Step;

/** Counts cycles by a cost model, piece by piece. */
final class CycleCounter implements PieceConsumer {
  private final CostModel model;
  private final SelectionScope scope;
  private final long firmwareCall;

  /** The hart that is walked now. */
  ProfiledHart hart;

  /** Whether the last instruction of the piece told last is selected. */
  private boolean lastCounts;

  CycleCounter(CostModel model, TrapCauses traps, SelectionScope scope, ProfiledHart hart) {
    this.model = model;
    this.firmwareCall = model.cycles(traps.call());
    this.scope = scope;
    this.hart = hart;
  }

  @Override
  public void piece(Step step, int count) {
    ProfiledHart h = hart;
    long first = h.pieceAt;
    h.pieceAt += count;
    int from = 0;
    int to = count;
    if (scope != null) {
      long clock = first + h.clockOffset;
      from = (int) Math.clamp(scope.from() - clock, 0, count);
      to = (int) Math.clamp(scope.to() - clock, 0, count);
      if (!h.on || from >= to) {
        lastCounts = false;
        return;
      }
    }
    Node node = step.node();
    if (from == 0 && to == node.count()) {
      h.cycles += whole(step);
    } else {
      for (int i = from; i < to; i++) {
        h.cycles += cycles(node, i);
      }
    }
    lastCounts = to == node.count();
  }

  private long whole(Step step) {
    long known = step.cost();
    if (known < 0) {
      known = 0;
      Node node = step.node();
      for (int i = 0; i < node.count(); i++) {
        known += cycles(node, i);
      }
      step.cost(known);
    }
    return known;
  }

  @Override
  public void branch(Step step, boolean taken) {
    if (taken && lastCounts) {
      Node node = step.node();
      hart.cycles += model.branchTaken() - cycles(node, node.count() - 1);
    }
  }

  private long cycles(Node node, int index) {
    return model.cycles(node.guest().row(node.bits(index)));
  }

  /** Cycles of a firmware call: those of the one instruction that it is. */
  long firmwareCall() {
    return firmwareCall;
  }

  /** A trap was taken. */
  void trap() {
    hart.cycles += model.trap();
  }
}
