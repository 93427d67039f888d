package bbt.translator.linux;

import bbt.packets.SidebandRecord;
import bbt.ptg.guest.GuestIsa;
import bbt.ptg.symbols.SymbolTable;
import bbt.translator.device.GuestMemory;
import bbt.translator.hart.Hart;
import bbt.translator.state.Fields;
import bbt.translator.trace.ContextRule;
import bbt.translator.trace.GuestSystem;
import java.util.List;

/** Knows Linux for the recorder: its tasks, programs, kernel and modules. */
public final class LinuxSystem implements GuestSystem {
  private final LinuxAbi abi;
  private final LinuxTaskNames names;
  private final LinuxProcesses processes;
  private final KernelSymbols symbols;
  private final Renaming renaming;
  private final PerfMaps maps;

  /** The task that was in user mode last, on any hart. */
  private long last;

  /**
   * @param memory guest RAM, only read
   * @param isa of the guest's harts
   */
  public LinuxSystem(GuestMemory memory, GuestIsa isa) {
    this.abi = new LinuxAbi(isa);
    this.names = new LinuxTaskNames(memory, abi);
    this.renaming = new Renaming(abi);
    this.processes = new LinuxProcesses(names, abi);
    this.symbols = new KernelSymbols(memory, abi);
    this.maps = new PerfMaps(names, abi);
  }

  @Override
  public ContextRule contextRule() {
    return ContextRule.THREAD_POINTER;
  }

  @Override
  public String panicMessage() {
    return "Kernel panic - not syncing";
  }

  @Override
  public void trapped(Hart hart, long cause, long task, int space, long epc) {
    if (abi.isCall(cause)) {
      renaming.called(hart, task, space);
      processes.called(hart, task, epc);
      if (names.linux()) {
        maps.called(hart, task, epc);
      }
    }
  }

  @Override
  public void returned(Hart hart, long task, int space, Listener to) {
    if (hart.priv != abi.user) {
      return;
    }
    if (renaming.returned(hart, task, space, names)) {
      name(hart, task, to);
    }
    if (names.linux()) {
      say(hart, processes.returned(hart, task, renaming.hasExecuted()), to);
      say(hart, maps.returned(hart, task), to);
      if (renaming.hasExecuted()) {
        to.began(hart, names.name(hart, task));
      }
      if (task != last) {
        last = task;
        to.goesOn(hart, names.pid(hart, task));
      }
    }
  }

  private static void say(Hart hart, List<SidebandRecord.Note> notes, Listener to) {
    for (SidebandRecord.Note said : notes) {
      to.say(hart, (trace, retired) -> trace.note(retired, said.key(), said.value()));
    }
  }

  /**
   * {@inheritDoc} Before the first task there is none: what that is, is looked at when it is left,
   * as its children begin.
   */
  @Override
  public void switched(Hart hart, long before, long now, Listener to) {
    if (before == 0) {
      return;
    }
    nameUnlessRenaming(hart, before, to);
    nameUnlessRenaming(hart, now, to);
  }

  private void nameUnlessRenaming(Hart hart, long task, Listener to) {
    if (!renaming.awaited(task)) {
      name(hart, task, to);
    }
  }

  private void name(Hart hart, long task, Listener to) {
    LinuxTaskNames.Name name = names.read(hart, task);
    if (name != null) {
      to.named(hart, task, name.pid(), name.comm());
    }
  }

  @Override
  public boolean executed(
      Hart hart, long virtualPage, long physicalPage, boolean translated, Listener to) {
    return symbols.executed(hart, virtualPage, physicalPage, translated, to);
  }

  @Override
  public void state(Fields f) {
    names.state(f);
    symbols.state(f);
  }

  @Override
  public void fromFile(SymbolTable table) {
    symbols.fromFile(table);
  }
}
