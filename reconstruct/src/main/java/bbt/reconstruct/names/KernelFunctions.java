package bbt.reconstruct.names;

/**
 * Knows the functions of an operating system's kernel by name, as far as they tell a report
 * something.
 */
public interface KernelFunctions {
  /**
   * The system call that a function serves. A trace has no registers, so no number of it.
   *
   * @return its name: {@code openat}; null if the function serves none
   */
  String systemCall(String function);

  /** Whether it is the function that the kernel calls when it panics. */
  boolean panics(String function);

  /**
   * Says how far the kernel's start is when a function is called for the first time.
   *
   * @return in a few words; null if its call says nothing of it
   */
  String milestone(String function);

  /** Whether it calls the functions, one each, that initialise parts of the kernel. */
  boolean callsInitcalls(String function);

  /**
   * Whether a function is one of those, if one that {@linkplain #callsInitcalls calls them} calls
   * it: that one has helpers as well.
   */
  boolean isInitcall(String function);
}
