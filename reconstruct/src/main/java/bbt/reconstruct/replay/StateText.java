package bbt.reconstruct.replay;

import bbt.packets.GuestTime;
import bbt.ptg.guest.GuestIsa;
import bbt.ptg.guest.RegisterFile;
import bbt.reconstruct.basics.NumberText;
import bbt.reconstruct.cursor.Moves;
import bbt.reconstruct.cursor.PlaceNames;
import bbt.reconstruct.cursor.StackLine;
import bbt.reconstruct.cursor.Targets;
import bbt.reconstruct.cursor.TraceCursor;
import bbt.reconstruct.map.TraceMap;
import bbt.reconstruct.names.ProcessImages;
import bbt.reconstruct.replay.state.Access;
import bbt.reconstruct.replay.state.MachineState;
import bbt.reconstruct.replay.state.Position;
import bbt.reconstruct.replay.state.Task;
import bbt.reconstruct.stack.CallFrame;
import bbt.reconstruct.stack.FoldedFrames;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/** Writes a {@link MachineState} for people and for programs. */
public final class StateText {
  private static final int ROW = 16;
  private static final int USER = 0;
  private static final int NO_SPACE = -1;

  private final MachineState state;
  private final GuestIsa guest;
  private final long total;
  private final PlaceNames names;
  private final TraceMap map;

  /** The call stack of a hart, from the trace alone; empty where there is none. */
  private final List<StackLine> stack;

  private final int stackOf;

  private StateText(Replay replay, TraceMap map, int hart) {
    state = replay.state();
    guest = state.guest();
    total = replay.end().clock();
    names = new PlaceNames(map.symbols());
    this.map = map;
    stackOf = hart;
    stack = stack(map, state, hart);
  }

  /**
   * Where a replay stands now.
   *
   * @param map of its trace: names, and call stacks
   * @param hart whose call stack is wanted
   */
  public static StateText of(Replay replay, TraceMap map, int hart) {
    return new StateText(replay, map, hart);
  }

  private static List<StackLine> stack(TraceMap map, MachineState state, int hart) {
    if (map.isEmpty()) {
      return List.of();
    }
    TraceCursor cursor = new TraceCursor(map);
    cursor.toMoment(state.position().clock(), state.position().traps());
    if (cursor.hart() != hart) {
      // It does nothing until its next turn; then it is where it was.
      Moves moves = new Moves(cursor, () -> false, done -> {});
      moves.confine(hart);
      moves.to(Targets.any(), true);
    }
    // A damaged trace may not know where the hart is.
    return cursor.hart() == hart && cursor.pc() == state.pc(hart)
        ? StackLine.of(cursor)
        : List.of();
  }

  private static String hex(long value) {
    return String.format("0x%016x", value);
  }

  /** The name of the place of an access's instruction; empty where nothing is known. */
  public String symbol(Access access) {
    if (!map.isEmpty()) {
      TraceCursor at = new TraceCursor(map);
      at.toMoment(access.position().clock(), access.position().traps());
      if (at.hart() == access.hart() && at.pc() == access.pc()) {
        return known(names.label(at, at.addressSpace(), at.pc(), at.privilege()));
      }
    }
    return known(names.label(NO_SPACE, access.pc(), access.position().clock()));
  }

  /** The name of the place of a hart's next instruction; empty where nothing is known. */
  private String symbol(int hart) {
    return label(
        hart,
        hart == stackOf && !stack.isEmpty() ? stack.getFirst().addressSpace() : NO_SPACE,
        state.pc(hart),
        state.privilege(hart));
  }

  /** The label of code that a hart's task executes, as the stepper has it. */
  private String label(int hart, int addressSpace, long pc, int privilege) {
    String symbol = names.label(addressSpace, pc, state.position().clock());
    if (symbol != null || privilege != USER) {
      return known(symbol);
    }
    long clock = state.position().clock();
    long its = state.task(hart).map(Task::address).orElse(0L);
    ProcessImages images = map.tasks().images(its, clock);
    return images == null && addressSpace == NO_SPACE
        ? ""
        : map.symbols().nameless(addressSpace, pc, true, map.tasks().program(its, clock), images);
  }

  private String label(StackLine line) {
    return label(stackOf, line.addressSpace(), line.pc(), line.privilege());
  }

  private static String known(String label) {
    return label == null || label.startsWith("0x") ? "" : label;
  }

  /** The instruction at an address, disassembled; empty where there is none to be read. */
  public String instruction(int hart, long pc) {
    return Watcher.instruction(state, hart, pc);
  }

  /** Where it is, in a few lines. */
  public void place(PrintWriter out) {
    Position at = state.position();
    out.printf(
        Locale.ROOT,
        "position  %s of %s instructions (%s)%s, guest time %.6f s%n",
        NumberText.grouped(at.clock()),
        NumberText.grouped(total),
        NumberText.percent(at.clock(), total),
        at.traps() == 0 ? "" : ", behind " + at.traps() + (at.traps() == 1 ? " trap" : " traps"),
        GuestTime.seconds(state.ticks()));
    for (int hart = 0; hart < state.harts(); hart++) {
      long pc = state.pc(hart);
      String name = symbol(hart);
      String task = state.task(hart).map(t -> ", task " + t).orElse("");
      out.printf(
          Locale.ROOT,
          "%s  %s%s, %s mode%s, %s instructions%n          %s%n",
          state.harts() == 1
              ? "pc      "
              : hart == state.hart() ? "hart " + hart + " *" : "hart " + hart + "  ",
          hex(pc),
          name.isEmpty() ? "" : " " + name,
          guest.mode(state.privilege(hart)).name(),
          task,
          NumberText.grouped(state.retired(hart)),
          instruction(hart, pc));
    }
  }

  /** The call stack, innermost first. */
  public void stack(PrintWriter out) {
    for (FoldedFrames<StackLine> frames : FoldedFrames.of(stack, StackLine::alike)) {
      StackLine line = frames.frame();
      String name = label(line);
      out.printf(
          Locale.ROOT,
          "%-3d %s %s%s%s%n",
          line.number(),
          hex(line.pc()),
          name.isEmpty() ? "(no symbol)" : name,
          line.entered() == null
              ? line.number() > 0 ? "  (outermost known)" : ""
              : "  <- "
                  + entered(line.entered())
                  + " at "
                  + NumberText.grouped(line.entered().clock()),
          frames.times());
    }
  }

  private String entered(CallFrame frame) {
    return frame.kind() == CallFrame.Kind.TRAP ? guest.traps().title(frame.link()) : "called";
  }

  /** A hart's registers. */
  public void registers(PrintWriter out, int hart) {
    RegisterFile general = guest.registers().general();
    int rows = general.size() / 4;
    for (int row = 0; row < rows; row++) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < 4; column++) {
        int n = row + rows * column;
        line.append(String.format("%-4s %s  ", general.name(n), hex(state.general(hart, n))));
      }
      out.println(line.toString().stripTrailing());
    }
    StringBuilder line = new StringBuilder();
    int count = 0;
    for (String name : guest.registers().replayControls()) {
      OptionalLong value = state.control(hart, name);
      if (value.isPresent()) {
        line.append(String.format("%-8s %s  ", name, hex(value.getAsLong())));
        if (++count % 4 == 0) {
          out.println(line.toString().stripTrailing());
          line.setLength(0);
        }
      }
    }
    if (!line.isEmpty()) {
      out.println(line.toString().stripTrailing());
    }
  }

  /** The floating-point registers of a hart. */
  public void floats(PrintWriter out, int hart) {
    RegisterFile floating = guest.registers().floating();
    for (int n = 0; n < floating.size(); n += 2) {
      out.printf(
          Locale.ROOT,
          "%s%-3d %s %-24s %s%-3d %s %s%n",
          floating.name(),
          n,
          hex(state.floating(hart, n)),
          Double.toString(Double.longBitsToDouble(state.floating(hart, n))),
          floating.name(),
          n + 1,
          hex(state.floating(hart, n + 1)),
          Double.toString(Double.longBitsToDouble(state.floating(hart, n + 1))));
    }
  }

  /** Memory, 16 bytes a line. */
  public static void memory(PrintWriter out, long address, byte[] bytes, int wanted) {
    for (int row = 0; row < bytes.length; row += ROW) {
      StringBuilder hex = new StringBuilder();
      StringBuilder text = new StringBuilder();
      for (int i = row; i < row + ROW; i++) {
        hex.append(i % 8 == 0 ? "  " : " ");
        if (i < bytes.length) {
          hex.append(String.format("%02x", bytes[i]));
          text.append(bytes[i] >= 0x20 && bytes[i] < 0x7F ? (char) bytes[i] : '.');
        } else {
          hex.append("  ");
        }
      }
      out.println(hex(address + row) + hex + "  " + text);
    }
    if (bytes.length < wanted) {
      out.println(hex(address + bytes.length) + "  not mapped, or no RAM");
    }
  }

  /** Returns the whole state as JSON. */
  public ObjectNode json() {
    JsonNodeFactory f = JsonNodeFactory.instance;
    ObjectNode root = f.objectNode();
    Position at = state.position();
    root.put("clock", at.clock()).put("traps", at.traps()).put("total", total);
    root.put("ticks", state.ticks()).put("hart", state.hart());
    ArrayNode harts = root.putArray("harts");
    for (int hart = 0; hart < state.harts(); hart++) {
      ObjectNode h = harts.addObject();
      h.put("retired", state.retired(hart)).put("pc", hex(state.pc(hart)));
      h.put("symbol", symbol(hart));
      h.put("instruction", instruction(hart, state.pc(hart)));
      h.put("privilege", guest.mode(state.privilege(hart)).name());
      Task task = state.task(hart).orElse(null);
      if (task != null) {
        ObjectNode t = h.putObject("task").put("address", hex(task.address()));
        t.put("pid", task.pid()).put("name", task.name());
      }
      RegisterFile general = guest.registers().general();
      ObjectNode registers = h.putObject(general.name());
      for (int i = 0; i < general.size(); i++) {
        registers.put(general.name(i), hex(state.general(hart, i)));
      }
      RegisterFile floating = guest.registers().floating();
      ObjectNode floats = h.putObject(floating.name());
      for (int i = 0; i < floating.size(); i++) {
        floats.put(floating.name() + i, hex(state.floating(hart, i)));
      }
      ObjectNode controls = h.putObject("csr");
      for (String name : guest.registers().replayControls()) {
        state.control(hart, name).ifPresent(v -> controls.put(name, hex(v)));
      }
      if (hart == stackOf) {
        ArrayNode lines = h.putArray("stack");
        for (StackLine line : stack) {
          ObjectNode l = lines.addObject().put("pc", hex(line.pc()));
          l.put("symbol", label(line));
          if (line.entered() != null) {
            l.put("entered", entered(line.entered())).put("clock", line.entered().clock());
          }
        }
      }
    }
    return root;
  }
}
