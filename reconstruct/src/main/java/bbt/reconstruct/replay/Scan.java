package bbt.reconstruct.replay;

import bbt.reconstruct.replay.state.Position;
import bbt.translator.debug.Debugger;
import bbt.translator.debug.Probe;
import bbt.translator.debug.WatchHit;
import bbt.translator.hart.Hart;
import bbt.translator.machine.Machine;
import java.util.List;
import java.util.function.Consumer;

/** Watches a machine on its way for the wanted addresses and accesses. */
final class Scan implements Debugger {
  private Machine machine;
  private Probe probe;

  /** Null while nothing is looked for. */
  private Wanted wanted;

  private Consumer<Hit> listener;

  /** Called behind an instruction that was told of; null if nobody asks. */
  private Runnable behind;

  /** Whether an instruction was told of, behind which the machine has not come yet. */
  private boolean open;

  /** Attaches this to a machine, once. */
  void attach(Machine to) {
    machine = to;
    probe = to.attach(this);
  }

  /**
   * Begins to tell what is wanted, in the order in which it happens. An access that is told may
   * still fault where it touches a second page.
   */
  void begin(Wanted what, Consumer<Hit> to) {
    begin(what, to, null);
  }

  /**
   * Begins to tell what is wanted, and when the machine has come behind an access.
   *
   * @param then called when an instruction whose access was told has been carried out, or a trap
   *     was taken in its place: before anything else is executed
   */
  void begin(Wanted what, Consumer<Hit> to, Runnable then) {
    wanted = what;
    listener = to;
    behind = then;
    machine.stops(what.stops());
    machine.watches(what.watches());
  }

  /** Looks for nothing any more. */
  void end() {
    settle();
    wanted = null;
    listener = null;
    behind = null;
    machine.stops();
    machine.watches(List.of());
  }

  private Position here() {
    return new Position(machine.clock(), machine.trapsHere());
  }

  /** The hart whose turn it is stands before an instruction. */
  void at(long pc, int hart) {
    if (wanted != null && wanted.counts(hart) && wanted.stopsAt(pc)) {
      listener.accept(new Hit(here(), hart, null));
    }
  }

  /** The machine has come behind the instruction that was told of, if there is one. */
  void settle() {
    if (open) {
      open = false;
      probe.everyInstruction(false);
      behind.run();
    }
  }

  @Override
  public boolean before(Hart cpu) {
    settle();
    at(cpu.pc, cpu.hartId);
    return false;
  }

  @Override
  public boolean accessing(Hart cpu, WatchHit hit) {
    if (wanted != null && wanted.counts(cpu.hartId)) {
      listener.accept(new Hit(here(), cpu.hartId, hit));
      if (behind != null) {
        open = true;
        probe.everyInstruction(true);
      }
    }
    return false;
  }

  @Override
  public void also(Hart cpu, WatchHit hit) {
    accessing(cpu, hit);
  }
}
