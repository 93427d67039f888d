package bbt.reconstruct.profile.count;

import bbt.packets.ExceptionKind;
import bbt.packets.GuestMark;
import bbt.packets.NoteKeys;
import bbt.packets.Packet;
import bbt.packets.SidebandRecord;
import bbt.ptg.guest.TrapCauses;
import bbt.reconstruct.cost.CostModel;
import bbt.reconstruct.names.Processes;
import bbt.reconstruct.names.TraceSymbols;
import bbt.reconstruct.profile.ConsoleLog;
import bbt.reconstruct.profile.Marks;
import bbt.reconstruct.profile.Panic;
import bbt.reconstruct.profile.Profile;
import bbt.reconstruct.profile.ProfiledMark;
import bbt.reconstruct.profile.TimelineBuilder;
import bbt.reconstruct.profile.TreeBuilder;
import bbt.reconstruct.select.SelectionScope;
import bbt.reconstruct.stack.FrameOrigin;
import bbt.reconstruct.walk.flow.FlowListener;
import bbt.reconstruct.walk.flow.PathCalls;
import bbt.reconstruct.walk.flow.PieceConsumer;
import bbt.reconstruct.walk.flow.Rounds;
import bbt.reconstruct.walk.graph.CallSummary;
import bbt.reconstruct.walk.graph.FunctionMap;
import bbt.reconstruct.walk.graph.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntToLongFunction;

/**
 * Profiles a walk: keeps the call stacks while it runs (docs/determinism.md 14, 17) and counts what
 * each function costs. A call or a return costs a few array accesses; everything between them
 * nothing.
 *
 * <p>All counts are of selected instructions: {@link Attribution#at} turns a hart's retired count
 * into them. Without a selection they are the same.
 */
public final class Profiler implements FlowListener, Programs {
  /** The most nodes of the tree: about 40 bytes each, in the worst case for twice as many. */
  private static final int MAX_NODES = 1 << 22;

  /** Recursion beyond it is folded. */
  private static final int MAX_DEPTH = 1024;

  private final TrapCauses causes;
  private final FunctionTable functions;
  private final Function nowhere;
  private final Stacks stacks;

  /** Null where everything is selected. */
  private final SelectionScope scope;

  /** Null where nobody wants it. */
  private final TimelineBuilder timeline;

  private final Marks marks = new Marks();
  private final ConsoleLog console = new ConsoleLog();

  /** Null where nobody wants cycles. */
  private final CycleCounter counter;

  private final Attribution attribution;
  private final TaskBook tasks;
  private final CurrentProgram program;
  private final TreeMap<Integer, ProfiledHart> harts = new TreeMap<>();

  private long total;

  /** Null before the kernel panics. */
  private Panic panic;

  /** Null where each call must be heard. */
  private final PathCosts paths;

  /**
   * The things that a profiler makes beside the functions' costs.
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
      SelectionScope scope,
      CostModel costs) {}

  /**
   * Creates a profiler.
   *
   * @param symbols names of functions; also the walk's {@link FunctionMap}
   */
  public Profiler(TraceSymbols symbols, Options options) {
    functions = new FunctionTable(symbols);
    causes = symbols.guest().traps();
    nowhere = new Function(functions.kernel, 0, "nowhere");
    scope = options.scope();
    timeline = options.timeline();
    stacks =
        new Stacks(
            causes,
            options.tree() ? new TreeBuilder(MAX_NODES, MAX_DEPTH, options.costs() != null) : null,
            options.listener(),
            scope,
            options.costs() != null);
    ProfiledHart first = state(0);
    attribution = new Attribution(stacks, scope, timeline, first);
    functions.hart = first;
    program = new CurrentProgram(functions, attribution);
    tasks = new TaskBook(stacks, attribution, functions, program);
    counter =
        options.costs() == null ? null : new CycleCounter(options.costs(), causes, scope, first);
    paths = stacks.more ? null : new PathCosts(functions, scope, attribution);
  }

  /**
   * Returns the counts so far, while the walk goes on: to be read at once, since parts of it change
   * with the walk. What is not over counts as if it ended now, but a trap that was not returned
   * from has no cost yet.
   *
   * @param retired of each hart: what the walk has come to
   */
  public Profile soFar(IntToLongFunction retired) {
    int here = attribution.hart.number;
    long before = total;
    Map<Function, Long> given = new HashMap<>();
    for (int number : List.copyOf(harts.keySet())) {
      hart(number);
      if (attribution.task != null) {
        long at = attribution.at(Math.max(retired.applyAsLong(number), attribution.hart.raw));
        attribution.segment(at);
        attribution.runs(attribution.hart.current, at);
        attribution.task.lend(false, given);
        total += at;
      }
    }
    hart(here);
    tasks.lendLate(given);
    Profile profile = profile();
    given.forEach((function, inclusive) -> function.inclusive -= inclusive);
    total = before;
    return profile;
  }

  /** Returns the profile; called when the walk is over. */
  public Profile profile() {
    for (int i = harts.lastKey(); i >= 0; i--) {
      state(i); // a hart that never started is one, too
    }
    if (paths != null) {
      paths.settle();
    }
    return new ProfileMaker(stacks, functions)
        .make(
            total,
            functions.programs(),
            harts.values().stream().map(ProfiledHart::profile).toList(),
            timeline == null ? null : timeline.build(harts.size()),
            marks,
            console,
            panic);
  }

  /** The name of the program with a number ({@link Gate#program}); called after the walk. */
  @Override
  public String name(int number) {
    return functions.nameOf(number);
  }

  /** The name of a program's code that is in no function. */
  @Override
  public String nameless(int number, long address) {
    return functions.nameOf(number, address);
  }

  /** Returns who is to be told every executed instruction; null where nothing depends on it. */
  public PieceConsumer pieces() {
    return counter;
  }

  /** Hears of each hart what of its instructions is selected; see {@link #gate}. */
  public interface Gate {
    /**
     * From this event on, the hart's instructions are selected (if they are in the window), or not.
     */
    void on(int hart, boolean selected);

    /** The window, as retired counts of the hart. */
    void window(int hart, long from, long to);

    /** From this event on, the hart executes this program in user mode. */
    void program(int hart, int number);
  }

  /**
   * Tells somebody else what is selected, and whose it is; call it before the walk. Without a scope
   * it is told of programs alone.
   */
  public void gate(Gate other) {
    attribution.gate = other;
  }

  /** The common clock as far as the walk has come. */
  public long clock() {
    return attribution.hart.raw + attribution.hart.clockOffset;
  }

  private ProfiledHart state(int number) {
    return harts.computeIfAbsent(
        number,
        k ->
            new ProfiledHart(
                number, scope == null || scope.hart(number), functions.kernel, nowhere));
  }

  // ---- flow

  @Override
  public void call(long retired, Step from, Step to, long target, long link) {
    long at = attribution.at(retired);
    FrameOrigin how = attribution.task.call(from, to, target, link);
    arrived(from, how == FrameOrigin.CALL, at);
  }

  /**
   * A function was called, or jumped to.
   *
   * @param first at its first instruction
   */
  private void arrived(Step from, boolean first, long at) {
    Function f = attribution.task.top();
    attribution.reselect(at);
    if (first) {
      if (f.calls == 0 && f.name != null && KnownKernels.TOGETHER.panics(f.name)) {
        panicked(f);
      }
      attribution.called(f);
    }
    if (attribution.task.unserved()) {
      attribution.task.serves(f, from != null && from.computed());
    }
    attribution.runs(f, at);
  }

  /** The kernel's function for that, or another program's of the same name, is called first. */
  private void panicked(Function f) {
    boolean window = scope == null || scope.onlyWindow();
    if (f.program == functions.kernel && window && attribution.counts()) {
      long spent = harts.values().stream().mapToLong(h -> h.cycles).sum();
      panic = new Panic(clock() - (scope == null ? 0 : scope.from()), spent, stacks.tally.copy());
    }
  }

  @Override
  public void ret(long retired, Step from, Step to, long target) {
    long at = attribution.at(retired);
    if (attribution.task.ret(to, target)) {
      attribution.reselect(at);
      attribution.runs(attribution.task.top(), at);
    } else {
      jump(retired, from, to, target);
    }
  }

  @Override
  public void jump(long retired, Step from, Step to, long target) {
    Function f = functions.jumped(from, to, target);
    if (f != null) {
      long at = attribution.at(retired);
      FrameOrigin how = attribution.task.jump(f, target);
      if (how != null) {
        arrived(from, how == FrameOrigin.TAIL_CALL, at);
      }
    }
  }

  @Override
  public CallSummary summary(PathCalls calls) {
    return paths == null ? null : paths.of(calls);
  }

  @Override
  public Rounds rounds(long retired) {
    if (stacks.listener != null && stacks.listener.keepsEach()) {
      return Rounds.EACH;
    }
    if (timeline != null && scope != null && scope.byFunction()) {
      return Rounds.EACH; // what is selected may change with each round
    }
    List<Rounds.Numbers> all = new ArrayList<>();
    all.add(attribution.hart);
    all.add(attribution.task);
    all.add(attribution.task.task);
    functions.programs().forEach(program -> all.addAll(program.functions()));
    if (stacks.tree != null) {
      all.add(stacks.tree);
    }
    long offset = attribution.hart.clockOffset;
    long edge = scope == null ? Long.MAX_VALUE : scope.nextEdge(retired + offset);
    return new Rounds(edge == Long.MAX_VALUE ? edge : edge - offset, all);
  }

  // ---- traps

  @Override
  public void exception(Packet.Exception packet) {
    long at = attribution.at(packet.retired());
    int interrupted = attribution.hart.privilege;
    ExceptionKind kind = packet.kind();
    TrapTally cause = stacks.frames.trap(kind, packet.cause());
    if (kind == ExceptionKind.FIRMWARE) {
      if (attribution.counts()) {
        attribution.taken(cause);
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
    attribution.segment(at);
    program.enter(packet.privilege());
    attribution.task.exception(packet, interrupted);
    attribution.reselect(at);
    if (attribution.counts()) {
      attribution.taken(cause);
      if (kind != ExceptionKind.RESET) {
        attribution.task.trapCounts();
      }
    }
    attribution.newMode();
    attribution.runs(attribution.task.top(), at);
    if (counter != null && kind != ExceptionKind.RESET && attribution.counts()) {
      counter.trap(); // the handler's, from here on
    }
  }

  @Override
  public void trapReturn(long retired, long target, int newPrivilege) {
    long at = attribution.at(retired);
    attribution.segment(at);
    program.enter(newPrivilege);
    attribution.task.trapReturn(causes, target, newPrivilege);
    attribution.reselect(at);
    attribution.newMode();
    attribution.runs(attribution.task.top(), at);
  }

  @Override
  public void landed(long retired, Step to) {
    Function top = attribution.task.top();
    if (top == null || to.function() == top.symbol) {
      return;
    }
    long at = attribution.at(retired);
    attribution.task.landed(to);
    attribution.reselect(at);
    attribution.runs(attribution.task.top(), at);
  }

  // ---- contexts

  @Override
  public void hart(int number) {
    if (number == attribution.hart.number) {
      return;
    }
    tasks.hart(number);
    attribution.hart = state(number);
    attribution.task = tasks.stack();
    functions.hart = attribution.hart;
    stacks.hart = number;
    stacks.cycles = attribution.hart.cycles;
    if (counter != null) {
      counter.hart = attribution.hart;
    }
  }

  @Override
  public void turn(long clock, long retired) {
    if (clock >= 0 && clock - retired != attribution.hart.clockOffset) {
      if (attribution.task != null) {
        attribution.segment(attribution.at(Math.max(retired, attribution.hart.raw)));
      }
      attribution.hart.clockOffset = clock - retired;
      attribution.tellWindow();
    }
  }

  @Override
  public void contextSwitch(Packet.Switch packet) {
    long at = attribution.at(packet.retired());
    attribution.segment(at);
    attribution.hart.addressSpace = packet.addressSpace();
    if (tasks.switchTo(packet.pc(), packet.task())) {
      attribution.reselect(at);
      if (attribution.counts()) {
        attribution.task.task.switches++;
      }
    } else {
      program.enter(attribution.hart.privilege);
      attribution.reselect(at);
    }
    if (attribution.counts()) {
      attribution.hart.switches++;
      if (timeline != null) {
        timeline.switched(
            attribution.hart.number, attribution.hart.raw + attribution.hart.clockOffset);
      }
    }
    attribution.newMode();
    attribution.runs(attribution.task.top(), at);
  }

  @Override
  public void note(SidebandRecord item) {
    if (item instanceof SidebandRecord.Task named) {
      tasks.name(named);
    } else if (item instanceof SidebandRecord.Note said) {
      mark(said);
      consoleLine(said);
      int task = functions.note(said);
      if (task != Processes.NONE && attribution.task != null && task == attribution.task.task.pid) {
        if (functions.isThread(task)) {
          program.joins();
        } else {
          program.begins(said.retired());
        }
      }
    }
  }

  private void consoleLine(SidebandRecord.Note said) {
    ProfiledHart h = attribution.hart;
    if (!said.key().equals(NoteKeys.CONSOLE) || scope != null && !h.selected) {
      return;
    }
    long at = said.retired() + h.clockOffset;
    if (scope == null || scope.inWindow(at)) {
      console.add(h.number, at, said.value());
    }
  }

  private void mark(SidebandRecord.Note said) {
    GuestMark set = GuestMark.of(said);
    ProfiledHart h = attribution.hart;
    if (set == null || scope != null && !h.selected) {
      return;
    }
    long at = set.retired() + h.clockOffset;
    if (scope == null || scope.inWindow(at)) {
      int task = attribution.task == null ? -1 : attribution.task.task.number;
      marks.add(new ProfiledMark(set.number(), set.value(), h.number, at, set.pc(), task));
    }
  }

  @Override
  public void start(long retired, long pc, int privilege, int addressSpace, long taskId) {
    ProfiledHart h = attribution.hart;
    h.raw = retired;
    long at = attribution.at(retired);
    h.mark = at;
    h.segment = at;
    h.segmentRaw = retired;
    h.addressSpace = addressSpace;
    h.privilege = privilege;
    h.pieceAt = retired;
    attribution.tellWindow();
    tasks.start(pc, taskId);
    attribution.reselect(at);
    attribution.newMode();
    h.current = attribution.task.top();
    h.node = attribution.task.topNode();
    total -= at;
  }

  @Override
  public void stop(long retired, boolean gap) {
    long at = attribution.at(retired);
    total += at;
    attribution.segment(at);
    attribution.runs(attribution.hart.current, at);
    tasks.stop(gap);
    attribution.task = null;
  }
}
