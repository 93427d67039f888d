package bbt.samples.agree;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The costs of functions in a file; all of one name together, since not every format tells more.
 * Maps are empty where a format does not say.
 *
 * @param total all instructions
 * @param self by name
 * @param inclusive by name
 * @param calls by name
 */
record Costs(
    long total,
    SortedMap<String, Long> self,
    SortedMap<String, Long> inclusive,
    SortedMap<String, Long> calls) {

  static Costs none() {
    return new Costs(0, new TreeMap<>(), new TreeMap<>(), new TreeMap<>());
  }

  Costs withTotal(long instructions) {
    return new Costs(instructions, self, inclusive, calls);
  }

  /** Counts; zeros are left out, as some formats do. */
  static void add(Map<String, Long> to, String name, long value) {
    if (value != 0) {
      to.merge(name, value, Long::sum);
    }
  }
}
