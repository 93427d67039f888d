package bbt.translator.riscv.cpu;

import bbt.ptg.riscv.semantics.SystemOp;
import bbt.translator.hart.GuestTrap;

/**
 * Executes the instructions whose work is the machine's (privileged specification, "Machine-Mode
 * Privileged Instructions", "Supervisor Instructions", and Zicsr). Each ends its node, so none is
 * hot.
 */
public final class SystemInstructions {
  /** What the engine tells the recorder after the node's own record: nothing. */
  public static final int NOTHING = 0;

  /** {@code mret} or {@code sret}: pc and privilege are the new ones. */
  public static final int XRET = 1;

  /** A write changed satp; the old value is {@link Csrs#oldSatp}. */
  public static final int SATP = 2;

  /** An ecall was served by the built-in firmware. */
  public static final int FIRMWARE = 3;

  private SystemInstructions() {}

  /**
   * Executes one instruction. On entry {@code cpu.pc} is its address and {@code cpu.partial} counts
   * what retired before it in its node; the caller clears partial afterwards. Writes rd and sets
   * {@code cpu.pc} to the next instruction.
   *
   * @param bits the instruction, 32 bits
   * @return {@link #NOTHING}, {@link #XRET}, {@link #SATP} or {@link #FIRMWARE}
   * @throws GuestTrap when it traps instead of retiring; nothing has been changed
   */
  public static int execute(Cpu cpu, SystemOp operation, int bits) {
    return switch (operation) {
      case CSRRW, CSRRS, CSRRC -> csr(cpu, operation, bits, cpu.general(bits >>> 15 & 31));
      case CSRRWI, CSRRSI, CSRRCI -> csr(cpu, operation, bits, bits >>> 15 & 31);
      case ECALL -> ecall(cpu);
      case EBREAK -> throw GuestTrap.of(Cause.BREAKPOINT, cpu.pc, -1);
      case SRET -> sret(cpu, bits);
      case MRET -> mret(cpu, bits);
      case WFI -> waitForInterrupt(cpu, bits);
      case SFENCE_VMA, SINVAL_VMA -> fence(cpu, bits);
      case SFENCE_W_INVAL, SFENCE_INVAL_IR -> orderInvalidations(cpu, bits);
      case PAUSE -> pause(cpu);
      case WRS_NTO, WRS_STO -> cpu.reservation == -1 ? next(cpu) : pause(cpu);
      // A store is visible to the next fetch without it (docs/determinism.md 7).
      case FENCE_I -> next(cpu);
    };
  }

  private static int next(Cpu cpu) {
    cpu.pc += 4;
    return NOTHING;
  }

  private static GuestTrap illegal(int bits) {
    return GuestTrap.of(Cause.ILLEGAL_INSTRUCTION, bits & 0xFFFF_FFFFL, -1);
  }

  private static int csr(Cpu cpu, SystemOp operation, int bits, long operand) {
    int csr = bits >>> 20;
    int rd = bits >>> 7 & 31;
    boolean swap = operation == SystemOp.CSRRW || operation == SystemOp.CSRRWI;
    boolean writes = swap || (bits >>> 15 & 31) != 0;
    if (!CsrAccess.isLegal(cpu, csr, writes)) {
      throw illegal(bits);
    }
    Csrs csrs = cpu.csrs;
    long satp = csrs.satp();
    try {
      long old = swap && rd == 0 ? 0 : csrs.read(csr);
      if (writes) {
        csrs.write(
            csr,
            switch (operation) {
              case CSRRS, CSRRSI -> csrs.readForModify(csr) | operand;
              case CSRRC, CSRRCI -> csrs.readForModify(csr) & ~operand;
              default -> operand;
            });
      }
      cpu.setGeneral(rd, old);
    } catch (GuestTrap noSuchRegister) {
      throw illegal(bits);
    }
    cpu.pc += 4;
    return csrs.satp() == satp ? NOTHING : SATP;
  }

  private static int ecall(Cpu cpu) {
    if (cpu.priv == Cpu.S && cpu.platform.firmwareCall(cpu)) {
      cpu.pc += 4;
      return FIRMWARE;
    }
    throw GuestTrap.of(Cause.ECALL_U + cpu.priv, 0, -1);
  }

  private static int sret(Cpu cpu, int bits) {
    if (cpu.priv == Cpu.U || cpu.priv == Cpu.S && cpu.csrs.has(Status.TSR)) {
      throw illegal(bits);
    }
    cpu.reservation = -1;
    cpu.csrs.returnSupervisor();
    return XRET;
  }

  private static int mret(Cpu cpu, int bits) {
    if (cpu.priv != Cpu.M) {
      throw illegal(bits);
    }
    cpu.reservation = -1;
    cpu.csrs.returnMachine();
    return XRET;
  }

  /** In U-mode, and in S-mode with TW, it never completes "within a bounded time": illegal. */
  private static int waitForInterrupt(Cpu cpu, int bits) {
    if (cpu.priv == Cpu.U || cpu.priv == Cpu.S && cpu.csrs.has(Status.TW)) {
      throw illegal(bits);
    }
    cpu.platform.waitForInterrupt(cpu);
    return next(cpu);
  }

  /**
   * The hart has nothing better to do than to wait for another one. wrs.nto and wrs.sto may end
   * early ("Zawrs"), so a turn given up is all the waiting there is, and TW never makes them trap.
   */
  private static int pause(Cpu cpu) {
    cpu.platform.pause(cpu);
    return next(cpu);
  }

  /**
   * sfence.w.inval and sfence.inval.ir ("Svinval"): a sinval.vma is carried out at once, in order
   * with everything, so that nothing is left to do. TVM does not concern them.
   */
  private static int orderInvalidations(Cpu cpu, int bits) {
    if (cpu.priv == Cpu.U) {
      throw illegal(bits);
    }
    return next(cpu);
  }

  /**
   * sfence.vma and sinval.vma. Address-space identifiers are not used by the TLBs: a fence for one
   * flushes all of them.
   */
  private static int fence(Cpu cpu, int bits) {
    if (cpu.priv == Cpu.U || cpu.priv == Cpu.S && cpu.csrs.has(Status.TVM)) {
      throw illegal(bits);
    }
    int rs1 = bits >>> 15 & 31;
    if (rs1 == 0) {
      cpu.mmu.flushAll();
    } else {
      cpu.mmu.flushPage(cpu.general(rs1));
    }
    return next(cpu);
  }
}
