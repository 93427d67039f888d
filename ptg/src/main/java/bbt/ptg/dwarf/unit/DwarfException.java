package bbt.ptg.dwarf.unit;

/** Thrown where debugging information does not make sense. The message says where. */
public final class DwarfException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public DwarfException(String message) {
    super(message);
  }
}
