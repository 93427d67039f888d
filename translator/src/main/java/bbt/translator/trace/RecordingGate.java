package bbt.translator.trace;

import bbt.packets.SidebandRecord;
import bbt.ptg.guest.PrivilegeMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Decides of each node whether it is recorded: a {@link TraceScope} applied to a run. Writer thread
 * only. What it is told is the canonical stream, so what it says does not depend on the engine.
 */
final class RecordingGate {
  /** The state of a hart, as far as filters ask for it. */
  static final class HartView {
    int privilege;
    int space;
    long task;

    /** Whether the hart is executing something that is left out. */
    boolean away;

    /** Whether records of what it executes may be missing, all of which would be left out. */
    boolean quiet;

    /** While it is quiet and not yet {@link #away}: where it goes on, and will leave. */
    long next;

    /** Instructions left out since the trace was told last. */
    long skipped;

    /** Bit i: filter i holds, as far as the state says. */
    private long held;
  }

  private final RecordingSwitch machine;
  private final List<TraceScope.Filter> filters;

  /** By filter: which places a node must start in. */
  private final long[] needed;

  /** The places that are asked for, by bit; those of triggers among them. */
  private final List<TraceScope.Place> places = new ArrayList<>();

  private final List<HartView> harts;

  private final List<TraceScope.Trigger> triggers = new ArrayList<>();

  /** By trigger: whether it switches on; how often its place was reached; the bit of that. */
  private final List<Boolean> starts = new ArrayList<>();

  private final long[] reached;
  private final long[] triggerPlace;

  /** Bits of all places that a filter asks for. */
  private final long filtering;

  /** Bits of all places that trigger. */
  private long triggering;

  /** Whether recording is switched on. */
  private boolean on;

  /** Whether recording ever was switched on. */
  private boolean wasOn;

  /** Names and process ids of all tasks so far, and the functions asked for that were named. */
  private final Set<Object> met = new HashSet<>();

  /**
   * The functions that the trace has named, by address; an empty name where there is none. Those of
   * a page are here before anything of it is executed. Null where no function is asked for.
   */
  private NavigableMap<Long, String> functions;

  /** {@link #wanted}; null: to be found again. */
  private List<TraceScope.Place.Range> wanted;

  private final Map<Long, SidebandRecord.Task> tasks = new HashMap<>();

  /**
   * Creates the gate of a run.
   *
   * @param harts number of harts; at most 32
   * @param machine is told what the gate itself switches
   */
  RecordingGate(TraceScope scope, int harts, RecordingSwitch machine) {
    this.machine = machine;
    this.filters = scope.filters();
    this.needed = new long[filters.size()];
    long all = 0;
    for (int i = 0; i < needed.length; i++) {
      for (TraceScope.Place place : filters.get(i).places()) {
        needed[i] |= 1L << bit(place);
      }
      all |= needed[i];
    }
    this.filtering = all;
    scope.starts().forEach(t -> add(t, true));
    scope.stops().forEach(t -> add(t, false));
    this.reached = new long[triggers.size()];
    this.triggerPlace = new long[triggers.size()];
    for (int i = 0; i < reached.length; i++) {
      if (triggers.get(i) instanceof TraceScope.Trigger.Reached r) {
        triggerPlace[i] = 1L << bit(r.place());
        triggering |= triggerPlace[i];
      }
    }
    switched(scope.starts().isEmpty());
    List<HartView> views = new ArrayList<>();
    for (int i = 0; i < harts; i++) {
      HartView view = new HartView();
      moved(view);
      views.add(view);
    }
    this.harts = List.copyOf(views);
  }

  private void add(TraceScope.Trigger trigger, boolean starts) {
    triggers.add(trigger);
    this.starts.add(starts);
  }

  private int bit(TraceScope.Place place) {
    int bit = places.indexOf(place);
    if (bit < 0) {
      bit = places.size();
      places.add(place);
      if (place instanceof TraceScope.Place.Function && functions == null) {
        functions = new TreeMap<>(Long::compareUnsigned);
      }
    }
    return bit;
  }

  /** The view of a hart, which who executes keeps up to date. */
  HartView hart(int number) {
    return harts.get(number);
  }

  /** Recording was switched by what the machine sees. */
  void switched(boolean toOn) {
    on = toOn;
    wasOn |= toOn;
  }

  /**
   * What was asked for and never came, in words; empty: nothing. So that a name that is spelled
   * wrong does not pass for a guest that does nothing.
   */
  List<String> missing() {
    List<String> all = new ArrayList<>();
    for (TraceScope.Filter filter : filters) {
      if (filter.task() != null && !met.contains(filter.task())) {
        all.add("task=" + filter.task() + ": no task had that name");
      }
      if (filter.pid() != null && !met.contains(filter.pid())) {
        all.add("pid=" + filter.pid() + ": no task had that process id");
      }
    }
    for (TraceScope.Place place : places) {
      if (place instanceof TraceScope.Place.Function && !met.contains(place)) {
        all.add(place + ": nothing that was executed has that name");
      }
    }
    if (!wasOn) {
      all.add("recording was never switched on: " + startTriggers() + " never came");
    }
    return all;
  }

  private String startTriggers() {
    return IntStream.range(0, triggers.size())
        .filter(starts::get)
        .mapToObj(i -> triggers.get(i).toString())
        .collect(Collectors.joining(", "));
  }

  /** Whether recording is switched on. */
  boolean on() {
    return on;
  }

  /**
   * Where nodes may start that a filter or a trigger asks for by their place, in no order: of a
   * trigger only where it begins, of a function all of its addresses.
   */
  List<TraceScope.Place.Range> wanted() {
    if (wanted == null) {
      wanted = findWanted();
    }
    return wanted;
  }

  private List<TraceScope.Place.Range> findWanted() {
    List<TraceScope.Place.Range> all = new ArrayList<>();
    for (int i = 0; i < places.size(); i++) {
      boolean whole = (filtering >>> i & 1) != 0;
      switch (places.get(i)) {
        case TraceScope.Place.Range range -> all.add(range);
        case TraceScope.Place.Function f ->
            functions.forEach(
                (from, name) -> {
                  if (name.equals(f.name())) {
                    Long next = whole ? functions.higherKey(from) : (Long) (from + 1);
                    all.add(new TraceScope.Place.Range(from, next == null ? 0 : next));
                  }
                });
      }
    }
    return List.copyOf(all);
  }

  /** Returns in which of the places an address is: two nodes of the same ones are covered alike. */
  long places(long pc) {
    Map.Entry<Long, String> its = functions == null ? null : functions.floorEntry(pc);
    long mask = 0;
    for (int i = 0; i < places.size(); i++) {
      boolean in =
          switch (places.get(i)) {
            case TraceScope.Place.Range range -> range.has(pc);
            case TraceScope.Place.Function f -> its != null && its.getValue().equals(f.name());
          };
      if (in) {
        mask |= 1L << i;
      }
    }
    return mask;
  }

  /** Whether a node that starts in these places may switch recording. */
  boolean triggers(long mask) {
    return (mask & triggering) != 0;
  }

  /** A node starts at an address; the triggers whose places have it are told. */
  void reached(long pc, long mask) {
    if ((mask & triggering) == 0) {
      return;
    }
    for (int i = 0; i < reached.length; i++) {
      if ((mask & triggerPlace[i]) != 0
          && triggers.get(i) instanceof TraceScope.Trigger.Reached r
          && isStart(r.place(), pc)) {
        reached[i]++;
        if (r.nth() == 0 || r.nth() == reached[i]) {
          switched(starts.get(i));
          machine.switched(on);
        }
      }
    }
  }

  private boolean isStart(TraceScope.Place place, long pc) {
    return switch (place) {
      case TraceScope.Place.Range range -> range.from() == pc;
      case TraceScope.Place.Function function -> functions.containsKey(pc);
    };
  }

  /** Whether a node that a hart enters in these places is recorded. */
  boolean covers(HartView hart, long mask) {
    if (!on) {
      return false;
    }
    if (filters.isEmpty()) {
      return true;
    }
    for (long held = hart.held; held != 0; held &= held - 1) {
      long its = needed[Long.numberOfTrailingZeros(held)];
      if ((mask & its) == its) {
        return true;
      }
    }
    return false;
  }

  /** The state of a hart is another one. */
  void moved(HartView hart) {
    long held = 0;
    for (int i = 0; i < needed.length; i++) {
      if (holds(filters.get(i), hart)) {
        held |= 1L << i;
      }
    }
    hart.held = held;
  }

  private boolean holds(TraceScope.Filter filter, HartView hart) {
    if (filter.privileged() != null
        && filter.privileged() == (hart.privilege == PrivilegeMode.USER)) {
      return false;
    }
    if (filter.space() != null && filter.space() != hart.space) {
      return false;
    }
    if (filter.task() == null && filter.pid() == null) {
      return true;
    }
    SidebandRecord.Task task = tasks.get(hart.task);
    return task != null
        && (filter.task() == null || filter.task().equals(task.name()))
        && (filter.pid() == null || filter.pid() == task.pid());
  }

  /**
   * Learns names of tasks and functions.
   *
   * @return whether an address may be in other {@link #places} than before
   */
  boolean learn(SidebandRecord said) {
    boolean moved = false;
    if (said instanceof SidebandRecord.Task task) {
      tasks.put(task.task(), task);
      met.add(task.name());
      met.add(task.pid());
      for (HartView hart : harts) {
        if (hart.task == task.task()) {
          moved(hart);
        }
      }
    } else if (said instanceof SidebandRecord.Symbols symbols && functions != null) {
      for (int i = 0; i < symbols.names().length; i++) {
        long address = symbols.addresses()[i];
        String name = symbols.names()[i];
        Map.Entry<Long, String> before = functions.floorEntry(address);
        boolean known =
            before != null && before.getKey() == address && before.getValue().equals(name);
        boolean asked = isWanted(name);
        moved |= !known && (asked || before != null && isWanted(before.getValue()));
        functions.put(address, name);
        if (asked) {
          met.add(new TraceScope.Place.Function(name));
        }
      }
    }
    if (moved) {
      wanted = null;
    }
    return moved;
  }

  private boolean isWanted(String name) {
    return places.contains(new TraceScope.Place.Function(name));
  }
}
