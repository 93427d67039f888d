package bbt.reconstruct.listing;

import bbt.packets.Packet;
import bbt.ptg.guest.GuestIsa;
import bbt.ptg.guest.Node;
import bbt.reconstruct.cursor.ExecutionReader;
import bbt.reconstruct.cursor.PlaceNames;
import bbt.reconstruct.map.TaskNames;
import bbt.reconstruct.map.TraceMap;
import bbt.reconstruct.names.ProcessImages;
import bbt.reconstruct.names.TraceSymbols;
import bbt.reconstruct.replay.StepRecorder;
import bbt.reconstruct.select.SelectionScope;
import bbt.reconstruct.stack.CallFrame;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Writes the rebuilt execution, a line for each instruction or node.
 *
 * <pre>
 *   new ExecutionListing(map, ListingForm.TEXT, false).selection(scope).write(out);
 * </pre>
 */
public final class ExecutionListing implements ExecutionReader.Listener {
  /** Nodes whose text is kept. */
  private static final int KEPT = 1 << 17;

  private final TraceMap map;
  private final GuestIsa guest;
  private final PlaceNames names;
  private final LineForm form;
  private final boolean nodes;

  /** The selection; null: everything. */
  private SelectionScope scope;

  private long limit = Long.MAX_VALUE;

  /** Null: what the trace does not say is not asked for. */
  private StepRecorder recorder;

  private ExecutionReader reader;
  private LineBuffer out;
  private final Line line = new Line();
  private long lines;
  private boolean first = true;

  /** The texts of a node, with the program and address space that they were made for. */
  private record Texts(String program, int addressSpace, CodeText[] codes) {}

  private final Map<Node, Texts> texts = new IdentityHashMap<>();

  private final Map<Long, String> targets = new HashMap<>();
  private int targetSpace = -1;
  private long targetsUntil;

  // What holds since the last change of task, hart or privilege.
  private int addressSpace;
  private boolean selectedTask;
  private String program;
  private ProcessImages images;

  // Whether the call stack is inside a selected function, as of so many changes of it.
  private long stackAt = -1;
  private boolean inside;
  private final Map<TraceSymbols.Function, Boolean> selectedFunctions = new HashMap<>();

  /**
   * Creates the listing of a trace.
   *
   * @param nodes whether a line is a node (QEMU's form has no other)
   */
  public ExecutionListing(TraceMap map, ListingForm form, boolean nodes) {
    this.map = map;
    this.guest = map.guest();
    this.names = new PlaceNames(map.symbols());
    this.form =
        switch (form) {
          case TEXT -> new TextForm(map.harts() > 1, nodes, guest.registers());
          case CSV -> new CsvForm(nodes, guest.registers());
          case QEMU -> new QemuForm(guest);
        };
    this.nodes = nodes || this.form.nodes();
  }

  /** Lists only a part; null is everything. */
  public ExecutionListing selection(SelectionScope part) {
    scope = part;
    return this;
  }

  /** Lists at most so many instructions, nodes and exceptions. */
  public ExecutionListing limit(long most) {
    limit = most;
    return this;
  }

  /**
   * Registers and memory as well, by execution again. Where lines are nodes, those of all of a
   * node's instructions.
   */
  public ExecutionListing executing(StepRecorder again) {
    recorder = again;
    return this;
  }

  /**
   * Writes all lines.
   *
   * @throws IOException if the output takes no more, or the run cannot be executed again
   */
  public void write(OutputStream to) throws IOException {
    out = new LineBuffer(to);
    reader = new ExecutionReader(map, scope != null && scope.byFunction());
    form.begin(out);
    if (limit > 0) {
      reader.read(
          scope == null ? 0 : scope.from(), scope == null ? Long.MAX_VALUE : scope.to(), this);
    }
    out.flush();
  }

  // ---- what is executed

  @Override
  public boolean node(long clock, Node node, int from, int to) throws IOException {
    if (!selected(clock, node.address(from))) {
      return true;
    }
    CodeText[] codes = texts(node);
    double start = map.time().seconds(clock);
    if (nodes) {
      begin(clock, start, node.address(from));
      line.instructions = to - from;
      end(node, to);
      record(clock, to - from);
      line.code = code(codes, clock, node, from);
      form.node(line, node, from, to, out);
      line.code = code(codes, clock, node, to - 1).at(line.code);
      form.instruction(line, out);
      return counted();
    }
    double each = (map.time().seconds(clock + to - from) - start) / (to - from);
    for (int i = from; i < to; i++) {
      begin(clock + i - from, start + (i - from) * each, node.address(i));
      line.instructions = 1;
      line.branch = -1;
      line.jumps = false;
      if (i == to - 1) {
        end(node, to);
      }
      record(line.count, 1);
      line.code = code(codes, clock, node, i);
      form.instruction(line, out);
      if (!counted()) {
        return false;
      }
    }
    return true;
  }

  private boolean counted() {
    return ++lines < limit;
  }

  private void begin(long clock, double seconds, long address) {
    line.count = clock;
    long time = Math.round(seconds * 1e9);
    line.delta = first ? 0 : Math.max(0, time - line.time);
    line.time = time;
    line.address = address;
    first = false;
  }

  private void end(Node node, int to) {
    boolean whole = to == node.count();
    line.branch = whole ? reader.branch() : -1;
    line.jumps = whole && reader.jumps();
    if (line.jumps) {
      line.next = reader.pcAfter();
      line.nextLabel = target(line.next, line.count);
    }
  }

  /** Names are asked for once as long as nothing changes that they depend on. */
  private String target(long address, long clock) {
    if (addressSpace != targetSpace || clock >= targetsUntil) {
      targets.clear();
      targetSpace = addressSpace;
      targetsUntil = map.symbols().nextTenant(clock);
    }
    return targets.computeIfAbsent(address, at -> names.label(addressSpace, at, clock));
  }

  private void record(long clock, int instructions) throws IOException {
    if (recorder == null) {
      return;
    }
    if (instructions == 1) {
      recorder.step(clock, line.hart);
      line.changed = recorder.changed();
      line.data = recorder.accesses();
      return;
    }
    Map<Long, StepRecorder.Changed> changed = new TreeMap<>();
    List<StepRecorder.Data> data = new ArrayList<>();
    for (int i = 0; i < instructions; i++) {
      recorder.step(clock + i, line.hart);
      recorder.changed().forEach(c -> changed.put((c.floating() ? 1L << 32 : 0) + c.number(), c));
      data.addAll(recorder.accesses());
    }
    line.changed = List.copyOf(changed.values());
    line.data = data;
  }

  private CodeText[] texts(Node node) {
    Texts known = texts.get(node);
    if (known == null
        || known.addressSpace != addressSpace
        || !Objects.equals(known.program, program)) {
      if (texts.size() >= KEPT) {
        texts.clear();
      }
      known = new Texts(program, addressSpace, new CodeText[node.count()]);
      texts.put(node, known);
    }
    return known.codes;
  }

  private CodeText code(CodeText[] codes, long clock, Node node, int index) {
    if (codes[index] == null) {
      long pc = node.address(index);
      int bits = node.bits(index);
      String text =
          guest
              .text(pc, bits, target -> names.label(addressSpace, target, clock))
              .replace('\t', ' ');
      codes[index] = CodeText.of(bits, node.length(index), label(pc, clock), text);
    }
    return codes[index];
  }

  private String label(long pc, long clock) {
    String label =
        map.symbols().label(addressSpace, pc, clock, line.privilege == 0, program, images);
    return label == null ? "" : label;
  }

  @Override
  public boolean exception(long clock, Packet.Exception packet) throws IOException {
    if (!selected(clock, packet.epc())) {
      return true;
    }
    begin(clock, map.time().seconds(clock), packet.epc());
    line.instructions = 0;
    line.code = CodeText.of(0, 0, label(packet.epc(), clock), "");
    line.nextLabel = names.label(addressSpace, packet.pc(), clock);
    String title = guest.traps().title(packet.kind(), packet.cause());
    form.exception(line, packet, title, out);
    return counted();
  }

  @Override
  public boolean gap(long clock, String message) throws IOException {
    begin(clock, map.time().seconds(clock), 0);
    state(clock);
    form.gap(line, message, out);
    return counted();
  }

  // ---- what is selected

  private void state(long clock) {
    TaskNames.Name name = map.tasks().at(reader.task(), clock);
    long task = reader.task();
    line.hart = reader.hart();
    line.mode(reader.privilege(), guest);
    addressSpace = reader.addressSpace();
    line.task = name != null ? name.name() : task == 0 ? "" : "0x" + Long.toHexString(task);
    line.pid = name == null ? -1 : name.pid();
    program = map.tasks().program(task, clock);
    images = map.tasks().images(task, clock);
    selectedTask =
        scope == null
            || scope.hart(line.hart)
                && scope.privilege(line.privilege)
                && scope.task(task, line.pid);
  }

  private boolean selected(long clock, long pc) {
    state(clock);
    if (scope == null || !selectedTask) {
      return selectedTask;
    }
    return !scope.byFunction() || function(clock, pc);
  }

  private boolean function(long clock, long pc) {
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
    return inside || isSelected(addressSpace, pc, line.privilege, clock);
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
}
