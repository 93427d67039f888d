package bbt.ptg.dwarf;

import bbt.ptg.dwarf.unit.CompileUnit;
import bbt.ptg.dwarf.unit.DieReader;
import bbt.ptg.dwarf.unit.Dw;
import bbt.ptg.dwarf.unit.DwarfInfo;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * Finds variables and types outside of functions by their names. Each name is looked for once, in
 * the unit at hand first; the others are read through, which takes a second or two in a kernel.
 */
final class NameSearch {
  private final DwarfInfo info;
  private final Map<String, Long> types = new HashMap<>();
  private final Map<String, Global> globals = new HashMap<>();

  NameSearch(DwarfInfo info) {
    this.info = info;
  }

  /**
   * A variable outside of functions.
   *
   * @param unit it was found in
   * @param die its entry
   * @param located whether the entry says where it is: of a variable that is only declared, the
   *     symbol table may
   */
  record Global(CompileUnit unit, long die, boolean located) {}

  /** A variable by its name; null if there is none. */
  Global variable(CompileUnit near, String name) {
    Global known = globals.get(name);
    if (known != null) {
      return known;
    }
    Global declared = null;
    for (int i = -1; i < info.units().size(); i++) {
      CompileUnit unit = i < 0 ? near : info.units().get(i);
      Global found = unit == null ? null : variableIn(unit, name);
      if (found != null && found.located) {
        globals.put(name, found);
        return found;
      }
      declared = declared == null ? found : declared;
    }
    if (declared != null) {
      globals.put(name, declared);
    }
    return declared;
  }

  private static Global variableIn(CompileUnit unit, String name) {
    byte[] wanted = name.getBytes(StandardCharsets.UTF_8);
    DieReader die = new DieReader(unit);
    long declared = -1;
    if (!die.next() || !die.hasChildren()) {
      return null;
    }
    while (die.next()) {
      if (die.tag() == Dw.TAG_VARIABLE) {
        boolean completes = declared >= 0 && die.referenced(Dw.AT_SPECIFICATION) == declared;
        if (completes || die.isNamed(wanted)) {
          if (die.has(Dw.AT_LOCATION) || die.has(Dw.AT_CONST_VALUE)) {
            return new Global(unit, die.offset(), true);
          }
          declared = die.offset();
        }
      }
      die.skipChildren();
    }
    return declared < 0 ? null : new Global(unit, declared, false);
  }

  /**
   * A type's entry by its name; one that only declares it will not do.
   *
   * @param tag of a structure, union or enumeration; 0 for base types and typedefs
   * @return -1 if there is none
   */
  long type(CompileUnit near, int tag, String name) {
    String key = tag + " " + name;
    Long known = types.get(key);
    if (known != null) {
      return known;
    }
    long found = -1;
    for (int i = -1; i < info.units().size() && found < 0; i++) {
      CompileUnit unit = i < 0 ? near : info.units().get(i);
      found = unit == null ? -1 : typeIn(unit, tag, name);
    }
    types.put(key, found);
    return found;
  }

  private static long typeIn(CompileUnit unit, int tag, String name) {
    byte[] wanted = name.getBytes(StandardCharsets.UTF_8);
    DieReader die = new DieReader(unit);
    if (!die.next() || !die.hasChildren()) {
      return -1;
    }
    while (die.next()) {
      boolean kind =
          tag == 0
              ? die.tag() == Dw.TAG_BASE_TYPE || die.tag() == Dw.TAG_TYPEDEF
              : die.tag() == tag && die.has(Dw.AT_BYTE_SIZE);
      if (kind && (die.isNamed(wanted) || (tag == 0 && sameBase(die, name)))) {
        return die.offset();
      }
      die.skipChildren();
    }
    return -1;
  }

  /** {@code unsigned long} is written {@code long unsigned int} by compilers. */
  private static boolean sameBase(DieReader die, String name) {
    if (die.tag() != Dw.TAG_BASE_TYPE || name.indexOf(' ') < 0 && !name.equals("unsigned")) {
      return false;
    }
    String its = die.string(Dw.AT_NAME);
    return its != null && words(its).equals(words(name));
  }

  private static java.util.SortedSet<String> words(String base) {
    java.util.SortedSet<String> words = new java.util.TreeSet<>(java.util.List.of(base.split(" ")));
    if (words.size() > 1 || words.contains("unsigned")) {
      words.remove("signed");
      if (words.contains("char") || words.contains("short") || words.contains("long")) {
        words.remove("int");
      } else if (words.contains("unsigned")) {
        words.add("int");
      }
    }
    return words;
  }
}
