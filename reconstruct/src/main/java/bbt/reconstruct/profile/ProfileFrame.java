package bbt.reconstruct.profile;

import bbt.packets.ExceptionKind;
import bbt.ptg.guest.TrapCauses;

/**
 * The function, task or handler that a node of a {@link CallTree} stands for: a function, a trap
 * with what it interrupted, a task, or one of two stand-ins.
 *
 * @param kind what it is, and how it may be coloured
 * @param name a function's symbol or {@code program+0xOFFSET}; a trap's cause in words; a task's
 *     name
 * @param program {@code kernel} or a user program's name; of a task its name; else empty
 * @param address of a function's first instruction; else 0
 * @param cause of a trap, as the architecture numbers it, bit 63 = interrupt; of a task its number
 *     in {@link Profile#tasks()}; else 0
 */
public record ProfileFrame(Kind kind, String name, String program, long address, long cause) {
  /** The kinds of frames. */
  public enum Kind {
    /** The root: everything. */
    ALL,
    /** A task; below the root of a tree that is kept per task. */
    TASK,
    /** A function of a user program. */
    USER,
    /** A function of the kernel, or of firmware. */
    KERNEL,
    /** A system call: what it interrupted is above it, the kernel's handler below. */
    SYSTEM_CALL,
    /** A page or access fault. */
    MMU,
    /** An interrupt. */
    INTERRUPT,
    /** Any other exception: illegal instruction, breakpoint, misaligned access. */
    EXECUTION,
    /** Stands for frames that the tree has no room for; they lie side by side below it. */
    TRUNCATED;

    /** Whether frames of the kind are functions. */
    public boolean isFunction() {
      return this == USER || this == KERNEL;
    }

    /** Whether frames of the kind are traps. */
    public boolean isTrap() {
      return this == SYSTEM_CALL || this == MMU || this == INTERRUPT || this == EXECUTION;
    }

    static Kind of(ExceptionKind trap) {
      return switch (trap) {
        case SYSTEM_CALL -> SYSTEM_CALL;
        case MMU -> MMU;
        case INTERRUPT -> INTERRUPT;
        case EXECUTION, RESET, FIRMWARE -> EXECUTION;
      };
    }
  }

  /** The root's frame. */
  public static final ProfileFrame ALL = new ProfileFrame(Kind.ALL, "all", "", 0, 0);

  /** Stands for what {@link CallTree#trimmed} folds. */
  static final ProfileFrame SMALL = new ProfileFrame(Kind.TRUNCATED, "[below threshold]", "", 0, 0);

  public static final ProfileFrame TRUNCATED =
      new ProfileFrame(Kind.TRUNCATED, "[deeper]", "", 0, 0);

  public static ProfileFrame function(FunctionProfile f) {
    Kind kind = f.inKernel() ? Kind.KERNEL : Kind.USER;
    return new ProfileFrame(kind, f.name(), f.program(), f.address(), 0);
  }

  public static ProfileFrame trap(ExceptionKind kind, long cause, TrapCauses causes) {
    return new ProfileFrame(Kind.of(kind), causes.title(kind, cause), "", 0, cause);
  }
}
