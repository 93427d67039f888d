package bbt.samples.agree;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Sums up events, and checks that slices nest and time goes forward. */
final class EventCosts implements EventReader.Consumer {
  private record Slice(String name, long nanos) {}

  private final Costs costs = Costs.none();
  private final Map<Long, Deque<Slice>> open = new HashMap<>();
  private final Map<Long, Long> last = new HashMap<>();

  /** Instructions by hart's track. */
  private final SortedMap<String, Long> harts = new TreeMap<>();

  /** Sums of counters, by the part of their name between the hart and the colon. */
  private final SortedMap<String, Long> counters = new TreeMap<>();

  private Map<String, Long> facts = Map.of();
  private long total;
  private long marks;

  @Override
  public void event(
      char phase,
      String group,
      long id,
      String track,
      long nanos,
      String name,
      Map<String, Long> with) {
    boolean task = group.startsWith("tasks of ");
    if (phase == 'C') {
      Costs.add(counters, track.replaceFirst("^hart \\d+ ([a-z]+): .*", "$1"), with.get(""));
      return;
    }
    if (phase == 'i') {
      marks += track.endsWith(": doing") ? 1 : 0; // others are of the console and the boot
      return;
    }
    if (nanos < last.getOrDefault(id, 0L)) {
      throw new AssertionError(track + ": time runs backwards at " + nanos);
    }
    last.put(id, nanos);
    Deque<Slice> stack = open.computeIfAbsent(id, k -> new ArrayDeque<>());
    if (phase == 'B') {
      stack.push(new Slice(name, nanos));
      if (!task) {
        Costs.add(harts, track, with.get("instructions"));
      }
      return;
    }
    Slice slice = stack.pop();
    if (task) {
      Costs.add(costs.self(), slice.name(), with.get("self"));
      total += with.get("self") + with.get("below");
    }
  }

  @Override
  public void facts(Map<String, Long> all) {
    facts = all;
  }

  /** What tracks of tasks say; frames that were too short are in none of the maps. */
  Costs costs() {
    open.forEach(
        (track, stack) -> {
          if (!stack.isEmpty()) {
            throw new AssertionError(track + ": does not end: " + stack);
          }
        });
    return costs.withTotal(total + facts.get("below"));
  }

  /** Frames that are not there. */
  long leftOut() {
    return facts.get("framesLeftOut");
  }

  /** Instructions of harts, by track: what was executed, and for whom. */
  SortedMap<String, Long> harts() {
    return harts;
  }

  /** Sums over all counters of a kind. */
  SortedMap<String, Long> counters() {
    return counters;
  }

  /** Exceptions. */
  long marks() {
    return marks;
  }
}
