package bbt.reconstruct.diff;

import bbt.reconstruct.trace.TraceSymbols;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * How far the kernel of B lies from that of A: the same binary at another address (KASLR).
 *
 * @param distance addresses of B minus those of A; 0 when there is no common distance
 * @param low lowest kernel address of B, unsigned; and {@code high} the highest symbol
 */
record Slide(long distance, long low, long high) {
  static final Slide NONE = new Slide(0, 0, 0);

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

  /** Finds the distance: all symbols of one name must have it in common. */
  static Slide between(TraceSymbols a, TraceSymbols b) {
    Map<String, Long> inA = unique(a);
    Map<String, Long> inB = unique(b);
    long distance = 0;
    boolean first = true;
    long low = -1;
    long high = 0;
    for (Map.Entry<String, Long> symbol : inB.entrySet()) {
      Long other = inA.get(symbol.getKey());
      if (other == null) {
        continue;
      }
      long at = symbol.getValue();
      if (first) {
        distance = at - other;
        first = false;
      } else if (at - other != distance) {
        return NONE;
      }
      low = Long.compareUnsigned(at, low) < 0 ? at : low;
      high = Long.compareUnsigned(at, high) > 0 ? at : high;
    }
    return first ? NONE : new Slide(distance, low, high + LAST_FUNCTION);
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
