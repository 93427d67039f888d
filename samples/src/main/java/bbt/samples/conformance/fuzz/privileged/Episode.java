package bbt.samples.conformance.fuzz.privileged;

import java.util.List;

/**
 * A piece of a privileged case that stands for itself: the harness sets a state up, enters a mode,
 * and runs operations there; traps are logged and survived.
 *
 * @param number named in the log
 * @param privilege in which the operations begin
 * @param satp address translation during them
 * @param mstatus without MPP, which follows from {@code privilege}
 * @param csrs further registers to set, in order
 * @param tables entries of random page tables to write
 * @param operations what is run
 * @param repeats how often, at least 1
 * @param machineHook run by each M-mode handler in its middle; may be empty
 * @param supervisorHook the same in S-mode
 * @param registers values of x1 to x31 and f0 to f7; the harness's own are not used
 * @param odd whether instructions stand at addresses 2 modulo 4
 */
record Episode(
    int number,
    int privilege,
    long satp,
    long mstatus,
    List<Register> csrs,
    List<PageTables.Entry> tables,
    List<Operation> operations,
    int repeats,
    List<Operation> machineHook,
    List<Operation> supervisorHook,
    List<Long> registers,
    boolean odd) {

  /** A CSR and its value; a vector's value is the number of a table and mode bits. */
  record Register(int csr, long value) {}

  /** Returns this episode with other operations. */
  Episode with(List<Operation> others) {
    return changed(tables, others, repeats, machineHook, supervisorHook);
  }

  /** Returns this episode run so often. */
  Episode repeated(int times) {
    return changed(tables, operations, times, machineHook, supervisorHook);
  }

  /** Returns this episode with nothing in its hooks. */
  Episode withoutHooks() {
    return changed(tables, operations, repeats, List.of(), List.of());
  }

  /** Returns this episode with other page table entries. */
  Episode withTables(List<PageTables.Entry> others) {
    return changed(others, operations, repeats, machineHook, supervisorHook);
  }

  private Episode changed(
      List<PageTables.Entry> otherTables,
      List<Operation> otherOperations,
      int times,
      List<Operation> ofMachine,
      List<Operation> ofSupervisor) {
    return new Episode(
        number,
        privilege,
        satp,
        mstatus,
        csrs,
        List.copyOf(otherTables),
        List.copyOf(otherOperations),
        times,
        ofMachine,
        ofSupervisor,
        registers,
        odd);
  }
}
