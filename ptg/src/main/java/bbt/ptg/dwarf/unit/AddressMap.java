package bbt.ptg.dwarf.unit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Maps address ranges to objects. Where ranges overlap, the one that starts last counts. */
public final class AddressMap<T> {
  private record Range<T>(long first, long end, T value) {}

  private final List<Range<T>> ranges;

  private AddressMap(List<Range<T>> ranges) {
    this.ranges = ranges;
  }

  /** Collects ranges. */
  public static final class Builder<T> {
    private final List<Range<T>> all = new ArrayList<>();

    public void add(long first, long end, T value) {
      if (Long.compareUnsigned(first, end) < 0) {
        all.add(new Range<>(first, end, value));
      }
    }

    public AddressMap<T> build() {
      List<Range<T>> sorted = new ArrayList<>(all);
      sorted.sort(Comparator.comparing(Range::first, Long::compareUnsigned));
      return new AddressMap<>(sorted);
    }
  }

  /** Returns the object that covers an address, or null. */
  public T at(long address) {
    int low = 0;
    int high = ranges.size() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      if (Long.compareUnsigned(ranges.get(middle).first, address) <= 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    // Ranges seldom overlap, and then a few neighbours do: a linker that dropped functions leaves
    // some at address 0.
    for (int i = high; i >= 0 && i > high - MAX_OVERLAP; i--) {
      Range<T> range = ranges.get(i);
      if (Long.compareUnsigned(address, range.end) < 0) {
        return range.value;
      }
    }
    return null;
  }

  /** All ranges: pairs of first and end. */
  List<long[]> ranges() {
    return ranges.stream().map(range -> new long[] {range.first, range.end}).toList();
  }

  private static final int MAX_OVERLAP = 64;
}
