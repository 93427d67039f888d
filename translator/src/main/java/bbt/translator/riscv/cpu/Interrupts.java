package bbt.translator.riscv.cpu;

import bbt.translator.state.Fields;

/**
 * Keeps the interrupt pending, enable and delegation bits of a hart (privileged specification,
 * "Machine Interrupt Registers"). Bit numbers are those of mip: SSIP 1, MSIP 3, STIP 5, MTIP 7,
 * SEIP 9, MEIP 11.
 */
public final class Interrupts {
  public static final int SSI = 1;
  public static final int MSI = 3;
  public static final int STI = 5;
  public static final int MTI = 7;
  public static final int SEI = 9;
  public static final int MEI = 11;

  private static final long SSIP = 1 << SSI;
  private static final long STIP = 1 << STI;
  private static final long SEIP = 1 << SEI;

  /** The supervisor's interrupts: all that can be delegated. */
  static final long SUPERVISOR = SSIP | STIP | SEIP;

  /** All implemented interrupts. */
  static final long ALL = SUPERVISOR | 1 << MSI | 1 << MTI | 1 << MEI;

  /** Highest priority first (same section). */
  private static final int[] PRIORITY = {MEI, MSI, MTI, SEI, SSI, STI};

  private final Cpu cpu;

  /** Levels that devices drive. */
  private long lines;

  /** Bits that software writes: SSIP, STIP (without Sstc) and its part of SEIP. */
  private long software;

  private long enabled;
  private long delegated;

  /** stimecmp, in ticks, unsigned. */
  private long supervisorDeadline = -1;

  /** menvcfg.STCE: stimecmp drives STIP. */
  private boolean sstc;

  Interrupts(Cpu cpu) {
    this.cpu = cpu;
  }

  /**
   * A device, the firmware or the machine changes a pending bit. SSIP is a latch that the guest can
   * clear too, the others are levels. STIP is ignored while stimecmp drives it.
   */
  void setPending(int bit, boolean level) {
    long mask = 1L << bit;
    if (bit == SSI) {
      software = level ? software | mask : software & ~mask;
    } else {
      lines = level ? lines | mask : lines & ~mask;
    }
    cpu.expire();
  }

  /** The pending interrupts: mip. */
  long pending() {
    long pending = lines | software;
    if (sstc) {
      pending &= ~STIP;
      if (Long.compareUnsigned(cpu.platform.time(cpu), supervisorDeadline) >= 0) {
        pending |= STIP;
      }
    }
    return pending;
  }

  /**
   * mip as csrrs and csrrc modify it: without the external controller's part of SEIP, which must
   * not end up in the software bit.
   */
  long pendingForModify() {
    return pending() & ~SEIP | software & SEIP;
  }

  void writePending(long value) {
    long writable = sstc ? SSIP | SEIP : SUPERVISOR;
    software = software & ~writable | value & writable;
    cpu.expire();
  }

  long supervisorPending() {
    return pending() & delegated;
  }

  void writeSupervisorPending(long value) {
    long writable = SSIP & delegated;
    software = software & ~writable | value & writable;
    cpu.expire();
  }

  long enabled() {
    return enabled;
  }

  void writeEnabled(long value) {
    enabled = value & ALL;
    cpu.expire();
  }

  long supervisorEnabled() {
    return enabled & delegated;
  }

  void writeSupervisorEnabled(long value) {
    writeEnabled(enabled & ~delegated | value & delegated);
  }

  long delegated() {
    return delegated;
  }

  void writeDelegated(long value) {
    delegated = value & SUPERVISOR;
    cpu.expire();
  }

  long supervisorTimer() {
    return supervisorDeadline;
  }

  void writeSupervisorTimer(long ticks) {
    supervisorDeadline = ticks;
    cpu.expire();
  }

  void sstc(boolean on) {
    sstc = on;
    cpu.expire();
  }

  /** When STIP will become pending by itself, in ticks, unsigned; -1 = never. */
  long deadline() {
    return sstc ? supervisorDeadline : -1;
  }

  /** Whether wfi goes on: something is pending and individually enabled, whatever the mode. */
  boolean wakes() {
    return (pending() & enabled) != 0;
  }

  /** The interrupt to take now, as its cause code, or -1. */
  int select(long status) {
    if (enabled == 0) {
      return -1;
    }
    long candidates = pending() & enabled;
    if (candidates == 0) {
      return -1;
    }
    long machine = candidates & ~delegated;
    if (machine != 0 && (cpu.priv < Cpu.M || (status & Status.MIE) != 0)) {
      return first(machine);
    }
    long supervisor = candidates & delegated;
    if (supervisor != 0 && (cpu.priv < Cpu.S || cpu.priv == Cpu.S && (status & Status.SIE) != 0)) {
      return first(supervisor);
    }
    return -1;
  }

  private static int first(long candidates) {
    for (int code : PRIORITY) {
      if ((candidates >>> code & 1) != 0) {
        return code;
      }
    }
    throw new IllegalStateException("not an implemented interrupt: " + candidates);
  }

  /** Saves or loads the state, for a snapshot. */
  void state(Fields f) {
    lines = f.of(lines);
    software = f.of(software);
    enabled = f.of(enabled);
    delegated = f.of(delegated);
    supervisorDeadline = f.of(supervisorDeadline);
    sstc = f.of(sstc);
  }
}
