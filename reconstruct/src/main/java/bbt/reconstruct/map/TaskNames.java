package bbt.reconstruct.map;

import bbt.packets.Chunk;
import bbt.packets.SidebandRecord;
import bbt.packets.TraceReader;
import bbt.reconstruct.names.ProcessImages;
import bbt.reconstruct.names.Processes;
import bbt.reconstruct.names.TraceSymbols;
import bbt.reconstruct.trace.RecordOrder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Finds the guest's names of its tasks, each with the moment since when it holds. */
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

  /** By process id: the tasks that had it. */
  private final Map<Integer, NavigableMap<Long, Long>> tasks = new HashMap<>();

  private final Processes processes = new Processes();

  /** By task's id: the processes that it was a thread of, {@link Processes#NONE} for none. */
  private final Map<Integer, NavigableMap<Long, Integer>> threads = new HashMap<>();

  /** The images of each process, by when they hold. */
  private final Map<Integer, NavigableMap<Long, ProcessImages>> images = new HashMap<>();

  /** Reads all that a trace says of its tasks, without walking it. */
  public static TaskNames read(Path trace) throws IOException {
    TaskNames all = new TaskNames();
    try (TraceReader reader = TraceReader.open(trace).skipFrames()) {
      RecordOrder order = new RecordOrder(reader.harts(), all::add);
      for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
        order.add(chunk);
      }
      order.finish();
    }
    return all;
  }

  /**
   * A record at a clock; it may say something of a task. In their order: {@link RecordOrder}.
   *
   * @throws IllegalArgumentException if it is of another form than such records are
   */
  public void add(long clock, SidebandRecord item) {
    if (item instanceof SidebandRecord.Task task) {
      add(clock, task);
    } else if (item instanceof SidebandRecord.Note note) {
      add(clock, note);
    }
  }

  private void add(long clock, SidebandRecord.Task task) {
    if (task.pid() >= 0) {
      tasks.computeIfAbsent(task.pid(), k -> new TreeMap<>()).put(clock, task.task());
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

  private void add(long clock, SidebandRecord.Note note) {
    int pid = processes.add(note);
    if (pid == Processes.NONE) {
      return;
    }
    int process = processes.ofThread(pid);
    threads.computeIfAbsent(pid, k -> new TreeMap<>()).put(clock, process);
    if (process == Processes.NONE) {
      images.computeIfAbsent(pid, k -> new TreeMap<>()).put(clock, processes.images(pid));
    }
  }

  /**
   * The name of a task's program at a clock: the file's, where the trace says it, else that of its
   * process then.
   */
  public String program(long task, long clock) {
    ProcessImages its = images(task, clock);
    if (its != null && its.program() != null) {
      return its.program();
    }
    Name name = at(task, clock);
    int process = name == null ? Processes.NONE : ofThread(name.pid(), clock);
    Name leader = process == Processes.NONE ? null : of(process, clock);
    return leader != null ? leader.name() : name != null ? name.name() : TraceSymbols.NAMELESS;
  }

  /** Where the images of a task's process are at a clock; null where the trace does not say it. */
  public ProcessImages images(long task, long clock) {
    Name name = at(task, clock);
    if (name == null) {
      return null;
    }
    int process = ofThread(name.pid(), clock);
    return last(images.get(process == Processes.NONE ? name.pid() : process), clock);
  }

  /** The process of which a task is a thread at a clock; {@link Processes#NONE} if of none. */
  private int ofThread(int pid, long clock) {
    Integer process = last(threads.get(pid), clock);
    return process == null ? Processes.NONE : process;
  }

  /** The value that was told last before a clock; null if none was. */
  private static <T> T last(NavigableMap<Long, T> said, long clock) {
    Map.Entry<Long, T> before = said == null ? null : said.floorEntry(clock);
    return before == null ? null : before.getValue();
  }

  /** The name of a process at a clock, or the one that it had in the end. */
  private Name of(int pid, long clock) {
    NavigableMap<Long, Name> its =
        names.getOrDefault(last(tasks.get(pid), clock), Collections.emptyNavigableMap());
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
