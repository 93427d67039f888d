package bbt.translator.arm64.cpu;

/** Exception entry and return (AArch64.TakeException and AArch64.ExceptionReturn in the manual). */
final class A64Exceptions {
  // Fields of SPSR_EL1 and so of PSTATE as one number.

  private static final long ILLEGAL = 1 << 20;
  private static final long MODE_32 = 1 << 4;
  private static final long MODE = 15;
  private static final long LEVEL_1 = 4;
  private static final long OWN_STACK = 1;

  // Offsets from VBAR_EL1.

  private static final long OWN_STACK_VECTORS = 0x200;
  private static final long PROGRAM_VECTORS = 0x400;
  private static final long INTERRUPT_VECTOR = 0x80;

  private A64Exceptions() {}

  /** PSTATE in the form of SPSR_EL1. */
  static long state(A64Cpu cpu) {
    long mode = cpu.priv == 0 ? 0 : LEVEL_1 | (cpu.ownStack ? OWN_STACK : 0);
    return cpu.flags() & 0xFFFF_FFFFL | (cpu.illegal ? ILLEGAL : 0) | cpu.daif | mode;
  }

  /**
   * Enters level 1's handler.
   *
   * @param cause class of the exception, or the interrupt's place among the vectors and bit 63
   * @param iss what ESR_EL1 says besides the class
   */
  static void enter(A64Cpu cpu, long cause, int iss, long value) {
    boolean interrupt = cause < 0;
    int kind = (int) cause;
    A64Control control = cpu.control;
    control.set(A64Register.ELR_EL1, !interrupt && kind == Syndrome.SVC ? cpu.pc + 4 : cpu.pc);
    control.set(A64Register.SPSR_EL1, state(cpu));
    if (!interrupt) {
      control.set(A64Register.ESR_EL1, (long) kind << Syndrome.CLASS_SHIFT | Syndrome.LENGTH | iss);
      if (Syndrome.hasAddress(kind)) {
        control.set(A64Register.FAR_EL1, value);
      }
    }
    long vector = cpu.priv == 0 ? PROGRAM_VECTORS : cpu.ownStack ? OWN_STACK_VECTORS : 0;
    if (interrupt) {
      vector += INTERRUPT_VECTOR * (1 + kind);
    }
    cpu.illegal = false;
    cpu.level(1, true);
    cpu.daif = A64Cpu.ALL_MASKS;
    cpu.pc = control.get(A64Register.VBAR_EL1) + vector;
  }

  /**
   * Returns to where ELR_EL1 and SPSR_EL1 say. There is no AArch32, no level above 1 and none at
   * which a program has a stack pointer of level 1: such a return changes no level, and the next
   * instruction traps.
   */
  static void leave(A64Cpu cpu) {
    long to = cpu.control.get(A64Register.SPSR_EL1);
    long mode = to & MODE;
    boolean known = (to & MODE_32) == 0 && (mode == 0 || mode == LEVEL_1 || mode == 5);
    cpu.reservation = -1;
    cpu.events.send();
    cpu.pc = cpu.control.get(A64Register.ELR_EL1);
    cpu.flags(to);
    cpu.illegal = !known || (to & ILLEGAL) != 0;
    if (known) {
      cpu.level(mode == 0 ? 0 : 1, mode == 0 ? cpu.ownStack : (mode & OWN_STACK) != 0);
      cpu.pc = cpu.mmu.branchTarget(cpu.pc);
    }
    cpu.masks((int) to);
  }
}
