package bbt.reconstruct.export.events;

import bbt.packets.ExceptionKind;
import bbt.packets.Packet;
import bbt.ptg.guest.TrapCauses;
import bbt.reconstruct.boot.BootView;
import bbt.reconstruct.export.events.EventSink.Argument;
import bbt.reconstruct.export.events.EventSink.Group;
import bbt.reconstruct.profile.ConsoleLog;
import bbt.reconstruct.profile.Profile;
import bbt.reconstruct.profile.ProfileFrame;
import bbt.reconstruct.profile.ProfiledMark;
import bbt.reconstruct.profile.TaskProfile;
import bbt.reconstruct.profile.Timeline;
import bbt.reconstruct.profile.count.FrameListener;
import bbt.reconstruct.stack.FrameEnd;
import bbt.reconstruct.stack.FrameOrigin;
import bbt.reconstruct.trace.TraceClock;
import bbt.reconstruct.trace.TraceOutline;
import bbt.reconstruct.walk.flow.ClockedListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Tells what happened over time to an {@link EventSink} while the trace is walked a second time
 * (the first walk found the names and the longest frames). For each hart a track of the tasks that
 * it executed, one of what it did for them with a mark for each exception, and counters; for each
 * task a track of its calls.
 *
 * <p>A frame's slice begins in the file when the first frame inside it ends that is long enough to
 * be there. So nothing is kept but the stacks, however large the trace is. What shorter frames cost
 * is said by the frame that they are in: the sum of {@code self} and {@code below} is everything.
 */
public final class TraceEvents extends ClockedListener implements FrameListener {
  /** The stack of a task, by depth. */
  private static final class Stack {
    long[] nanos = new long[32];
    long[] clock = new long[32];
    int[] frame = new int[32];

    /** Instructions of frames that were too short, by the frame that they were in. */
    long[] below = new long[33];

    /** Frames whose begin is in the file. */
    int begun;

    /** Time of the last event. */
    long last;

    void grow(int depth) {
      if (depth >= nanos.length) {
        int size = 2 * depth;
        nanos = Arrays.copyOf(nanos, size);
        clock = Arrays.copyOf(clock, size);
        frame = Arrays.copyOf(frame, size);
        below = Arrays.copyOf(below, size + 1);
      }
    }
  }

  /** The activity of a hart: two slices, perhaps not over yet. */
  private static final class HartSlices {
    int task = -1;
    long taskFrom;
    long taskTo;
    Timeline.Mode mode;
    long cause;
    long from;
    long to;
  }

  private static final List<String> MODES =
      Arrays.stream(Timeline.Mode.values()).map(TraceEvents::name).toList();
  private static final List<String> KINDS =
      Arrays.stream(ExceptionKind.values()).map(TraceEvents::name).toList();

  /** Tracks of a hart: tasks, what it does, counters by mode, by kind of exception, switches. */
  private static final int OF_HART = 2 + MODES.size() + KINDS.size() + 1;

  private final TrapCauses causes;
  private final Profile profile;
  private final BootView boot;
  private final long least;
  private final TraceClock time;
  private final EventSink sink;
  private final List<Stack> stacks = new ArrayList<>();
  private final HartSlices[] lanes;
  private Packet.Exception exception;

  /** Instructions of frames that were too short and in no other. */
  private long lost;

  /**
   * Creates a teller for the second walk.
   *
   * @param profile of the first walk, with a timeline
   * @param boot how the kernel started
   * @param least instructions of the shortest frame that is to be there
   */
  public TraceEvents(
      TraceOutline outline, Profile profile, BootView boot, long least, EventSink sink) {
    this.causes = outline.guest().traps();
    this.profile = profile;
    this.boot = boot;
    this.least = least;
    this.time = outline.clock();
    this.sink = sink;
    lanes = new HartSlices[profile.harts().size()];
    Arrays.setAll(lanes, i -> new HartSlices());
  }

  private static String name(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static int hartTrack(int hart) {
    return 1 + hart * OF_HART;
  }

  /**
   * The track of what the guest wrote to its console; the one behind it is of the kernel's start.
   */
  private int consoleTrack() {
    return 1 + lanes.length * OF_HART;
  }

  private int bootTrack() {
    return consoleTrack() + 1;
  }

  private int taskTrack(int task) {
    return bootTrack() + 1 + task;
  }

  private long begins(long at) {
    return nanos(time.secondsAt(at), at);
  }

  private long ends(long at) {
    return nanos(time.secondsBefore(at), at);
  }

  /** Nanoseconds of the file; where no time is known, each instruction takes one. */
  private static long nanos(double seconds, long at) {
    return Double.isNaN(seconds) ? at : Math.round(seconds * 1e9);
  }

  // ---- what is known before

  /** Declares all tracks, and writes the counters. */
  public void start(String trace) throws IOException {
    String unit = time.known() ? "" : " (1 ns is 1 instruction: no time is known)";
    sink.group(Group.HARTS, "harts" + unit);
    sink.group(Group.TASKS, "tasks of " + trace + unit);
    for (int hart = 0; hart < lanes.length; hart++) {
      int track = hartTrack(hart);
      sink.track(Group.HARTS, track, "hart " + hart + ": tasks");
      sink.track(Group.HARTS, track + 1, "hart " + hart + ": doing");
      sink.counters(
          Group.HARTS, track + 2, "hart " + hart + " instructions", MODES, "instructions");
      int events = track + 2 + MODES.size();
      sink.counters(Group.HARTS, events, "hart " + hart + " exceptions", KINDS, "exceptions");
      sink.counters(
          Group.HARTS,
          events + KINDS.size(),
          "hart " + hart + " switches",
          List.of("all"),
          "switches");
    }
    for (TaskProfile task : profile.tasks()) {
      sink.track(Group.TASKS, taskTrack(task.number()), task.title());
    }
    for (Timeline.HartActivity lane : profile.timeline().lanes()) {
      counters(lane);
    }
    console();
    boot();
    for (ProfiledMark mark : profile.marks().first()) {
      sink.instant(
          Group.HARTS,
          hartTrack(mark.hart()) + 1,
          begins(mark.clock()),
          "mark " + mark.number(),
          "mark",
          List.of(
              new Argument("value", mark.value(), true),
              new Argument("at", mark.clock()),
              new Argument("address", mark.pc(), true)));
    }
  }

  private void console() throws IOException {
    if (profile.console().isEmpty()) {
      return;
    }
    sink.track(Group.HARTS, consoleTrack(), "console");
    for (ConsoleLog.Line line : profile.console().first()) {
      instant(consoleTrack(), line.clock(), line.text(), "console");
    }
  }

  private void boot() throws IOException {
    if (boot.isEmpty()) {
      return;
    }
    sink.track(Group.HARTS, bootTrack(), "kernel's start");
    for (BootView.Milestone each : boot.milestones()) {
      String name = each.function().isEmpty() ? each.text() : each.function() + ": " + each.text();
      instant(bootTrack(), each.at(), name, "milestone");
    }
  }

  private void instant(int track, long clock, String name, String category) throws IOException {
    sink.instant(
        Group.HARTS, track, begins(clock), name, category, List.of(new Argument("at", clock)));
  }

  private void counters(Timeline.HartActivity lane) throws IOException {
    Timeline timeline = profile.timeline();
    int hart = lane.hart();
    int track = hartTrack(hart) + 2;
    long[] modes = new long[MODES.size()];
    long[] kinds = new long[KINDS.size()];
    long[] switches = new long[1];
    for (int bin = 0; bin <= timeline.bins(); bin++) {
      boolean over = bin == timeline.bins();
      for (Timeline.Mode mode : Timeline.Mode.values()) {
        modes[mode.ordinal()] = over ? 0 : lane.instructions(bin, mode);
      }
      for (ExceptionKind kind : ExceptionKind.values()) {
        kinds[kind.ordinal()] = over ? 0 : lane.exceptions(bin, kind);
      }
      switches[0] = over ? 0 : lane.switches(bin);
      long at = nanos(timeline.seconds(bin), timeline.clock(bin));
      sink.count(Group.HARTS, track, at, "hart " + hart + " instructions", MODES, modes);
      int events = track + modes.length;
      sink.count(Group.HARTS, events, at, "hart " + hart + " exceptions", KINDS, kinds);
      sink.count(
          Group.HARTS,
          events + kinds.length,
          at,
          "hart " + hart + " switches",
          List.of("all"),
          switches);
    }
  }

  // ---- the flow

  @Override
  public void exception(Packet.Exception packet) {
    exception = packet;
  }

  // ---- harts

  @Override
  public void counted(ExceptionKind trap) {
    if (trap == null) {
      return;
    }
    int hart = clock.hart();
    long at = clock.at(hart, exception.retired());
    try {
      sink.instant(
          Group.HARTS,
          hartTrack(hart) + 1,
          begins(at),
          causes.title(trap, exception.cause()),
          name(trap),
          List.of(
              new Argument("cause", exception.cause() & Long.MAX_VALUE),
              new Argument("at", at),
              new Argument("epc", exception.epc(), true),
              new Argument("tval", exception.tval(), true)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void executed(int task, int hart, long from, long to, Timeline.Mode mode, long cause) {
    HartSlices lane = lanes[hart];
    try {
      if (lane.task != task || lane.taskTo != from) {
        endTask(hart, lane);
        lane.task = task;
        lane.taskFrom = from;
      }
      lane.taskTo = to;
      if (lane.mode != mode || lane.cause != cause || lane.to != from) {
        endMode(hart, lane);
        lane.mode = mode;
        lane.cause = cause;
        lane.from = from;
      }
      lane.to = to;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void endTask(int hart, HartSlices lane) throws IOException {
    if (lane.task >= 0) {
      String name = profile.tasks().get(lane.task).title();
      slice(hartTrack(hart), lane.taskFrom, lane.taskTo, name, "task");
      lane.task = -1;
    }
  }

  private void endMode(int hart, HartSlices lane) throws IOException {
    if (lane.mode != null) {
      slice(hartTrack(hart) + 1, lane.from, lane.to, doing(lane), name(lane.mode));
      lane.mode = null;
    }
  }

  private String doing(HartSlices lane) {
    return switch (lane.mode) {
      case USER, KERNEL -> name(lane.mode);
      case SYSTEM_CALL -> causes.title(ExceptionKind.SYSTEM_CALL, lane.cause);
      case MMU -> causes.title(ExceptionKind.MMU, lane.cause);
      case EXECUTION -> causes.title(ExceptionKind.EXECUTION, lane.cause);
      case INTERRUPT -> causes.title(ExceptionKind.INTERRUPT, lane.cause);
    };
  }

  private void slice(int track, long from, long to, String name, String category)
      throws IOException {
    long start = begins(from);
    sink.begin(
        Group.HARTS,
        track,
        start,
        name,
        category,
        List.of(new Argument("instructions", to - from)));
    sink.end(Group.HARTS, track, Math.max(start, ends(to)), List.of());
  }

  // ---- tasks

  @Override
  public void entered(
      int task, int hart, long retired, int depth, int frame, FrameOrigin how, ExceptionKind trap) {
    while (stacks.size() <= task) {
      stacks.add(new Stack());
    }
    Stack stack = stacks.get(task);
    stack.grow(depth);
    long at = clock.at(hart, retired);
    stack.clock[depth] = at;
    stack.nanos[depth] = begins(at);
    stack.frame[depth] = frame;
    stack.below[depth + 1] = 0;
  }

  @Override
  public void left(
      int task,
      int hart,
      long retired,
      int depth,
      int frame,
      FrameEnd how,
      long inclusive,
      long self) {
    Stack stack = stacks.get(task);
    long below = stack.below[depth + 1];
    if (inclusive < least) {
      if (depth > 0) {
        stack.below[depth] += self + below;
      } else {
        lost += self + below;
      }
      return;
    }
    int track = taskTrack(task);
    try {
      for (; stack.begun <= depth; stack.begun++) {
        begin(track, stack, stack.begun);
      }
      stack.begun = depth;
      stack.last = Math.max(stack.last, ends(clock.at(hart, retired)));
      sink.end(
          Group.TASKS,
          track,
          stack.last,
          List.of(
              new Argument("instructions", inclusive),
              new Argument("self", self),
              new Argument("below", below)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void begin(int track, Stack stack, int depth) throws IOException {
    ProfileFrame frame = profile.frames().get(stack.frame[depth]);
    stack.last = Math.max(stack.last, stack.nanos[depth]);
    sink.begin(
        Group.TASKS,
        track,
        stack.last,
        Labels.of(frame),
        frame.kind().isFunction() ? frame.program() : name(frame.kind()),
        List.of(new Argument("at", stack.clock[depth])));
  }

  // ---- the end

  /**
   * Ends what is still going on.
   *
   * @param frames that the trace has
   * @param kept of those
   */
  public void finish(String trace, long frames, long kept) throws IOException {
    for (int hart = 0; hart < lanes.length; hart++) {
      endTask(hart, lanes[hart]);
      endMode(hart, lanes[hart]);
    }
    List<Argument> facts =
        new ArrayList<>(
            List.of(
                new Argument("instructions", profile.instructions()),
                new Argument("frames", frames),
                new Argument("framesLeftOut", frames - kept),
                new Argument("shortestFrame", least),
                new Argument("below", lost)));
    if (!time.known()) {
      facts.add(new Argument("instructionsPerNanosecond", 1));
    }
    sink.facts(trace, facts);
  }
}
