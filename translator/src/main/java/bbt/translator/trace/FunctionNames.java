package bbt.translator.trace;

import bbt.packets.SidebandRecord;
import bbt.packets.write.SidebandWriter;
import bbt.ptg.symbols.Symbol;
import bbt.ptg.symbols.SymbolTable;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Announces the names of functions page by page as the pages are executed, each once, so that a
 * trace that was cut has the names of all that is in it. Writer thread only.
 */
public final class FunctionNames {
  private static final String KERNEL = "kernel";
  private static final long PAGE = 4096;

  /** A gap between functions (another section, a module) is no function. */
  private static final long LONGEST_FUNCTION = 64 * PAGE;

  /** The least gap behind a function for its end to be told: no padding. */
  private static final long GAP = 64;

  private final Map<SymbolTable, BitSet> announced = new IdentityHashMap<>();

  /** Announces the functions with at least one byte on one of some pages. */
  public void announce(SymbolTable table, List<Long> pages, SidebandWriter to, long retired) {
    List<Symbol> fresh = new ArrayList<>();
    for (long page : pages) {
      onPage(table, page, fresh);
    }
    if (!fresh.isEmpty()) {
      fresh.sort((a, b) -> Long.compareUnsigned(a.address(), b.address()));
      write(fresh, to, retired);
    }
  }

  /** Announces functions, sorted by address. */
  static void write(List<Symbol> symbols, SidebandWriter to, long retired) {
    long[] addresses = new long[symbols.size()];
    String[] names = new String[symbols.size()];
    for (int i = 0; i < addresses.length; i++) {
      addresses[i] = symbols.get(i).address();
      names[i] = symbols.get(i).name();
    }
    to.names(new SidebandRecord.Symbols(retired, KERNEL, SidebandRecord.GLOBAL, addresses, names));
  }

  /** Adds the functions with at least one byte on a page that were not announced yet. */
  private void onPage(SymbolTable table, long page, List<Symbol> fresh) {
    BitSet done = announced.computeIfAbsent(table, k -> new BitSet());
    int i = table.atOrBelow(page);
    if (i < 0 || page - end(table, i) >= 0 || page - table.get(i).address() > LONGEST_FUNCTION) {
      i++;
    }
    for (; i < table.count() && table.get(i).address() - page < PAGE; i++) {
      if (!done.get(i)) {
        done.set(i);
        Symbol function = table.get(i);
        fresh.add(function);
        long end = end(table, i);
        if (function.size() != 0
            && (i + 1 == table.count() || table.get(i + 1).address() - end > GAP)) {
          fresh.add(new Symbol(end, 0, ""));
        }
      }
    }
  }

  /** The first address after a function; where that is unknown, the next one's. */
  private static long end(SymbolTable table, int i) {
    Symbol function = table.get(i);
    if (function.size() != 0) {
      return function.address() + function.size();
    }
    return i + 1 < table.count() ? table.get(i + 1).address() : function.address() + PAGE;
  }
}
