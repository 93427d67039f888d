package bbt.ptg.dwarf;

import bbt.ptg.dwarf.unit.CompileUnit;
import bbt.ptg.dwarf.unit.Dw;
import bbt.ptg.dwarf.unit.DwarfCursor;
import bbt.ptg.dwarf.unit.DwarfException;

/**
 * Reads location lists: where an object is, by address (DWARF 5, section 2.6.2; DWARF 4, 2.6.2).
 */
final class LocationLists {
  private LocationLists() {}

  /**
   * The expression that holds at an address.
   *
   * @param form of the attribute: an index or an offset
   * @return null where the object is nowhere
   */
  static byte[] at(CompileUnit unit, int form, long value, long address) {
    if (unit.version() < 5) {
      return old(unit, value, address);
    }
    long offset = form == Dw.FORM_LOCLISTX ? unit.locationListAt(value) : value;
    DwarfCursor in = new DwarfCursor(unit.sections().get(".debug_loclists"), offset);
    long base = unit.baseAddress();
    byte[] otherwise = null;
    while (true) {
      int kind = in.u8();
      long first = 0;
      long end = 0;
      switch (kind) {
        case 0 -> {
          return otherwise;
        }
        case 1 -> base = unit.addressAt(in.uleb());
        case 2 -> {
          first = unit.addressAt(in.uleb());
          end = unit.addressAt(in.uleb());
        }
        case 3 -> {
          first = unit.addressAt(in.uleb());
          end = first + in.uleb();
        }
        case 4 -> {
          first = base + in.uleb();
          end = base + in.uleb();
        }
        case 5 -> otherwise = in.bytes(in.uleb());
        case 6 -> base = in.unsigned(unit.addressSize());
        case 7 -> {
          first = in.unsigned(unit.addressSize());
          end = in.unsigned(unit.addressSize());
        }
        case 8 -> {
          first = in.unsigned(unit.addressSize());
          end = first + in.uleb();
        }
        case 9 -> { // GNU view pair
          in.skipLeb();
          in.skipLeb();
        }
        default -> throw new DwarfException("location list entry of kind " + kind);
      }
      if (kind == 2 || kind == 3 || kind == 4 || kind == 7 || kind == 8) {
        byte[] expression = in.bytes(in.uleb());
        if (within(address, first, end)) {
          return expression;
        }
      }
    }
  }

  private static boolean within(long address, long first, long end) {
    return Long.compareUnsigned(first, address) <= 0 && Long.compareUnsigned(address, end) < 0;
  }

  private static byte[] old(CompileUnit unit, long offset, long address) {
    DwarfCursor in = new DwarfCursor(unit.sections().get(".debug_loc"), offset);
    long base = unit.baseAddress();
    while (true) {
      long first = in.unsigned(unit.addressSize());
      long second = in.unsigned(unit.addressSize());
      if (first == 0 && second == 0) {
        return null;
      }
      if (first == -1L) {
        base = second;
        continue;
      }
      byte[] expression = in.bytes(in.u16());
      if (within(address, base + first, base + second)) {
        return expression;
      }
    }
  }
}
