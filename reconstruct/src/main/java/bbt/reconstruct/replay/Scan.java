package bbt.reconstruct.replay;

import bbt.reconstruct.replay.state.Position;
import bbt.translator.debug.Debugger;
import bbt.translator.debug.WatchHit;
import bbt.translator.hart.Hart;
import bbt.translator.machine.Machine;
import java.util.List;
import java.util.function.Consumer;

/** Watches a machine on its way for the wanted addresses and accesses. */
final class Scan implements Debugger {
  private Machine machine;

  /** Null while nothing is looked for. */
  private Wanted wanted;

  private Consumer<Hit> listener;

  /** Sets, once, the machine that this is attached to. */
  void machine(Machine of) {
    machine = of;
  }

  /**
   * Begins to tell what is wanted, in the order in which it happens. An access that is told may
   * still fault where it touches a second page.
   */
  void begin(Wanted what, Consumer<Hit> to) {
    wanted = what;
    listener = to;
    machine.stops(what.stops());
    machine.watches(what.watches());
  }

  /** Looks for nothing any more. */
  void end() {
    wanted = null;
    listener = null;
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

  @Override
  public boolean before(Hart cpu) {
    at(cpu.pc, cpu.hartId);
    return false;
  }

  @Override
  public boolean accessing(Hart cpu, WatchHit hit) {
    if (wanted != null && wanted.counts(cpu.hartId)) {
      listener.accept(new Hit(here(), cpu.hartId, hit));
    }
    return false;
  }
}
