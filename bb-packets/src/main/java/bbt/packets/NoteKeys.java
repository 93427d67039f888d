package bbt.packets;

/**
 * Keys of the NOTE records that say something of the guest or of the recording; see
 * docs/trace-format.md.
 */
public final class NoteKeys {
  /** Build-id of the kernel that runs at its virtual addresses, hexadecimal. */
  public static final String KERNEL_BUILD_ID = "kernel.build-id";

  /** {@code PHYSICAL VIRTUAL}: a page that the kernel executed before its page tables were on. */
  public static final String KERNEL_MOVED = "kernel.moved";

  /**
   * {@code PROCESS BASE,...}: where a process's program, its dynamic linker and the vDSO are;
   * {@code PROCESS +BASE-END}: a library that it has loaded besides.
   */
  public static final String USER_IMAGES = "user.images";

  /**
   * {@code PROCESS NAME}: the file that a process executes, in the images that it has now: one name
   * for all processes of one file, whatever they are called.
   */
  public static final String USER_PROGRAM = "user.program";

  /** {@code PID PROCESS}: a task is a thread. */
  public static final String USER_THREAD = "user.thread";

  /**
   * {@code PROCESS START SIZE NAME}, and more lines {@code START SIZE NAME}: what a process calls
   * code that it made.
   */
  public static final String USER_CODE = "user.code";

  /** {@code CLOCK on} or {@code CLOCK off}: the user switched recording at that clock. */
  public static final String RECORDING = "recording";

  /**
   * {@code NUMBER VALUE RETIRED PC}: a mark that the guest set (number and count decimal, value and
   * address hexadecimal); the count is the hart's before the instruction that set it.
   */
  public static final String MARK = "mark";

  /** A line that the guest wrote to its console, without its end. */
  public static final String CONSOLE = "console";

  private NoteKeys() {}
}
