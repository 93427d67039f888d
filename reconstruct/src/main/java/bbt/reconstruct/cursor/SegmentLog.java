package bbt.reconstruct.cursor;

import bbt.packets.Packet;
import bbt.packets.bytes.Problem;
import bbt.reconstruct.basics.NumberText;
import bbt.reconstruct.map.TraceMap;
import bbt.reconstruct.map.TraceSegment;
import bbt.reconstruct.stack.SavedStack;
import bbt.reconstruct.stack.StackTracker;
import bbt.reconstruct.stack.TaskStacks.Key;
import bbt.reconstruct.walk.SegmentWalk;
import bbt.reconstruct.walk.flow.FlowListener;
import bbt.reconstruct.walk.flow.FlowPair;
import bbt.reconstruct.walk.flow.PieceConsumer;
import bbt.reconstruct.walk.graph.FunctionMap;
import bbt.reconstruct.walk.graph.Step;
import bbt.reconstruct.walk.hart.WalkException;
import bbt.reconstruct.walk.hart.WalkState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;

/**
 * The execution of one segment, as entries that can be read in both directions: each is a {@link
 * Step} of which the first so many instructions were executed, or a {@link LogMark}.
 */
final class SegmentLog {
  /**
   * Entries of a log at most. A frame has some million events; more entries are a loop without one,
   * whose rounds are not taken down for ever.
   */
  private static final int MOST = 1 << 24;

  /** Entries between two saved sets of call stacks. */
  private static final int STACKS_EVERY = 1 << 15;

  final int segment;

  /** Instructions of all harts before the first entry. */
  final long clock;

  private Object[] items = new Object[1 << 12];

  /** Instructions of the segment before each entry; one more than there are entries. */
  private int[] before = new int[(1 << 12) + 1];

  private int count;

  /** The places of the marks in the log. */
  private int[] marks = new int[64];

  private int markCount;

  /** Stacks that changed up to an entry since the saved ones before. */
  private record Stacks(
      int entry,
      Map<Key, SavedStack> changed,
      boolean forgotten,
      LogMark.State[] harts,
      BitSet running) {}

  /** Where harts stand at the log's start. */
  private Stacks first;

  private final List<Stacks> stacks = new ArrayList<>();

  private SegmentLog(int segment, long clock) {
    this.segment = segment;
    this.clock = clock;
  }

  /** Walks a segment and takes down all of it. */
  static SegmentLog of(TraceMap map, int number) {
    TraceSegment segment = map.segment(number);
    SegmentLog log = new SegmentLog(number, segment.clock());
    Taker taker = log.new Taker(map, segment);
    SegmentWalk walk =
        new SegmentWalk(
            map.guest(),
            segment.start(),
            map.codeBefore(number),
            FunctionMap.nameless(map.symbols()),
            new FlowPair(taker.tracker, taker),
            taker,
            node -> true);
    List<Problem> problems = walk.walk(map.chunks(number));
    boolean last = number + 1 == map.segments();
    taker.finish(walk, problems, last ? endMessage(map, problems, walk) : null);
    log.trim();
    return log;
  }

  private static String endMessage(TraceMap map, List<Problem> problems, SegmentWalk walk) {
    if (!problems.isEmpty()) {
      return "the rest is missing: " + problems.getLast().message();
    }
    if (map.end() == null) {
      return "the trace was cut here";
    }
    long missing = 0;
    for (int i = 0; i < map.harts(); i++) {
      missing += map.end().harts().get(i).retired() - walk.walker(i).retired();
    }
    return missing <= 0
        ? map.end().told()
        : missing + " instructions up to the end are missing; then: " + map.end().told();
  }

  private void trim() {
    items = Arrays.copyOf(items, count);
    before = Arrays.copyOf(before, count + 1);
    marks = Arrays.copyOf(marks, markCount);
  }

  private void add(Object item, int instructions) {
    if (count == items.length) {
      items = Arrays.copyOf(items, count * 2);
      before = Arrays.copyOf(before, count * 2 + 1);
    }
    items[count++] = item;
    before[count] = before[count - 1] + instructions;
  }

  private void mark(LogMark mark) {
    if (markCount == marks.length) {
      marks = Arrays.copyOf(marks, markCount * 2);
    }
    marks[markCount++] = count;
    add(mark, 0);
  }

  /** Number of entries. */
  int size() {
    return count;
  }

  /** The mark at an entry, or null where a node was executed. */
  LogMark mark(int entry) {
    return items[entry] instanceof LogMark mark ? mark : null;
  }

  /** The node executed at an entry, or null where a mark stands. */
  Step step(int entry) {
    return items[entry] instanceof Step step ? step : null;
  }

  /** Instructions executed at an entry; 0 of a mark. */
  int executed(int entry) {
    return before[entry + 1] - before[entry];
  }

  /** The common clock before an entry. */
  long clockAt(int entry) {
    return clock + before[entry];
  }

  /** Stops at an entry: one before each instruction, or one at the mark, or none. */
  int stops(int entry) {
    return items[entry] instanceof LogMark mark ? (mark.kind().stop ? 1 : 0) : executed(entry);
  }

  /** The first entry at whose end more instructions have been executed, or {@link #size}. */
  int entryAfter(long atClock) {
    int low = 0;
    int high = count;
    while (low < high) {
      int mid = (low + high) >>> 1;
      if (clockAt(mid + 1) > atClock) {
        high = mid;
      } else {
        low = mid + 1;
      }
    }
    return low;
  }

  /** The last mark at or before an entry: what holds there. Every log begins with a mark. */
  int markBefore(int entry) {
    int at = Arrays.binarySearch(marks, entry);
    return marks[at >= 0 ? at : -at - 2];
  }

  /** The nearest mark behind an entry, or -1. */
  int markAfter(int entry) {
    int at = Arrays.binarySearch(marks, entry + 1);
    int index = at >= 0 ? at : -at - 1;
    return index < marks.length ? marks[index] : -1;
  }

  /** The state at an entry. */
  LogMark.State state(int entry) {
    return ((LogMark) items[markBefore(entry)]).state();
  }

  /** The state before an entry: of a trap, what was interrupted. */
  LogMark.State stateBefore(int entry) {
    LogMark mark = mark(entry);
    if (mark == null || entry == 0) {
      return state(entry);
    }
    LogMark.State before = state(entry - 1);
    return before.hart() == mark.state().hart() ? before : mark.state();
  }

  /** Where execution went on behind an entry, on the same hart. */
  long pcAfter(int entry) {
    if (entry + 1 < count
        && items[entry] instanceof Step
        && items[entry + 1] instanceof Step next) {
      return next.pc(); // no mark between them, so of the same hart
    }
    int hart = state(entry).hart();
    int i = entry + 1;
    while (i < count) {
      if (items[i] instanceof LogMark mark) {
        boolean says = mark.kind() != LogMark.Kind.TURN && mark.kind() != LogMark.Kind.GAP;
        if (says && mark.state().hart() == hart) {
          return mark.from();
        }
        i++;
      } else if (state(i).hart() == hart) {
        return ((Step) items[i]).pc();
      } else {
        int next = markAfter(i);
        i = next < 0 ? count : next;
      }
    }
    return endPc[hart];
  }

  /** By hart: where it stands at the log's end. */
  private long[] endPc = new long[0];

  /**
   * A tracker that has seen everything up to the entry that {@link #trackedFrom} names, and stands
   * at the hart of that entry.
   */
  StackTracker tracker(TraceMap map, int entry) {
    int index = tracked(entry);
    StackTracker tracker = new StackTracker(map.guest().traps(), key -> stackAt(map, index, key));
    Stacks from = index < 0 ? first : stacks.get(index);
    for (LogMark.State s : from.harts()) {
      tracker.hart(s.hart());
      tracker.turn(s.offset(), 0);
      if (from.running().get(s.hart())) {
        tracker.start(0, s.pc(), s.privilege(), s.addressSpace(), s.task());
      }
    }
    tracker.hart(state(Math.min(from.entry(), count - 1)).hart());
    return tracker;
  }

  /** The entry from which events must be told to {@link #tracker}. */
  int trackedFrom(int entry) {
    int index = tracked(entry);
    return index < 0 ? 0 : stacks.get(index).entry();
  }

  private int tracked(int entry) {
    int index = stacks.size() - 1;
    while (index >= 0 && stacks.get(index).entry() > entry) {
      index--;
    }
    return index;
  }

  private SavedStack stackAt(TraceMap map, int index, Key key) {
    for (int i = index; i >= 0; i--) {
      SavedStack saved = stacks.get(i).changed().get(key);
      if (saved != null) {
        return saved;
      }
      if (stacks.get(i).forgotten()) {
        return SavedStack.EMPTY;
      }
    }
    return map.stackBefore(segment, key);
  }

  /** Bytes of memory, about. */
  long weight() {
    return 8L * count + 64L * markCount + 4096;
  }

  /** Takes down what the walk tells. */
  private final class Taker implements FlowListener, PieceConsumer {
    private final StackTracker tracker;
    private final LogMark.State[] states;
    private final long[] retired;
    private final boolean[] connected;
    private final boolean several;

    /** File offset of what is walked. */
    private final long body;

    /** By hart: where its last call or return went. */
    private final long[] lastTarget;

    private int hart;
    private int nextStacks = STACKS_EVERY;
    private boolean gapSaid;

    /** One hart: within the segment, instructions were not recorded. */
    private boolean paused;

    /** Whether the walk restores harts: nothing has been executed yet. */
    private boolean restoring = true;

    Taker(TraceMap map, TraceSegment segment) {
      int harts = map.harts();
      several = harts > 1;
      body = segment.body();
      tracker =
          new StackTracker(
              map.guest().traps(), key -> map.stackBefore(SegmentLog.this.segment, key));
      states = new LogMark.State[harts];
      retired = new long[harts];
      connected = new boolean[harts];
      lastTarget = new long[harts];
      for (int i = 0; i < harts; i++) {
        WalkState s = segment.start().states().get(i);
        retired[i] = s.retired();
        states[i] =
            new LogMark.State(
                i,
                s.privilege(),
                s.addressSpace(),
                s.task(),
                several ? segment.clock() - s.retired() : 0,
                segment.packets()[i] - 1,
                s.pc());
        connected[i] = s.connected();
      }
      first = new Stacks(0, Map.of(), false, states.clone(), running());
      boolean gap = !several && !segment.start().states().get(0).connected() && clock > 0;
      mark(
          new LogMark(
              gap ? LogMark.Kind.GAP : LogMark.Kind.START,
              null,
              states[0],
              gap ? gap(map) : null,
              states[0].pc()));
    }

    private String gap(TraceMap map) {
      TraceSegment its = map.segment(SegmentLog.this.segment);
      long from =
          SegmentLog.this.segment == 0 ? 0 : map.segment(SegmentLog.this.segment - 1).body();
      String why = "";
      for (Problem problem : map.problems()) {
        if (problem.offset() >= from && problem.offset() < its.body()) {
          why = ": " + problem.message();
        }
      }
      return "instructions up to " + its.clock() + " are missing" + why;
    }

    private void state(LogMark.Kind kind, Packet packet, LogMark.State state, String message) {
      state(kind, packet, state, message, state.pc());
    }

    private void state(
        LogMark.Kind kind, Packet packet, LogMark.State state, String message, long from) {
      states[hart] = state;
      mark(new LogMark(kind, packet, state, message, from));
      if (count >= nextStacks) {
        stacks.add(stacks());
        nextStacks = count + STACKS_EVERY;
      }
    }

    private Stacks stacks() {
      return new Stacks(
          count, tracker.takeChanged(), tracker.takeForgotten(), states.clone(), running());
    }

    private BitSet running() {
      BitSet running = new BitSet();
      for (int i = 0; i < connected.length; i++) {
        running.set(i, connected[i]);
      }
      return running;
    }

    private LogMark.State now(long packet, int privilege, int space, long task, long pc) {
      return new LogMark.State(hart, privilege, space, task, states[hart].offset(), packet, pc);
    }

    @Override
    public void piece(Step step, int instructions) {
      if (count >= MOST || (long) before[count] + instructions > Integer.MAX_VALUE) {
        throw new WalkException(
            body,
            retired[hart],
            step.pc(),
            "a stretch without events, too long to be stepped through");
      }
      add(step, instructions);
      retired[hart] += instructions;
    }

    @Override
    public void hart(int number) {
      if (number != hart) {
        hart = number;
        mark(new LogMark(LogMark.Kind.TURN, null, states[hart], null, 0));
      }
    }

    @Override
    public void turn(long turnClock, long turnRetired) {
      restoring = false;
      LogMark.State s = states[hart];
      if (turnClock >= 0 && turnClock - turnRetired != s.offset()) {
        states[hart] =
            new LogMark.State(
                hart,
                s.privilege(),
                s.addressSpace(),
                s.task(),
                turnClock - turnRetired,
                s.packet(),
                s.pc());
        at(turnClock - turnRetired + retired[hart]);
        mark(new LogMark(LogMark.Kind.TURN, null, states[hart], null, 0));
      }
    }

    /** The clock is known here: what is missing before it passes with a mark. */
    private void at(long known) {
      int place = (int) Math.min(Integer.MAX_VALUE, known - clock);
      if (place > before[count]) {
        mark(new LogMark(LogMark.Kind.TURN, null, states[hart], null, 0));
        before[count] = place;
      }
    }

    @Override
    public void start(long newRetired, long pc, int privilege, int space, long task) {
      if (paused) {
        paused = false;
        String missing = NumberText.grouped(newRetired - retired[hart]);
        String message = missing + " instructions were not recorded";
        mark(new LogMark(LogMark.Kind.GAP, null, states[hart], message, states[hart].pc()));
        at(newRetired);
      }
      retired[hart] = newRetired;
      connected[hart] = true;
      if (several && !restoring) {
        at(states[hart].offset() + newRetired);
      }
      if (!restoring || !several) {
        state(
            LogMark.Kind.START, null, now(states[hart].packet(), privilege, space, task, pc), null);
      } else {
        states[hart] = now(states[hart].packet(), privilege, space, task, pc);
      }
    }

    @Override
    public void stop(long stopRetired, boolean gap) {
      if (several && connected[hart]) {
        LogMark.State s = states[hart];
        gapSaid = true;
        state(
            LogMark.Kind.GAP,
            null,
            s,
            "what hart " + hart + " executed from here on is not in the trace");
      }
      paused = !several && gap;
      connected[hart] = false;
    }

    @Override
    public void normal(Packet.Normal packet) {
      LogMark.State s = states[hart];
      state(
          LogMark.Kind.NORMAL,
          packet,
          now(s.packet() + 1, s.privilege(), s.addressSpace(), s.task(), packet.pc()),
          null);
    }

    @Override
    public void exception(Packet.Exception packet) {
      LogMark.State s = states[hart];
      LogMark.State after =
          now(s.packet() + 1, packet.privilege(), s.addressSpace(), s.task(), packet.pc());
      switch (packet.kind()) {
        case FIRMWARE -> state(LogMark.Kind.FIRMWARE, packet, after, null);
        // Nothing leads to where a hart starts: a return just before it went elsewhere.
        case RESET -> state(LogMark.Kind.FIRMWARE, packet, after, null, lastTarget[hart]);
        default -> state(LogMark.Kind.TRAP, packet, after, null, packet.epc());
      }
    }

    @Override
    public void contextSwitch(Packet.Switch packet) {
      LogMark.State s = states[hart];
      state(
          LogMark.Kind.SWITCH,
          packet,
          now(s.packet() + 1, s.privilege(), packet.addressSpace(), packet.task(), packet.pc()),
          null);
    }

    @Override
    public void trapReturn(long atRetired, long target, int privilege) {
      LogMark.State s = states[hart];
      state(
          LogMark.Kind.TRAP_RETURN,
          null,
          now(s.packet(), privilege, s.addressSpace(), s.task(), target),
          null);
    }

    @Override
    public void call(long atRetired, Step from, Step to, long target, long link) {
      lastTarget[hart] = target;
    }

    @Override
    public void ret(long atRetired, Step from, Step to, long target) {
      lastTarget[hart] = target;
    }

    void finish(SegmentWalk walk, List<Problem> problems, String end) {
      endPc = new long[states.length];
      for (int i = 0; i < endPc.length; i++) {
        endPc[i] = walk.walker(i).pc();
      }
      if (several && !gapSaid && !problems.isEmpty()) {
        // A hart that had not begun, or does not go on: no walk was interrupted.
        mark(new LogMark(LogMark.Kind.GAP, null, states[hart], problems.getFirst().message(), 0));
      }
      if (end != null) {
        LogMark.State s = states[hart];
        LogMark.State there =
            now(s.packet(), s.privilege(), s.addressSpace(), s.task(), endPc[hart]);
        mark(new LogMark(LogMark.Kind.END, null, there, end, endPc[hart]));
      }
    }
  }
}
