package bbt.reconstruct.step;

import bbt.packets.Chunk;
import bbt.packets.SidebandRecord;
import bbt.packets.TraceReader;
import bbt.reconstruct.trace.ProcessImages;
import bbt.reconstruct.trace.Processes;
import bbt.reconstruct.trace.TraceSymbols;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
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
  private final Map<Integer, Long> taskOf = new HashMap<>();
  private final Processes processes = new Processes();

  /** By process. */
  private final Map<Integer, NavigableMap<Long, ProcessImages>> images = new HashMap<>();

  /** All that a trace says, without being walked; with several harts no nearer than its epochs. */
  public static TaskNames read(Path trace) throws IOException {
    TaskNames all = new TaskNames();
    try (TraceReader reader = TraceReader.open(trace).skipFrames()) {
      Chunk.Epoch epoch = null;
      for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
        if (chunk instanceof Chunk.Epoch next && reader.harts() > 1) {
          epoch = next;
        } else if (chunk instanceof Chunk.Sideband its && its.hart() < reader.harts()) {
          long others = epoch == null ? 0 : epoch.clock() - epoch.retired()[its.hart()];
          all.add(its, others);
        }
      }
    }
    return all;
  }

  private void add(Chunk.Sideband chunk, long others) {
    for (SidebandRecord item : chunk.checkpoint() ? List.<SidebandRecord>of() : chunk.records()) {
      if (item instanceof SidebandRecord.Task task) {
        add(others + task.retired(), task);
      } else if (item instanceof SidebandRecord.Note note) {
        add(others + note.retired(), note);
      }
    }
  }

  /** A record at (about) a clock. */
  public void add(long clock, SidebandRecord.Task task) {
    if (task.pid() >= 0) {
      taskOf.put(task.pid(), task.task());
    }
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

  /** A note at (about) a clock; it may say something of a process: {@link Processes}. */
  public void add(long clock, SidebandRecord.Note note) {
    int process = processes.add(note);
    if (process != Processes.NONE) {
      images.computeIfAbsent(process, k -> new TreeMap<>()).put(clock, processes.images(process));
    }
  }

  /** What the program of a task is called at a clock: of a thread, as its process is then. */
  public String program(long task, long clock) {
    Name name = at(task, clock);
    int process = name == null ? Processes.NONE : processes.ofThread(name.pid());
    Name leader = process == Processes.NONE ? null : of(process, clock);
    return leader != null ? leader.name() : name != null ? name.name() : TraceSymbols.NAMELESS;
  }

  /** Where the images of a task's process are at a clock; null where the trace does not say it. */
  public ProcessImages images(long task, long clock) {
    Name name = at(task, clock);
    if (name == null) {
      return null;
    }
    int process = processes.ofThread(name.pid());
    NavigableMap<Long, ProcessImages> its =
        images.get(process == Processes.NONE ? name.pid() : process);
    Map.Entry<Long, ProcessImages> before = its == null ? null : its.floorEntry(clock);
    return before == null ? null : before.getValue();
  }

  /** What a process is called at a clock, or was in the end. */
  private Name of(int pid, long clock) {
    NavigableMap<Long, Name> its =
        names.getOrDefault(taskOf.get(pid), Collections.emptyNavigableMap());
    for (Name each : its.headMap(clock, true).descendingMap().values()) {
      if (each.pid() == pid) {
        return each;
      }
    }
    return null;
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
