package bbt.reconstruct.names;

import java.util.Set;

/**
 * A place of code that a name stands for: an address, and in which programs it counts.
 *
 * @param address virtual
 * @param program in user mode of this program alone; null: whoever executes it
 * @param pages where the code is, of a binary that was given ({@link
 *     bbt.reconstruct.walk.graph.Step#page}): other pages may be shown at the address, too. Null:
 *     whatever is shown there
 */
public record CodeAddress(long address, String program, Set<Long> pages) {
  /** An address, whoever executes it. */
  public static CodeAddress anywhere(long address) {
    return new CodeAddress(address, null, null);
  }

  /** An address that a program executes. */
  public static CodeAddress of(long address, String program) {
    return new CodeAddress(address, program, null);
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
