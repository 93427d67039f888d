package bbt.reconstruct.profile;

import bbt.ptg.guest.Node;
import bbt.reconstruct.cost.CostModel;
import bbt.reconstruct.select.Scope;
import bbt.reconstruct.walk.PieceConsumer;
import bbt.reconstruct.walk.Step;

/** Counts cycles by a cost model, piece by piece. */
final class CycleCounter implements PieceConsumer {
  /** The instruction that calls firmware. */
  private static final int ECALL = 0x73;

  private final CostModel model;
  private final Scope scope;

  /** The hart that is walked now. */
  HartState hart;

  /** Whether the last instruction of the piece told last is selected. */
  private boolean lastCounts;

  CycleCounter(CostModel model, Scope scope, HartState hart) {
    this.model = model;
    this.scope = scope;
    this.hart = hart;
  }

  @Override
  public void piece(Step step, int count) {
    HartState h = hart;
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
        h.cycles += model.cycles(node.bits(i));
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
        known += model.cycles(node.bits(i));
      }
      step.cost(known);
    }
    return known;
  }

  @Override
  public void branch(Step step, boolean taken) {
    if (taken && lastCounts) {
      Node node = step.node();
      hart.cycles += model.branchTaken() - model.cycles(node.bits(node.count() - 1));
    }
  }

  /** Cycles of a firmware call: those of the one instruction that it is. */
  long firmwareCall() {
    return model.cycles(ECALL);
  }

  /** A trap was taken. */
  void trap() {
    hart.cycles += model.trap();
  }
}
