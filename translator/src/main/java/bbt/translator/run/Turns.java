package bbt.translator.run;

import bbt.translator.state.Fields;
import java.util.List;

/**
 * The order in which harts take turns (docs/determinism.md 8). Harts take turns in the order of
 * their numbers; a turn ends at the first node end at which the quantum is used up, or when the
 * hart waits, stops or gives way.
 */
public final class Turns {
  private final List<MachineHart> harts;
  private final long quantum;
  private int current;
  private long end;
  private boolean over;

  /**
   * The first hart has the first turn.
   *
   * @param quantum instructions of a turn
   */
  public Turns(List<MachineHart> harts, long quantum) {
    this.harts = List.copyOf(harts);
    this.quantum = quantum;
    this.end = harts.size() == 1 ? Long.MAX_VALUE : quantum;
  }

  public MachineHart current() {
    return harts.get(current);
  }

  /** The total count at which the turn ends; never, if there is one hart only. */
  public long end() {
    return end;
  }

  /** Ends the turn with this node. */
  public void giveWay() {
    over = true;
    current().cpu.expire();
  }

  /** Whether the turn ends here. */
  public boolean over(long retired) {
    return over || retired >= end;
  }

  /** How many harts take turns; ends the waits that an interrupt ends. */
  public int ready() {
    int ready = 0;
    for (int i = 0; i < harts.size(); i++) {
      ready += harts.get(i).ready() ? 1 : 0;
    }
    return ready;
  }

  /**
   * Gives the next hart that takes turns its turn; there must be one.
   *
   * @param retired the total count
   */
  public MachineHart next(long retired) {
    do {
      current = current + 1 == harts.size() ? 0 : current + 1;
    } while (!harts.get(current).takesTurns());
    over = false;
    end = harts.size() == 1 ? Long.MAX_VALUE : retired + quantum;
    return harts.get(current);
  }

  /** For a snapshot. */
  public void state(Fields f) {
    current = f.of(current);
    end = f.of(end);
    over = f.of(over);
  }
}
