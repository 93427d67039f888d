package bbt.reconstruct.profile;

import bbt.packets.ExceptionKind;
import bbt.packets.Packet;
import bbt.packets.SidebandRecord;
import bbt.reconstruct.cost.CostModel;
import bbt.reconstruct.select.Scope;
import bbt.reconstruct.trace.TraceSymbols;
import bbt.reconstruct.walk.CallSummary;
import bbt.reconstruct.walk.FlowListener;
import bbt.reconstruct.walk.FunctionMap;
import bbt.reconstruct.walk.PathCalls;
import bbt.reconstruct.walk.PieceConsumer;
import bbt.reconstruct.walk.Step;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Keeps the call stacks while the walk runs (docs/determinism.md 14, 17) and counts what each
 * function costs. A call or a return costs a few array accesses; everything between them nothing.
 *
 * <p>All counts are of selected instructions: {@link #at} turns a hart's retired count into them.
 * Without a selection they are the same.
 */
public final class Profiler implements FlowListener {
  /** About 40 bytes each, in the worst case for twice as many. */
  private static final int MAX_NODES = 1 << 22;

  /** Recursion beyond it is folded. */
  private static final int MAX_DEPTH = 1024;

  private static final int USER_MODE = 0;
  private static final int SUPERVISOR_MODE = 1;

  private final FunctionTable functions;
  private final Function nowhere;
  private final Stacks stacks;

  /** See {@link Stacks#more}. */
  private final boolean more;

  /** Null where everything is selected. */
  private final Scope scope;

  /** Null where nobody wants it. */
  private final TimelineBuilder timeline;

  /** Null where nobody wants cycles. */
  private final CycleCounter counter;

  private final Map<Long, TaskStack> tasks = new HashMap<>();

  /** A task that a hart alone knows: none yet, or one that another hart executes, too. */
  private record OwnTask(int hart, long task) {}

  private final Map<OwnTask, TaskStack> ownTasks = new HashMap<>();
  private final TreeMap<Integer, HartState> harts = new TreeMap<>();

  /** The hart that is walked now. */
  private HartState hart;

  /** Its task; null before it has started. */
  private TaskStack task;

  private long total;

  /** Null for none. */
  private Gate gate;

  /** Null where each call must be heard. */
  private final PathCosts paths;

  /**
   * What a profiler is to make beside the functions' costs.
   *
   * @param tree whether to keep the call trees
   * @param timeline null for none
   * @param listener is told all frames, selected or not; null for none
   * @param scope what counts; null for everything
   * @param costs cycles of instructions; null for none. {@link #pieces} must be walked then
   */
  public record Options(
      boolean tree,
      TimelineBuilder timeline,
      FrameListener listener,
      Scope scope,
      CostModel costs) {
    /** Functions and exceptions alone. */
    public static final Options NONE = new Options(false, null, null, null, null);
  }

  /**
   * Makes one.
   *
   * @param symbols names of functions; also the walk's {@link FunctionMap}
   */
  public Profiler(TraceSymbols symbols) {
    this(symbols, Options.NONE);
  }

  /**
   * Makes one.
   *
   * @param symbols names of functions; also the walk's {@link FunctionMap}
   */
  public Profiler(TraceSymbols symbols, Options options) {
    functions = new FunctionTable(symbols);
    nowhere = new Function(functions.kernel, 0, "nowhere");
    scope = options.scope();
    timeline = options.timeline();
    stacks =
        new Stacks(
            options.tree() ? new TreeBuilder(MAX_NODES, MAX_DEPTH, options.costs() != null) : null,
            options.listener(),
            scope,
            options.costs() != null);
    more = stacks.more;
    hart = state(0);
    counter = options.costs() == null ? null : new CycleCounter(options.costs(), scope, hart);
    paths = more ? null : new PathCosts(functions, scope, hart);
  }

  /** What was found; call it when the walk is over. */
  public Profile profile() {
    for (int i = harts.lastKey(); i >= 0; i--) {
      state(i); // a hart that never started is one, too
    }
    if (paths != null) {
      paths.settle();
    }
    return new ProfileMaker(stacks)
        .make(
            total,
            functions.programs(),
            harts.values().stream().map(HartState::profile).toList(),
            timeline == null ? null : timeline.build(harts.size()));
  }

  /** What the program with a number is called ({@link Gate#program}); call it after the walk. */
  public String programName(int number) {
    return functions.nameOf(number);
  }

  /** Is to be told every executed instruction; null where nothing depends on it. */
  public PieceConsumer pieces() {
    return counter;
  }

  /** Is told of each hart what of its instructions is selected; see {@link #gate}. */
  public interface Gate {
    /** From this event on, what the hart executes is selected (if it is in the window), or not. */
    void on(int hart, boolean selected);

    /** The window, as retired counts of the hart. */
    void window(int hart, long from, long to);

    /** From this event on, what the hart executes in user mode is this program's. */
    void program(int hart, int number);
  }

  /**
   * Tells somebody else what is selected, and whose it is; call it before the walk. Without a scope
   * it is told of programs alone.
   */
  public void gate(Gate other) {
    gate = other;
  }

  private void tellWindow() {
    if (gate != null && scope != null) {
      long to = scope.to() == Long.MAX_VALUE ? scope.to() : scope.to() - hart.clockOffset;
      gate.window(hart.number, scope.from() - hart.clockOffset, to);
    }
  }

  /** The common clock as far as the walk has come. */
  public long clock() {
    return hart.raw + hart.clockOffset;
  }

  private HartState state(int number) {
    return harts.computeIfAbsent(
        number,
        k -> new HartState(number, scope == null || scope.hart(number), functions.kernel, nowhere));
  }

  // ---- counting

  /** Selected instructions of the hart before a retired count. */
  private long at(long retired) {
    if (more) {
      stacks.now = retired;
      stacks.cycles = hart.cycles;
    }
    if (scope == null) {
      hart.raw = retired;
      return retired;
    }
    return hart.settle(retired, scope);
  }

  /** Whether what happens now is selected. */
  private boolean counts() {
    return scope == null || (hart.on && scope.inWindow(hart.raw + hart.clockOffset));
  }

  /** Task, privilege or stack are other ones: finds out anew what is selected. */
  private void reselect(long at) {
    if (scope == null) {
      return;
    }
    boolean on =
        hart.selected
            && scope.privilege(hart.privilege)
            && task.task.selected
            && (!scope.byFunction() || task.inside());
    if (on != hart.on) {
      segment(at);
      hart.on = on;
      if (gate != null) {
        gate.on(hart.number, on);
      }
    }
  }

  /** Instructions count for another function from here on. */
  private void runs(Function f, long at) {
    HartState h = hart;
    long spent = at - h.mark;
    h.current.self += spent;
    if (more) {
      spend(spent);
    }
    h.mark = at;
    h.current = f;
  }

  private void spend(long instructions) {
    if (stacks.tree != null) {
      stacks.tree.add(hart.node, instructions);
    }
    if (counter != null) {
      spendCycles();
    }
    if (stacks.tree != null) {
      hart.node = task.topNode();
    }
  }

  private void spendCycles() {
    HartState h = hart;
    long cycles = h.cycles - h.cycleMark;
    h.cycleMark = h.cycles;
    h.current.extra.cycles += cycles;
    if (stacks.tree != null) {
      stacks.tree.addCycles(h.node, cycles);
    }
  }

  /** The task or its mode changes here. */
  private void segment(long at) {
    HartState h = hart;
    long spent = at - h.segment;
    if (task != null) {
      task.task.instructions += spent;
      if (h.privilege == USER_MODE) {
        task.task.userInstructions += spent;
      }
      h.instructions += spent;
      task.task.cycles += h.cycles - h.cycleSegment;
      h.totalCycles += h.cycles - h.cycleSegment;
      if (h.on && h.raw > h.segmentRaw) {
        executed(h.segmentRaw + h.clockOffset, h.raw + h.clockOffset);
      }
    }
    h.segment = at;
    h.segmentRaw = h.raw;
    h.cycleSegment = h.cycles;
  }

  private void executed(long from, long to) {
    int number = task.task.number;
    if (timeline != null) {
      timeline.executed(hart.number, from, to, number, hart.mode, task.innermostCause());
    }
    if (stacks.listener != null) {
      stacks.executed(number, from, to, hart.mode, task.innermostCause());
    }
  }

  /** The mode after an event that {@link #segment} has seen coming. */
  private void newMode() {
    hart.mode = task.mode(hart.privilege == USER_MODE);
  }

  private void called(Function f) {
    if (counts()) {
      f.calls++;
      if (stacks.tree != null) {
        stacks.tree.called(task.topNode(), 1);
      }
      if (stacks.listener != null) {
        stacks.listener.counted(null);
      }
    }
  }

  private long clock(long at) {
    return at + task.offset;
  }

  /** Something must be on top that instructions count for. */
  private void ensureTop(Step to, long target, long at) {
    if (task.top() == null) {
      task.push(
          functions.at(hart, to, target), TaskStack.NO_LINK, clock(at), FrameListener.How.ROOT);
    }
  }

  // ---- flow

  @Override
  public void call(long retired, Step from, Step to, long target, long link) {
    long at = at(retired);
    Function f = functions.at(hart, to, target);
    boolean first = functions.startsAt(f, target);
    task.push(f, link, clock(at), first ? FrameListener.How.CALL : FrameListener.How.JUMP);
    arrived(f, from, first, at);
  }

  /**
   * A function was called, or jumped to.
   *
   * @param first at its first instruction
   */
  private void arrived(Function f, Step from, boolean first, long at) {
    reselect(at);
    if (first) {
      called(f);
    }
    if (task.unserved()) {
      task.serves(f, from != null && from.computed());
    }
    runs(f, at);
  }

  @Override
  public void ret(long retired, Step from, Step to, long target) {
    long at = at(retired);
    TaskStack t = task;
    long clock = at + t.offset;
    boolean out = t.depth() <= t.resumed;
    if (t.topReturnsTo(target)) {
      t.pop(clock, FrameListener.End.RETURNED);
    } else if (out && !t.returnTo(target, clock)) {
      // Not the task that was switched out: a new one at the same address.
      t.discard(clock);
    } else if (!out && !t.returnTo(target, clock)) {
      jump(retired, from, to, target);
      return;
    }
    if (out) {
      t.resumed = -1;
    }
    Function top = t.top();
    if (top == null) {
      ensureTop(to, target, at);
      top = t.top();
    } else if (to != null && to.function() != FunctionMap.NONE && to.function() != top.symbol) {
      top = functions.named(hart, to.function());
      t.replaceTop(top, clock, FrameListener.How.JUMP);
    }
    reselect(at);
    runs(top, at);
  }

  @Override
  public void jump(long retired, Step from, Step to, long target) {
    Function f;
    int id = functions.symbol(hart, to, target);
    if (id == FunctionMap.NONE && (from == null || from.function() == FunctionMap.NONE)) {
      // Without symbols, only a jump to where something was called leaves the function.
      f = functions.entry(hart, to, target);
      if (f == null) {
        return;
      }
    } else {
      f = functions.at(hart, to, target);
    }
    long at = at(retired);
    ensureTop(to, target, at);
    if (f != task.top()) {
      boolean first = functions.startsAt(f, target);
      task.replaceTop(f, clock(at), first ? FrameListener.How.TAIL_CALL : FrameListener.How.JUMP);
      arrived(f, from, first, at);
    }
  }

  @Override
  public CallSummary summary(PathCalls calls) {
    return paths == null ? null : paths.of(calls);
  }

  // ---- traps

  @Override
  public void exception(Packet.Exception packet) {
    long at = at(packet.retired());
    int interrupted = hart.privilege;
    ExceptionKind kind = packet.kind();
    TrapTally cause = stacks.frames.trap(kind, packet.cause());
    if (kind == ExceptionKind.FIRMWARE) {
      if (counts()) {
        taken(cause);
        stacks.tally.finished(kind, 1, 1);
        cause.finished(1, 1);
        if (counter != null) {
          long cycles = counter.firmwareCall();
          stacks.tally.cycles(kind, cycles, cycles);
          cause.cycles += cycles;
          cause.inclusiveCycles += cycles;
        }
      }
      return;
    }
    segment(at);
    mode(packet.privilege());
    if (kind == ExceptionKind.RESET) {
      task.discard(clock(at));
    } else {
      task.pushTrap(cause, packet.epc(), interrupted, clock(at));
    }
    ensureTop(null, packet.pc(), at);
    reselect(at);
    if (counts()) {
      taken(cause);
      if (kind != ExceptionKind.RESET) {
        task.trapCounts();
      }
    }
    newMode();
    runs(task.top(), at);
    if (counter != null && kind != ExceptionKind.RESET && counts()) {
      counter.trap(); // the handler's, from here on
    }
  }

  private void taken(TrapTally cause) {
    cause.count++;
    stacks.tally.taken(cause.kind);
    hart.exceptions[cause.kind.ordinal()]++;
    if (timeline != null) {
      timeline.exception(hart.number, hart.raw + hart.clockOffset, cause.kind);
    }
    if (stacks.listener != null) {
      stacks.listener.counted(cause.kind);
    }
  }

  @Override
  public void trapReturn(long retired, long target, int newPrivilege) {
    long at = at(retired);
    long clock = clock(at);
    segment(at);
    mode(newPrivilege);
    long epc = task.resume(newPrivilege, clock);
    task.resumed = -1;
    boolean elsewhere = target != epc && target != epc + 4 && target != epc + 2;
    if (elsewhere && newPrivilege == USER_MODE) {
      // Another program (exec), a signal handler, or back from one: nobody called it.
      task.discardFunctions(clock);
    }
    ensureTop(null, target, at);
    if (elsewhere) {
      Function f = functions.at(hart, null, target);
      if (f.name != null && f != task.top()) {
        task.replaceTop(f, clock, FrameListener.How.JUMP);
      }
    }
    reselect(at);
    newMode();
    runs(task.top(), at);
  }

  private void mode(int newPrivilege) {
    hart.privilege = newPrivilege;
    hart.program = newPrivilege >= SUPERVISOR_MODE ? functions.kernel : userProgram();
  }

  private Program userProgram() {
    TaskStack t = task;
    Program p = t.program;
    String name = t.task.name;
    if (p != null && t.programSpace == hart.addressSpace && p.name == null) {
      p.name = name;
    } else if (p == null
        || t.programSpace != hart.addressSpace
        || (!p.provisional && !Objects.equals(p.name, name))) {
      // Its first, or exec, or the task calls itself something else.
      boolean first = p == null;
      boolean renamed = !first && !p.provisional && !Objects.equals(p.name, name);
      p = functions.user(name, hart.raw);
      p.provisional = !first && !renamed;
      t.program = p;
      t.programSpace = hart.addressSpace;
    }
    if (gate != null) {
      gate.program(hart.number, p.number);
    }
    return p;
  }

  // ---- contexts

  @Override
  public void hart(int number) {
    if (number == hart.number) {
      return;
    }
    if (task != null) {
      task.suspend();
    }
    hart = state(number);
    stacks.hart = number;
    stacks.cycles = hart.cycles;
    if (counter != null) {
      counter.hart = hart;
    }
    if (paths != null) {
      paths.hart = hart;
    }
    task = hart.task;
    if (task != null) {
      task.unsuspend();
    }
  }

  @Override
  public void turn(long clock, long retired) {
    if (clock >= 0 && clock - retired != hart.clockOffset) {
      if (task != null) {
        segment(at(Math.max(retired, hart.raw)));
      }
      hart.clockOffset = clock - retired;
      tellWindow();
    }
  }

  /** The stack of a task that this hart executes from now on. */
  private void take(long id) {
    TaskStack its = id == 0 ? null : tasks.computeIfAbsent(id, k -> new TaskStack(stacks, id));
    if (its == null || (its.hart >= 0 && its.hart != hart.number)) {
      its = ownTasks.computeIfAbsent(new OwnTask(hart.number, id), k -> new TaskStack(stacks, id));
    }
    its.hart = hart.number;
    hart.taskId = id;
    hart.task = its;
    task = its;
  }

  @Override
  public void contextSwitch(Packet.Switch packet) {
    long at = at(packet.retired());
    segment(at);
    if (packet.task() != hart.taskId) {
      hart.addressSpace = packet.addressSpace();
      task.leaves(clock(at));
      task.suspend();
      task.hart = -1;
      take(packet.task());
      task.goesOn(at);
      mode(hart.privilege);
      ensureTop(null, packet.pc(), at);
      task.resumed = task.depth();
      reselect(at);
      if (counts()) {
        task.task.switches++;
      }
    } else {
      hart.addressSpace = packet.addressSpace();
      mode(hart.privilege);
      reselect(at);
    }
    if (counts()) {
      hart.switches++;
      if (timeline != null) {
        timeline.switched(hart.number, hart.raw + hart.clockOffset);
      }
    }
    newMode();
    runs(task.top(), at);
  }

  @Override
  public void note(SidebandRecord item) {
    if (item instanceof SidebandRecord.Task named) {
      name(named);
    }
  }

  private void name(SidebandRecord.Task named) {
    TaskStack t = tasks.computeIfAbsent(named.task(), k -> new TaskStack(stacks, named.task()));
    Task its = t.task;
    boolean elsewhere = t != task && t.hart >= 0; // another hart is in the middle of it
    if (its.pid != -1 && named.pid() != -1 && its.pid != named.pid() && !elsewhere) {
      its = usedAgain(t, named);
    }
    its.pid = named.pid();
    its.name = named.name();
    Program p = t.program;
    // What the kernel itself executes is named when it begins, not before: its thread had another.
    boolean begins = t == task && p != null && named.retired() == p.since;
    if (begins || (p != null && (p.provisional || p.name == null))) {
      p.name = named.name();
      p.provisional = false;
    }
  }

  /** The task_struct was used again: what it did in an earlier life says nothing of this one. */
  private Task usedAgain(TaskStack t, SidebandRecord.Task named) {
    t.program = null;
    boolean current = t == task;
    // Notes come late at a trace's end or in a gap.
    long at = current ? at(Math.max(named.retired(), hart.raw)) : 0;
    if (current) {
      segment(at);
      t.discard(clock(at));
    } else {
      // The current task's frames are no outer calls of its frames.
      if (task != null) {
        task.suspend();
      }
      end(t);
      if (task != null) {
        task.unsuspend();
      }
    }
    t.task = stacks.task(named.task(), named.pid());
    if (current) {
      t.push(hart.current, TaskStack.NO_LINK, clock(at), FrameListener.How.ROOT);
      reselect(at);
      if (counts()) {
        t.task.switches++;
      }
      newMode();
      runs(hart.current, at);
    }
    return t.task;
  }

  @Override
  public void start(long retired, long pc, int privilege, int addressSpace, long taskId) {
    HartState h = hart;
    h.raw = retired;
    long at = at(retired);
    h.mark = at;
    h.segment = at;
    h.segmentRaw = retired;
    h.addressSpace = addressSpace;
    take(taskId);
    h.pieceAt = retired;
    tellWindow();
    task.goesOn(at);
    mode(privilege);
    ensureTop(null, pc, at);
    reselect(at);
    newMode();
    h.current = task.top();
    h.node = task.topNode();
    total -= at;
  }

  @Override
  public void stop(long retired) {
    long at = at(retired);
    total += at;
    segment(at);
    runs(hart.current, at);
    end(task, clock(at));
    task = null;
    hart.task = null;
    if (harts.values().stream().allMatch(each -> each.task == null)) {
      // No hart executes anything: what was suspended is over, too.
      tasks.values().forEach(this::end);
      ownTasks.values().forEach(this::end);
    }
  }

  /** A task that is not executed now ends. */
  private void end(TaskStack suspended) {
    stacks.now = suspended.stoppedAt;
    stacks.cycles = suspended.stoppedCycles - suspended.cycleOffset;
    suspended.unsuspend();
    end(suspended, suspended.stopped);
  }

  private void end(TaskStack running, long clock) {
    running.discard(clock);
    running.resumed = -1;
    running.leaves(clock);
    running.hart = -1;
  }
}
