package bbt.reconstruct.diff;

/**
 * Who executes code: what its name depends on, besides its address.
 *
 * @param privilege 0 is user mode
 * @param task 0 before there is any
 * @param clock instructions of all harts before it
 */
record Executor(int addressSpace, int privilege, long task, long clock) {
  /** The same in another mode. */
  Executor in(int mode) {
    return new Executor(addressSpace, mode, task, clock);
  }

  /** The same task elsewhere on its stack. */
  Executor in(int mode, int space) {
    return new Executor(space, mode, task, clock);
  }
}
