package bbt.translator.arm64.cpu;

import bbt.translator.hart.GuestTrap;

/** Carries out the instructions that are the machine's work. */
public final class SystemWork {
  /** The number of a register that is none. */
  private static final int NO_REGISTER = 31;

  private static final int MASKS_SHIFT = 6;

  // Operations: op0, op1, CRn, CRm, op2, from the high to the low bits.

  private static final int LEVEL_1 = 1 << 14;
  private static final int LEVEL_0 = LEVEL_1 | 3 << 11;
  private static final int CACHE = 7 << 7;
  private static final int IC_IALLUIS = LEVEL_1 | CACHE | 1 << 3;
  private static final int IC_IALLU = LEVEL_1 | CACHE | 5 << 3;
  private static final int IC_IVAU = LEVEL_0 | CACHE | 5 << 3 | 1;
  private static final int DC_IVAC = LEVEL_1 | CACHE | 6 << 3 | 1;
  private static final int DC_ISW = LEVEL_1 | CACHE | 6 << 3 | 2;
  private static final int DC_CSW = LEVEL_1 | CACHE | 10 << 3 | 2;
  private static final int DC_CISW = LEVEL_1 | CACHE | 14 << 3 | 2;
  private static final int DC_CVAC = LEVEL_0 | CACHE | 10 << 3 | 1;
  private static final int DC_CVAU = LEVEL_0 | CACHE | 11 << 3 | 1;
  private static final int DC_CIVAC = LEVEL_0 | CACHE | 14 << 3 | 1;
  private static final int AT_S1E1R = LEVEL_1 | CACHE | 8 << 3;
  private static final int AT_S1E1W = AT_S1E1R + 1;
  private static final int AT_S1E0R = AT_S1E1R + 2;
  private static final int AT_S1E0W = AT_S1E1R + 3;

  /** Invalidations: 0 of all, 2 of an identifier, the odd ones of a page. */
  private static final int TLBI = LEVEL_1 | 8 << 7 | 7 << 3;

  /** TLBI instructions that reach the TLBs of all processors. */
  private static final int TLBI_ALL = LEVEL_1 | 8 << 7 | 3 << 3;

  private SystemWork() {}

  /**
   * Whether an operation of sys is one on caches that anybody may be permitted: it does nothing.
   */
  public static boolean isCacheMaintenance(int number) {
    return switch (number) {
      case IC_IVAU, DC_CVAC, DC_CVAU, DC_CIVAC -> true;
      default -> false;
    };
  }

  /**
   * Executes one instruction. On entry {@code cpu.pc} is its address and {@code cpu.partial} counts
   * what retired before it in its node; the caller clears partial afterwards. Leaves {@code cpu.pc}
   * at the next instruction.
   *
   * @throws GuestTrap when it traps instead of retiring; nothing has been changed
   */
  public static void execute(A64Cpu cpu, A64Op op) {
    int site = ~(int) cpu.partial;
    long next = cpu.pc + 4;
    switch (op.system) {
      case SVC -> throw cpu.trap(Syndrome.SVC, op.comment(), 0, site);
      case BRK -> throw cpu.trap(Syndrome.BREAKPOINT, op.comment(), 0, site);
      case SMC, UDF -> throw undefined(cpu, op, site);
      case HVC -> {
        if (cpu.priv == 0 || !cpu.platform.firmwareCall(cpu)) {
          throw undefined(cpu, op, site);
        }
      }
      case ERET -> {
        if (cpu.priv == 0) {
          throw undefined(cpu, op, site);
        }
        A64Exceptions.leave(cpu);
        next = cpu.pc;
      }
      case YIELD -> cpu.platform.pause(cpu);
      case WFE -> {
        requireWaits(cpu, A64Control.PROGRAM_WFE, 1, site);
        cpu.events.await();
      }
      case WFI -> {
        // It traps where it would wait.
        if (!cpu.interruptRequested()) {
          requireWaits(cpu, A64Control.PROGRAM_WFI, 0, site);
        }
        cpu.platform.waitForInterrupt(cpu);
      }
      case SEV -> {
        for (A64Cpu each : cpu.cluster()) {
          each.events.send();
        }
      }
      case SEVL -> cpu.events.send();
      // A store is visible to the next fetch, a system register to the next instruction.
      case ISB -> {}
      case MSR_SPSEL -> {
        if (cpu.priv == 0) {
          throw undefined(cpu, op, site);
        }
        cpu.level(cpu.priv, (op.crm() & 1) != 0);
      }
      case MSR_DAIFSET -> masks(cpu, op, cpu.daif | op.crm() << MASKS_SHIFT, site);
      case MSR_DAIFCLR -> masks(cpu, op, cpu.daif & ~(op.crm() << MASKS_SHIFT), site);
      case MSR -> cpu.control.write(op, site);
      case MRS -> cpu.control.read(op, site);
      case SYS -> operation(cpu, op, site);
      case SYSL -> throw undefined(cpu, op, site);
    }
    cpu.pc = next;
  }

  /** The trap of an instruction that is undefined. */
  public static GuestTrap undefined(A64Cpu cpu, A64Op op, int site) {
    return cpu.trap(Syndrome.UNDEFINED, 0, op.bits & 0xFFFF_FFFFL, site);
  }

  private static void requireWaits(A64Cpu cpu, int permission, int iss, int site) {
    if (cpu.priv == 0 && !cpu.control.has(permission)) {
      throw cpu.trap(Syndrome.WAIT, 1 << 24 | 0xE << 20 | iss, 0, site);
    }
  }

  private static void masks(A64Cpu cpu, A64Op op, int masks, int site) {
    if (cpu.priv == 0 && !cpu.control.has(A64Control.PROGRAM_MASKS)) {
      throw cpu.trap(Syndrome.SYSTEM, Syndrome.access(op.register, NO_REGISTER, false), 0, site);
    }
    cpu.masks(masks);
  }

  // ---- operations of sys

  /**
   * Maintenance of caches does nothing: memory is coherent, and a store is visible to the next
   * fetch.
   */
  private static void operation(A64Cpu cpu, A64Op op, int site) {
    int number = op.register;
    long operand = cpu.x[op.rd];
    if (isCacheMaintenance(number)) {
      if (cpu.priv == 0 && !cpu.control.has(A64Control.PROGRAM_CACHES)) {
        throw cpu.trap(Syndrome.SYSTEM, Syndrome.access(number, op.rd, false), 0, site);
      }
      return;
    }
    if (cpu.priv == 0) {
      throw undefined(cpu, op, site);
    }
    switch (number) {
      case IC_IALLUIS, IC_IALLU, DC_IVAC, DC_ISW, DC_CSW, DC_CISW -> {}
      case AT_S1E1R -> look(cpu, operand, false, 1, site);
      case AT_S1E1W -> look(cpu, operand, true, 1, site);
      case AT_S1E0R -> look(cpu, operand, false, 0, site);
      case AT_S1E0W -> look(cpu, operand, true, 0, site);
      case TLBI + 0, TLBI + 2 -> cpu.mmu.flushAll();
      case TLBI + 1, TLBI + 3, TLBI + 5, TLBI + 7 -> cpu.mmu.flushPage(page(operand));
      case TLBI_ALL + 0, TLBI_ALL + 2 -> {
        for (A64Cpu each : cpu.cluster()) {
          each.mmu.flushAll();
        }
      }
      case TLBI_ALL + 1, TLBI_ALL + 3, TLBI_ALL + 5, TLBI_ALL + 7 -> {
        for (A64Cpu each : cpu.cluster()) {
          each.mmu.flushPage(page(operand));
        }
      }
      default -> throw undefined(cpu, op, site);
    }
  }

  private static void look(A64Cpu cpu, long address, boolean store, int level, int site) {
    cpu.control.set(A64Register.PAR_EL1, cpu.mmu.lookUp(address, store, level, site));
  }

  /** The address in the operand of an invalidation: bits 55 to 12, from bit 43 down. */
  private static long page(long operand) {
    return operand << 20 >> 8;
  }
}
