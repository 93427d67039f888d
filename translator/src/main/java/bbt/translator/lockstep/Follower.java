package bbt.translator.lockstep;

import bbt.translator.code.Tiering;
import bbt.translator.guest.GuestArchitecture;
import bbt.translator.guest.HartRegisters;
import bbt.translator.trace.Recorder;

/** The interpreted machine, which goes to each place that the leader logged, and compares. */
final class Follower extends LockstepSide {
  private final ExitLog log;
  private final HartRegisters registers;
  private int next;
  private boolean last;
  private int wrong = -1;

  Follower(GuestArchitecture architecture, ExitLog log) {
    super(architecture);
    this.log = log;
    this.registers = architecture.registers();
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
  void place(Stops hart, long retired) {
    if (next < log.size()) {
      if (!isNext(hart) || isPast(hart, retired, next)) {
        stopAt(next);
        return;
      }
      // A region's exit and the event behind it are one place.
      while (next < log.size() && isNext(hart) && isAt(hart, retired, next)) {
        if (registers.hash(hart.cpu) != log.hash(next)) {
          stopAt(next);
          return;
        }
        if (++next == log.size() && !last) {
          standStill();
          return;
        }
      }
    }
    if (last && next == log.size() && isBehind(hart, retired)) {
      stopAt(next);
    }
  }

  /** Whether the hart is where the leader never was. */
  private boolean isBehind(Stops hart, long retired) {
    return next == 0 || log.hart(next - 1) != hart.cpu.hartId || isPast(hart, retired, next - 1);
  }

  /**
   * Several traps may be taken at one count: the places before and behind them are not the same.
   */
  private boolean isAt(Stops hart, long retired, int index) {
    return retired == log.count(index) && hart.traps() == log.traps(index);
  }

  private boolean isPast(Stops hart, long retired, int index) {
    return retired > log.count(index)
        || retired == log.count(index) && hart.traps() > log.traps(index);
  }

  private boolean isNext(Stops hart) {
    return log.hart(next) == hart.cpu.hartId;
  }

  private void stopAt(int index) {
    wrong = index;
    standStill();
  }

  @Override
  long nextStop(Stops hart, long retired) {
    if (next == log.size()) {
      return retired + 1;
    }
    return isNext(hart) ? log.count(next) : Long.MAX_VALUE;
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
