package bbt.reconstruct.trace;

/**
 * Where code is that a name means.
 *
 * @param address virtual
 * @param program in user mode of this program alone; null: whoever executes it
 */
public record CodeAddress(long address, String program) {
  /** An address, whoever executes it. */
  public static CodeAddress anywhere(long address) {
    return new CodeAddress(address, null);
  }

  /** Whether it means an address of a program. */
  public boolean is(long other, String itsProgram) {
    return address == other && isOf(itsProgram);
  }

  /** Whether it may be code of a program. */
  public boolean isOf(String itsProgram) {
    return program == null || program.equals(itsProgram);
  }
}
