package bbt.translator.trace;

import bbt.ptg.guest.PrivilegeMode;
import bbt.translator.code.PhysicalCode;
import bbt.translator.trace.TraceScope.Trigger;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Finds the stretches in which a hart certainly records nothing, so that its code can run without
 * recording. {@link RecordingGate} decides later what of the rest is in the trace. A hart may be
 * quiet where a filter or a trigger asks for places in the code: the nodes there wake it ({@link
 * #marks}). Guest thread only.
 */
final class QuietHarts {
  /**
   * Instructions for which a hart that was woken records at least. Whoever is woken again sooner
   * than he was awake stays so for twice as long the next time: what is executed in a loop does not
   * change between the two forms of the code each time.
   */
  private static final long AWAKE = 2_000;

  private static final long LONGEST_AWAKE = 500 * AWAKE;

  /** The answer of {@link #nextLook} when nothing is waited for. */
  static final long NEVER = Long.MAX_VALUE >> 1;

  /** The state of one hart. */
  private static final class HartState {
    /** Null: nobody shows it other code, and it is never quiet. */
    private Consumer<Boolean> view;

    /**
     * The hart's count behind which it may be quiet: when nothing of what it executes could be in
     * the trace any more, or later; -1: it can be.
     */
    private long since = -1;

    private boolean quiet;

    /** Its count when it became quiet last, and how long it was awake before. */
    private long quietSince;

    private long awake = AWAKE;
  }

  private record Name(int pid, String text) {}

  private final List<TraceScope.Filter> filters;

  /** Whether places in the code switch recording. */
  private final boolean switched;

  /** Whether places in the code decide what is recorded. */
  private final boolean placed;

  /** Where nodes may start that wake a hart. */
  private List<TraceScope.Place.Range> places = List.of();

  private final Map<Long, Name> tasks = new HashMap<>();
  private HartState[] harts = {new HartState()};

  /** Whether recording is on; if places switch it, as far as is known. */
  private boolean on;

  QuietHarts(TraceScope scope) {
    this.filters = scope.filters();
    this.on = scope.starts().isEmpty();
    this.switched =
        Stream.concat(scope.starts().stream(), scope.stops().stream())
            .anyMatch(Trigger.Reached.class::isInstance);
    this.placed = switched || filters.stream().anyMatch(filter -> !filter.places().isEmpty());
  }

  /**
   * Whether the writer's thread is to be asked before a hart becomes quiet, and when another hart
   * has recorded since: it alone knows where functions are, and which of them were reached.
   */
  boolean asks() {
    return placed;
  }

  /** Whether the writer's thread switches recording by itself, by the places that are reached. */
  boolean isSwitchedByPlaces() {
    return switched;
  }

  /** Whether recording is on, as far as is known. */
  boolean isOn() {
    return on;
  }

  /** Where nodes may start that wake a hart; says whether these are others than before. */
  boolean places(List<TraceScope.Place.Range> all) {
    boolean others = !places.equals(all);
    places = all;
    return others;
  }

  /** Whether a node that starts at an address wakes a hart. */
  boolean wakes(long pc) {
    return places.stream().anyMatch(place -> place.has(pc));
  }

  /** Marks the slots of a page at which a hart wakes; {@code null}: there are none. */
  long[] marks(long virtualPage) {
    long[] marks = null;
    for (TraceScope.Place.Range place : places) {
      long from = place.has(virtualPage) ? 0 : place.from() - virtualPage;
      long last = place.to() - 1 - virtualPage;
      if (Long.compareUnsigned(from, PhysicalCode.PAGE_SIZE) >= 0) {
        continue;
      }
      if (Long.compareUnsigned(last, PhysicalCode.PAGE_SIZE) >= 0) {
        last = PhysicalCode.PAGE_SIZE - 1;
      }
      if (marks == null) {
        marks = new long[PhysicalCode.SLOTS / 64];
      }
      for (long at = from >> 1; at <= last >> 1; at++) {
        marks[(int) at >> 6] |= 1L << at;
      }
    }
    return marks;
  }

  private HartState hart(int number) {
    if (number >= harts.length) {
      int old = harts.length;
      harts = Arrays.copyOf(harts, number + 1);
      for (int i = old; i < harts.length; i++) {
        harts[i] = new HartState();
      }
    }
    return harts[number];
  }

  /** Sets who is told whether a hart is to execute the code that does not record. */
  void view(int hart, Consumer<Boolean> view) {
    hart(hart).view = view;
  }

  /** The machine has switched recording. */
  void switched(boolean toOn) {
    on = toOn;
  }

  /** A task has a name from here on. */
  void named(long task, int pid, String name) {
    tasks.put(task, new Name(pid, name));
  }

  /** Whether regions of a hart record nothing. */
  boolean isQuiet(int hart) {
    return hart(hart).quiet;
  }

  /**
   * Whether a hart waits for being quiet: it must execute an instruction first, which begins the
   * gap.
   */
  boolean waits(int hart) {
    HartState its = hart(hart);
    return its.since >= 0 && !its.quiet && its.view != null;
  }

  /** A hart is quiet no more because it has come to a node that wakes it. */
  void woken(int hart, long retired) {
    HartState its = hart(hart);
    if (retired - its.quietSince >= its.awake) {
      its.awake = AWAKE / 2;
    }
    stays(hart, retired);
  }

  /** A hart is not to be quiet for the time being: for twice as long as last. */
  void stays(int hart, long retired) {
    HartState its = hart(hart);
    its.awake = Math.min(its.awake * 2, LONGEST_AWAKE);
    its.since = retired + its.awake;
  }

  /** The instructions after which it may be that it is due, at least 1, or {@link #NEVER}. */
  long nextLook(int hart, long retired) {
    return waits(hart) ? Math.max(hart(hart).since + 1 - retired, 1) : NEVER;
  }

  /** Whether it has executed it. */
  boolean isDue(int hart, long retired) {
    return waits(hart) && retired > hart(hart).since;
  }

  /** A hart is quiet from here on, or no more. */
  void quiet(int hart, long retired, boolean toQuiet) {
    HartState its = hart(hart);
    its.quiet = toQuiet;
    if (toQuiet) {
      its.quietSince = retired;
    }
    its.view.accept(toQuiet);
  }

  /** A hart starts: what it executes first begins a gap anew. */
  void starts(int hart) {
    hart(hart).since = -1;
  }

  /**
   * Is called when a hart's privilege, address space or task has changed, or what is recorded.
   *
   * @return whether what it executes from here on may be in the trace
   */
  boolean mayRecord(int hart, long retired, int privilege, int space, long task) {
    HartState its = hart(hart);
    boolean may = may(privilege, space, task);
    if (may) {
      its.since = -1;
    } else if (its.since < 0 || its.since > retired && !mayWake(privilege, space, task)) {
      its.since = retired;
    }
    return may;
  }

  /**
   * Whether a node may be recorded for its address alone, in this privilege, address space and
   * task.
   */
  private boolean mayWake(int privilege, int space, long task) {
    return switched || filters.stream().anyMatch(f -> holds(f, privilege, space, task));
  }

  private boolean may(int privilege, int space, long task) {
    return on
        && (filters.isEmpty()
            || filters.stream()
                // what is at a place wakes the hart
                .anyMatch(f -> f.places().isEmpty() && holds(f, privilege, space, task)));
  }

  private boolean holds(TraceScope.Filter filter, int privilege, int space, long task) {
    if (filter.privileged() != null && filter.privileged() == (privilege == PrivilegeMode.USER)) {
      return false;
    }
    if (filter.space() != null && filter.space() != space) {
      return false;
    }
    if (filter.task() == null && filter.pid() == null) {
      return true;
    }
    Name its = tasks.get(task);
    return its != null
        && (filter.task() == null || filter.task().equals(its.text))
        && (filter.pid() == null || filter.pid() == its.pid);
  }
}
