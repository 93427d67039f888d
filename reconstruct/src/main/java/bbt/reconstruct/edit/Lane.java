package bbt.reconstruct.edit;

import bbt.packets.ExceptionKind;
import bbt.packets.Packet;
import bbt.packets.SidebandRecord;
import bbt.packets.write.EventWriter;
import bbt.packets.write.SidebandWriter;
import bbt.ptg.guest.GuestIsa;
import bbt.ptg.guest.Node;
import bbt.ptg.guest.TraceRule;
import bbt.reconstruct.walk.graph.Step;
import bbt.reconstruct.walk.graph.View;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongPredicate;

/**
 * Writes one hart of the new trace from its events. Code and mappings are announced when something
 * is executed that a reader would not know how to find, as the recorder does it.
 */
final class Lane {
  private static final int CACHE = 1 << 10;

  private final GuestIsa guest;
  private final EventWriter out;

  /** The address at which the hart goes on. */
  private long pc;

  /**
   * The state before the first trap or switch that was written at its count, and behind each; empty
   * where there was none.
   */
  private final List<Event.Start> states = new ArrayList<>();

  /** The traps and switches written at the present count. */
  private final List<Event> written = new ArrayList<>();

  /** Whether the hart is in a gap: what it executes is not written. */
  private boolean away;

  /** Whether any event has been written. */
  private boolean started;

  /** The state with which the hart begins, if nothing has been written. */
  private Event.Start beginning;

  /** Records that came before the beginning. */
  private final List<SidebandRecord> early = new ArrayList<>();

  /** The node of which only the first instructions have been executed; null where there is none. */
  private Node open;

  /** The number of instructions of {@link #open} that have been executed. */
  private int executed;

  /** Whether another trace goes on in the middle of the node {@link #open}. */
  private boolean joined;

  /** Marks the steps whose code was announced; another object where another trace speaks. */
  private Object announced = new Object();

  // By page: what the last mapping was that a reader knows.
  private final int[] knownSpaces = new int[CACHE];
  private final long[] knownPages = new long[CACHE];
  private final long[] knownPhysical = new long[CACHE];

  Lane(GuestIsa guest, EventWriter out) {
    this.guest = guest;
    this.out = out;
    forget();
  }

  /** Instructions written, gaps included. */
  long retired() {
    return started || beginning == null ? out.retired() : beginning.retired();
  }

  /** Traps and switches written at that count. */
  int packets() {
    return written.size();
  }

  /**
   * How many of these come before a state at its count; all of them if none leads there.
   *
   * @param state of a trace that covers the hart from there on
   * @param next what that trace tells then
   */
  int packetsBefore(Event.Start state, Event next) {
    for (int i = 0; i < written.size(); i++) {
      Event.Start its = states.get(i);
      if (its.pc() == state.pc()
          && its.privilege() == state.privilege()
          && its.addressSpace() == state.addressSpace()
          && its.task() == state.task()
          && isSame(written.get(i), next)) {
        return i;
      }
    }
    return packets();
  }

  private static boolean isSame(Event a, Event b) {
    return switch (a) {
      case Event.Trap one when b instanceof Event.Trap other ->
          one.packet().kind() == other.packet().kind()
              && one.packet().cause() == other.packet().cause()
              && one.packet().epc() == other.packet().epc()
              && one.packet().pc() == other.packet().pc();
      case Event.Switch one when b instanceof Event.Switch other ->
          one.packet().addressSpace() == other.packet().addressSpace()
              && one.packet().task() == other.packet().task()
              && one.packet().pc() == other.packet().pc();
      default -> false;
    };
  }

  private Event.Start state() {
    return new Event.Start(0, out.retired(), pc, out.privilege(), out.addressSpace(), out.task());
  }

  /** The count is another one. */
  private void forgetPackets() {
    if (!written.isEmpty()) {
      states.clear();
      written.clear();
    }
  }

  /** A trap or switch is about to be written. */
  private void packet() {
    begin();
    open = null;
    joined = false;
    if (states.isEmpty()) {
      states.add(state());
    }
  }

  long pc() {
    return pc;
  }

  /** While nothing is written: where it will go on, as far as is known. */
  void stands(long at) {
    pc = at;
  }

  boolean away() {
    return away;
  }

  /** Whether the hart has begun. */
  boolean begun() {
    return started || beginning != null;
  }

  /** Whether a trace that begins in this state goes on where this hart stands. */
  boolean joins(Event.Start state) {
    return away
        || !started
        || state.retired() > out.retired()
        || pc == state.pc()
            && out.privilege() == state.privilege()
            && out.addressSpace() == state.addressSpace()
            && out.task() == state.task();
  }

  /**
   * Writes from here on what a trace covers; where that is behind what was written, there is a gap
   * before.
   */
  void enter(Event.Start state) {
    announced = new Object();
    if (!begun()) {
      beginning = state;
      pc = state.pc();
      return;
    }
    if (!started && state.retired() > beginning.retired()) {
      begin();
    }
    if (started && !away && state.retired() > out.retired()) {
      leave();
    }
    if (away) {
      advance(state);
      out.enter(state.pc());
      away = false;
      open = null;
    }
    joined = open != null;
    pc = state.pc();
  }

  private void advance(Event.Start state) {
    if (state.retired() > out.retired()) {
      forgetPackets();
    }
    out.absent(
        state.retired() - out.retired(),
        state.pc(),
        state.privilege(),
        state.addressSpace(),
        state.task());
  }

  /** Stops writing: a gap begins. */
  void leave() {
    if (begun() && !away) {
      begin();
      out.leave(pc);
      away = true;
    }
  }

  /** While nothing is written, the hart has retired so many in all. */
  void pass(long retired) {
    if (away && retired > out.retired()) {
      forgetPackets();
      out.absent(retired - out.retired(), pc, out.privilege(), out.addressSpace(), out.task());
    }
  }

  /** Begins without a reset: a ring dropped it. */
  private void begin() {
    if (!started) {
      out.resume(
          beginning.retired(),
          beginning.pc(),
          beginning.privilege(),
          beginning.addressSpace(),
          beginning.task());
      begun(beginning.retired());
    }
  }

  private void begun(long retired) {
    started = true;
    early.forEach(item -> note(item, retired));
    early.clear();
  }

  /** Writes instructions that are executed. */
  void piece(Event.Piece piece, LongPredicate globals) {
    begin();
    announce(piece, globals);
    forgetPackets();
    out.retire(piece.count());
    pc = piece.after();
    Node node = piece.step().node();
    if (joined) {
      Node rest = piece.first() == 0 ? node : node.from(piece.first());
      node = open.before(executed, rest);
    } else if (piece.first() > 0) {
      node = node.from(piece.first());
    }
    if (!piece.ends()) {
      executed = joined ? executed + piece.count() : piece.count();
      open = node;
    } else {
      open = null;
      if (node == piece.step().node()) {
        end(piece);
      } else {
        endOf(node.rule(), piece);
      }
    }
    joined = false;
  }

  /** The event at the end of a node. */
  private void end(Event.Piece piece) {
    Step step = piece.step();
    switch (step.kind) {
      case Step.BRANCH -> out.branch(piece.taken(), pc);
      case Step.RETURN -> returns(step.site(), step.calls(), step.link());
      case Step.INDIRECT -> jumps(step.site(), step.calls(), step.link());
      case Step.TRAP_RETURN -> out.trapReturn(pc, piece.privilege());
      default -> {
        if (step.calls()) {
          out.call(step.link());
        }
      }
    }
  }

  /**
   * Writes how a node ended that was entered in its middle: there, what its end leaves in the trace
   * can be something else than at its beginning.
   */
  private void endOf(TraceRule rule, Event.Piece piece) {
    switch (rule.leaves()) {
      case BRANCH -> out.branch(piece.taken(), pc);
      case TARGET -> {
        if (rule.pops()) {
          returns(rule.site(), rule.pushes(), rule.link());
        } else {
          jumps(rule.site(), rule.pushes(), rule.link());
        }
      }
      case TRAP_RETURN -> out.trapReturn(pc, piece.privilege());
      case NOTHING -> {
        if (rule.pushes()) {
          out.call(rule.link());
        }
      }
      case TRAP -> {}
    }
  }

  private void returns(long site, boolean calls, long link) {
    if (calls) {
      out.retCall(site, pc, link);
    } else {
      out.ret(site, pc);
    }
  }

  private void jumps(long site, boolean calls, long link) {
    if (calls) {
      out.indirectCall(site, pc, link);
    } else {
      out.indirect(site, pc);
    }
  }

  private void announce(Event.Piece piece, LongPredicate globals) {
    Step step = piece.step();
    Node node = step.node();
    long retired = out.retired();
    if (guest.translates(out.privilege())) {
      map(retired, piece.pc() & -4096L, page(step, piece.pc()), globals);
      if (step.secondPhysicalPage() >= 0) {
        long second = (step.pc() & -4096L) + 4096;
        map(retired, second, step.secondPhysicalPage(), globals);
      }
    }
    if (step.note() == announced) {
      return;
    }
    SidebandWriter sideband = out.sideband();
    long address = piece.pc();
    for (int i = 0; i < piece.count(); i++) {
      int number = piece.first() + i;
      int bits = node.bits(number);
      for (int octet = 0; octet < node.length(number); octet += 2) {
        long at = address + octet;
        long physical = page(step, at) | at & View.PAGE_MASK;
        sideband.code(retired + i, physical, bits >>> 8 * octet & 0xFFFF);
      }
      address += node.length(number);
    }
    if (piece.first() == 0 && piece.ends()) {
      step.note(announced);
    }
  }

  /** The physical page of an address in a step. */
  private static long page(Step step, long address) {
    return (address & -4096L) == (step.pc() & -4096L)
        ? step.physical() & -4096L
        : step.secondPhysicalPage();
  }

  private void map(long retired, long virtualPage, long physicalPage, LongPredicate globals) {
    int space = out.addressSpace();
    int slot = (int) (virtualPage >>> 12 ^ virtualPage >>> 21 ^ space * 31L) & CACHE - 1;
    if (knownPages[slot] == virtualPage
        && knownSpaces[slot] == space
        && knownPhysical[slot] == physicalPage) {
      return;
    }
    boolean global = globals.test(virtualPage);
    if (global) {
      forget(); // other address spaces may see it
    }
    out.sideband().mapping(retired, space, virtualPage, physicalPage, global);
    knownPages[slot] = virtualPage;
    knownSpaces[slot] = space;
    knownPhysical[slot] = physicalPage;
  }

  private void forget() {
    Arrays.fill(knownPages, -1);
  }

  /** A trap, a reset, or a call of firmware. */
  void trap(Event.Trap event) {
    Packet.Exception trap = event.packet();
    if (trap.kind() == ExceptionKind.RESET && !started) {
      states.add(beginning);
      out.reset(trap.pc(), trap.privilege(), trap.verifyHash());
      begun(0);
    } else if (trap.kind() == ExceptionKind.RESET) {
      packet();
      out.reset(trap.pc(), trap.privilege(), trap.verifyHash());
    } else {
      packet();
      out.exception(
          trap.kind(),
          trap.pc(),
          trap.privilege(),
          trap.cause(),
          trap.epc(),
          trap.tval(),
          trap.verifyHash());
    }
    pc = trap.pc();
    states.add(state());
    written.add(event);
  }

  /** Writes a change of the context. */
  void contextSwitch(Event.Switch event) {
    Packet.Switch to = event.packet();
    packet();
    out.contextSwitch(
        to.pc(),
        to.addressSpace(),
        to.addressSpaceRegister(),
        to.task(),
        to.stack(),
        to.previousStack());
    pc = to.pc();
    states.add(state());
    written.add(event);
  }

  /** A record that is neither code nor mapping; it holds from where the hart stands. */
  void note(SidebandRecord item) {
    if (started) {
      note(item, out.retired());
    } else {
      early.add(item);
    }
  }

  private void note(SidebandRecord item, long retired) {
    SidebandWriter sideband = out.sideband();
    switch (item) {
      case SidebandRecord.Task task -> sideband.task(retired, task.task(), task.pid(), task.name());
      case SidebandRecord.Time time -> sideband.time(retired, time.ticks());
      case SidebandRecord.Symbols its ->
          sideband.names(
              new SidebandRecord.Symbols(
                  retired, its.image(), its.addressSpace(), its.addresses(), its.names()));
      case SidebandRecord.Note its -> sideband.note(retired, its.key(), its.value());
      case SidebandRecord.Code code ->
          throw new IllegalArgumentException("code is announced when it is executed");
      case SidebandRecord.Mapping mapping ->
          throw new IllegalArgumentException("mappings are announced when they are used");
    }
  }
}
