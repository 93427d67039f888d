package bbt.ptg.symbols;

/** Says that a name is not mangled, or in a way that is not known: it stays as it is. */
final class MangledException extends Exception {
  private static final long serialVersionUID = 1;

  MangledException() {
    super("not a mangled name", null, false, false);
  }
}
