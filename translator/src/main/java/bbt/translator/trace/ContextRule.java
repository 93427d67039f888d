package bbt.translator.trace;

import bbt.ptg.guest.GuestIsa;

/**
 * The rule by which context switches are recognised in the instructions executed
 * (docs/determinism.md 16): the one place that says which instructions may be one. The interpreter
 * executes those in handlers of their own and tells the recorder; regions do not contain them. A
 * change of the address space is a switch under both rules.
 */
public enum ContextRule {
  /** Nothing is recorded, so no instruction is special. */
  NONE,

  /**
   * A kernel keeps the current task in the thread pointer, as Linux does: a register move into it
   * that changes it in the mode of kernels.
   */
  THREAD_POINTER,

  /**
   * {@link #THREAD_POINTER} for a kernel that has the highest mode to itself: in any mode but that
   * of programs.
   */
  BARE_THREAD_POINTER,

  /**
   * A kernel saves stack pointers elsewhere: an integer load into the stack pointer from another
   * base register that changes it. (With the stack pointer as the base a function takes back what
   * it saved on its own stack.)
   */
  STACK;

  /**
   * Whether the interpreter alone executes an instruction, since the recorder has to hear of it: a
   * context switch, or a mark.
   */
  public boolean concerns(GuestIsa isa, int bits) {
    return this != NONE && (isa.mark(bits) >= 0 || maySwitch(isa, bits));
  }

  /** Whether tasks are told by the thread pointer, in whatever mode. */
  public boolean threadPointer() {
    return this == THREAD_POINTER || this == BARE_THREAD_POINTER;
  }

  /** Whether an instruction may be a context switch, by its encoding alone. */
  public boolean maySwitch(GuestIsa isa, int bits) {
    return switch (this) {
      case NONE -> false;
      case THREAD_POINTER, BARE_THREAD_POINTER -> isa.movesToThreadPointer(bits);
      case STACK -> isa.loadsStackPointer(bits);
    };
  }
}
