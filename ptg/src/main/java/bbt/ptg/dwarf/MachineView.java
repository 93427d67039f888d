package bbt.ptg.dwarf;

/** Gives registers and memory of a stopped hart, as far as they are known. */
public interface MachineView {
  /**
   * A register's value.
   *
   * @param number of the register in DWARF: {@link bbt.ptg.guest.Registers#firstFloating}
   * @throws NotAvailableException if it is not known
   */
  long register(int number) throws NotAvailableException;

  /**
   * Bytes of virtual memory.
   *
   * @return up to {@code length} bytes: it ends before the first that cannot be read
   */
  byte[] read(long address, int length);

  /**
   * Thrown where something is not known: optimised away, or not in memory. The message says which.
   */
  final class NotAvailableException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Creates an exception with the reason, in a few words. */
    public NotAvailableException(String message) {
      super(message);
    }
  }
}
