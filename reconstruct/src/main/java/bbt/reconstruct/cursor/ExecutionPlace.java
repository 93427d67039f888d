package bbt.reconstruct.cursor;

import bbt.reconstruct.map.TaskNames;
import bbt.reconstruct.map.TraceMap;
import bbt.reconstruct.names.ProcessImages;
import bbt.reconstruct.names.TraceSymbols;
import bbt.reconstruct.select.SelectionScope;
import bbt.reconstruct.stack.CallFrame;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Names the place where an {@link ExecutionReader} is: hart, mode, task, program; and decides
 * whether a selection holds it. Not for use by several threads.
 */
public final class ExecutionPlace {
  private final TraceMap map;
  private final SelectionScope scope;
  private final ExecutionReader reader;
  private final PlaceNames names;

  // What holds since the last call of state().
  private int hart;
  private int privilege;
  private String mode;
  private int addressSpace;
  private String task = "";
  private int pid = -1;
  private String program;
  private ProcessImages images;
  private boolean selectedTask;

  // Whether the call stack is inside a selected function, as of so many changes of it.
  private long stackAt = -1;
  private boolean inside;
  private final Map<TraceSymbols.Function, Boolean> selectedFunctions = new HashMap<>();

  /**
   * Creates the place of a trace's beginning.
   *
   * @param scope the selection; null: everything
   */
  public ExecutionPlace(TraceMap map, SelectionScope scope) {
    this.map = map;
    this.scope = scope;
    this.reader = new ExecutionReader(map, scope != null && scope.byFunction());
    this.names = new PlaceNames(map.symbols());
  }

  /** The reader whose place this is. */
  public ExecutionReader reader() {
    return reader;
  }

  /** Takes over what holds where the reader is. */
  public void update(long clock) {
    long current = reader.task();
    TaskNames.Name name = map.tasks().at(current, clock);
    hart = reader.hart();
    if (mode == null || privilege != reader.privilege()) {
      privilege = reader.privilege();
      mode = map.guest().mode(privilege).letter();
    }
    addressSpace = reader.addressSpace();
    task = name != null ? name.name() : current == 0 ? "" : "0x" + Long.toHexString(current);
    pid = name == null ? -1 : name.pid();
    program = map.tasks().program(current, clock);
    images = map.tasks().images(current, clock);
    selectedTask =
        scope == null || scope.hart(hart) && scope.privilege(privilege) && scope.task(current, pid);
  }

  /**
   * Whether an instruction is in the selection, by what {@link #update} took over.
   *
   * @param clock instructions of all harts before it
   */
  public boolean selects(long clock, long pc) {
    return selectedTask && (scope == null || !scope.byFunction() || inFunction(clock, pc));
  }

  private boolean inFunction(long clock, long pc) {
    if (stackAt != reader.stackChanges()) {
      stackAt = reader.stackChanges();
      inside = false;
      List<CallFrame> frames = reader.stack();
      for (int i = frames.size() - 1; i >= 0 && !inside; i--) {
        CallFrame frame = frames.get(i);
        inside =
            scope.function(null, frame.entry(), programOf(frame.privilege()))
                || isSelected(frame.addressSpace(), frame.site(), frame.privilege(), clock);
      }
    }
    return inside || isSelected(addressSpace, pc, privilege, clock);
  }

  private String programOf(int mode) {
    return mode == 0 ? program : TraceSymbols.KERNEL;
  }

  /** Whether the function at an address is selected, by its symbol. */
  private boolean isSelected(int space, long pc, int mode, long clock) {
    TraceSymbols.Function its = names.function(space, pc, clock);
    return its != null
        && selectedFunctions.computeIfAbsent(
            its, f -> scope.function(f.name(), f.address(), programOf(mode)));
  }

  /** Whether hart, mode and task are in the selection. */
  public boolean selected() {
    return selectedTask;
  }

  /** Returns the name of an address as the current task sees it: function and offset; or null. */
  public String label(long pc, long clock) {
    return map.symbols().label(addressSpace, pc, clock, privilege == 0, program, images);
  }

  /** The hart that executes. */
  public int hart() {
    return hart;
  }

  /** Number of the privilege mode. */
  public int privilege() {
    return privilege;
  }

  /** Letter of the privilege mode. */
  public String mode() {
    return mode;
  }

  /** Serial number of the address space. */
  public int addressSpace() {
    return addressSpace;
  }

  /** Name of the task; its address where it has none; empty where there is no task. */
  public String task() {
    return task;
  }

  /** Process id of the task, -1 where it is not known. */
  public int pid() {
    return pid;
  }

  /** The program whose code is executed: the task's, or the kernel. */
  public String executing() {
    return programOf(privilege);
  }

  /** The task's program; null where it is not known. */
  public String program() {
    return program;
  }
}
