package bbt.reconstruct.gdb;

/**
 * A breakpoint or watchpoint.
 *
 * @param address virtual address of the first byte
 * @param length bytes that are watched; of a breakpoint, what gdb takes for the instruction's size
 */
record Point(Kind kind, long address, int length) {
  /** In the order of gdb's numbers. */
  enum Kind {
    SOFTWARE,
    HARDWARE,
    WRITE,
    READ,
    ACCESS;

    boolean isWatch() {
      return this == WRITE || this == READ || this == ACCESS;
    }
  }
}
