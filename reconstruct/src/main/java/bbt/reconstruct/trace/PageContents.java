package bbt.reconstruct.trace;

import bbt.packets.SidebandRecord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The code that a physical page held, as far as it was executed, one after another: where an
 * announced halfword changes, the page may hold another program's code, and what was known of it
 * before says nothing of the rest.
 */
final class PageContents {
  private static final int SLOTS = 2048;

  /**
   * What a page held for a while. When is said by places in the order of the trace's records.
   *
   * @param halfwords {@code slot << 16 | value}
   * @param told where some of it was announced last
   * @param until where something else was announced
   */
  record Version(int[] halfwords, long since, long told, long until) {}

  private final List<Version> before = new ArrayList<>();
  private List<Version> all;
  private long since;
  private long told;

  /** What it holds now; -1 where that was not executed. */
  private final int[] now = new int[SLOTS];

  PageContents() {
    Arrays.fill(now, -1);
  }

  void add(long place, SidebandRecord.Code code) {
    if (changes(code)) {
      before.add(new Version(packed(), since, told, place));
      Arrays.fill(now, -1);
      since = place;
    }
    told = place;
    all = null;
    int next = 0;
    for (int slot : slots(code)) {
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

  private int[] packed() {
    int[] all = new int[SLOTS];
    int count = 0;
    for (int slot = 0; slot < SLOTS; slot++) {
      if (now[slot] >= 0) {
        all[count++] = slot << 16 | now[slot];
      }
    }
    return Arrays.copyOf(all, count);
  }

  /** By halfword what the page holds now; -1 where that was not executed. */
  int[] now() {
    return now;
  }

  /** Everything that it held, one after another. */
  List<Version> all() {
    if (all == null) {
      all = new ArrayList<>(before);
      all.add(new Version(packed(), since, told, Long.MAX_VALUE));
    }
    return all;
  }

  /**
   * What it held for an image that showed it. What was there before the image and is replaced in it
   * without having been announced again is what another program left.
   */
  List<Version> all(long shown, long until) {
    return all().stream()
        .filter(its -> its.since < until && its.until > shown)
        .filter(its -> its.told >= shown || its.until >= until)
        .toList();
  }
}
