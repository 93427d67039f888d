package bbt.reconstruct.cursor;

import bbt.packets.KnownCode;
import bbt.ptg.guest.GuestIsa;

/**
 * Reads the code that one hart had announced when a segment ended, seen through one address space:
 * what can be disassembled around a stop.
 */
public final class KnownBytes {
  private final GuestIsa guest;
  private final KnownCode code;
  private final int space;

  /** Returns the code known around a cursor's stop. */
  public static KnownBytes around(TraceCursor cursor) {
    GuestIsa guest = cursor.map().guest();
    int space = guest.translates(cursor.privilege()) ? cursor.addressSpace() : 0;
    return new KnownBytes(
        guest, cursor.map().codeBefore(cursor.position().segment() + 1).get(cursor.hart()), space);
  }

  private KnownBytes(GuestIsa guest, KnownCode.Base base, int space) {
    this.guest = guest;
    this.code = new KnownCode(base);
    this.space = space;
  }

  /** Two bytes of code, or -1 where they were never executed. */
  public int halfword(long address) {
    long page = address & -4096L;
    long physical = space == 0 ? page : code.translate(space, page);
    return physical == -1 ? -1 : code.halfword(physical + (address & 4095));
  }

  /**
   * The encoding of the instruction at an address.
   *
   * @return empty where it was never executed
   */
  public java.util.OptionalInt instruction(long address) {
    int low = halfword(address);
    if (low < 0) {
      return java.util.OptionalInt.empty();
    }
    if (guest.length(low) == 2) {
      return java.util.OptionalInt.of(low);
    }
    int high = halfword(address + 2);
    return high < 0 ? java.util.OptionalInt.empty() : java.util.OptionalInt.of(high << 16 | low);
  }
}
