package bbt.translator.trace;

import bbt.ptg.guest.PrivilegeMode;
import bbt.translator.trace.TraceScope.Trigger;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Finds the stretches in which a hart certainly records nothing, so that its code can run without
 * recording. {@link RecordingGate} decides later what of the rest is in the trace; this class does
 * not know where functions begin and end, so in doubt it lets the hart record. Guest thread only.
 */
final class QuietHarts {
  /** The state of one hart. */
  private static final class HartState {
    private Consumer<Boolean> view = quiet -> {};

    /**
     * The hart's count when nothing of what it executes could be in the trace any more; -1: it can
     * be.
     */
    private long since = -1;

    private boolean quiet;
  }

  private record Name(int pid, String text) {}

  private final List<TraceScope.Filter> filters;

  /** Whether recording that is off stays off whatever code is executed. */
  private final boolean offStays;

  /** Whether recording that is on stays on whatever code is executed. */
  private final boolean onStays;

  private final Map<Long, Name> tasks = new HashMap<>();
  private HartState[] harts = {new HartState()};

  /** Whether recording is on, as far as the machine has switched it. */
  private boolean on;

  QuietHarts(TraceScope scope) {
    this.filters = scope.filters();
    this.on = scope.starts().isEmpty();
    // A stop that is off already does nothing, unless it is the Nth that counts.
    this.offStays =
        scope.starts().stream().noneMatch(t -> t instanceof Trigger.Reached)
            && scope.stops().stream().noneMatch(t -> t instanceof Trigger.Reached r && r.nth() > 0);
    this.onStays = offStays && scope.stops().stream().noneMatch(t -> t instanceof Trigger.Reached);
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
    return its.since >= 0 && !its.quiet;
  }

  /** Whether it has executed it. */
  boolean isDue(int hart, long retired) {
    return waits(hart) && retired > hart(hart).since;
  }

  /** A hart is quiet from here on, or no more. */
  void quiet(int hart, boolean toQuiet) {
    HartState its = hart(hart);
    its.quiet = toQuiet;
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
    } else if (its.since < 0) {
      its.since = retired;
    }
    return may;
  }

  private boolean may(int privilege, int space, long task) {
    if (!on && offStays) {
      return false;
    }
    return filters.isEmpty()
        || !onStays
        || filters.stream().anyMatch(f -> may(f, privilege, space, task));
  }

  private boolean may(TraceScope.Filter filter, int privilege, int space, long task) {
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
