package bbt.translator.trace;

import bbt.translator.trace.TraceScope.Trigger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Switches recording on and off at node ends, where a trigger of {@code --bb-start} or {@code
 * --bb-stop} has come (docs/determinism.md 22): a count, guest time, console output, a mark, a
 * task, or the user's key. Filters by place are {@link RecordingGate}'s. Guest thread only, but for
 * {@link #ask} and {@link #isOn}.
 */
public final class RecordingSwitch {
  /** The answer of {@link #nextTick} when no time is waited for. */
  public static final long NEVER = Long.MAX_VALUE;

  /**
   * A switch by the user, who cannot be asked again.
   *
   * @param clock instructions that all harts together had retired, at a node end
   */
  public record ByHand(long clock, boolean on) {
    @Override
    public String toString() {
      return clock + (on ? " on" : " off");
    }

    /**
     * Parses what {@link #toString} makes.
     *
     * @throws IllegalArgumentException if it is something else
     */
    public static ByHand parse(String text) {
      int space = text.indexOf(' ');
      String what = text.substring(space + 1);
      if (space > 0 && (what.equals("on") || what.equals("off"))) {
        long clock = Long.parseLong(text.substring(0, space));
        if (clock >= 0) {
          return new ByHand(clock, what.equals("on"));
        }
      }
      throw new IllegalArgumentException("'" + text + "' is no switch of recording");
    }
  }

  private static final class Rule {
    final Trigger trigger;
    final boolean starts;

    /** The text that a console trigger looks for; null of other triggers. */
    final TextWatch watch;

    /**
     * Whether the event that it waits for has come since the last node end; it stays so if it comes
     * only once.
     */
    boolean fired;

    Rule(Trigger trigger, boolean starts) {
      this.trigger = trigger;
      this.starts = starts;
      this.watch = trigger instanceof Trigger.Console c ? new TextWatch(c.text()) : null;
    }
  }

  private final List<Rule> counts = new ArrayList<>();
  private final List<Rule> times = new ArrayList<>();
  private final List<Rule> texts = new ArrayList<>();
  private final List<Rule> marks = new ArrayList<>();

  /** The rules that wait for what the guest's tasks do. */
  private final List<Rule> tasks = new ArrayList<>();

  /** The switches by the user in the run that this one repeats, in order. */
  private final List<ByHand> again;

  private int done;

  /** Whether the user wants recording on or off; null if not asked for. */
  private volatile Boolean asked;

  /** Shared with the writer's thread, which switches by what it sees. */
  private volatile boolean on;

  /** Whether a text or a mark has come since the last node end. */
  private boolean called;

  private long nextCount;
  private long nextTick;
  private long lastClock = -1;

  /**
   * Creates the switch of a run.
   *
   * @param again what the user did, if this is a repetition
   */
  RecordingSwitch(TraceScope scope, List<ByHand> again) {
    scope.starts().forEach(t -> add(t, true));
    scope.stops().forEach(t -> add(t, false));
    this.again = List.copyOf(again);
    this.on = scope.starts().isEmpty();
    scheduleNext();
  }

  private void add(Trigger trigger, boolean starts) {
    Rule rule = new Rule(trigger, starts);
    switch (trigger) {
      case Trigger.Count c -> counts.add(rule);
      case Trigger.Time t -> times.add(rule);
      case Trigger.Console c -> texts.add(rule);
      case Trigger.Mark m -> marks.add(rule);
      case Trigger.Program p -> tasks.add(rule);
      case Trigger.Resumed r -> tasks.add(rule);
      case Trigger.Reached r -> {}
      case Trigger.Hand h -> {}
    }
  }

  /**
   * Takes a byte of console output; says whether {@link #look} is to be called at the node's end.
   */
  boolean console(int octet) {
    boolean any = false;
    for (Rule rule : texts) {
      if (rule.watch.see(octet)) {
        rule.fired = true;
        any = true;
      }
    }
    called |= any;
    return any;
  }

  /**
   * Hears that a task has begun a program; says whether {@link #look} is to be called at the node's
   * end.
   */
  boolean began(String name) {
    return fire(
        trigger ->
            trigger instanceof Trigger.Program p && (p.name().isEmpty() || p.name().equals(name)));
  }

  /**
   * Hears that a task goes on in user mode; says whether {@link #look} is to be called at the
   * node's end.
   */
  boolean goesOn(int pid) {
    return fire(trigger -> trigger instanceof Trigger.Resumed r && r.number() == pid);
  }

  private boolean fire(Predicate<Trigger> by) {
    boolean any = false;
    for (Rule rule : tasks) {
      if (by.test(rule.trigger)) {
        rule.fired = true;
        any = true;
      }
    }
    called |= any;
    return any;
  }

  /**
   * Hears that the guest set a mark; says whether {@link #look} is to be called at the node's end.
   */
  boolean mark(int number) {
    boolean any = false;
    for (Rule rule : marks) {
      if (((Trigger.Mark) rule.trigger).number() == number) {
        rule.fired = true;
        any = true;
      }
    }
    called |= any;
    return any;
  }

  /** Asks to switch recording as soon as the machine looks; any thread. */
  public void ask(boolean toOn) {
    asked = toOn;
  }

  /** Whether recording is switched on, or about to be; any thread. */
  public boolean isOn() {
    Boolean wanted = asked;
    return wanted != null ? wanted : on;
  }

  /** Whether recording is on, as far as is known. */
  boolean switched() {
    return on;
  }

  /** Notes that the writer's thread has switched. */
  void switched(boolean toOn) {
    on = toOn;
  }

  /** The count of all harts at which {@link #look} is to be called. */
  public long nextCount() {
    return nextCount;
  }

  /** The guest time at which {@link #look} is to be called, or {@link #NEVER}. */
  public long nextTick() {
    return nextTick;
  }

  /** The answer of a look. */
  record Found(boolean on, ByHand byHand) {}

  /**
   * Decides, at a node end, whether recording is to be switched.
   *
   * @param clock instructions of all harts
   * @param ticks guest time
   * @return null: it is not
   */
  Found look(long clock, long ticks) {
    // What the user asks for comes first at its count, so that a repetition has the same order.
    boolean first = clock != lastClock;
    lastClock = clock;
    if (!called && clock < nextCount && ticks < nextTick && asked == null) {
      return null;
    }
    boolean start = false;
    boolean stop = false;
    for (Rule last : new Rule[] {lastOf(counts, clock), lastOf(times, ticks)}) {
      start |= last != null && last.starts;
      stop |= last != null && !last.starts;
    }
    for (List<Rule> rules : List.of(texts, marks, tasks)) {
      for (Rule rule : rules) {
        start |= rule.fired && rule.starts;
        stop |= rule.fired && !rule.starts;
        rule.fired = false;
      }
    }
    called = false;
    ByHand byHand = byHand(clock, first);
    if (byHand != null) {
      start = byHand.on();
      stop = !byHand.on();
    }
    scheduleNext();
    if (!start && !stop) {
      return null;
    }
    on = !stop;
    return new Found(on, byHand);
  }

  private ByHand byHand(long clock, boolean first) {
    if (done < again.size()) {
      ByHand next = again.get(done);
      if (clock < next.clock()) {
        return null;
      }
      done++;
      return next;
    }
    Boolean wanted = asked;
    if (wanted == null || !first) {
      return null;
    }
    asked = null;
    return new ByHand(clock, wanted);
  }

  private static long at(Trigger trigger) {
    return trigger instanceof Trigger.Count c ? c.instructions() : ((Trigger.Time) trigger).ticks();
  }

  /** The rule that was reached last by now, or null; of two at one moment a stop comes later. */
  private static Rule lastOf(List<Rule> rules, long now) {
    Rule last = null;
    for (Rule rule : rules) {
      if (!rule.fired && at(rule.trigger) <= now) {
        rule.fired = true;
        if (last == null || at(rule.trigger) >= at(last.trigger)) {
          last = rule;
        }
      }
    }
    return last;
  }

  private static long next(List<Rule> rules) {
    return rules.stream()
        .filter(rule -> !rule.fired)
        .mapToLong(rule -> at(rule.trigger))
        .min()
        .orElse(NEVER);
  }

  private void scheduleNext() {
    nextCount = next(counts);
    if (done < again.size()) {
      nextCount = Math.min(nextCount, again.get(done).clock());
    }
    nextTick = next(times);
  }
}
