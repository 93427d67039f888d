package bbt.translator.trace;

import bbt.packets.SidebandRecord;
import bbt.ptg.symbols.Kallsyms;
import bbt.ptg.symbols.MemoryView;
import bbt.ptg.symbols.SymbolTable;
import bbt.translator.device.GuestMemory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The kernel's own names of the functions that it executed, read from its memory at the end. */
final class KernelSymbols {
  private final GuestMemory memory;

  /** Kernel pages that were executed: virtual to physical page number. */
  private final Map<Long, Long> pages = new HashMap<>();

  KernelSymbols(GuestMemory memory) {
    this.memory = memory;
  }

  /** What the guest's own file names; used when its memory names nothing. */
  private SymbolTable fromFile = SymbolTable.EMPTY;

  void fromFile(SymbolTable symbols) {
    fromFile = symbols;
  }

  /** A page of the upper half is executed in S-mode. */
  void executed(long virtualPage, long physicalPage) {
    pages.putIfAbsent(virtualPage >> 12, physicalPage >>> 12);
  }

  /** A SYMBOLS record, or nothing where neither the guest's memory nor its file names functions. */
  List<SidebandRecord> read(long retired) {
    if (pages.isEmpty()) {
      return record(retired, fromFile);
    }
    List<long[]> pairs = new ArrayList<>();
    pages.forEach((virtual, physical) -> pairs.add(new long[] {virtual, physical}));
    SymbolTable all = Kallsyms.read(new View(memory), pairs);
    // Page numbers there are unsigned shifts of the address.
    SymbolTable used = all.onPages(page -> pages.containsKey(page << 12 >> 12));
    return record(retired, used.count() == 0 ? fromFile : used);
  }

  private static List<SidebandRecord> record(long retired, SymbolTable table) {
    if (table.count() == 0) {
      return List.of();
    }
    long[] addresses = new long[table.count()];
    String[] names = new String[table.count()];
    for (int i = 0; i < addresses.length; i++) {
      addresses[i] = table.get(i).address();
      names[i] = table.get(i).name();
    }
    return List.of(
        new SidebandRecord.Symbols(retired, "kernel", SidebandRecord.GLOBAL, addresses, names));
  }

  private record View(GuestMemory memory) implements MemoryView {
    @Override
    public long base() {
      return memory.base();
    }

    @Override
    public long size() {
      return memory.size();
    }

    @Override
    public byte readByte(long address) {
      return (byte) memory.read8(address);
    }

    @Override
    public int readInt(long address) {
      return memory.read32(address);
    }

    @Override
    public long readLong(long address) {
      return memory.read64(address);
    }
  }
}
