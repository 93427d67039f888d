package bbt.translator.device;

/** A memory-mapped device. Runs on the guest thread only. */
public interface Device {
  /** Name for logs and errors, for example {@code uart}. */
  String name();

  /**
   * Reads a register.
   *
   * @param offset bytes from the start of the device's window
   * @param size 1, 2, 4 or 8 bytes
   * @return the value, zero-extended
   */
  long load(long offset, int size);

  /** Writes a register; {@code value} holds {@code 8 * size} significant bits. */
  void store(long offset, int size, long value);
}
