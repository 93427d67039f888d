package bbt.reconstruct.profile;

import bbt.packets.ExceptionKind;
import bbt.packets.Packet;
import bbt.packets.SidebandRecord;
import bbt.reconstruct.trace.TraceSymbols;
import bbt.reconstruct.walk.FlowListener;
import bbt.reconstruct.walk.FunctionMap;
import bbt.reconstruct.walk.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Keeps the call stacks while the walk runs (docs/determinism.md 14, 17) and counts what each
 * function costs. A call or a return costs a few array accesses; everything between them nothing.
 */
public final class Profiler implements FlowListener {
  /** About 40 bytes each, in the worst case for twice as many. */
  private static final int MAX_NODES = 1 << 21;

  /** Recursion beyond it is folded. */
  private static final int MAX_DEPTH = 1024;

  private static final int USER_MODE = 0;
  private static final int SUPERVISOR_MODE = 1;

  private final TraceSymbols symbols;
  private final Function[] bySymbol;
  private final Program kernel = new Program(Program.KERNEL);
  private final Map<String, Program> images = new HashMap<>();
  private final Map<Integer, Program> byAddressSpace = new HashMap<>();
  private final Map<Long, TaskStack> tasks = new HashMap<>();
  private final Stacks stacks;

  /** A task that a hart alone knows: none yet, or one that another hart executes, too. */
  private record OwnTask(int hart, long task) {}

  private final Map<OwnTask, TaskStack> ownTasks = new HashMap<>();

  /** What the fields below hold while another hart is walked. */
  private record HartState(
      TaskStack task,
      long taskId,
      int privilege,
      int addressSpace,
      Program program,
      Function current,
      int node,
      long mark,
      long segment) {}

  private final Map<Integer, HartState> others = new HashMap<>();

  private int hart;

  /** Null before the hart has started. */
  private TaskStack task;

  private long taskId;
  private int privilege;
  private int addressSpace;

  /** Whose functions the current mode executes. */
  private Program program = kernel;

  private final Function nowhere = new Function(kernel, 0, "nowhere");

  /** The function that instructions count for, since {@link #mark}. */
  private Function current = nowhere;

  /** Its node in the tree. */
  private int node = TreeBuilder.ROOT;

  private long mark;

  /** Since when the hart has been in its task and its mode. */
  private long segment;

  private long total;

  /**
   * Makes one.
   *
   * @param symbols names of functions; also the walk's {@link FunctionMap}
   */
  public Profiler(TraceSymbols symbols) {
    this(symbols, false, null);
  }

  /**
   * Makes one.
   *
   * @param symbols names of functions; also the walk's {@link FunctionMap}
   * @param tree whether to keep the call tree, too
   * @param listener is told all frames; null for none
   */
  public Profiler(TraceSymbols symbols, boolean tree, FrameListener listener) {
    this.symbols = symbols;
    this.bySymbol = new Function[symbols.count()];
    this.stacks = new Stacks(tree ? new TreeBuilder(MAX_NODES, MAX_DEPTH, false) : null, listener);
  }

  /** What was found; call it when the walk is over. */
  public Profile profile() {
    List<Program> programs = new ArrayList<>();
    programs.add(kernel);
    programs.addAll(images.values());
    programs.addAll(byAddressSpace.values());
    return new ProfileMaker(stacks).make(total, programs);
  }

  /** What the program is called that ran in an address space; call it when the walk is over. */
  public String programIn(int space) {
    Program p = byAddressSpace.get(space);
    return p == null || p.name == null ? Program.UNKNOWN : p.name;
  }

  // ---- functions

  private Function functionAt(Step to, long target) {
    if (to != null && to.note() instanceof Function f && (f.name != null || f.program == program)) {
      return f;
    }
    int id = to != null ? to.function() : symbols.functionAt(addressSpace, target);
    Function f = id == FunctionMap.NONE ? program.at(target) : named(id);
    if (to != null) {
      to.note(f);
    }
    return f;
  }

  private Function named(int id) {
    Function f = bySymbol[id];
    if (f == null) {
      TraceSymbols.Function symbol = symbols.function(id);
      Program owner;
      if (!symbol.image().equals(TraceSymbols.KERNEL)) {
        owner = images.computeIfAbsent(symbol.image(), Program::new);
      } else if (privilege == USER_MODE) {
        // A small kernel that carries its user programs in its own image.
        owner = images.computeIfAbsent(Program.UNKNOWN, Program::new);
      } else {
        owner = kernel;
      }
      f = owner.add(symbol.address(), symbol.name());
      bySymbol[id] = f;
    }
    return f;
  }

  /** Instructions count for another function from here on. */
  private void runs(Function f, long retired) {
    long spent = retired - mark;
    current.self += spent;
    if (stacks.tree != null) {
      stacks.tree.add(node, spent);
      node = task.topNode();
    }
    mark = retired;
    current = f;
  }

  /** The task or its mode changes here. */
  private void segment(long retired) {
    if (task != null) {
      long spent = retired - segment;
      task.task.instructions += spent;
      if (privilege == USER_MODE) {
        task.task.userInstructions += spent;
      }
    }
    segment = retired;
  }

  private void called(Function f) {
    f.calls++;
    if (stacks.tree != null) {
      stacks.tree.called(task.topNode(), 1);
    }
  }

  private long clock(long retired) {
    return retired + task.offset;
  }

  /** Something must be on top that instructions count for. */
  private void ensureTop(Step to, long target, long retired) {
    if (task.top() == null) {
      task.push(functionAt(to, target), TaskStack.NO_LINK, clock(retired), FrameListener.How.ROOT);
    }
  }

  // ---- flow

  @Override
  public void call(long retired, Step from, Step to, long target, long link) {
    stacks.now = retired;
    Function f = functionAt(to, target);
    task.push(f, link, clock(retired), FrameListener.How.CALL);
    if (f.address == target) {
      called(f);
    }
    if (task.unserved()) {
      task.serves(f, from != null && from.computed());
    }
    runs(f, retired);
  }

  @Override
  public void ret(long retired, Step from, Step to, long target) {
    stacks.now = retired;
    TaskStack t = task;
    long clock = retired + t.offset;
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
      ensureTop(to, target, retired);
      top = t.top();
    } else if (to != null && to.function() != FunctionMap.NONE && named(to.function()) != top) {
      top = named(to.function());
      t.replaceTop(top, clock);
    }
    runs(top, retired);
  }

  @Override
  public void jump(long retired, Step from, Step to, long target) {
    stacks.now = retired;
    Function f;
    int id = to != null ? to.function() : symbols.functionAt(addressSpace, target);
    if (id == FunctionMap.NONE && (from == null || from.function() == FunctionMap.NONE)) {
      // Without symbols, only a jump to where something was called leaves the function.
      f = entry(to, target);
      if (f == null) {
        return;
      }
    } else {
      f = functionAt(to, target);
    }
    ensureTop(to, target, retired);
    if (f != task.top()) {
      task.replaceTop(f, clock(retired));
      if (f.address == target) {
        called(f);
      }
      if (task.unserved()) {
        task.serves(f, from != null && from.computed());
      }
      runs(f, retired);
    }
  }

  /** The function without a symbol that something called at this address, or null. */
  private Function entry(Step to, long target) {
    if (to != null) {
      if (to.note() == null) {
        return null;
      }
      if (to.note() instanceof Function f && f.program == program) {
        return f;
      }
    }
    return program.known(target);
  }

  // ---- traps

  @Override
  public void exception(Packet.Exception packet) {
    long retired = packet.retired();
    stacks.now = retired;
    int interrupted = privilege;
    TrapTally cause = stacks.frames.trap(packet.kind(), packet.cause());
    cause.count++;
    stacks.tally.taken(packet.kind());
    if (packet.kind() == ExceptionKind.FIRMWARE) {
      stacks.tally.finished(packet.kind(), 1, 1);
      cause.finished(1, 1);
      return;
    }
    segment(retired);
    mode(packet.privilege());
    if (packet.kind() == ExceptionKind.RESET) {
      task.discard(clock(retired));
    } else {
      task.pushTrap(cause, packet.epc(), interrupted, clock(retired));
    }
    ensureTop(null, packet.pc(), retired);
    runs(task.top(), retired);
  }

  @Override
  public void trapReturn(long retired, long target, int newPrivilege) {
    stacks.now = retired;
    long clock = clock(retired);
    segment(retired);
    mode(newPrivilege);
    long epc = task.resume(newPrivilege, clock);
    task.resumed = -1;
    boolean elsewhere = target != epc && target != epc + 4 && target != epc + 2;
    if (elsewhere && newPrivilege == USER_MODE) {
      // Another program (exec), a signal handler, or back from one: nobody called it.
      task.discardFunctions(clock);
    }
    ensureTop(null, target, retired);
    if (elsewhere) {
      Function f = functionAt(null, target);
      if (f.name != null && f != task.top()) {
        task.replaceTop(f, clock);
      }
    }
    runs(task.top(), retired);
  }

  private void mode(int newPrivilege) {
    privilege = newPrivilege;
    program = newPrivilege >= SUPERVISOR_MODE ? kernel : userProgram();
  }

  private Program userProgram() {
    Program p = byAddressSpace.computeIfAbsent(addressSpace, k -> new Program(null));
    if (task != null) {
      task.program = p;
      if (p.name == null) {
        p.name = task.task.name;
      }
    }
    return p;
  }

  // ---- contexts

  @Override
  public void hart(int number) {
    if (number == hart) {
      return;
    }
    others.put(
        hart,
        new HartState(
            task, taskId, privilege, addressSpace, program, current, node, mark, segment));
    if (task != null) {
      task.suspend();
    }
    hart = number;
    stacks.hart = number;
    HartState next = others.remove(number);
    if (next == null) {
      next = new HartState(null, 0, 0, 0, kernel, nowhere, TreeBuilder.ROOT, 0, 0);
    }
    task = next.task;
    taskId = next.taskId;
    privilege = next.privilege;
    addressSpace = next.addressSpace;
    program = next.program;
    current = next.current;
    node = next.node;
    mark = next.mark;
    segment = next.segment;
    if (task != null) {
      task.unsuspend();
    }
  }

  /** The stack of a task that this hart executes from now on. */
  private TaskStack take(long id) {
    TaskStack its = id == 0 ? null : tasks.computeIfAbsent(id, k -> new TaskStack(stacks, id));
    if (its == null || (its.hart >= 0 && its.hart != hart)) {
      its = ownTasks.computeIfAbsent(new OwnTask(hart, id), k -> new TaskStack(stacks, id));
    }
    its.hart = hart;
    return its;
  }

  @Override
  public void contextSwitch(Packet.Switch packet) {
    long retired = packet.retired();
    stacks.now = retired;
    segment(retired);
    addressSpace = packet.addressSpace();
    if (packet.task() != taskId) {
      task.stopped = clock(retired);
      task.stoppedAt = retired;
      task.suspend();
      task.hart = -1;
      taskId = packet.task();
      task = take(taskId);
      task.offset = task.stopped - retired;
      task.task.switches++;
      task.unsuspend();
      mode(privilege);
      ensureTop(null, packet.pc(), retired);
      task.resumed = task.depth();
    } else {
      mode(privilege);
    }
    runs(task.top(), retired);
  }

  @Override
  public void note(SidebandRecord item) {
    if (item instanceof SidebandRecord.Task named) {
      TaskStack t = tasks.computeIfAbsent(named.task(), k -> new TaskStack(stacks, named.task()));
      stacks.now = item.retired();
      Task its = t.task;
      if (its.pid != -1 && named.pid() != -1 && its.pid != named.pid()) {
        // The task_struct was used again: what it did in an earlier life says nothing of this one.
        t.program = null;
        if (t == task) {
          segment(item.retired());
          t.discard(clock(item.retired()));
        }
        its = stacks.task(named.task());
        t.task = its;
        if (t == task) {
          its.switches++;
          t.push(current, TaskStack.NO_LINK, clock(item.retired()), FrameListener.How.ROOT);
          runs(current, item.retired());
        }
      }
      its.pid = named.pid();
      its.name = named.name();
      if (t.program != null) {
        t.program.name = named.name();
      }
    }
  }

  @Override
  public void start(long retired, long pc, int startPrivilege, int startSpace, long startTask) {
    stacks.now = retired;
    mark = retired;
    segment = retired;
    addressSpace = startSpace;
    taskId = startTask;
    task = take(taskId);
    task.offset = task.stopped - retired;
    task.unsuspend();
    mode(startPrivilege);
    ensureTop(null, pc, retired);
    current = task.top();
    node = task.topNode();
    total -= retired;
  }

  @Override
  public void stop(long retired) {
    stacks.now = retired;
    total += retired;
    segment(retired);
    runs(current, retired);
    end(task, clock(retired));
    task = null;
    if (others.values().stream().allMatch(other -> other.task == null)) {
      // No hart executes anything: what was suspended is over, too.
      for (TaskStack each : tasks.values()) {
        end(each);
      }
      for (TaskStack each : ownTasks.values()) {
        end(each);
      }
    }
  }

  /** A task that is not executed now ends. */
  private void end(TaskStack suspended) {
    stacks.now = suspended.stoppedAt;
    suspended.unsuspend();
    end(suspended, suspended.stopped);
  }

  private void end(TaskStack running, long clock) {
    running.discard(clock);
    running.resumed = -1;
    running.stopped = clock;
    running.stoppedAt = stacks.now;
    running.hart = -1;
  }
}
