package bbt.reconstruct.diff.find;

import bbt.reconstruct.names.TraceSymbols;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The distance of the kernel of B from that of A: the same binary at another address (KASLR).
 *
 * @param distance addresses of B minus those of A; 0 when there is no common distance
 * @param low lowest kernel address of B, unsigned; and {@code high} the highest symbol
 */
public record Slide(long distance, long low, long high) {
  static final Slide NONE = new Slide(0, 0, 0);

  private static final long PAGE = 4096;

  /** Symbols say where functions start: the last one's code goes on behind it. */
  private static final long LAST_FUNCTION = 1 << 16;

  /** The address in A that shows what this address shows in B. */
  long toA(long pc) {
    return distance != 0
            && Long.compareUnsigned(pc, low) >= 0
            && Long.compareUnsigned(pc, high) <= 0
        ? pc - distance
        : pc;
  }

  /**
   * Finds the distance: the one by which most of those kernel symbols have moved that have moved at
   * all, if nothing between them stayed. A small kernel may carry programs that stay where they
   * are.
   */
  public static Slide between(TraceSymbols a, TraceSymbols b) {
    Map<String, Long> inA = unique(a);
    Map<String, Long> inB = unique(b);
    inB.keySet().retainAll(inA.keySet());
    Map<Long, Integer> votes = new TreeMap<>();
    inB.forEach((name, at) -> votes.merge(at - inA.get(name), 1, Integer::sum));
    // A binary that was built anew has functions that lie a little farther on.
    votes.keySet().removeIf(distance -> distance == 0 || distance % PAGE != 0);
    if (votes.isEmpty()) {
      return NONE;
    }
    long distance = Collections.max(votes.entrySet(), Map.Entry.comparingByValue()).getKey();
    long low = -1;
    long high = 0;
    for (Map.Entry<String, Long> symbol : inB.entrySet()) {
      long at = symbol.getValue();
      if (at - inA.get(symbol.getKey()) == distance) {
        low = Long.compareUnsigned(at, low) < 0 ? at : low;
        high = Long.compareUnsigned(at, high) > 0 ? at : high;
      }
    }
    for (Map.Entry<String, Long> symbol : inB.entrySet()) {
      long at = symbol.getValue();
      if (at - inA.get(symbol.getKey()) != distance
          && Long.compareUnsigned(at, low) >= 0
          && Long.compareUnsigned(at, high) <= 0) {
        return NONE;
      }
    }
    return new Slide(distance, low, high + LAST_FUNCTION);
  }

  /** Kernel symbols whose name only one function has. */
  private static Map<String, Long> unique(TraceSymbols symbols) {
    Map<String, Long> result = new HashMap<>();
    Set<String> twice = new HashSet<>();
    for (int i = 0; i < symbols.count(); i++) {
      TraceSymbols.Function f = symbols.function(i);
      if (f.image().equals(TraceSymbols.KERNEL) && result.put(f.name(), f.address()) != null) {
        twice.add(f.name());
      }
    }
    result.keySet().removeAll(twice);
    return result;
  }
}
