package bbt.translator.codegen;

/**
 * The place of a register in the hart: a field that is a {@code long}, or an element of one that is
 * an array of them, always the same one and long enough.
 *
 * @param field name of the field
 * @param index of the element, or {@link #WHOLE}
 */
public record RegisterPlace(String field, int index) {
  /** The field is the register. */
  public static final int WHOLE = -1;

  boolean isElement() {
    return index != WHOLE;
  }
}
