package bbt.reconstruct.profile;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Collects the marks that the guest set: the first ones themselves, all of them by number. */
public final class Marks {
  /** Marks that are kept; a guest may set one in each of its loops. */
  private static final int MOST = 10_000;

  /** All marks of a number. */
  public static final class Tally {
    private long count;
    private long first;
    private long last;

    public long count() {
      return count;
    }

    /** Clock of the first one. */
    public long first() {
      return first;
    }

    /** Clock of the last one. */
    public long last() {
      return last;
    }
  }

  private final List<ProfiledMark> kept = new ArrayList<>();
  private final SortedMap<Integer, Tally> byNumber = new TreeMap<>();
  private long count;

  public void add(ProfiledMark mark) {
    if (kept.size() < MOST) {
      kept.add(mark);
    }
    Tally tally = byNumber.computeIfAbsent(mark.number(), k -> new Tally());
    if (tally.count++ == 0) {
      tally.first = mark.clock();
    }
    tally.last = mark.clock();
    count++;
  }

  public boolean isEmpty() {
    return count == 0;
  }

  /** The number of marks. */
  public long count() {
    return count;
  }

  /** The first ones, in the order of the walk: all of them if there are not too many. */
  public List<ProfiledMark> first() {
    return List.copyOf(kept);
  }

  public SortedMap<Integer, Tally> byNumber() {
    return new TreeMap<>(byNumber);
  }
}
