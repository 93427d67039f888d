package bbt.reconstruct.profile.count;

import bbt.packets.ExceptionKind;
import bbt.reconstruct.profile.Distribution;
import bbt.reconstruct.profile.ExceptionCost;

/** Counts one cause of traps, or one system call, while the walk runs. */
final class TrapTally {
  final ExceptionKind kind;
  final long cause;

  /** The number of the frame in the tree. */
  final int frame;

  long count;
  final Distribution self = new Distribution();
  final Distribution inclusive = new Distribution();
  long unfinished;
  long unfinishedInstructions;

  /** Selected instructions of those that were taken outside the selection. */
  long outside;

  long cycles;
  long inclusiveCycles;

  TrapTally(ExceptionKind kind, long cause, int frame) {
    this.kind = kind;
    this.cause = cause;
    this.frame = frame;
  }

  void finished(long inclusiveInstructions, long selfInstructions) {
    inclusive.add(inclusiveInstructions);
    self.add(selfInstructions);
  }

  void unfinished(long instructions) {
    unfinished++;
    unfinishedInstructions += instructions;
  }

  ExceptionCost cost(String name) {
    return new ExceptionCost(
        kind,
        cause,
        name,
        Math.max(count, self.count() + unfinished),
        self,
        inclusive,
        unfinished,
        unfinishedInstructions,
        outside,
        cycles,
        inclusiveCycles);
  }
}
