package bbt.reconstruct.cursor;

import bbt.ptg.guest.GuestIsa;
import bbt.reconstruct.names.CodeAddress;
import bbt.reconstruct.names.TraceSymbols;
import bbt.reconstruct.walk.graph.FunctionMap;
import java.util.List;
import java.util.regex.Pattern;

/** Finds the names of addresses and the addresses of names, at a cursor's place. */
public final class PlaceNames {
  /** Bytes behind a name in which it may still be what a value means. */
  private static final long REACH = 1 << 16;

  private final TraceSymbols symbols;

  public PlaceNames(TraceSymbols symbols) {
    this.symbols = symbols;
  }

  /** The guest whose code is named. */
  public GuestIsa guest() {
    return symbols.guest();
  }

  /** The function at an address at a clock, or null. */
  public TraceSymbols.Function function(int addressSpace, long pc, long clock) {
    return function(pc, symbols.page(addressSpace, pc, clock), addressSpace);
  }

  /** The function at an address that shows a page, or null. */
  public TraceSymbols.Function function(long pc, long page, int addressSpace) {
    int id = symbols.functionAt(addressSpace, pc, page);
    return id == FunctionMap.NONE ? null : symbols.function(id);
  }

  /** {@code name+0x12}, {@code name} at a function's start, or null. */
  public String label(int addressSpace, long pc, long clock) {
    return function(addressSpace, pc, clock) == null
        ? null
        : symbols.label(addressSpace, pc, clock, false, null, null);
  }

  /**
   * Labels a value that may be an address: null, too, where the nearest name in front of it is
   * further away than any function is long.
   */
  public String near(int addressSpace, long value, long clock) {
    String label = label(addressSpace, value, clock);
    int plus = label == null ? -1 : label.lastIndexOf("+0x");
    return plus > 0 && Long.parseUnsignedLong(label.substring(plus + 3), 16) >= REACH
        ? null
        : label;
  }

  /** Labels an address that code in a page refers to, in whatever address space. */
  public String reference(long pc, long page, long target) {
    return symbols.reference(pc, page, target);
  }

  /**
   * Labels an address with a name for everything that the task under a cursor executes, in its
   * present program: {@link TraceSymbols#label}.
   *
   * @param privilege in which it is executed: 0 is user mode
   */
  public String label(TraceCursor at, int addressSpace, long pc, int privilege) {
    return symbols.label(addressSpace, pc, at.clock(), privilege == 0, at.program(), at.images());
  }

  /**
   * The addresses that a word means: {@link bbt.reconstruct.names.CodeNames#addresses}.
   *
   * @return empty if it means nothing in this trace
   */
  public List<CodeAddress> addresses(String word) {
    return symbols.names().addresses(word);
  }

  /** PlaceNames that begin with a prefix, at most so many. */
  public List<String> startingWith(String prefix, int limit) {
    return symbols.names().startingWith(prefix, limit);
  }

  /** Functions whose names a pattern is found in, by name. */
  public List<TraceSymbols.Function> matching(Pattern pattern) {
    return symbols.names().matching(pattern);
  }

  /** The names nearest to one that is not there, for a message. */
  public List<String> like(String name) {
    return symbols.names().like(name);
  }
}
