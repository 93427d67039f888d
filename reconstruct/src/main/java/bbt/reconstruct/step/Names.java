package bbt.reconstruct.step;

import bbt.reconstruct.trace.TraceSymbols;
import bbt.reconstruct.walk.FunctionMap;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** From addresses to names and back. */
public final class Names {
  /** Bytes behind a name in which it may still be what a value means. */
  private static final long REACH = 1 << 16;

  private final TraceSymbols symbols;

  /** By name; made when first asked for. */
  private NavigableMap<String, List<TraceSymbols.Function>> byName;

  public Names(TraceSymbols symbols) {
    this.symbols = symbols;
  }

  /** The function at an address, or null. */
  public TraceSymbols.Function function(int addressSpace, long pc) {
    int id = symbols.functionAt(addressSpace, pc);
    return id == FunctionMap.NONE ? null : symbols.function(id);
  }

  /** {@code name+0x12}, {@code name} at a function's start, or null. */
  public String label(int addressSpace, long pc) {
    return symbols.functionAt(addressSpace, pc) == FunctionMap.NONE
        ? null
        : symbols.label(addressSpace, pc, false, null);
  }

  /**
   * The same for a value that may be an address: null, too, where the nearest name in front of it
   * is further away than any function is long.
   */
  public String near(int addressSpace, long value) {
    String label = label(addressSpace, value);
    int plus = label == null ? -1 : label.lastIndexOf("+0x");
    return plus > 0 && Long.parseUnsignedLong(label.substring(plus + 3), 16) >= REACH
        ? null
        : label;
  }

  /**
   * The same with a name for everything: {@link TraceSymbols#label}.
   *
   * @param user whether it is executed in user mode
   * @param program what its task is called, or null
   */
  public String label(int addressSpace, long pc, boolean user, String program) {
    return symbols.label(addressSpace, pc, user, program);
  }

  /**
   * The same for what the task under a cursor executes, in its present program.
   *
   * @param privilege in which it is executed: 0 is user mode
   */
  public String label(TraceCursor at, int addressSpace, long pc, int privilege) {
    TaskNames.Name task = at.taskName();
    return symbols.label(addressSpace, pc, privilege == 0, task == null ? null : task.name());
  }

  /** All functions of a name. */
  public List<TraceSymbols.Function> named(String name) {
    return table().getOrDefault(name, List.of());
  }

  /**
   * The addresses that a word means: a symbol (all of that name), {@code symbol+0x12}, a
   * hexadecimal address.
   *
   * @return empty if it means nothing in this trace
   */
  public List<Long> addresses(String word) {
    int plus = word.lastIndexOf('+');
    Long offset = plus > 0 ? offset(word.substring(plus + 1)) : null;
    String name = offset == null ? word : word.substring(0, plus);
    long distance = offset == null ? 0 : offset;
    List<Long> found = new ArrayList<>();
    for (TraceSymbols.Function f : named(name)) {
      found.add(f.address() + distance);
    }
    Long address = found.isEmpty() ? address(name) : null;
    if (address != null) {
      found.add(address + distance);
    }
    return found;
  }

  private static Long offset(String digits) {
    try {
      return digits.startsWith("0x") ? address(digits) : Long.valueOf(Long.parseLong(digits));
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** A hexadecimal address, with or without 0x (then of at least four digits); null if none. */
  public static Long address(String word) {
    String digits = word.startsWith("*") ? word.substring(1) : word;
    boolean marked = digits.startsWith("0x") || digits.startsWith("0X");
    digits = (marked ? digits.substring(2) : digits).replace("_", "");
    if (digits.isEmpty() || digits.length() > 16 || !marked && digits.length() < 4) {
      return null;
    }
    try {
      return Long.parseUnsignedLong(digits, 16);
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** Names that begin with a prefix, at most so many. */
  public List<String> startingWith(String prefix, int limit) {
    return table().tailMap(prefix, true).keySet().stream()
        .takeWhile(name -> name.startsWith(prefix))
        .limit(limit)
        .toList();
  }

  /** Functions whose names a pattern is found in, by name. */
  public List<TraceSymbols.Function> matching(Pattern pattern) {
    List<TraceSymbols.Function> found = new ArrayList<>();
    table()
        .forEach(
            (name, all) -> {
              if (pattern.matcher(name).find()) {
                found.addAll(all);
              }
            });
    return found;
  }

  /** The names nearest to one that is not there, for a message. */
  public List<String> like(String name) {
    String lower = name.toLowerCase(java.util.Locale.ROOT);
    return table().keySet().stream()
        .filter(each -> each.toLowerCase(java.util.Locale.ROOT).contains(lower))
        .sorted(java.util.Comparator.comparingInt(String::length))
        .limit(4)
        .toList();
  }

  private NavigableMap<String, List<TraceSymbols.Function>> table() {
    if (byName == null) {
      byName = new TreeMap<>();
      for (int id = 0; id < symbols.count(); id++) {
        TraceSymbols.Function f = symbols.function(id);
        byName.computeIfAbsent(f.name(), k -> new ArrayList<>(1)).add(f);
      }
    }
    return byName;
  }
}
