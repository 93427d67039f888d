package bbt.reconstruct.replay.memory;

import bbt.reconstruct.memory.MissCounts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts accesses by who accesses and which page.
 *
 * @param <K> who accesses; compared by identity or value
 */
final class RangeCounts<K> {
  static final int PAGE_SHIFT = 12;

  private record Place<K>(K who, long page) {}

  /** What was accessed. */
  record Range<K>(K who, long address, MissCounts counts) {}

  private final Map<Place<K>, MissCounts> counts = new HashMap<>();

  // The place asked for last: accesses come in runs.
  private K lastWho;
  private long lastPage;
  private MissCounts last;

  /** The counts of a page, to be added to. */
  MissCounts of(K who, long address) {
    long page = address >> PAGE_SHIFT;
    if (last == null || lastPage != page || !lastWho.equals(who)) {
      lastWho = who;
      lastPage = page;
      last = counts.computeIfAbsent(new Place<>(who, page), key -> new MissCounts());
    }
    return last;
  }

  /** All of them. */
  List<Range<K>> all() {
    List<Range<K>> all = new ArrayList<>();
    counts.forEach((place, its) -> all.add(new Range<>(place.who, place.page << PAGE_SHIFT, its)));
    return all;
  }
}
