package bbt.reconstruct.listing;

import bbt.packets.Packet;
import bbt.ptg.guest.GuestIsa;
import bbt.ptg.guest.Node;
import bbt.reconstruct.cursor.ExecutionPlace;
import bbt.reconstruct.cursor.ExecutionReader;
import bbt.reconstruct.cursor.PlaceNames;
import bbt.reconstruct.map.TraceMap;
import bbt.reconstruct.replay.StepRecorder;
import bbt.reconstruct.select.SelectionScope;
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

  private ExecutionPlace place;
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

  /**
   * Creates the listing of a trace.
   *
   * @param nodes whether a line is a node (QEMU's form has no other)
   */
  public ExecutionListing(TraceMap map, ListingForm form, boolean nodes) {
    this.map = map;
    this.guest = map.guest();
    this.names = new PlaceNames(map.symbols());
    line.timed = map.time().known();
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
    place = new ExecutionPlace(map, scope);
    reader = place.reader();
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
    place(clock);
    if (!place.selects(clock, node.address(from))) {
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
    if (place.addressSpace() != targetSpace || clock >= targetsUntil) {
      targets.clear();
      targetSpace = place.addressSpace();
      targetsUntil = map.symbols().nextTenant(clock);
    }
    return targets.computeIfAbsent(address, at -> names.label(place.addressSpace(), at, clock));
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
        || known.addressSpace != place.addressSpace()
        || !Objects.equals(known.program, place.program())) {
      if (texts.size() >= KEPT) {
        texts.clear();
      }
      known = new Texts(place.program(), place.addressSpace(), new CodeText[node.count()]);
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
              .text(pc, bits, target -> names.label(place.addressSpace(), target, clock))
              .replace('\t', ' ');
      codes[index] = CodeText.of(bits, node.length(index), label(pc, clock), text);
    }
    return codes[index];
  }

  private String label(long pc, long clock) {
    String label = place.label(pc, clock);
    return label == null ? "" : label;
  }

  /** Takes over where the execution stands. */
  private void place(long clock) {
    place.update(clock);
    line.hart = place.hart();
    line.privilege = place.privilege();
    line.mode = place.mode();
    line.task = place.task();
    line.pid = place.pid();
  }

  @Override
  public boolean exception(long clock, Packet.Exception packet) throws IOException {
    place(clock);
    if (!place.selects(clock, packet.epc())) {
      return true;
    }
    begin(clock, map.time().seconds(clock), packet.epc());
    line.instructions = 0;
    line.code = CodeText.of(0, 0, label(packet.epc(), clock), "");
    line.nextLabel = names.label(place.addressSpace(), packet.pc(), clock);
    String title = guest.traps().title(packet.kind(), packet.cause());
    form.exception(line, packet, title, out);
    return counted();
  }

  @Override
  public boolean gap(long clock, String message) throws IOException {
    begin(clock, map.time().seconds(clock), 0);
    place(clock);
    form.gap(line, message, out);
    return counted();
  }
}
