package bbt.translator.riscv.cpu;

/**
 * Decides whether an instruction may access a control and status register; see each rule's section.
 */
final class CsrAccess {
  private CsrAccess() {}

  /**
   * Checks everything but the register's existence.
   *
   * @return whether the access is legal at the hart's present privilege
   */
  static boolean isLegal(Cpu cpu, int csr, boolean write) {
    if (cpu.priv < (csr >>> 8 & 3) || write && csr >>> 10 == 3) {
      return false;
    }
    Csrs csrs = cpu.csrs;
    return switch (csr) {
      // "Extension Context Status in mstatus Register": FS = off
      case Csr.FFLAGS, Csr.FRM, Csr.FCSR -> cpu.fs != 0;
      // "Virtualization Support in mstatus Register": TVM
      case Csr.SATP -> cpu.priv != Cpu.S || !csrs.has(Status.TVM);
      // "Sstc": STCE, and mcounteren.TM as for time
      case Csr.STIMECMP ->
          cpu.priv == Cpu.M || csrs.sstc() && (csrs.counterEnable(false) >>> 1 & 1) != 0;
      default -> csr < Csr.CYCLE || csr > Csr.HPMCOUNTER31 || isCounterEnabled(cpu, csr & 31);
    };
  }

  /** "Machine Counter-Enable Register", "Supervisor Counter-Enable Register". */
  private static boolean isCounterEnabled(Cpu cpu, int counter) {
    Csrs csrs = cpu.csrs;
    return cpu.priv == Cpu.M
        || (csrs.counterEnable(false) >>> counter & 1) != 0
            && (cpu.priv == Cpu.S || (csrs.counterEnable(true) >>> counter & 1) != 0);
  }
}
