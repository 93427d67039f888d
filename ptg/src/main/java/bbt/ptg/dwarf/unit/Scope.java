package bbt.ptg.dwarf.unit;

import java.util.ArrayList;
import java.util.List;

/** A function, an inlined call or a block. */
public final class Scope {
  /** DW_TAG_subprogram, DW_TAG_inlined_subroutine or DW_TAG_lexical_block. */
  public final int tag;

  /** The scope's entry. */
  public final int die;

  /** Pairs of first address and end. */
  final List<long[]> ranges;

  // Of an inlined call: where it stands in the scope around it.
  public final long callFile;
  public final long callLine;
  public final long callColumn;

  final List<Scope> children = new ArrayList<>(0);

  /** Entries of its parameters and variables, in their order. */
  public final List<Integer> variables = new ArrayList<>(0);

  Scope(int tag, int die, List<long[]> ranges, long callFile, long callLine, long callColumn) {
    this.tag = tag;
    this.die = die;
    this.ranges = ranges;
    this.callFile = callFile;
    this.callLine = callLine;
    this.callColumn = callColumn;
  }

  boolean covers(long address) {
    for (long[] range : ranges) {
      if (Long.compareUnsigned(range[0], address) <= 0
          && Long.compareUnsigned(address, range[1]) < 0) {
        return true;
      }
    }
    return false;
  }
}
