package bbt.translator.riscv.linux;

import bbt.packets.ExceptionKind;
import bbt.packets.SidebandRecord;
import bbt.packets.SidebandWriter;
import bbt.ptg.symbols.SymbolTable;
import bbt.translator.device.GuestMemory;
import bbt.translator.hart.Hart;
import bbt.translator.riscv.cpu.Cause;
import bbt.translator.riscv.cpu.Cpu;
import bbt.translator.trace.GuestSystem;
import java.util.List;

/**
 * A guest that may be Linux on RISC-V: its tasks, programs, kernel and modules. Of another guest
 * only the address spaces and what its file names are known.
 */
public final class LinuxSystem implements GuestSystem {
  private final AddressSpaces spaces;
  private final TaskNames names;
  private final Processes processes;
  private final KernelSymbols symbols;
  private final Renaming renaming = new Renaming();

  /**
   * @param memory guest RAM, only read
   */
  public LinuxSystem(GuestMemory memory) {
    this.spaces = new AddressSpaces(memory);
    this.names = new TaskNames(memory);
    this.processes = new Processes(names);
    this.symbols = new KernelSymbols(memory);
  }

  @Override
  public int addressSpace(long before, long now) {
    return spaces.change(before, now);
  }

  @Override
  public int goneAddressSpace() {
    return spaces.gone();
  }

  @Override
  public void trapped(Hart hart, long cause, long task, int space, long epc) {
    if (cause == Cause.ECALL_U) {
      renaming.called((Cpu) hart, task, space);
      processes.called((Cpu) hart, task, epc);
    }
  }

  @Override
  public void returned(Hart hart, long task, int space, Listener to) {
    if (hart.priv != Cpu.U) {
      return;
    }
    Cpu cpu = (Cpu) hart;
    if (renaming.returned(cpu, task, space, names)) {
      name(cpu, task, to);
    }
    if (names.linux()) {
      for (SidebandRecord.Note said : processes.returned(cpu, task, renaming.hasExecuted())) {
        to.note(cpu, said.key(), said.value());
      }
    }
  }

  @Override
  public void switched(Hart hart, long before, long now, Listener to) {
    nameUnlessRenaming(hart, before, to);
    nameUnlessRenaming(hart, now, to);
  }

  private void nameUnlessRenaming(Hart hart, long task, Listener to) {
    if (!renaming.awaited(task)) {
      name(hart, task, to);
    }
  }

  private void name(Hart hart, long task, Listener to) {
    int index = names.read(hart, task);
    if (index >= 0) {
      to.named(hart, task, index);
    }
  }

  @Override
  public int executed(Hart hart, long virtualPage, long physicalPage, boolean translated) {
    return symbols.executed(hart, virtualPage, physicalPage, translated);
  }

  @Override
  public ExceptionKind kind(long cause) {
    return Cause.kind(cause);
  }

  @Override
  public Name name(int index) {
    return names.get(index);
  }

  @Override
  public void fromFile(SymbolTable table) {
    symbols.fromFile(table);
  }

  @Override
  public List<SidebandRecord> atStart() {
    return symbols.atStart();
  }

  @Override
  public List<SidebandRecord> answer(int number, SidebandWriter known, long retired) {
    return symbols.answer(number, known, retired);
  }
}
