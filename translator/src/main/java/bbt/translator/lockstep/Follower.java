package bbt.translator.lockstep;

import bbt.translator.engine.Tiering;
import bbt.translator.trace.Recorder;

/** The interpreted machine: goes to each place that the leader logged, and compares. */
final class Follower extends Side {
  private final ExitLog log;
  private int next;
  private boolean last;
  private int wrong = -1;

  Follower(ExitLog log) {
    this.log = log;
  }

  /**
   * A new log is there.
   *
   * @param isLast whether the leader's run is over
   */
  void rewind(boolean isLast) {
    next = 0;
    last = isLast;
  }

  /**
   * Index in the log of the first entry that was not so here; the log's size when the leader's run
   * was over and this one is not; -1 while all is well.
   */
  int wrong() {
    return wrong;
  }

  @Override
  void place(long retired) {
    while (next < log.size() && retired >= log.count(next)) {
      if (retired > log.count(next) || Registers.hash(cpu) != log.hash(next)) {
        stopAt(next);
        return;
      }
      if (++next == log.size() && !last) {
        standStill();
        return;
      }
    }
    if (last && next == log.size() && (next == 0 || retired > log.count(next - 1))) {
      stopAt(next);
    }
  }

  private void stopAt(int index) {
    wrong = index;
    standStill();
  }

  @Override
  long nextStop(long retired) {
    return next < log.size() ? log.count(next) : retired + 1;
  }

  @Override
  boolean alsoTellsMachine() {
    return false;
  }

  @Override
  public Tiering tiering(Recorder recorder, boolean verify) {
    return Tiering.NONE;
  }
}
