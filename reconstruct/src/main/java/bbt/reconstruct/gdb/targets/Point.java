package bbt.reconstruct.gdb.targets;

/**
 * A breakpoint or watchpoint.
 *
 * @param address virtual address of the first byte
 * @param length bytes that are watched; of a breakpoint, what gdb takes for the instruction's size
 */
public record Point(Kind kind, long address, int length) {
  /** The kinds of points, in the order of gdb's numbers. */
  public enum Kind {
    SOFTWARE,
    HARDWARE,
    WRITE,
    READ,
    ACCESS;

    public boolean isWatch() {
      return this == WRITE || this == READ || this == ACCESS;
    }
  }
}
