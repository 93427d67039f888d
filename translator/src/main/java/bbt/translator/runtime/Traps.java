package bbt.translator.runtime;

/** Taking a trap: exceptions that an engine caught, interrupts at node ends. */
public final class Traps {
  private Traps() {}

  /**
   * Enters the handler of a trap. {@code cpu.pc} is the instruction that did not retire; {@code
   * cpu.budget} is exact and {@code cpu.partial} 0. Afterwards pc, privilege, and CSRs are the
   * handler's, and a reservation is gone (rules.md 8).
   *
   * @param cause value for mcause: bit 63 set for interrupts
   * @param tval value for mtval: address, instruction bits or 0
   */
  public static void enter(Cpu cpu, long cause, long tval) {
    cpu.platform.trapTaken(cpu, cause);
    cpu.reservation = -1;
    if (cpu.csrs.isDelegated(cause)) {
      cpu.csrs.enterSupervisor(cause, tval);
    } else {
      cpu.csrs.enterMachine(cause, tval);
    }
  }
}
