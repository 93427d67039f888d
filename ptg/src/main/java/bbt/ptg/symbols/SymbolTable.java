package bbt.ptg.symbols;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Finds the function at an address, by binary search. Immutable. Addresses compare as unsigned
 * numbers.
 *
 * <p>Of several symbols at one address the first given wins.
 */
public final class SymbolTable {
  public static final SymbolTable EMPTY = of(List.of());

  /** Bytes of a function whose size is not known, at most. */
  private static final long LONGEST = 256 << 10;

  private final long[] starts;
  private final Symbol[] symbols;

  private SymbolTable(List<Symbol> sorted) {
    symbols = sorted.toArray(Symbol[]::new);
    starts = new long[symbols.length];
    for (int i = 0; i < starts.length; i++) {
      starts[i] = symbols[i].address();
    }
  }

  /**
   * @param symbols in any order
   */
  public static SymbolTable of(List<Symbol> symbols) {
    List<Symbol> sorted = new ArrayList<>(symbols);
    sorted.sort(Comparator.comparing(Symbol::address, Long::compareUnsigned)); // stable: first wins
    List<Symbol> unique = new ArrayList<>(sorted.size());
    for (Symbol s : sorted) {
      if (unique.isEmpty() || unique.getLast().address() != s.address()) {
        unique.add(s);
      }
    }
    return new SymbolTable(unique);
  }

  /**
   * The index of the function that contains an address: the last symbol at or below it, unless that
   * symbol's size says that it ends before. Without a size it ends 256 KiB on, where no other
   * begins before: the last symbol of a program names no code of another.
   *
   * @return -1 when there is none
   */
  public int find(long address) {
    int i = atOrBelow(address);
    if (i < 0) {
      return -1;
    }
    long size = symbols[i].size();
    return Long.compareUnsigned(address - starts[i], size == 0 ? LONGEST : size) < 0 ? i : -1;
  }

  /** The index of the last symbol that starts at or below an address; -1 when there is none. */
  public int atOrBelow(long address) {
    int low = 0;
    int high = starts.length - 1;
    while (low <= high) {
      int mid = (low + high) >>> 1;
      int c = Long.compareUnsigned(starts[mid], address);
      if (c == 0) {
        return mid;
      }
      if (c < 0) {
        low = mid + 1;
      } else {
        high = mid - 1;
      }
    }
    return high;
  }

  /** The function that contains an address, or null. */
  public Symbol at(long address) {
    int i = find(address);
    return i < 0 ? null : symbols[i];
  }

  public int count() {
    return symbols.length;
  }

  public Symbol get(int index) {
    return symbols[index];
  }

  /** In ascending order of address. */
  public List<Symbol> all() {
    return List.of(symbols);
  }
}
