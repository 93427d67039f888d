package bbt.reconstruct.names;

import bbt.packets.SidebandRecord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Keeps the code that a physical page held, as far as it was executed, one version after another:
 * where an announced halfword changes, the page may hold another program's code, and what was known
 * of it before says nothing of the rest.
 */
final class PageContents {
  private static final int SLOTS = 2048;

  /**
   * The content of a page for a while. When is said by places in the order of the trace's records.
   *
   * @param halfwords {@code slot << 16 | value}
   * @param told where each of them was announced
   * @param until where something else was announced
   */
  record Version(int[] halfwords, long[] told, long since, long until) {
    /** Returns the part that was announced from a place on and before another one. */
    Version between(long from, long to) {
      int[] kept =
          IntStream.range(0, told.length).filter(i -> told[i] >= from && told[i] < to).toArray();
      return kept.length == told.length
          ? this
          : new Version(
              Arrays.stream(kept).map(i -> halfwords[i]).toArray(),
              Arrays.stream(kept).mapToLong(i -> told[i]).toArray(),
              since,
              until);
    }
  }

  private final List<Version> before = new ArrayList<>();
  private List<Version> all;
  private long since;

  /** The present contents by halfword; -1 where that was not executed. */
  private final int[] now = new int[SLOTS];

  /** The time at which each halfword was announced. */
  private final long[] told = new long[SLOTS];

  PageContents() {
    Arrays.fill(now, -1);
  }

  void add(long place, SidebandRecord.Code code) {
    if (changes(code)) {
      before.add(version(place));
      Arrays.fill(now, -1);
      since = place;
    }
    all = null;
    int next = 0;
    for (int slot : slots(code)) {
      told[slot] = now[slot] >= 0 ? told[slot] : place;
      now[slot] = code.halfwords()[next++] & 0xFFFF;
    }
  }

  private boolean changes(SidebandRecord.Code code) {
    int next = 0;
    for (int slot : slots(code)) {
      int value = code.halfwords()[next++] & 0xFFFF;
      if (now[slot] >= 0 && now[slot] != value) {
        return true;
      }
    }
    return false;
  }

  private static int[] slots(SidebandRecord.Code code) {
    int[] slots = new int[Integer.bitCount(code.mask())];
    int next = 0;
    for (int i = 0; i < 32; i++) {
      if ((code.mask() >>> i & 1) != 0) {
        slots[next++] = ((int) (code.line() & 4095) >>> 1) + i;
      }
    }
    return slots;
  }

  private Version version(long until) {
    int[] slots = IntStream.range(0, SLOTS).filter(slot -> now[slot] >= 0).toArray();
    return new Version(
        Arrays.stream(slots).map(slot -> slot << 16 | now[slot]).toArray(),
        Arrays.stream(slots).mapToLong(slot -> told[slot]).toArray(),
        since,
        until);
  }

  /** Where something else was announced last than what had stood there; negative: nowhere. */
  long lastChange() {
    return before.isEmpty() ? -1 : since;
  }

  /** By halfword what the page holds now; -1 where that was not executed. */
  int[] now() {
    return now;
  }

  /** Whether what was known of a page still stands in it: nothing was written over. */
  static boolean hasGrown(int[] before, int[] now) {
    return IntStream.range(0, before.length).allMatch(i -> before[i] < 0 || before[i] == now[i]);
  }

  /** Returns all versions of the page, one after another. */
  List<Version> all() {
    if (all == null) {
      all = new ArrayList<>(before);
      all.add(version(Long.MAX_VALUE));
    }
    return all;
  }

  /**
   * The versions of the page for an image that showed it. What was there before the image and is
   * replaced in it without having been announced again is what another program left.
   */
  List<Version> all(long shown, long until) {
    return all().stream()
        .filter(its -> its.since < until && its.until > shown)
        .map(its -> its.between(its.until < until ? shown : 0, until))
        .filter(its -> its.halfwords.length > 0)
        .toList();
  }
}
