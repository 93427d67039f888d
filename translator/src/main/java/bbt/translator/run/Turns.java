package bbt.translator.run;

import bbt.translator.hart.Hart;
import bbt.translator.state.Fields;
import java.util.List;

/**
 * Decides the order in which harts take turns (docs/determinism.md 8). Harts take turns in the
 * order of their numbers; a turn ends at the first node end at which the quantum is used up, or
 * when the hart waits, stops, gives way, or is seen to spin.
 */
public final class Turns {
  /** Instructions of a turn at which the machine looks whether a hart that spun does so still. */
  private static final long LOOK = 200;

  /**
   * How far from the place where its turn began a hart is at most that has been spinning since
   * then, in bytes, and in how many registers it differs. To ask the hart costs as much as
   * thousands of instructions; this leaves out those that work.
   */
  private static final long NEAR = 256;

  private static final int FEW = 4;

  private final List<MachineHart> harts;
  private final long quantum;
  private final boolean spinsYield;
  private int current;
  private long end;
  private boolean over;

  /** The total count at which the machine looks whether the hart spins. */
  private long look;

  /** A bit for each hart: whether it spun when it was looked at last. */
  private long spinning;

  /** Where the turn began, and with what in the general registers. */
  private long beginPc;

  private final long[] beginRegisters = new long[32];

  /**
   * The first hart has the first turn.
   *
   * @param quantum instructions of a turn
   * @param spinsYield whether a hart that spins gives up its turn
   */
  public Turns(List<MachineHart> harts, long quantum, boolean spinsYield) {
    this.harts = List.copyOf(harts);
    this.quantum = quantum;
    this.spinsYield = spinsYield;
    begin(0);
  }

  private void begin(long retired) {
    over = false;
    end = harts.size() == 1 ? Long.MAX_VALUE : retired + quantum;
    look = (spinning >>> current & 1) != 0 ? retired + LOOK : end;
    if (spinsYield) {
      beginPc = current().cpu.pc;
      for (int i = 0; i < beginRegisters.length; i++) {
        beginRegisters[i] = current().cpu.general(i);
      }
    }
  }

  public MachineHart current() {
    return harts.get(current);
  }

  /** The total count at which the turn ends, or may end; never, if there is one hart only. */
  public long end() {
    return look;
  }

  /** The total count at which the turn ends if nothing ends it before. */
  public long fullEnd() {
    return end;
  }

  /**
   * Whether the hart has been spinning since the turn began; is found out at {@link #end}, and for
   * a hart that has spun through its last turn earlier.
   */
  public boolean spins(long retired) {
    if (retired < look || !spinsYield) {
      return false;
    }
    look = end;
    boolean spins = spinsSinceBegin();
    long bit = 1L << current;
    spinning = spins ? spinning | bit : spinning & ~bit;
    return spins;
  }

  private boolean spinsSinceBegin() {
    Hart hart = current().cpu;
    if (Math.abs(hart.pc - beginPc) > NEAR || hart.pendingInterrupt() >= 0) {
      return false;
    }
    int changed = 0;
    for (int i = 0; i < beginRegisters.length; i++) {
      changed += hart.general(i) == beginRegisters[i] ? 0 : 1;
    }
    return changed <= FEW && hart.spins();
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

  /** Returns how many harts take turns; ends the waits that an interrupt ends. */
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
    begin(retired);
    return harts.get(current);
  }

  /** Saves or loads the state, for a snapshot. */
  public void state(Fields f) {
    current = f.of(current);
    end = f.of(end);
    over = f.of(over);
    look = f.of(look);
    spinning = f.of(spinning);
    beginPc = f.of(beginPc);
    for (int i = 0; i < beginRegisters.length; i++) {
      beginRegisters[i] = f.of(beginRegisters[i]);
    }
  }
}
