package bbt.translator.riscv.cpu;

import bbt.ptg.riscv.semantics.CacheOp;
import bbt.translator.hart.GuestTrap;
import bbt.translator.state.Fields;

/**
 * Control and status registers of a hart: values, legal values (WARL), and what a write sets off.
 * Whether an instruction may access a register at all is {@link CsrAccess}'s question, so that
 * machine and firmware can use {@link #read} and {@link #write} at any time.
 *
 * <p>Reset state: as the specification says, everything else zero; no physical memory protection
 * entry is on (S and U then access nothing), A/D updates by hardware are on (menvcfg.ADUE).
 */
public final class Csrs {
  /** RV64 with A, B, C, D, F, I, M, S, U; not writable. */
  static final long MISA = 2L << 62 | letters("ABCDFIMSU");

  /** All exceptions of this machine but ecall from M, which cannot be delegated. */
  private static final long DELEGABLE = 0xB3FF;

  /** menvcfg and senvcfg: fences order I/O as memory (no effect here). */
  private static final long FIOM = 1;

  /** menvcfg and senvcfg: what cbo.inval is below the register's mode: 0 illegal, 1 flush, 3. */
  private static final long CBIE = 3L << 4;

  /** menvcfg and senvcfg: cbo.clean and cbo.flush are legal below the register's mode. */
  private static final long CBCFE = 1L << 6;

  /** menvcfg and senvcfg: cbo.zero is legal below the register's mode. */
  private static final long CBZE = 1L << 7;

  /** The fields of mstatus that {@link #modeChanged} tells the MMU of. */
  private static final long MODE = Status.MPRV | Status.MPP | Status.SUM | Status.MXR;

  private static final long SENVCFG_WRITABLE = FIOM | CBIE | CBCFE | CBZE;

  private static final long ADUE = 1L << 61;
  private static final long PBMTE = 1L << 62;
  private static final long STCE = 1L << 63;

  /** Mask of mcounteren and scounteren: cycle, time, instret and the hardwired-zero counters. */
  private static final long COUNTERS = 0xFFFF_FFFFL;

  private final Cpu cpu;

  /** The bits of menvcfg that the guest can set. */
  private long menvcfgWritable = SENVCFG_WRITABLE | ADUE | PBMTE | STCE;

  private final Interrupts interrupts;
  private final Counters counters;

  /** mstatus without FS, SD and the fixed fields. */
  private long status;

  private long medeleg;
  private long mtvec;
  private long mscratch;
  private long mepc;
  private long mcause;
  private long mtval;
  private long mcounteren;
  private long menvcfg = ADUE;
  private long stvec;
  private long sscratch;
  private long sepc;
  private long scause;
  private long stval;
  private long scounteren;
  private long senvcfg;
  private long satp;

  /** satp before its last change. */
  private long oldSatp;

  public Csrs(Cpu cpu) {
    this.cpu = cpu;
    this.interrupts = new Interrupts(cpu);
    this.counters = new Counters(cpu);
  }

  private static long letters(String extensions) {
    long bits = 0;
    for (int i = 0; i < extensions.length(); i++) {
      bits |= 1L << extensions.charAt(i) - 'A';
    }
    return bits;
  }

  // ---- interrupts, for the machine

  /**
   * Drives a bit of mip: a device's line, an IPI, a timer. SSIP (1) is a latch that the guest can
   * clear; STIP (5) is ignored while stimecmp drives it. Expires the budget.
   */
  public void setPending(int bit, boolean level) {
    interrupts.setPending(bit, level);
  }

  /** Cause code of the interrupt to take at this node end, or -1. */
  public int pendingInterrupt() {
    return interrupts.select(status);
  }

  /** Whether a waiting hart goes on. */
  public boolean wakes() {
    return interrupts.wakes();
  }

  /** stimecmp in ticks when it is in force, else -1 (the latest time there is, unsigned). */
  public long supervisorDeadline() {
    return interrupts.deadline();
  }

  // ---- state that others look at

  /** mstatus with all its fields. */
  public long mstatus() {
    long value = status | (long) cpu.fs << Status.FS_SHIFT | Status.UXL_64 | Status.SXL_64;
    return cpu.fs == 3 ? value | Status.SD : value;
  }

  public long satp() {
    return satp;
  }

  /** satp before the last write that changed it; for the recorder. */
  public long oldSatp() {
    return oldSatp;
  }

  boolean has(long statusBit) {
    return (status & statusBit) != 0;
  }

  long counterEnable(boolean supervisor) {
    return supervisor ? scounteren : mcounteren;
  }

  boolean sstc() {
    return (menvcfg & STCE) != 0;
  }

  // ---- reading and writing by number

  /**
   * Reads a register, without any check of privilege.
   *
   * @throws GuestTrap illegal instruction (tval 0) where there is no such register
   */
  public long read(int csr) {
    return switch (csr) {
      case Csr.FFLAGS -> cpu.fflags;
      case Csr.FRM -> cpu.frm;
      case Csr.FCSR -> cpu.frm << 5 | cpu.fflags;
      case Csr.SSTATUS -> mstatus() & Status.S_READABLE;
      case Csr.SIE -> interrupts.supervisorEnabled();
      case Csr.STVEC -> stvec;
      case Csr.SCOUNTEREN -> scounteren;
      case Csr.SENVCFG -> senvcfg;
      case Csr.SSCRATCH -> sscratch;
      case Csr.SEPC -> sepc;
      case Csr.SCAUSE -> scause;
      case Csr.STVAL -> stval;
      case Csr.SIP -> interrupts.supervisorPending();
      case Csr.STIMECMP -> interrupts.supervisorTimer();
      case Csr.SATP -> satp;
      case Csr.MSTATUS -> mstatus();
      case Csr.MISA -> MISA;
      case Csr.MEDELEG -> medeleg;
      case Csr.MIDELEG -> interrupts.delegated();
      case Csr.MIE -> interrupts.enabled();
      case Csr.MTVEC -> mtvec;
      case Csr.MCOUNTEREN -> mcounteren;
      case Csr.MENVCFG -> menvcfg;
      case Csr.MCOUNTINHIBIT -> counters.readInhibit();
      case Csr.MSCRATCH -> mscratch;
      case Csr.MEPC -> mepc;
      case Csr.MCAUSE -> mcause;
      case Csr.MTVAL -> mtval;
      case Csr.MIP -> interrupts.pending();
      case Csr.PMPCFG0 -> pmp().readConfig(0);
      case Csr.PMPCFG2 -> pmp().readConfig(8);
      case Csr.MCYCLE, Csr.CYCLE -> counters.read(Counters.CYCLE);
      case Csr.MINSTRET, Csr.INSTRET -> counters.read(Counters.INSTRET);
      case Csr.TIME -> cpu.platform.time(cpu);
      case Csr.MHARTID -> cpu.hartId;
      case Csr.TINFO -> 1; // "info": only type 0, no trigger is here
      case Csr.MVENDORID, Csr.MARCHID, Csr.MIMPID, Csr.MCONFIGPTR -> 0;
      default -> {
        if (csr >= Csr.PMPADDR0 && csr <= Csr.PMPADDR15) {
          yield pmp().readAddress(csr - Csr.PMPADDR0);
        }
        if (isHardwiredZero(csr)) {
          yield 0;
        }
        throw GuestTrap.of(Cause.ILLEGAL_INSTRUCTION, 0, -1);
      }
    };
  }

  /** The value that csrrs and csrrc set or clear bits of; differs from the visible one for mip. */
  long readForModify(int csr) {
    return csr == Csr.MIP ? interrupts.pendingForModify() : read(csr);
  }

  private static boolean isHardwiredZero(int csr) {
    return csr >= Csr.MHPMCOUNTER3 && csr <= Csr.MHPMCOUNTER31
        || csr >= Csr.HPMCOUNTER3 && csr <= Csr.HPMCOUNTER31
        || csr >= Csr.MHPMEVENT3 && csr <= Csr.MHPMEVENT31
        || csr >= Csr.TSELECT && csr <= Csr.TDATA3;
  }

  /**
   * Writes a register, without any check of privilege; illegal values are made legal.
   *
   * @throws GuestTrap illegal instruction (tval 0) where there is no such register
   */
  public void write(int csr, long value) {
    switch (csr) {
      case Csr.FFLAGS -> {
        cpu.fflags = (int) value & 31;
        cpu.fs = 3;
      }
      case Csr.FRM -> {
        cpu.frm = (int) value & 7;
        cpu.fs = 3;
      }
      case Csr.FCSR -> {
        cpu.fflags = (int) value & 31;
        cpu.frm = (int) value >>> 5 & 7;
        cpu.fs = 3;
      }
      case Csr.SSTATUS -> writeStatus(value, Status.S_WRITABLE);
      case Csr.SIE -> interrupts.writeSupervisorEnabled(value);
      case Csr.STVEC -> stvec = legalVector(value, stvec);
      case Csr.SCOUNTEREN -> scounteren = value & COUNTERS;
      case Csr.SENVCFG -> {
        senvcfg = legalEnvironment(value, senvcfg) & SENVCFG_WRITABLE;
        modeChanged();
      }
      case Csr.SSCRATCH -> sscratch = value;
      case Csr.SEPC -> sepc = value & ~1L;
      case Csr.SCAUSE -> scause = value;
      case Csr.STVAL -> stval = value;
      case Csr.SIP -> interrupts.writeSupervisorPending(value);
      case Csr.STIMECMP -> interrupts.writeSupervisorTimer(value);
      case Csr.SATP -> writeSatp(value);
      case Csr.MSTATUS -> writeStatus(value, Status.M_WRITABLE);
      case Csr.MISA -> {} // WARL: nothing can be switched off
      case Csr.MEDELEG -> medeleg = value & DELEGABLE;
      case Csr.MIDELEG -> interrupts.writeDelegated(value);
      case Csr.MIE -> interrupts.writeEnabled(value);
      case Csr.MTVEC -> mtvec = legalVector(value, mtvec);
      case Csr.MCOUNTEREN -> mcounteren = value & COUNTERS;
      case Csr.MENVCFG -> {
        menvcfg = legalEnvironment(value, menvcfg) & menvcfgWritable;
        interrupts.sstc(sstc());
        modeChanged();
      }
      case Csr.MCOUNTINHIBIT -> counters.writeInhibit(value);
      case Csr.MSCRATCH -> mscratch = value;
      case Csr.MEPC -> mepc = value & ~1L;
      case Csr.MCAUSE -> mcause = value;
      case Csr.MTVAL -> mtval = value;
      case Csr.MIP -> interrupts.writePending(value);
      case Csr.PMPCFG0, Csr.PMPCFG2 -> {
        pmp().writeConfig((csr - Csr.PMPCFG0) * 4, value);
        cpu.mmu.flushAll();
      }
      case Csr.MCYCLE -> counters.write(Counters.CYCLE, value);
      case Csr.MINSTRET -> counters.write(Counters.INSTRET, value);
      default -> {
        if (csr >= Csr.PMPADDR0 && csr <= Csr.PMPADDR15) {
          pmp().writeAddress(csr - Csr.PMPADDR0, value);
          cpu.mmu.flushAll();
        } else if (!isHardwiredZero(csr) && csr != Csr.TINFO) {
          throw GuestTrap.of(Cause.ILLEGAL_INSTRUCTION, 0, -1);
        }
      }
    }
  }

  private Pmp pmp() {
    return cpu.mmu.pmp();
  }

  /** Direct (0) and vectored (1) are the legal modes; another one leaves the register alone. */
  private static long legalVector(long value, long old) {
    return (value & 3) <= 1 ? value : old;
  }

  /** CBIE = 2 is reserved: the field keeps its value. */
  private static long legalEnvironment(long value, long old) {
    return (value & CBIE) == 2L << 4 ? value & ~CBIE | old & CBIE : value;
  }

  private void writeStatus(long value, long writable) {
    long mask = writable & ~Status.FS;
    if ((value & Status.MPP) >>> Status.MPP_SHIFT == 2) {
      mask &= ~Status.MPP; // there is no privilege 2: the old value stays
    }
    long before = status;
    status = status & ~mask | value & mask;
    cpu.fs = (int) (value >>> Status.FS_SHIFT) & 3;
    if (((before ^ status) & MODE) != 0) {
      modeChanged();
    }
    lookForInterrupt();
  }

  /**
   * An interrupt may be enabled now that was pending before. One that becomes pending later makes
   * an event of its own. (Kernels write sstatus all the time: an event for each cost 8 % of a
   * boot.) While piped input waits each is an event still, at which it may arrive: runs stay what
   * they were.
   */
  private void lookForInterrupt() {
    if (pendingInterrupt() >= 0 || cpu.platform.inputWaits()) {
      cpu.expire();
    }
  }

  private void writeSatp(long value) {
    int mode = (int) (value >>> 60);
    boolean supported = mode == 0 || mode >= 8 && mode <= 10;
    if (supported && value != satp) {
      oldSatp = satp;
      satp = value;
      cpu.mmu.satp(value);
    }
  }

  /** Tells the MMU of the hart's present privilege and status. */
  void modeChanged() {
    int privilege =
        cpu.priv == Cpu.M && has(Status.MPRV)
            ? (int) ((status & Status.MPP) >>> Status.MPP_SHIFT)
            : cpu.priv;
    cpu.mmu.mode(
        privilege, has(Status.SUM), has(Status.MXR), (menvcfg & ADUE) != 0, (menvcfg & PBMTE) != 0);
    long permitted = cpu.priv == Cpu.M ? -1 : cpu.priv == Cpu.S ? menvcfg : menvcfg & senvcfg;
    cpu.cacheOps =
        ((permitted & CBIE) != 0 ? CacheOp.INVAL.bit() : 0)
            | ((permitted & CBCFE) != 0 ? CacheOp.CLEAN.bit() | CacheOp.FLUSH.bit() : 0)
            | ((permitted & CBZE) != 0 ? CacheOp.ZERO.bit() : 0);
  }

  /**
   * Makes the hart one without Svadu: menvcfg.ADUE is zero for good, so that a page whose A or D
   * bit would have to be set faults ("Svade"). For the machine, before the guest runs.
   */
  public void withoutSvadu() {
    menvcfgWritable &= ~ADUE;
    menvcfg &= ~ADUE;
    modeChanged();
  }

  /** Sets the privilege, for the machine before the guest runs. */
  public void privilege(int privilege) {
    cpu.priv = privilege;
    modeChanged();
  }

  // ---- traps (privileged specification, "Trap-Return Instructions", "Machine Cause Register")

  /** Whether a trap taken at the present privilege goes to S-mode. */
  boolean isDelegated(long cause) {
    long delegation = cause < 0 ? interrupts.delegated() : medeleg;
    return cpu.priv != Cpu.M && (delegation >>> (cause & 63) & 1) != 0;
  }

  /** Enters the supervisor's handler. */
  void enterSupervisor(long cause, long tval) {
    sepc = cpu.pc;
    scause = cause;
    stval = tval;
    long cleared = status & ~(Status.SIE | Status.SPIE | Status.SPP);
    status = cleared | (has(Status.SIE) ? Status.SPIE : 0) | (cpu.priv == Cpu.S ? Status.SPP : 0);
    cpu.pc = handler(stvec, cause);
    privilege(Cpu.S);
  }

  /** Enters the machine's handler. */
  void enterMachine(long cause, long tval) {
    mepc = cpu.pc;
    mcause = cause;
    mtval = tval;
    long cleared = status & ~(Status.MIE | Status.MPIE | Status.MPP);
    status = cleared | (has(Status.MIE) ? Status.MPIE : 0) | (long) cpu.priv << Status.MPP_SHIFT;
    cpu.pc = handler(mtvec, cause);
    privilege(Cpu.M);
  }

  private static long handler(long vector, long cause) {
    long base = vector & ~3L;
    return (vector & 1) != 0 && cause < 0 ? base + 4 * (cause & 63) : base;
  }

  /** sret, when it is legal. */
  void returnSupervisor() {
    int target = has(Status.SPP) ? Cpu.S : Cpu.U;
    long cleared = status & ~(Status.SIE | Status.SPIE | Status.SPP | Status.MPRV);
    status = cleared | (has(Status.SPIE) ? Status.SIE : 0) | Status.SPIE;
    cpu.pc = sepc;
    privilege(target);
    lookForInterrupt();
  }

  /** mret, when it is legal. */
  void returnMachine() {
    int target = (int) ((status & Status.MPP) >>> Status.MPP_SHIFT);
    long cleared = status & ~(Status.MIE | Status.MPIE | Status.MPP);
    if (target != Cpu.M) {
      cleared &= ~Status.MPRV;
    }
    status = cleared | (has(Status.MPIE) ? Status.MIE : 0) | Status.MPIE;
    cpu.pc = mepc;
    privilege(target);
    lookForInterrupt();
  }

  /** Saves or loads all registers, for a snapshot; the MMU follows. */
  void state(Fields f) {
    interrupts.state(f);
    counters.state(f);
    status = f.of(status);
    medeleg = f.of(medeleg);
    mtvec = f.of(mtvec);
    mscratch = f.of(mscratch);
    mepc = f.of(mepc);
    mcause = f.of(mcause);
    mtval = f.of(mtval);
    mcounteren = f.of(mcounteren);
    menvcfg = f.of(menvcfg);
    stvec = f.of(stvec);
    sscratch = f.of(sscratch);
    sepc = f.of(sepc);
    scause = f.of(scause);
    stval = f.of(stval);
    scounteren = f.of(scounteren);
    senvcfg = f.of(senvcfg);
    satp = f.of(satp);
    oldSatp = f.of(oldSatp);
    if (f.reading()) {
      cpu.mmu.satp(satp);
      modeChanged();
    }
  }
}
