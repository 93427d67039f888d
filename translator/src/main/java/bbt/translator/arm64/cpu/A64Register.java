package bbt.translator.arm64.cpu;

import static bbt.translator.arm64.cpu.A64Register.Access.*;

import bbt.ptg.arm64.SystemRegisters;
import java.util.Locale;

/**
 * The system registers of a cortex-a53 that has the exception levels 0 and 1 alone, with the values
 * that QEMU's has: who may access them, what they hold at reset, which bits can be written.
 */
public enum A64Register {
  // ---- identification

  MIDR_EL1(READ_ONLY, 0x410F_D034L),
  MPIDR_EL1(READ_ONLY, 0x8000_0000L),
  REVIDR_EL1(READ_ONLY, 0),
  ID_PFR0_EL1(READ_ONLY, 0x131),
  ID_PFR1_EL1(READ_ONLY, 0x10001),
  ID_DFR0_EL1(READ_ONLY, 0x0301_0006),
  ID_MMFR0_EL1(READ_ONLY, 0x1010_1105),
  ID_MMFR1_EL1(READ_ONLY, 0x4000_0000),
  ID_MMFR2_EL1(READ_ONLY, 0x0126_0000),
  ID_MMFR3_EL1(READ_ONLY, 0x0210_2211),
  ID_ISAR0_EL1(READ_ONLY, 0x0210_1110),
  ID_ISAR1_EL1(READ_ONLY, 0x1311_2111),
  ID_ISAR2_EL1(READ_ONLY, 0x2123_2042),
  ID_ISAR3_EL1(READ_ONLY, 0x0111_2131),
  ID_ISAR4_EL1(READ_ONLY, 0x11142),
  ID_ISAR5_EL1(READ_ONLY, 0x11121),
  MVFR0_EL1(READ_ONLY, 0x1011_0222),
  MVFR1_EL1(READ_ONLY, 0x1211_1111),
  MVFR2_EL1(READ_ONLY, 0x43),
  ID_AA64PFR0_EL1(READ_ONLY, 0x22),
  ID_AA64DFR0_EL1(READ_ONLY, 0x1030_5106),
  ID_AA64ISAR0_EL1(READ_ONLY, 0x11120),
  ID_AA64MMFR0_EL1(READ_ONLY, 0x1122),
  CLIDR_EL1(READ_ONLY, 0x0A20_0023),
  AIDR_EL1(READ_ONLY, 0),
  CSSELR_EL1(SYSTEM, 0, 15),
  CCSIDR_EL1(READ_ONLY, 0),
  CTR_EL0(PROGRAM_READS, 0x8444_8004L),
  DCZID_EL0(PROGRAM_READS, 4),

  // ---- control, exceptions, translation

  SCTLR_EL1(SYSTEM, 0x00C5_0838),
  ACTLR_EL1(SYSTEM, 0, 0),
  CPACR_EL1(SYSTEM, 0),
  TTBR0_EL1(SYSTEM, 0),
  TTBR1_EL1(SYSTEM, 0),
  TCR_EL1(SYSTEM, 0),
  MAIR_EL1(SYSTEM, 0),
  AMAIR_EL1(SYSTEM, 0, 0),
  VBAR_EL1(SYSTEM, 0, ~0x1FL),
  RVBAR_EL1(READ_ONLY, 0),
  ELR_EL1(SYSTEM, 0),
  SPSR_EL1(SYSTEM, 0),
  ESR_EL1(SYSTEM, 0),
  FAR_EL1(SYSTEM, 0),
  PAR_EL1(SYSTEM, 0),
  AFSR0_EL1(SYSTEM, 0, 0),
  AFSR1_EL1(SYSTEM, 0, 0),
  ISR_EL1(READ_ONLY, 0),
  CONTEXTIDR_EL1(SYSTEM, 0),
  TPIDR_EL1(SYSTEM, 0),
  TPIDR_EL0(PROGRAM, 0),
  TPIDRRO_EL0(PROGRAM_READS, 0),

  // ---- state of the processor

  SP_EL0(SYSTEM, 0),
  SPSEL(SYSTEM, 0),
  CURRENTEL(READ_ONLY, 0),
  NZCV(PROGRAM, 0),
  DAIF(PROGRAM, 0),
  FPCR(PROGRAM, 0, 0x07F7_0000),
  FPSR(PROGRAM, 0, 0xF800_009FL),

  // ---- timers

  CNTFRQ_EL0(PROGRAM_READS, GenericTimer.HERTZ),
  CNTKCTL_EL1(SYSTEM, 0),
  CNTPCT_EL0(PROGRAM_ONLY_READS, 0),
  CNTVCT_EL0(PROGRAM_ONLY_READS, 0),
  CNTP_TVAL_EL0(PROGRAM, 0),
  CNTP_CTL_EL0(PROGRAM, 0),
  CNTP_CVAL_EL0(PROGRAM, 0),
  CNTV_TVAL_EL0(PROGRAM, 0),
  CNTV_CTL_EL0(PROGRAM, 0),
  CNTV_CVAL_EL0(PROGRAM, 0),

  // ---- performance monitor: its counters stand still

  PMCR_EL0(PROGRAM, 0x4103_3000, 0xF9),
  PMCNTENSET_EL0(PROGRAM, 0),
  PMCNTENCLR_EL0(PROGRAM, 0),
  PMOVSCLR_EL0(PROGRAM, 0),
  PMOVSSET_EL0(PROGRAM, 0),
  PMSWINC_EL0(PROGRAM_WRITES, 0),
  PMSELR_EL0(PROGRAM, 0, 0x1F),
  PMCEID0_EL0(PROGRAM_ONLY_READS, 0x20001),
  PMCEID1_EL0(PROGRAM_ONLY_READS, 0),
  PMCCNTR_EL0(PROGRAM, 0),
  PMXEVTYPER_EL0(PROGRAM, 0, 0),
  PMXEVCNTR_EL0(PROGRAM, 0, 0),
  PMCCFILTR_EL0(PROGRAM, 0, 0),
  PMEVCNTR0_EL0(PROGRAM, 0, 0),
  PMEVCNTR1_EL0(PROGRAM, 0, 0),
  PMEVCNTR2_EL0(PROGRAM, 0, 0),
  PMEVCNTR3_EL0(PROGRAM, 0, 0),
  PMEVCNTR4_EL0(PROGRAM, 0, 0),
  PMEVCNTR5_EL0(PROGRAM, 0, 0),
  PMEVTYPER0_EL0(PROGRAM, 0, 0),
  PMEVTYPER1_EL0(PROGRAM, 0, 0),
  PMEVTYPER2_EL0(PROGRAM, 0, 0),
  PMEVTYPER3_EL0(PROGRAM, 0, 0),
  PMEVTYPER4_EL0(PROGRAM, 0, 0),
  PMEVTYPER5_EL0(PROGRAM, 0, 0),
  PMUSERENR_EL0(PROGRAM_READS, 0, 15),
  PMINTENSET_EL1(SYSTEM, 0),
  PMINTENCLR_EL1(SYSTEM, 0),

  // ---- self-hosted debug, which never fires

  MDSCR_EL1(SYSTEM, 0),
  MDCCINT_EL1(SYSTEM, 0, 0),
  MDRAR_EL1(READ_ONLY, 0),
  MDCCSR_EL0(PROGRAM_ONLY_READS, 0),
  OSLAR_EL1(WRITE_ONLY, 0),
  OSLSR_EL1(READ_ONLY, 10),
  OSDLR_EL1(SYSTEM, 0, 1),
  DBGBVR0_EL1(SYSTEM, 0),
  DBGBVR1_EL1(SYSTEM, 0),
  DBGBVR2_EL1(SYSTEM, 0),
  DBGBVR3_EL1(SYSTEM, 0),
  DBGBVR4_EL1(SYSTEM, 0),
  DBGBVR5_EL1(SYSTEM, 0),
  DBGBCR0_EL1(SYSTEM, 0),
  DBGBCR1_EL1(SYSTEM, 0),
  DBGBCR2_EL1(SYSTEM, 0),
  DBGBCR3_EL1(SYSTEM, 0),
  DBGBCR4_EL1(SYSTEM, 0),
  DBGBCR5_EL1(SYSTEM, 0),
  DBGWVR0_EL1(SYSTEM, 0, ~3L),
  DBGWVR1_EL1(SYSTEM, 0, ~3L),
  DBGWVR2_EL1(SYSTEM, 0, ~3L),
  DBGWVR3_EL1(SYSTEM, 0, ~3L),
  DBGWCR0_EL1(SYSTEM, 0),
  DBGWCR1_EL1(SYSTEM, 0),
  DBGWCR2_EL1(SYSTEM, 0),
  DBGWCR3_EL1(SYSTEM, 0),

  // ---- what only a cortex-a53 has

  L2CTLR_EL1(SYSTEM, 0, 0, SystemRegisters.number(3, 1, 11, 0, 2)),
  L2ECTLR_EL1(SYSTEM, 0, 0, SystemRegisters.number(3, 1, 11, 0, 3)),
  L2ACTLR_EL1(SYSTEM, 0, 0, SystemRegisters.number(3, 1, 15, 0, 0)),
  CPUACTLR_EL1(SYSTEM, 0, 0, SystemRegisters.number(3, 1, 15, 2, 0)),
  CPUECTLR_EL1(SYSTEM, 0, 0, SystemRegisters.number(3, 1, 15, 2, 1)),
  CPUMERRSR_EL1(SYSTEM, 0, 0, SystemRegisters.number(3, 1, 15, 2, 2)),
  L2MERRSR_EL1(SYSTEM, 0, 0, SystemRegisters.number(3, 1, 15, 2, 3)),
  CBAR_EL1(READ_ONLY, 0x0800_0000, 0, SystemRegisters.number(3, 1, 15, 3, 0));

  /** Who may access a register at all; a program may still be kept from it by control bits. */
  enum Access {
    /** The system reads it. */
    READ_ONLY,
    /** The system writes it. */
    WRITE_ONLY,
    /** The system reads and writes it. */
    SYSTEM,
    /** Everybody reads and writes it. */
    PROGRAM,
    /** Everybody reads it, the system writes it if it can be written. */
    PROGRAM_READS,
    /** Everybody reads it, nobody writes it. */
    PROGRAM_ONLY_READS,
    /** Everybody writes it, nobody reads it. */
    PROGRAM_WRITES
  }

  private static final A64Register[] BY_NUMBER = new A64Register[1 << 16];

  static {
    for (A64Register each : values()) {
      BY_NUMBER[each.number] = each;
    }
  }

  final long reset;

  /** The bits that a write changes. */
  final long writable;

  private final Access access;
  private final int number;

  A64Register(Access access, long reset) {
    this(access, reset, -1);
  }

  A64Register(Access access, long reset, long writable) {
    this(access, reset, writable, -1);
  }

  /**
   * @param itsNumber -1 where the manual's name of it tells
   */
  A64Register(Access access, long reset, long writable, int itsNumber) {
    this.access = access;
    this.reset = reset;
    this.writable = writable;
    this.number =
        itsNumber >= 0 ? itsNumber : SystemRegisters.number(name().toLowerCase(Locale.ROOT));
  }

  /** The register with a number; null where there is none. */
  public static A64Register of(int number) {
    return number >= 0 && number < BY_NUMBER.length ? BY_NUMBER[number] : null;
  }

  /**
   * Whether what is read from it is what stands there until an instruction writes it, wherever a
   * region is: it is no counter, depends on no level, nor asks for floating point.
   */
  public boolean isSteady() {
    return !name().startsWith("CNT")
        && !name().startsWith("PM")
        && this != ISR_EL1
        && this != DCZID_EL0
        && this != NZCV
        && this != FPCR
        && this != FPSR;
  }

  boolean isReadOnly() {
    return switch (this) {
      case CTR_EL0, DCZID_EL0 -> true;
      default -> access == READ_ONLY || access == PROGRAM_ONLY_READS;
    };
  }

  boolean isWriteOnly() {
    return access == WRITE_ONLY || access == PROGRAM_WRITES;
  }

  /** Whether there is such an access at a level. */
  boolean allows(int level, boolean read) {
    if (read ? isWriteOnly() : isReadOnly()) {
      return false;
    }
    return level > 0
        || switch (access) {
          case READ_ONLY, WRITE_ONLY, SYSTEM -> false;
          case PROGRAM, PROGRAM_WRITES -> true;
          case PROGRAM_READS, PROGRAM_ONLY_READS -> read;
        };
  }
}
