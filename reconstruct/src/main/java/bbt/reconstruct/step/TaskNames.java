package bbt.reconstruct.step;

import bbt.packets.SidebandRecord;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** What the guest calls its tasks, and since when. */
public final class TaskNames {
  /**
   * A name.
   *
   * @param pid process id, -1 when not known
   */
  public record Name(int pid, String name) {
    @Override
    public String toString() {
      return pid < 0 ? name : name + "(" + pid + ")";
    }
  }

  private final Map<Long, NavigableMap<Long, Name>> names = new HashMap<>();

  /** A record at (about) a clock. */
  public void add(long clock, SidebandRecord.Task task) {
    names
        .computeIfAbsent(task.task(), k -> new TreeMap<>())
        .put(clock, new Name(task.pid(), task.name()));
  }

  /**
   * A task's name at a clock: the last one said before, else the first one said after.
   *
   * @return null when the trace names it nowhere
   */
  public Name at(long task, long clock) {
    NavigableMap<Long, Name> its = names.get(task);
    if (its == null) {
      return null;
    }
    Map.Entry<Long, Name> before = its.floorEntry(clock);
    return before != null ? before.getValue() : its.firstEntry().getValue();
  }

  /** All tasks that a name or a pid means, at any time. */
  public java.util.Set<Long> called(String nameOrPid) {
    java.util.Set<Long> found = new java.util.TreeSet<>();
    names.forEach(
        (task, its) -> {
          for (Name each : its.values()) {
            if (each.name().equals(nameOrPid)
                || Integer.toString(each.pid()).equals(nameOrPid)
                || each.toString().equals(nameOrPid)) {
              found.add(task);
            }
          }
        });
    return found;
  }

  /** Whether a task has one of its names, or its pid, at a clock. */
  public boolean is(long task, long clock, String nameOrPid) {
    Name name = at(task, clock);
    return name != null
        && (name.name().equals(nameOrPid)
            || Integer.toString(name.pid()).equals(nameOrPid)
            || name.toString().equals(nameOrPid));
  }

  /** All names, for completion. */
  public java.util.SortedSet<String> all() {
    java.util.SortedSet<String> found = new java.util.TreeSet<>();
    for (NavigableMap<Long, Name> its : names.values()) {
      for (Name each : its.values()) {
        found.add(each.name());
      }
    }
    return found;
  }
}
