package bbt.reconstruct.walk.hart;

import bbt.packets.Frame;
import bbt.packets.KnownCode;
import bbt.packets.Packet;
import bbt.packets.SidebandRecord;
import bbt.ptg.guest.GuestIsa;
import bbt.ptg.guest.Node;
import bbt.reconstruct.walk.flow.FlowListener;
import bbt.reconstruct.walk.flow.PieceConsumer;
import bbt.reconstruct.walk.graph.BlockCount;
import bbt.reconstruct.walk.graph.CodeMap;
import bbt.reconstruct.walk.graph.CountWindow;
import bbt.reconstruct.walk.graph.FunctionMap;
import bbt.reconstruct.walk.graph.Step;
import java.util.List;
import java.util.function.Predicate;

/**
 * Walks frames of one hart: follows the code with the bits and targets that {@link
 * bbt.ptg.guest.TraceRule} asks for, and checks everything the trace says on the way. A {@link
 * WalkException} says what did not agree; the walk can then be {@linkplain #gap() resumed} at a
 * later frame.
 *
 * <p>Here are frames and packets; what lies between two packets is executed by {@link CountedWalk}.
 */
public final class Walker {
  private final CodeMap code;
  private final FlowListener listener;
  private final Records records;
  private final PacketCursor packets = new PacketCursor();
  private final PacketChecks checks;
  private final CurrentSpace space;
  private final CountWindow window = new CountWindow();
  private final PendingEdge edge;
  private final HotLoop hot;
  private final CountedWalk toCount;
  private WalkState at = new WalkState();

  /**
   * Creates a walker that knows no code yet.
   *
   * @param guest whose code is walked
   * @param functions names functions, for {@link Step#function} and {@link FlowListener#jump}
   * @param listener {@link FlowListener#NOBODY} where nobody listens
   * @param pieces null when nobody wants them
   */
  public Walker(
      GuestIsa guest, FunctionMap functions, FlowListener listener, PieceConsumer pieces) {
    this(guest, functions, listener, pieces, node -> pieces != null, null);
  }

  /**
   * Creates a walker that knows the code announced before its first frame.
   *
   * @param watch the nodes whose pieces are wanted: the fewer, the faster the walk
   * @param before code announced before the walk starts, or null
   */
  public Walker(
      GuestIsa guest,
      FunctionMap functions,
      FlowListener listener,
      PieceConsumer pieces,
      Predicate<Node> watch,
      KnownCode.Base before) {
    this.code = new CodeMap(guest, functions, watch, before);
    this.listener = listener;
    this.records = new Records(code, listener);
    this.space = new CurrentSpace(guest, code, window);
    this.edge = new PendingEdge(listener);
    this.checks = new PacketChecks(listener, space, edge);
    this.hot = new HotLoop(listener, pieces, space, window, edge);
    CircleWalk circles = new CircleWalk(listener, pieces, space, window, hot);
    this.toCount = new CountedWalk(code, pieces, records, space, window, edge, hot, circles);
  }

  /** Makes paths after so many executions of a step; for tests. */
  public void hot(int executions) {
    hot.hot(executions);
  }

  /** A copy of its state; between two frames another walker may {@linkplain #restore go on}. */
  public WalkState state() {
    return at.copy();
  }

  /** Begins a stretch of its own: {@link WalkState#goesOn}. */
  public void beginStretch() {
    at.beginStretch();
  }

  /** Goes on as another walker did that was in this state, and knew the same code. */
  public void restore(WalkState state) {
    at = state.copy();
    space.enter(at, true);
    if (at.connected) {
      edge.land();
      listener.start(at.retired, at.pc, at.privilege, at.addressSpace, at.task);
    }
  }

  /** Makes it count how often each block is executed, from now on. */
  public void countBlocks() {
    window.open();
    hot.countPaths();
  }

  /**
   * Leaves out what comes next, or counts it again; blocks must have been counted from the start. A
   * {@link FlowListener} may call it: it holds from the event on that is being told.
   */
  public void counting(boolean on) {
    window.counting(on);
  }

  /**
   * Restricts the counting of blocks to a range of retired counts, exactly: it may begin and end in
   * the middle of a node. Both ends must lie ahead or be passed for good.
   *
   * @param from first instruction that counts, as the count before it
   * @param to the count behind the last one
   */
  public void countBetween(long from, long to) {
    window.between(from, to);
  }

  /**
   * Counts user mode for somebody from now on, until the next such call; before the first one it is
   * for the address space. A {@link FlowListener} may call it.
   *
   * @param owner is {@link BlockCount#addressSpace} then; not negative
   */
  public void countFor(int owner) {
    window.counter().owner(owner);
  }

  /** Returns the counts, in no order; empty unless blocks are counted. */
  public List<BlockCount> blockCounts() {
    return window.all();
  }

  /** Records that belong to the frame that comes next (or, at the end of a trace, to none). */
  public void sideband(List<SidebandRecord> list) {
    records.add(list);
  }

  /** Forgets all code and mappings, and records that still wait; these say anew what is known. */
  public void anew(List<SidebandRecord> all) {
    records.clear();
    code.clear();
    all.forEach(records::apply);
  }

  /** A gap: what comes next has no relation to what came before. */
  public void gap() {
    if (at.connected) {
      listener.stop(at.retired, true);
    }
    at.disconnect();
    edge.clear();
    records.applyAll();
  }

  /** The trace is over: applies the records that are left, tells the listener. */
  public void finish() {
    records.applyAll();
    if (at.connected) {
      listener.stop(at.retired, false);
    }
  }

  /**
   * The trace begins where the hart had retired so many; it may execute nothing more, and then has
   * no frame that says it.
   */
  public void begin(long retired) {
    at.retired = retired;
  }

  public long retired() {
    return at.retired;
  }

  /** Instructions passed in gaps of the recording. */
  public long unrecorded() {
    return at.unrecorded;
  }

  public long pc() {
    return at.pc;
  }

  public int privilege() {
    return at.privilege;
  }

  public long task() {
    return at.task;
  }

  /** Running hash over all retired instructions; meaningless unless {@link #hashKnown}. */
  public long hash() {
    return at.hash;
  }

  public boolean hashKnown() {
    return at.hashKnown;
  }

  /** EXCEPTION, SWITCH and GAP packets passed at this very count. */
  public int packetsHere() {
    return at.packetsHere();
  }

  /** Whether the walk stands somewhere: false before the first frame and after a gap. */
  public boolean connected() {
    return at.connected;
  }

  /**
   * Walks a frame to its end.
   *
   * @throws WalkException where code and trace do not agree
   */
  public void walk(Frame next) {
    enter(next);
    advance(Long.MAX_VALUE, 0, false);
  }

  /**
   * Stands before a frame, which is then to be {@linkplain #advance walked}.
   *
   * @throws WalkException if it does not go on where the last one ended
   */
  public void enter(Frame next) {
    packets.enter(next);
    checks.begin(next, at);
    if (at.carriesLink) {
      at.carriesLink = false;
      hot.push(packets.events(), at.carriedLink);
    }
  }

  /**
   * Walks on in the frame, to its end or to the end of the hart's turn.
   *
   * @param until retired count at which the turn ends
   * @param packetsThere how many of the EXCEPTION, SWITCH and GAP packets at that very count belong
   *     to it or came before it
   * @param handOver whether the turn is over there, so that it must be a node's end
   * @return whether the frame's end was reached
   * @throws WalkException where code and trace do not agree
   */
  public boolean advance(long until, int packetsThere, boolean handOver) {
    try {
      for (Packet open = packets.packet(); open != null; open = packets.packet()) {
        if (!packets.arrived()) {
          boolean later =
              at.retired == until
                  && at.packetsHere() >= packetsThere
                  && !(open instanceof Packet.Normal);
          if (later) {
            return false;
          }
          checks.arrive(open, packets.frame(), packets.events(), at);
          packets.arrive();
        }
        if (packets.inGap()) {
          Packet.Gap gap = (Packet.Gap) open;
          long reached = Math.min(until, gap.end());
          at.unrecorded += reached - at.retired;
          at.retired = reached;
          if (reached < gap.end()) {
            return false;
          }
          packets.leaveGap();
          checks.leave(gap, at);
        }
        long end = packets.end();
        if (until < end) {
          toCount.run(until, handOver, at, packets);
          return false;
        }
        toCount.run(end, false, at, packets);
        packets.leave(at);
      }
    } catch (IndexOutOfBoundsException e) {
      throw WalkException.at(
          packets.frame(),
          at,
          "the code needs more events than the frame holds: " + e.getMessage());
    }
    return true;
  }

  /** How far the clock of all harts is ahead of this hart's count in the turn that begins. */
  public void turn(long ahead) {
    code.ahead(ahead);
    code.time(at.retired);
  }

  /** Applies the records up to the count where the walk stands. */
  public void settle() {
    if (at.connected) {
      records.applyDue(at.retired);
    }
  }
}
