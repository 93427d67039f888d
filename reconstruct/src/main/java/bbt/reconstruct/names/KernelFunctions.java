package bbt.reconstruct.names;

/** An operating system, as far as the names of its kernel's functions tell a report something. */
public interface KernelFunctions {
  /**
   * The system call that a function serves. A trace has no registers, so no number of it.
   *
   * @return its name: {@code openat}; null if the function serves none
   */
  String systemCall(String function);

  /** Whether it is the function that the kernel calls when it panics. */
  boolean panics(String function);
}
