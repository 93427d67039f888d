package bbt.translator.arm64.cpu;

import static bbt.translator.arm64.cpu.A64Register.*;

import bbt.translator.hart.GuestTrap;
import bbt.translator.state.Fields;

/** The system registers of a processor: what they hold, and what reading and writing them does. */
public final class A64Control {
  // Fields of SCTLR_EL1.

  static final int TRANSLATION = 1;
  static final int ALIGNMENT = 1 << 1;
  static final int STACK_ALIGNMENT = 1 << 3;
  static final int PROGRAM_STACK_ALIGNMENT = 1 << 4;
  static final int PROGRAM_MASKS = 1 << 9;
  static final int PROGRAM_ZEROES = 1 << 14;
  static final int PROGRAM_CACHE_TYPE = 1 << 15;
  static final int PROGRAM_WFI = 1 << 16;
  static final int PROGRAM_WFE = 1 << 18;
  static final int WRITABLE_NOT_EXECUTABLE = 1 << 19;
  static final int PROGRAM_CACHES = 1 << 26;

  // Fields of CNTKCTL_EL1.

  private static final int PROGRAM_PHYSICAL_COUNT = 1;
  private static final int PROGRAM_VIRTUAL_COUNT = 1 << 1;

  /** DCZID_EL0.DZP. */
  private static final int ZEROES_PROHIBITED = 1 << 4;

  // PMUSERENR_EL0: what programs may do with the performance monitor.
  private static final int MONITOR_ALL = 1;
  private static final int MONITOR_INCREMENT = 1 << 1;
  private static final int MONITOR_CYCLES = 1 << 2;
  private static final int MONITOR_EVENTS = 1 << 3;

  private static final int PROGRAM_VIRTUAL_TIMER = 1 << 8;
  private static final int PROGRAM_PHYSICAL_TIMER = 1 << 9;

  /** The counters of the performance monitor, a bit each. */
  private static final long COUNTERS = 0x8000_003FL;

  private static final int CPACR_FLOATING = 20;

  /** Where L2CTLR_EL1 has the number of processors, less one. */
  private static final int L2CTLR_CORES = 24;

  /** Sizes of the caches by CSSELR_EL1. */
  private static final long[] CACHES = {0x700F_E01AL, 0x201F_E00AL, 0x707F_E07AL};

  private final A64Cpu cpu;
  private final long[] values = new long[A64Register.values().length];

  A64Control(A64Cpu cpu) {
    this.cpu = cpu;
    reset();
  }

  void reset() {
    for (A64Register each : A64Register.values()) {
      values[each.ordinal()] = each.reset;
    }
    values[MPIDR_EL1.ordinal()] |= cpu.hartId;
    cpu.floats.control(0);
    cpu.floats.status(0);
  }

  private long value(A64Register register) {
    return values[register.ordinal()];
  }

  /** Whether a bit of SCTLR_EL1 is set. */
  boolean has(int bit) {
    return (value(SCTLR_EL1) & bit) != 0;
  }

  // ---- who may access

  /**
   * Requires that floating point and vectors are not switched off.
   *
   * @throws GuestTrap if they are
   */
  void requireFloating(int site) {
    int enabled = (int) (value(CPACR_EL1) >>> CPACR_FLOATING) & 3;
    if (enabled != 3 && (enabled != 1 || cpu.priv == 0)) {
      throw cpu.trap(Syndrome.FLOATING, Syndrome.FLOATING_ISS, 0, site);
    }
  }

  /**
   * Whether PMUSERENR_EL0 keeps a program from a register of the performance monitor.
   *
   * @param enough the bit that is enough to permit it, 0 for none
   */
  private boolean keptFromMonitor(int enough) {
    return (value(PMUSERENR_EL0) & (MONITOR_ALL | enough)) == 0;
  }

  /** Whether control bits keep a program from a register that is there for programs. */
  private boolean keptFrom(A64Register register, boolean read) {
    long timers = value(CNTKCTL_EL1);
    return switch (register) {
      case CTR_EL0 -> !has(PROGRAM_CACHE_TYPE);
      case DAIF -> !has(PROGRAM_MASKS);
      case CNTFRQ_EL0 -> (timers & (PROGRAM_PHYSICAL_COUNT | PROGRAM_VIRTUAL_COUNT)) == 0;
      case CNTPCT_EL0 -> (timers & PROGRAM_PHYSICAL_COUNT) == 0;
      case CNTVCT_EL0 -> (timers & PROGRAM_VIRTUAL_COUNT) == 0;
      case CNTP_TVAL_EL0, CNTP_CTL_EL0, CNTP_CVAL_EL0 -> (timers & PROGRAM_PHYSICAL_TIMER) == 0;
      case CNTV_TVAL_EL0, CNTV_CTL_EL0, CNTV_CVAL_EL0 -> (timers & PROGRAM_VIRTUAL_TIMER) == 0;
      case PMSWINC_EL0 -> keptFromMonitor(MONITOR_INCREMENT);
      case PMCCNTR_EL0 -> keptFromMonitor(read ? MONITOR_CYCLES : 0);
      case PMSELR_EL0 -> keptFromMonitor(MONITOR_EVENTS);
      case PMXEVCNTR_EL0,
          PMEVCNTR0_EL0,
          PMEVCNTR1_EL0,
          PMEVCNTR2_EL0,
          PMEVCNTR3_EL0,
          PMEVCNTR4_EL0,
          PMEVCNTR5_EL0 ->
          keptFromMonitor(read ? MONITOR_EVENTS : 0);
      case PMCR_EL0,
          PMCNTENSET_EL0,
          PMCNTENCLR_EL0,
          PMOVSCLR_EL0,
          PMOVSSET_EL0,
          PMCEID0_EL0,
          PMCEID1_EL0,
          PMXEVTYPER_EL0,
          PMCCFILTR_EL0,
          PMEVTYPER0_EL0,
          PMEVTYPER1_EL0,
          PMEVTYPER2_EL0,
          PMEVTYPER3_EL0,
          PMEVTYPER4_EL0,
          PMEVTYPER5_EL0 ->
          keptFromMonitor(0);
      default -> false;
    };
  }

  /**
   * The register that an instruction accesses; null for one of the identification registers that
   * are not named, which read as zero.
   *
   * @throws GuestTrap if there is none, or the access is not permitted
   */
  private A64Register accessed(A64Op op, int site) {
    A64Register register = A64Register.of(op.register);
    boolean read = op.reads();
    if (register == null && read && cpu.priv > 0 && isReserved(op.register)) {
      return null;
    }
    if (register == null
        || !register.allows(cpu.priv, read)
        || register == SP_EL0 && !cpu.ownStack) {
      throw cpu.trap(Syndrome.UNDEFINED, 0, op.bits & 0xFFFF_FFFFL, site);
    }
    if (cpu.priv == 0 && keptFrom(register, read)) {
      throw cpu.trap(Syndrome.SYSTEM, Syndrome.access(op.register, op.rd, read), 0, site);
    }
    if (register == FPCR || register == FPSR) {
      requireFloating(site);
    }
    return register;
  }

  /** Whether a number is of the space for identification: op0 3, op1 0, CRn 0, CRm 1 to 7. */
  private static boolean isReserved(int number) {
    return number >>> 7 == 3 << 7 && (number >>> 3 & 15) >= 1 && (number >>> 3 & 15) <= 7;
  }

  /** Whether a register can be read now, where no floating point has to be switched on for it. */
  boolean mayRead(A64Register register) {
    return register.allows(cpu.priv, true)
        && (register != SP_EL0 || cpu.ownStack)
        && (cpu.priv != 0 || !keptFrom(register, true));
  }

  /** mrs. */
  void read(A64Op op, int site) {
    A64Register register = accessed(op, site);
    cpu.x[op.rdTo] = register == null ? 0 : get(register);
  }

  /** msr with a general register. */
  void write(A64Op op, int site) {
    set(accessed(op, site), cpu.x[op.rd]);
  }

  // ---- what they hold

  /** What reading a register gives; without a look at permissions. */
  long get(A64Register register) {
    return switch (register) {
      case SP_EL0 -> cpu.programStack();
      case SPSEL -> cpu.ownStack ? 1 : 0;
      case CURRENTEL -> (long) cpu.priv << 2;
      case NZCV -> cpu.flags() & 0xFFFF_FFFFL;
      case DAIF -> cpu.daif;
      case FPCR -> cpu.floats.control() & 0xFFFF_FFFFL;
      case FPSR -> cpu.floats.status() & 0xFFFF_FFFFL;
      case ISR_EL1 -> cpu.interruptRequested() ? A64Cpu.MASK_IRQ : 0;
      case CCSIDR_EL1 -> {
        int selected = (int) value(CSSELR_EL1);
        yield selected < CACHES.length ? CACHES[selected] : 0;
      }
      case DCZID_EL0 ->
          value(register) | (cpu.priv == 0 && !has(PROGRAM_ZEROES) ? ZEROES_PROHIBITED : 0);
      case L2CTLR_EL1 -> value(register) | cpu.cluster().length - 1L << L2CTLR_CORES;
      case CNTPCT_EL0, CNTVCT_EL0 -> cpu.timer.count();
      case CNTP_TVAL_EL0 -> cpu.timer.physical.distance();
      case CNTP_CTL_EL0 -> cpu.timer.physical.control();
      case CNTP_CVAL_EL0 -> cpu.timer.physical.value();
      case CNTV_TVAL_EL0 -> cpu.timer.virtual.distance();
      case CNTV_CTL_EL0 -> cpu.timer.virtual.control();
      case CNTV_CVAL_EL0 -> cpu.timer.virtual.value();
      case PMCNTENCLR_EL0 -> value(PMCNTENSET_EL0);
      case PMOVSCLR_EL0 -> value(PMOVSSET_EL0);
      case PMINTENCLR_EL1 -> value(PMINTENSET_EL1);
      default -> value(register);
    };
  }

  /** Writes a register; without a look at permissions. */
  void set(A64Register register, long value) {
    switch (register) {
      case SP_EL0 -> {
        cpu.programStack(value);
        cpu.context.stackPointer(value);
      }
      case CONTEXTIDR_EL1 -> {
        put(register, value & register.writable);
        cpu.context.identifier();
      }
      case SPSEL -> cpu.level(cpu.priv, (value & 1) != 0);
      case NZCV -> cpu.flags(value);
      case DAIF -> cpu.masks((int) value);
      case FPCR -> cpu.floats.control((int) (value & register.writable));
      case FPSR -> cpu.floats.status((int) (value & register.writable));
      case CNTP_TVAL_EL0 -> cpu.timer.physical.distance(value);
      case CNTP_CTL_EL0 -> cpu.timer.physical.control(value);
      case CNTP_CVAL_EL0 -> cpu.timer.physical.value(value);
      case CNTV_TVAL_EL0 -> cpu.timer.virtual.distance(value);
      case CNTV_CTL_EL0 -> cpu.timer.virtual.control(value);
      case CNTV_CVAL_EL0 -> cpu.timer.virtual.value(value);
      case SCTLR_EL1, TTBR0_EL1, TTBR1_EL1, TCR_EL1 -> translation(register, value);
      case PMCNTENSET_EL0, PMOVSSET_EL0, PMINTENSET_EL1 ->
          put(register, value(register) | value & COUNTERS);
      case PMCNTENCLR_EL0 -> put(PMCNTENSET_EL0, value(PMCNTENSET_EL0) & ~value);
      case PMOVSCLR_EL0 -> put(PMOVSSET_EL0, value(PMOVSSET_EL0) & ~value);
      case PMINTENCLR_EL1 -> put(PMINTENSET_EL1, value(PMINTENSET_EL1) & ~value);
      case PMSWINC_EL0 -> {}
      case OSLAR_EL1 -> put(OSLSR_EL1, OSLSR_EL1.reset & ~2 | (value & 1) << 1);
      default -> put(register, value(register) & ~register.writable | value & register.writable);
    }
  }

  private void put(A64Register register, long value) {
    values[register.ordinal()] = value;
  }

  /** The TLBs do not know address space identifiers: another one flushes them. */
  private void translation(A64Register register, long value) {
    if (value(register) != value) {
      put(register, value);
      cpu.mmu.changed();
      cpu.mmu.tell(cpu.context);
    }
  }

  void state(Fields f) {
    f.each(values);
  }
}
