package bbt.translator.ir;

/**
 * One register of a guest.
 *
 * @param file the register file that it belongs to
 * @param index its number there
 */
public record Register(RegisterFile file, int index) {
  /** Whether it holds floating-point numbers mostly. */
  public boolean floating() {
    return file.floating();
  }

  /** The name of the file and the index, such as {@code x5}. */
  @Override
  public String toString() {
    return file.toString() + index;
  }
}
