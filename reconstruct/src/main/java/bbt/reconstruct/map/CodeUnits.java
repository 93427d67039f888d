package bbt.reconstruct.map;

import bbt.packets.SidebandRecord;
import bbt.ptg.guest.Node;
import bbt.ptg.symbols.Symbol;
import bbt.ptg.symbols.SymbolTable;
import bbt.reconstruct.walk.graph.FunctionMap;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Divides the guest's code into units, each a function named in the trace or, where there are no
 * names, a page; and notes in which segments each was executed. Every change from one unit to
 * another is an edge that the walk tells, so finding out costs the walk next to nothing, and a
 * search for an address need not look at segments that never came near it.
 */
final class CodeUnits implements FunctionMap {
  /** The reach of a symbol: what lies further behind it is hardly its function. */
  private static final long REACH = 1 << 16;

  private final SymbolTable symbols;
  private final Map<Long, Integer> pages = new HashMap<>();

  /** By unit: units whose nodes may go on into it without an edge. */
  private final Map<Integer, BitSet> enteredFrom = new HashMap<>();

  /** The segments in which each unit was executed. */
  private final List<BitSet> segments = new ArrayList<>();

  private int[] last = new int[0];

  /**
   * Creates the units of a trace's named functions.
   *
   * @param records the names in the trace itself; not those of binaries given with it, which may
   *     differ from call to call
   */
  CodeUnits(List<SidebandRecord.Symbols> records) {
    List<Symbol> all = new ArrayList<>();
    for (SidebandRecord.Symbols each : records) {
      for (int i = 0; i < each.addresses().length; i++) {
        all.add(new Symbol(each.addresses()[i], 0, each.names()[i]));
      }
    }
    symbols = SymbolTable.of(all);
  }

  /** The unit of an address. */
  int of(long address) {
    int index = symbols.find(address);
    if (index >= 0 && address - symbols.get(index).address() < REACH) {
      return index;
    }
    return pages.computeIfAbsent(address >> 12, k -> symbols.count() + pages.size());
  }

  @Override
  public int functionAt(int addressSpace, long pc) {
    return of(pc);
  }

  @Override
  public int functionOf(int addressSpace, Node node, long physicalPage) {
    int first = of(node.pc());
    for (int i = 1; i < node.count(); i++) {
      int other = of(node.address(i));
      if (other != first) {
        enteredFrom.computeIfAbsent(other, k -> new BitSet()).set(first);
      }
    }
    return first;
  }

  /** A unit is executed in a segment; segments ascend. */
  void mark(int unit, int segment) {
    if (unit >= last.length) {
      last = java.util.Arrays.copyOf(last, Math.max(unit + 1, symbols.count() + last.length / 2));
    }
    if (last[unit] != segment + 1) {
      last[unit] = segment + 1;
      set(unit, segment);
    }
  }

  private void set(int unit, int segment) {
    while (segments.size() <= unit) {
      segments.add(null);
    }
    BitSet its = segments.get(unit);
    if (its == null) {
      its = new BitSet();
      segments.set(unit, its);
    }
    its.set(segment);
  }

  /** The segments in which the instruction at an address may have been executed. */
  BitSet segmentsOf(long address) {
    BitSet found = new BitSet();
    int index = symbols.find(address);
    Integer unit =
        index >= 0 && address - symbols.get(index).address() < REACH
            ? Integer.valueOf(index)
            : pages.get(address >> 12);
    if (unit != null) {
      add(found, unit);
      BitSet from = enteredFrom.get(unit);
      if (from != null) {
        from.stream().forEach(each -> add(found, each));
      }
    }
    return found;
  }

  /** Whether anything in a page may have been executed at all. */
  boolean mayHold(long page) {
    int index = symbols.find(page + 4095);
    return pages.containsKey(page >> 12)
        || index >= 0 && page - symbols.get(index).address() < REACH;
  }

  private void add(BitSet found, int unit) {
    if (unit < segments.size() && segments.get(unit) != null) {
      found.or(segments.get(unit));
    }
  }

  void write(java.io.DataOutput out) throws java.io.IOException {
    out.writeInt(pages.size());
    for (Map.Entry<Long, Integer> page : pages.entrySet()) {
      out.writeLong(page.getKey());
      out.writeInt(page.getValue());
    }
    out.writeInt(enteredFrom.size());
    for (Map.Entry<Integer, BitSet> each : enteredFrom.entrySet()) {
      out.writeInt(each.getKey());
      MapFile.writeBits(out, each.getValue());
    }
    out.writeInt(segments.size());
    for (BitSet each : segments) {
      MapFile.writeBits(out, each == null ? new BitSet() : each);
    }
  }

  void read(java.io.DataInput in) throws java.io.IOException {
    int pageCount = in.readInt();
    for (int i = 0; i < pageCount; i++) {
      pages.put(in.readLong(), in.readInt());
    }
    int entered = in.readInt();
    for (int i = 0; i < entered; i++) {
      enteredFrom.put(in.readInt(), MapFile.readBits(in));
    }
    int count = in.readInt();
    for (int i = 0; i < count; i++) {
      BitSet its = MapFile.readBits(in);
      segments.add(its.isEmpty() ? null : its);
    }
  }
}
