package bbt.reconstruct.diff.find;

/**
 * The task and program that execute code: what its name depends on, besides its address.
 *
 * @param privilege 0 is user mode
 * @param task 0 before there is any
 * @param clock instructions of all harts before it
 */
record CodeContext(int addressSpace, int privilege, long task, long clock) {
  /** Returns this context in another mode. */
  CodeContext in(int mode) {
    return new CodeContext(addressSpace, mode, task, clock);
  }

  /** Returns this context in another mode and address space. */
  CodeContext in(int mode, int space) {
    return new CodeContext(space, mode, task, clock);
  }
}
