package bbt.ptg.dwarf.unit;

import java.util.HashMap;
import java.util.Map;

/** Reads the kinds of entries of a unit from {@code .debug_abbrev}, as far as was asked for. */
final class Abbreviations {
  /**
   * A kind of entry.
   *
   * @param attributes and their forms, in pairs
   * @param constants by attribute: the value where the form is DW_FORM_implicit_const
   */
  record Kind(int tag, boolean children, int[] attributes, long[] constants) {}

  /** Attributes of an entry; compilers give some twenty. */
  private static final int MOST_ATTRIBUTES = 256;

  private static final String SECTION = ".debug_abbrev";

  private final DwarfSections sections;
  private final DwarfCursor in;
  private final Map<Long, Kind> kinds = new HashMap<>();
  private boolean complete;

  Abbreviations(DwarfSections sections, long offset) {
    this.sections = sections;
    in = new DwarfCursor(sections.get(SECTION), offset);
  }

  Kind kind(long code) {
    Kind kind = kinds.get(code);
    while (kind == null && !complete) {
      long next = in.uleb();
      if (next == 0) {
        complete = true;
      } else {
        sections.spend("kinds of entries", 1, SECTION, 1);
        kinds.put(next, read());
        kind = kinds.get(code);
      }
    }
    if (kind == null) {
      throw new DwarfException("no abbreviation has the number " + code);
    }
    return kind;
  }

  private Kind read() {
    int tag = (int) in.uleb();
    boolean children = in.u8() != 0;
    int[] attributes = new int[16];
    long[] constants = new long[8];
    int n = 0;
    while (true) {
      int name = (int) in.uleb();
      int form = (int) in.uleb();
      long constant = form == Dw.FORM_IMPLICIT_CONST ? in.sleb() : 0;
      if (name == 0 && form == 0) {
        return new Kind(
            tag,
            children,
            java.util.Arrays.copyOf(attributes, 2 * n),
            java.util.Arrays.copyOf(constants, n));
      }
      if (n == MOST_ATTRIBUTES) {
        throw new DwarfException("a kind of entry with more than " + n + " attributes");
      }
      if (n == constants.length) {
        attributes = java.util.Arrays.copyOf(attributes, 4 * n);
        constants = java.util.Arrays.copyOf(constants, 2 * n);
      }
      attributes[2 * n] = name;
      attributes[2 * n + 1] = form;
      constants[n++] = constant;
    }
  }
}
