package bbt.reconstruct.select;

import bbt.packets.SidebandRecord;
import bbt.ptg.guest.GuestIsa;
import bbt.reconstruct.names.CodeAddress;
import bbt.reconstruct.names.TraceSymbols;
import bbt.reconstruct.trace.TraceOutline;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Decides of each instruction of one trace whether a {@link Selection} holds it. */
public final class SelectionScope {
  /** A process at a task's address. */
  private record Process(long task, int pid) {}

  private final GuestIsa guest;
  private final Selection selection;
  private final long from;
  private final long to;
  private final long instructions;
  private final double seconds;

  /** Null where any task will do. */
  private final Set<Process> tasks;

  /** The first process id of each task address: names may come after the task has run. */
  private final Map<Long, Integer> firstPid;

  /** The functions that the names mean. */
  private final Set<String> functions;

  /** The meaning of the names that are no functions'. */
  private final List<CodeAddress> places;

  private SelectionScope(
      Selection selection,
      long from,
      long to,
      TraceOutline outline,
      Set<Process> tasks,
      Map<Long, Integer> firstPid,
      Set<String> functions,
      List<CodeAddress> places) {
    this.functions = functions;
    this.places = places;
    this.guest = outline.guest();
    this.selection = selection;
    this.from = from;
    this.to = to;
    this.instructions = outline.total();
    this.seconds =
        outline.clock().secondsBefore(Math.min(to, instructions))
            - outline.clock().secondsBefore(Math.min(from, instructions));
    this.tasks = tasks;
    this.firstPid = firstPid;
  }

  /**
   * Finds out what a selection means in a trace.
   *
   * @param symbols functions by name
   * @return null when everything is selected
   * @throws SelectionException if the trace has no such task, function or hart, or the window is
   *     empty
   */
  public static SelectionScope of(Selection selection, Path trace, TraceSymbols symbols)
      throws IOException {
    return selection.everything() ? null : of(selection, TraceOutline.of(trace), symbols);
  }

  /**
   * Resolves a selection against a trace whose outline has been read.
   *
   * @throws SelectionException if the trace has no such task, function or hart, or the window is
   *     empty
   */
  public static SelectionScope of(Selection selection, TraceOutline outline, TraceSymbols symbols)
      throws SelectionException {
    long from = selection.from() == null ? 0 : selection.from().clock(outline);
    long to = selection.to() == null ? Long.MAX_VALUE : selection.to().clock(outline);
    if (from >= to) {
      throw new SelectionException(
          "--from (instruction " + from + ") must be before --to (instruction " + to + ")");
    }
    if (from > outline.total()) {
      throw new SelectionException(
          "--from is instruction " + from + ", the trace has only " + outline.total());
    }
    for (int hart : selection.harts()) {
      if (hart < 0 || hart >= outline.instructions().length) {
        throw new SelectionException(
            "no hart " + hart + ": the trace has " + outline.instructions().length);
      }
    }
    Set<String> functions = new HashSet<>();
    List<CodeAddress> places = new ArrayList<>();
    for (String function : selection.functions()) {
      Set<String> named = symbols.names().meant(function);
      List<CodeAddress> its = named.isEmpty() ? symbols.names().addresses(function) : List.of();
      functions.addAll(named);
      places.addAll(its);
      if (its.isEmpty() && named.isEmpty()) {
        throw new SelectionException(
            "no function is called '"
                + function
                + "' in this trace; bbt report names them, --binary adds names, and an address"
                + " (0x...) will do");
      }
    }
    return new SelectionScope(
        selection,
        from,
        to,
        outline,
        processes(selection.tasks(), outline),
        firstPids(outline),
        functions,
        places);
  }

  private static Map<Long, Integer> firstPids(TraceOutline outline) {
    Map<Long, Integer> first = new HashMap<>();
    for (SidebandRecord.Task task : outline.tasks()) {
      if (task.pid() != -1) {
        first.putIfAbsent(task.task(), task.pid());
      }
    }
    return first;
  }

  private static Set<Process> processes(List<String> wanted, TraceOutline outline)
      throws SelectionException {
    if (wanted.isEmpty()) {
      return null;
    }
    Map<Long, Integer> first = firstPids(outline);
    // A process goes by the last name that it had.
    Map<Process, String> names = new LinkedHashMap<>();
    for (SidebandRecord.Task task : outline.tasks()) {
      int pid = task.pid() != -1 ? task.pid() : first.getOrDefault(task.task(), -1);
      names.put(new Process(task.task(), pid), task.name());
    }
    Set<Process> chosen = new HashSet<>();
    for (String each : wanted) {
      int before = chosen.size();
      names.forEach(
          (process, name) -> {
            if (name.equals(each) || Integer.toString(process.pid).equals(each)) {
              chosen.add(process);
            }
          });
      if (isAddress(each)) {
        long address = address(each);
        chosen.add(new Process(address, first.getOrDefault(address, -1)));
        names.keySet().stream().filter(p -> p.task == address).forEach(chosen::add);
      }
      if (chosen.size() == before && names.values().stream().noneMatch(each::equals)) {
        throw new SelectionException(
            "no task is called '" + each + "' in this trace; there are " + list(names));
      }
    }
    return chosen;
  }

  private static String list(Map<Process, String> names) {
    Set<String> all = new TreeSet<>(names.values());
    String shown = String.join(", ", all.stream().limit(20).toList());
    return all.isEmpty() ? "none with a name" : shown + (all.size() > 20 ? ", ..." : "");
  }

  private static boolean isAddress(String text) {
    return text.matches("0[xX][0-9a-fA-F]{1,16}");
  }

  private static long address(String text) {
    return Long.parseUnsignedLong(text.substring(2), 16);
  }

  public Selection selection() {
    return selection;
  }

  /** First clock of the window. */
  public long from() {
    return from;
  }

  /** Clock behind the window; {@link Long#MAX_VALUE} without an end. */
  public long to() {
    return to;
  }

  /** Instructions of the whole trace. */
  public long traceInstructions() {
    return instructions;
  }

  /** Guest time of the window. */
  public double windowSeconds() {
    return seconds;
  }

  /** Instructions of the window in a range of the clock. */
  public long overlap(long start, long end) {
    return Math.max(0, Math.min(end, to) - Math.max(start, from));
  }

  /** Whether a clock is in the window. */
  public boolean inWindow(long clock) {
    return clock >= from && clock < to;
  }

  /** The next clock at which the window begins or ends. */
  public long nextEdge(long clock) {
    return clock < from ? from : clock < to ? to : Long.MAX_VALUE;
  }

  /**
   * Whether a task is selected.
   *
   * @param pid -1 before the guest named the task
   */
  public boolean task(long id, int pid) {
    return tasks == null
        || tasks.contains(new Process(id, pid != -1 ? pid : firstPid.getOrDefault(id, -1)));
  }

  /** Whether nothing but the window restricts. */
  public boolean onlyWindow() {
    return selection.onlyWindow();
  }

  /** Whether a privilege mode is selected, by its number. */
  public boolean privilege(int level) {
    return selection.privileges().isEmpty()
        || selection.privileges().stream().anyMatch(p -> p.includes(guest.mode(level)));
  }

  public boolean hart(int number) {
    return selection.harts().isEmpty() || selection.harts().contains(number);
  }

  /** Whether only what is inside some functions is selected. */
  public boolean byFunction() {
    return !selection.functions().isEmpty();
  }

  /**
   * Whether a function is one of those.
   *
   * @param name its symbol, null without one
   * @param program whose it is
   */
  public boolean function(String name, long address, String program) {
    return name != null && functions.contains(name)
        || places.stream().anyMatch(place -> place.is(address, program));
  }
}
