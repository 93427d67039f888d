package bbt.reconstruct.names;

import bbt.packets.SidebandRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Finds code that a guest executed at several addresses because it copied itself: a boot loader
 * that goes to the end of memory, a monitor that leaves its flash. Its functions are those of the
 * place where it was executed first. Only what ran without address translation is looked at, and of
 * that only what was never replaced; where there are symbols, they know better ({@link
 * BinaryPages}).
 *
 * <p>A distance between two places counts if enough of the code that was executed at both is the
 * same. Then it holds for all pages between the first and the last one that show it, but for those
 * that hold something else: of the original often only a little was executed.
 */
final class CopiedCode {
  private static final int PAGE = 4096;

  /** A key is so many halfwords one after another: two instructions at least. */
  private static final int KEY = 4;

  /** A key that more pages share says nothing. */
  private static final int COMMON = 8;

  /** The fewest equal halfwords that show a copy: some fifty instructions. */
  private static final int TELLING = 128;

  /** One in so many of the halfwords may differ: a copy is patched in places. */
  private static final int TOLERANCE = 16;

  /** The most distances that are looked at, those with the most common keys first. */
  private static final int MOST = 64;

  private record Key(int slot, long halfwords) {}

  /** The pages of a copy that agree with the original. */
  private static final class Distance {
    final List<Long> pages = new ArrayList<>();
    final Set<Long> others = new HashSet<>();
    int agree;
    int differ;
  }

  private final Map<Long, PageContents> contents = new TreeMap<>(Long::compareUnsigned);
  private final Set<Long> translated = new HashSet<>();
  private final Map<Long, Long> first = new HashMap<>();

  /** By page of a copy: how far above its original it is. */
  private final Map<Long, Long> biases = new HashMap<>();

  /** Learns of a record; they come in the trace's order. */
  void add(SidebandRecord item) {
    if (item instanceof SidebandRecord.Mapping m) {
      if (m.virtualPage() == m.physicalPage()) {
        return;
      }
      translated.add(m.physicalPage());
      contents.remove(m.physicalPage());
    } else if (item instanceof SidebandRecord.Code code) {
      long page = code.line() & -PAGE;
      if (!translated.contains(page)) {
        first.putIfAbsent(page, (long) first.size());
        contents.computeIfAbsent(page, k -> new PageContents()).add(first.size(), code);
      }
    }
  }

  /** Compares what is known; to be called when all is. */
  void finish() {
    contents.values().removeIf(its -> its.lastChange() >= 0);
    Map<Long, Integer> votes = votes();
    List<Long> likely =
        votes.keySet().stream()
            .sorted((a, b) -> Integer.compare(votes.get(b), votes.get(a)))
            .limit(MOST)
            .toList();
    for (long bias : likely) {
      Distance its = distance(bias);
      if (its.agree >= TELLING && its.differ * TOLERANCE <= its.agree) {
        copied(bias, its);
      }
    }
    contents.clear();
    translated.clear();
  }

  /** By distance from the page that was executed first: how many keys two pages share. */
  private Map<Long, Integer> votes() {
    Map<Key, List<Long>> byKey = new HashMap<>();
    contents.forEach(
        (page, its) -> {
          int[] now = its.now();
          for (int slot = 0; slot + KEY <= now.length; slot += KEY) {
            long key = 0;
            boolean whole = true;
            for (int i = 0; i < KEY; i++) {
              whole &= now[slot + i] >= 0;
              key = key << 16 | now[slot + i] & 0xFFFF;
            }
            if (whole) {
              byKey.computeIfAbsent(new Key(slot, key), k -> new ArrayList<>(1)).add(page);
            }
          }
        });
    Map<Long, Integer> votes = new HashMap<>();
    for (List<Long> pages : byKey.values()) {
      for (long from : pages.size() > COMMON ? List.<Long>of() : pages) {
        for (long to : pages) {
          if (first.get(from) < first.get(to)) {
            votes.merge(to - from, 1, Integer::sum);
          }
        }
      }
    }
    return votes;
  }

  private Distance distance(long bias) {
    Distance found = new Distance();
    for (long page : contents.keySet()) {
      PageContents original = contents.get(page - bias);
      if (original == null || first.get(page - bias) >= first.get(page)) {
        continue;
      }
      int agree = 0;
      int differ = 0;
      for (int slot = 0; slot < PAGE / 2; slot++) {
        int there = original.now()[slot];
        int here = contents.get(page).now()[slot];
        agree += there >= 0 && there == here ? 1 : 0;
        differ += there >= 0 && here >= 0 && there != here ? 1 : 0;
      }
      if (agree >= KEY && differ * TOLERANCE <= agree) {
        found.pages.add(page);
        found.agree += agree;
        found.differ += differ;
      } else if (differ > 0) {
        found.others.add(page);
      }
    }
    return found;
  }

  private void copied(long bias, Distance its) {
    long last = its.pages.getLast();
    for (long page = its.pages.getFirst(); Long.compareUnsigned(page, last) <= 0; page += PAGE) {
      boolean after = first.getOrDefault(page - bias, -1L) < first.getOrDefault(page, -1L);
      if (contents.containsKey(page) && after && !its.others.contains(page)) {
        biases.putIfAbsent(page, bias);
      }
    }
  }

  /** How far above its original the code at an address is; 0 if it is no copy. */
  long bias(long pc) {
    long bias = 0;
    if (!biases.isEmpty()) {
      // A copy may be one of a copy; each was executed later than its original, so this ends.
      for (Long more = biases.get(pc & -PAGE); more != null; ) {
        bias += more;
        more = biases.get(pc - bias & -PAGE);
      }
    }
    return bias;
  }

  /** The addresses of an original's code in its copies. */
  List<Long> copies(long address) {
    List<Long> found = new ArrayList<>();
    for (long page : biases.keySet()) {
      long there = page | address & PAGE - 1;
      if (bias(there) == there - address) {
        found.add(there);
      }
    }
    found.sort(Long::compareUnsigned);
    return found;
  }
}
