package bbt.reconstruct.walk;

import bbt.packets.EventReader;
import bbt.packets.ExceptionKind;
import bbt.packets.Frame;
import bbt.packets.KnownCode;
import bbt.packets.Packet;
import bbt.packets.Predictor;
import bbt.packets.SidebandRecord;
import bbt.ptg.graph.Node;
import bbt.ptg.graph.VerifyHash;
import java.util.List;
import java.util.function.Predicate;

/**
 * Walks frames of one hart: follows the code with the bits and targets that {@link TraceRule} asks
 * for, and checks everything the trace says on the way. A {@link WalkException} says what did not
 * agree; the walk can then be {@linkplain #gap() resumed} at a later frame.
 *
 * <p>Cost: a step is a compare, an add, a multiply-add for the hash and a switch on its kind; a
 * branch adds one bit. Nothing is allocated but a frame's reader and steps never met before.
 *
 * @see bbt.ptg.graph.TraceRule
 */
public final class Walker {
  private static final int MACHINE_MODE = 3;

  /** Heat of a step at which even paths that end early are kept. */
  private static final int PATIENCE = Path.HOT + 1024;

  private final CodeMap code;
  private final FlowListener listener;
  private final PieceConsumer pieces;
  private final FunctionMap functions;
  private final Records records = new Records();

  /** False before the first frame and after a gap: the next frame says where it starts. */
  private boolean connected;

  private Frame frame;
  private EventReader events;

  /** The packet of the frame that the walk is in, or will arrive at next. */
  private int packet;

  private boolean arrived;

  /** Bits and targets of the packets up to that one, exclusive. */
  private int bitsBefore;

  private int targetsBefore;

  /** Count at the last EXCEPTION or SWITCH packet, and how many there were at that count. */
  private long lastDisconnect = -1;

  private int disconnects;

  /** Where the hart's turn ends, if the walk goes no further now; else -1. */
  private long turnEnd = -1;

  private long retired;
  private long pc;
  private int privilege;
  private int addressSpace;
  private long task;
  private Space space;

  private long hash;

  /** Whether the frame states hashes, so that there is something to compare with. */
  private boolean hashes;

  private int hot = Path.HOT;

  private PathMaker paths;
  private final ReturnSteps returns = new ReturnSteps();

  /** Null unless blocks are counted. */
  private BlockCounter counter;

  /** Whether they are counted now. */
  private boolean counting;

  /** Retired counts between which blocks are counted, if they are counted now. */
  private long countFrom = Long.MIN_VALUE;

  private long countTo = Long.MAX_VALUE;

  /** An end of that range in the middle of the step that is executed next: it is passed already. */
  private long passed = Long.MIN_VALUE;

  /** False after a gap, until an exception packet states the hash. */
  private boolean hashKnown = true;

  /** Address of an ecall that retired and awaits its firmware packet; -1 when there is none. */
  private long firmwareSite = -1;

  /** Link address that an indirect call at the very end of the last frame pushes in this one. */
  private long carriedLink;

  private boolean carriesLink;

  // The edge that the last step took, until the step at its end is known.
  private byte edge;
  private Step edgeFrom;

  /** The step whose link the fast loop found missing or stale. */
  private Step lastLinked;

  /**
   * Makes one.
   *
   * @param functions names functions, for {@link Step#function} and {@link FlowListener#jump}
   * @param listener may be a no-op
   * @param pieces null when nobody wants them
   */
  public Walker(FunctionMap functions, FlowListener listener, PieceConsumer pieces) {
    this(functions, listener, pieces, node -> pieces != null, null);
  }

  /**
   * Makes one.
   *
   * @param watch the nodes whose pieces are wanted: the fewer, the faster the walk
   * @param before code announced before the walk starts, or null
   */
  Walker(
      FunctionMap functions,
      FlowListener listener,
      PieceConsumer pieces,
      Predicate<Node> watch,
      KnownCode.Base before) {
    this.functions = functions;
    this.code = new CodeMap(functions, watch, before);
    this.listener = listener;
    this.pieces = pieces;
    this.paths = new PathMaker(listener, false);
    this.space = code.space(0);
  }

  /** For tests: makes paths after so many executions of a step. */
  void hot(int executions) {
    hot = executions;
  }

  /**
   * What leads from one frame to the next, beside the code.
   *
   * @param connected whether the next frame must go on where the last one ended: the others mean
   *     something only then
   * @param firmwareSite address of an ecall that retired and awaits its firmware packet, or -1
   * @param carriedLink link address of an indirect call that closed the frame
   * @param lastDisconnect count of the last EXCEPTION or SWITCH packet
   * @param disconnects how many of them there were at that count
   * @param lost bytes of the file were lost since its last frame: the next may not follow it
   */
  public record State(
      boolean connected,
      long retired,
      long pc,
      int privilege,
      int addressSpace,
      long task,
      long hash,
      boolean hashKnown,
      long firmwareSite,
      boolean carriesLink,
      long carriedLink,
      long lastDisconnect,
      int disconnects,
      boolean lost) {
    /** Behind a gap. */
    public static final State NOWHERE =
        new State(false, 0, 0, 0, 0, 0, 0, false, -1, false, 0, -1, 0, false);

    State withLost(boolean isLost) {
      return new State(
          connected,
          retired,
          pc,
          privilege,
          addressSpace,
          task,
          hash,
          hashKnown,
          firmwareSite,
          carriesLink,
          carriedLink,
          lastDisconnect,
          disconnects,
          isLost);
    }
  }

  /** Its state between two frames. */
  public State state() {
    return new State(
        connected,
        retired,
        pc,
        privilege,
        addressSpace,
        task,
        hash,
        hashKnown,
        firmwareSite,
        carriesLink,
        carriedLink,
        lastDisconnect,
        disconnects,
        false);
  }

  /** Goes on as another walker did that was in this state, and knew the same code. */
  void restore(State state) {
    connected = state.connected;
    retired = state.retired;
    pc = state.pc;
    privilege = state.privilege;
    addressSpace = state.addressSpace;
    task = state.task;
    hash = state.hash;
    hashKnown = state.hashKnown;
    firmwareSite = state.firmwareSite;
    carriesLink = state.carriesLink;
    carriedLink = state.carriedLink;
    lastDisconnect = state.lastDisconnect;
    disconnects = state.disconnects;
    enterSpace(true);
    if (connected) {
      listener.start(retired, pc, privilege, addressSpace, task);
    }
  }

  /** Makes it count how often each block is executed, from now on. */
  void countBlocks() {
    counter = new BlockCounter();
    counting = true;
    paths = new PathMaker(listener, true);
  }

  /**
   * Leaves out what comes next, or counts it again; blocks must have been counted from the start. A
   * {@link FlowListener} may call it: it holds from the event on that is being told.
   */
  public void counting(boolean on) {
    if (counter == null) {
      throw new IllegalStateException("blocks are not counted");
    }
    counting = on;
  }

  /**
   * Restricts the counting of blocks to a range of retired counts, exactly: it may begin and end in
   * the middle of a node. Both ends must lie ahead or be passed for good.
   *
   * @param from first instruction that counts, as the count before it
   * @param to the count behind the last one
   */
  public void countBetween(long from, long to) {
    countFrom = from;
    countTo = to;
  }

  /**
   * From now on what user mode executes is counted for somebody, until the next such call; before
   * the first one it is for the address space. A {@link FlowListener} may call it.
   *
   * @param owner is {@link BlockCount#addressSpace} then; not negative
   */
  public void countFor(int owner) {
    counter.owner(owner);
  }

  private boolean counts() {
    long at = Math.max(retired, passed);
    return counting && at >= countFrom && at < countTo;
  }

  /** The next count at which counting begins or ends. */
  private long nextCountEdge() {
    long at = Math.max(retired, passed);
    return counter == null
        ? Long.MAX_VALUE
        : at < countFrom ? countFrom : at < countTo ? countTo : Long.MAX_VALUE;
  }

  /** Counting begins or ends inside a step, of which all will be executed. */
  private void passCountEdge(Step step, long edgeAt) {
    boolean before = counts();
    passed = edgeAt;
    if (counts() != before) {
      counter.partial(step, (int) (edgeAt - retired), before ? 1 : -1);
    }
  }

  /** The first instructions of a step are executed, and no more: those that count are counted. */
  private void countPartial(Step step, int instructions) {
    int from = (int) Math.clamp(clampedDistance(countFrom), 0, instructions);
    int to = (int) Math.clamp(clampedDistance(countTo), 0, instructions);
    if (from < to) {
      counter.partial(step, to, 1);
      if (from > 0) {
        counter.partial(step, from, -1);
      }
    }
  }

  private long clampedDistance(long count) {
    return count == Long.MIN_VALUE || count == Long.MAX_VALUE ? count : count - retired;
  }

  /** What was counted, in no order; empty unless blocks are counted. */
  List<BlockCount> blockCounts() {
    return counter == null ? List.of() : counter.counts();
  }

  /** Records that belong to the frame that comes next (or, at the end of a trace, to none). */
  public void sideband(List<SidebandRecord> list) {
    records.add(list);
  }

  /** A checkpoint's records: all that is known, for a walk that lost its state in a gap. */
  public void checkpoint(List<SidebandRecord> list) {
    if (!connected) {
      code.clear();
      listener.anew(list);
      list.forEach(this::apply);
    }
  }

  /** What comes next has no relation to what came before. */
  public void gap() {
    if (connected) {
      listener.stop(retired);
    }
    connected = false;
    hashKnown = false;
    edge = Step.NO_EDGE;
    firmwareSite = -1;
    carriesLink = false;
    drainRecords();
  }

  /** The trace is over: applies the records that are left, tells the listener. */
  public void finish() {
    drainRecords();
    if (connected) {
      listener.stop(retired);
    }
  }

  private void drainRecords() {
    while (records.nextCount() != Long.MAX_VALUE) {
      apply(records.take());
    }
  }

  public long retired() {
    return retired;
  }

  public long pc() {
    return pc;
  }

  public int privilege() {
    return privilege;
  }

  public int addressSpace() {
    return addressSpace;
  }

  public long task() {
    return task;
  }

  /** Running hash over all retired instructions; meaningless unless {@link #hashKnown}. */
  public long hash() {
    return hash;
  }

  public boolean hashKnown() {
    return hashKnown;
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
  void enter(Frame next) {
    frame = next;
    hashes = next.verify();
    events = next.events();
    packet = 0;
    arrived = false;
    bitsBefore = 0;
    targetsBefore = 0;
    begin();
    if (carriesLink) {
      carriesLink = false;
      returns.push(events.predictor(), carriedLink, null);
    }
  }

  /**
   * Walks on in the frame, to its end or to the end of the hart's turn.
   *
   * @param until retired count at which the turn ends
   * @param packetsThere how many of the EXCEPTION and SWITCH packets at that very count belong to
   *     it or came before it
   * @param handOver whether the turn is over there, so that it must be a node's end
   * @return whether the frame's end was reached
   * @throws WalkException where code and trace do not agree
   */
  boolean advance(long until, int packetsThere, boolean handOver) {
    List<Packet> packets = frame.packets();
    try {
      while (packet < packets.size()) {
        Packet open = packets.get(packet);
        if (!arrived) {
          boolean later =
              retired == until && packetsHere() >= packetsThere && !(open instanceof Packet.Normal);
          if (later) {
            return false;
          }
          arrive(open);
          arrived = true;
        }
        boolean last = packet + 1 == packets.size();
        long end = last ? frame.endRetired() : packets.get(packet + 1).retired();
        if (until < end) {
          turnEnd = handOver ? until : -1;
          run(until);
          turnEnd = -1;
          return false;
        }
        run(end);
        leave(open);
      }
    } catch (IndexOutOfBoundsException e) {
      throw wrong("the code needs more events than the frame holds: " + e.getMessage());
    }
    return true;
  }

  /** Applies the records up to the count where the walk stands. */
  void settle() {
    if (connected) {
      applyDue();
    }
  }

  private void leave(Packet done) {
    bitsBefore += done.bits();
    targetsBefore += done.targets();
    if (events.bitPosition() != bitsBefore || events.targetPosition() != targetsBefore) {
      throw wrong(
          "packet "
              + packet
              + " has "
              + done.bits()
              + " bits and "
              + done.targets()
              + " targets, the code consumed "
              + (events.bitPosition() - bitsBefore + done.bits())
              + " and "
              + (events.targetPosition() - targetsBefore + done.targets()));
    }
    packet++;
    arrived = false;
  }

  /** EXCEPTION and SWITCH packets passed at this very count. */
  int packetsHere() {
    return lastDisconnect == retired ? disconnects : 0;
  }

  /** Whether the walk stands somewhere: false before the first frame and after a gap. */
  boolean connected() {
    return connected;
  }

  private void begin() {
    var start = frame.start();
    if (connected) {
      expect("retired count", retired, start.retired(), false);
      expect("pc", pc, start.pc(), true);
      expect("privilege", privilege, start.privilege(), false);
      expect("address space", addressSpace, start.addressSpace(), false);
      expect("task", task, start.task(), true);
      return;
    }
    connected = true;
    retired = start.retired();
    pc = start.pc();
    privilege = start.privilege();
    addressSpace = start.addressSpace();
    task = start.task();
    enterSpace(true);
    List<Packet> packets = frame.packets();
    if (!packets.isEmpty()
        && packets.getFirst() instanceof Packet.Exception first
        && first.kind() == ExceptionKind.FIRMWARE
        && first.retired() == retired) {
      // The ecall was the last instruction of the frame before, which is missing.
      firmwareSite = first.epc();
    }
    listener.start(retired, pc, privilege, addressSpace, task);
  }

  private void arrive(Packet next) {
    expect("retired count", retired, next.retired(), false);
    if (!(next instanceof Packet.Normal)) {
      disconnects = packetsHere() + 1;
      lastDisconnect = retired;
    }
    switch (next) {
      case Packet.Normal normal -> {
        expect("pc", pc, normal.pc(), true);
        listener.normal(normal);
      }
      case Packet.Exception exception -> exception(exception);
      case Packet.Switch to -> {
        expect("pc", pc, to.pc(), true);
        expect("previous task", task, to.previousTask(), true);
        addressSpace = to.addressSpace();
        task = to.task();
        enterSpace(pc >= 0);
        listener.contextSwitch(to);
      }
    }
    if (firmwareSite != -1) {
      throw wrong(
          "an ecall retired at 0x"
              + Long.toHexString(firmwareSite)
              + ", but no firmware packet follows it");
    }
  }

  private void exception(Packet.Exception taken) {
    if (frame.verify()) {
      if (hashKnown) {
        expect("verify hash", hash, taken.verifyHash(), true);
      }
      hash = taken.verifyHash();
      hashKnown = true;
    }
    // A hart that firmware starts anew goes on elsewhere: nothing leads there.
    if (taken.kind() != ExceptionKind.RESET) {
      expect("pc of the exception", pc, taken.epc(), true);
      if (taken.kind() == ExceptionKind.FIRMWARE) {
        expect("address of the firmware call", firmwareSite, taken.epc(), true);
        firmwareSite = -1;
      } else {
        events.exception(taken.epc());
      }
    }
    pc = taken.pc();
    privilege = taken.privilege();
    enterSpace(pc >= 0);
    listener.exception(taken);
  }

  /**
   * Privilege or address space are other ones.
   *
   * @param low whether the privileged side of the change executes in the lower half of the
   *     addresses, where user programs are
   */
  private void enterSpace(boolean low) {
    space = code.space(privilege == MACHINE_MODE ? 0 : addressSpace);
    if (counter != null) {
      counter.enter(privilege, addressSpace, low);
    }
  }

  /** Executes up to a retired count. In: pc and the rest of the state; out: the same. */
  private void run(long end) {
    Step step = null;
    Step from = null;
    lastLinked = null;
    while (retired < end) {
      if (retired >= records.nextCount()) {
        applyDue();
        if (step != null) {
          pc = step.pc();
          step = null;
        }
      }
      if (step == null) {
        step = code.step(space, pc);
        if (from != null) {
          link(from, step);
        }
        if (edge == Step.OPEN_EDGE) {
          edge = edgeFrom.edgeTo(step.function);
        }
      }
      from = null;
      if (edge != Step.NO_EDGE) {
        tell(step);
      }
      long limit = Math.min(end, records.nextCount());
      long countEdge = nextCountEdge();
      step = follow(step, Math.min(limit, countEdge));
      if (step != null && countEdge < limit && !step.truncated() && retired + step.count <= limit) {
        passCountEdge(step, countEdge);
      } else if (step != null) {
        // Too long for what is left before the limit: the rest is the slow path's.
        step = cutShort(step, end);
      } else {
        from = lastLinked;
        lastLinked = null;
      }
    }
    if (step != null) {
      pc = step.pc();
    }
    if (edge == Step.OPEN_EDGE) {
      edge = edgeFrom.edgeTo(functions.functionAt(space.id, pc));
    }
    if (edge != Step.NO_EDGE) {
      tell(null);
    }
  }

  /**
   * The hot loop: follows links as long as whole steps fit below the limit.
   *
   * @return the step that does not fit; or null when it left for another reason: pc is then the
   *     address to go on at
   */
  private Step follow(Step first, long limit) {
    returns.in(space);
    Step step = first;
    long count = retired;
    long running = hash;
    EventReader in = events;
    long[] words = frame.words();
    int bits = frame.bitCount();
    int bit = in.bitPosition();
    PieceConsumer out = pieces;
    View[] cache = space.cache;
    Predictor calls = in.predictor();
    boolean hits = in.returnsAreBits();
    boolean hashing = hashes;
    boolean counts = counts();
    int threshold = hot;
    while (true) {
      Path[] known = step.paths;
      Path path = null;
      if (known == null) {
        if (++step.heat == threshold) {
          step.paths = new Path[1 << Path.BITS];
        }
      } else if (bit + Path.BITS <= bits) {
        path = known[peek(words, bit)];
        if (path == null) {
          path = path(step, peek(words, bit), limit - count);
        }
        // Below the limit, not at it: the step at the limit may need what a record brings there.
        if (path != null
            && (count + path.count >= limit || !(path.plain || holds(path, step, count, bit)))) {
          path = null;
        }
      }
      if (path != null) {
        count += path.count;
        bit += path.bits;
        if (hashing) {
          running = running * path.hashFactor + path.hashTerm;
        }
        if (counts) {
          counter.path((Path.Counted) path);
        }
        if (path.crossing != Step.NO_EDGE) {
          if (path.calling) {
            returns.push(calls, path.link, path.back);
          }
          retired = count;
          edge = path.crossing;
          edgeFrom = path.last;
          step = path.end;
          tell(step);
          counts = counting && counts();
          continue;
        }
        step = path.end;
        if (step != null) {
          continue;
        }
        step = path.last;
      } else {
        int n = step.count;
        if (count + n > limit) {
          stop(count, running, bit);
          return step;
        }
        count += n;
        if (hashing) {
          running = running * step.place.hashFactor() + step.place.hashTerm();
        }
        if (counts) {
          counter.step(step);
        }
        if (step.watched) {
          out.piece(step, n);
        }
      }
      Step next;
      byte crossing;
      switch (step.kind) {
        case Step.BRANCH -> {
          if (bit >= bits) {
            stop(count, running, bit);
            throw wrong("the code needs more bits than the frame's " + bits);
          }
          boolean taken = (words[bit >>> 6] >>> bit & 1) != 0;
          bit++;
          if (counts && taken) {
            counter.taken(step);
          }
          if (step.watched) {
            out.branch(step, taken);
          }
          next = taken ? step.taken : step.next;
          crossing = taken ? step.takenEdge : step.nextEdge;
          if (unusable(next, step, cache) || count >= limit) {
            stop(count, running, bit);
            leave(step, taken ? step.place.target() : step.place.link());
            return null;
          }
        }
        case Step.FIXED -> {
          next = step.next;
          crossing = step.nextEdge;
          if (step.calls) {
            returns.push(calls, step.place.link(), PathMaker.back(step, cache));
          }
          if (unusable(next, step, cache) || count >= limit) {
            stop(count, running, bit);
            leave(step, step.place.target());
            return null;
          }
        }
        case Step.RETURN, Step.INDIRECT -> {
          next = null;
          long to;
          if (hits
              && step.kind == Step.RETURN
              && bit < bits
              && (words[bit >>> 6] >>> bit & 1) != 0
              && calls.depth() > 0) {
            to = calls.pop();
            next = returns.popped(calls);
            bit++;
          } else {
            in.bitPosition(bit);
            long site = step.place.site();
            to = step.kind == Step.RETURN ? in.ret(site) : in.indirect(site);
            bit = in.bitPosition();
          }
          if (step.calls) {
            if (count == frame.endRetired()) {
              // The event closed the frame: the writer pushes into the next one.
              carriesLink = true;
              carriedLink = step.place.link();
            } else {
              returns.push(calls, step.place.link(), PathMaker.back(step, cache));
            }
          }
          if (next == null) {
            next = PathMaker.at(to, cache);
          }
          if (next == null || next.secondView != null || count >= limit) {
            stop(count, running, bit);
            leave(step, to);
            return null;
          }
          crossing = step.edgeTo(next.function);
        }
        case Step.TRAP_RETURN -> {
          stop(count, running, bit);
          trapReturn(step, in.trapReturn(), in.privilege());
          return null;
        }
        default -> {
          stop(count, running, bit);
          pc = step.place.site();
          firmwareSite = pc;
          if (count != limit) {
            throw wrong("an ecall retired in the middle of a packet");
          }
          return null;
        }
      }
      if (crossing != Step.NO_EDGE) {
        retired = count;
        edge = crossing;
        edgeFrom = step;
        tell(next);
        counts = counting && counts();
      }
      step = next;
    }
  }

  /** Makes the path that is ahead; null when it does not fit. */
  private Path path(Step step, int ahead, long room) {
    Path path = paths.make(step, ahead, space.cache, events.returnsAreBits(), room);
    // One that ends where a link is missing is made again when there is one, but not for ever.
    if (!paths.unfinished() || step.heat >= PATIENCE) {
      step.paths[ahead] = path;
    } else {
      step.heat++;
    }
    return path;
  }

  /** Whether a path that is not plain may be walked here; it is then told. */
  private boolean holds(Path path, Step step, long count, int bit) {
    if (!path.shown(space.cache)) {
      step.paths[peek(frame.words(), bit)] = null;
      return false;
    }
    if (path.depth > 0 && !events.callsFit(path.depth)) {
      return false;
    }
    if (path.calls == null || path.calls.again(count)) {
      return true;
    }
    if (path.calls.stale()) {
      step.paths[peek(frame.words(), bit)] = null;
    }
    return false;
  }

  /** The next {@link Path#BITS} bits; there must be as many. */
  private static int peek(long[] words, int bit) {
    int word = bit >>> 6;
    int shift = bit & 63;
    long ahead = words[word] >>> shift;
    if (shift > 64 - Path.BITS) {
      ahead |= words[word + 1] << (64 - shift);
    }
    return (int) ahead & ((1 << Path.BITS) - 1);
  }

  /** Whether there is no link, or it leads to a page that the address space no longer shows. */
  private static boolean unusable(Step next, Step step, View[] cache) {
    return next == null
        || (next.view != step.view && cache[next.view.cacheIndex] != next.view)
        || (next.secondView != null && cache[next.secondView.cacheIndex] != next.secondView);
  }

  /** The hot loop ends: its locals become state again. */
  private void stop(long count, long running, int bit) {
    retired = count;
    hash = running;
    events.bitPosition(bit);
  }

  /** The fast loop has no usable step after this one: keeps what {@link #run} needs to go on. */
  private void leave(Step step, long to) {
    pc = to;
    edge = Step.OPEN_EDGE;
    edgeFrom = step;
    lastLinked = step.kind == Step.FIXED || step.kind == Step.BRANCH ? step : null;
  }

  /** Remembers that {@code to} follows {@code from}, for the fast loop. */
  private static void link(Step from, Step to) {
    if (to.truncated()) {
      return;
    }
    if (to.pc() == from.place.target() && from.kind == Step.BRANCH) {
      from.taken = to;
      from.takenEdge = from.edgeTo(to.function);
    }
    if (to.pc() == (from.kind == Step.BRANCH ? from.place.link() : from.place.target())) {
      from.next = to;
      from.nextEdge = from.edgeTo(to.function);
    }
  }

  private void tell(Step to) {
    byte kind = edge;
    edge = Step.NO_EDGE;
    Step from = edgeFrom;
    long target = to == null ? pc : to.pc();
    switch (kind) {
      case Step.CALL_EDGE -> listener.call(retired, from, to, target, from.place.link());
      case Step.RETURN_EDGE -> listener.ret(retired, from, to, target);
      default -> listener.jump(retired, from, to, target);
    }
  }

  private void trapReturn(Step from, long to, int newPrivilege) {
    pc = to;
    privilege = newPrivilege;
    enterSpace(from.pc() >= 0);
    listener.trapReturn(retired, to, newPrivilege);
  }

  /**
   * A step that does not fit before the next record or the packet's end. Either a record must be
   * applied first, or only the step's first instructions were executed.
   *
   * @return always null: the step at pc must be looked up anew
   */
  private Step cutShort(Step step, long end) {
    pc = step.pc();
    int known = step.node().count();
    long next = records.nextCount();
    boolean recordInside =
        next < end && (next < retired + known || (step.truncated() && next == retired + known));
    if (recordInside) {
      SidebandRecord item = records.peek();
      int before = (int) (next - retired);
      // Code that is announced for an instruction further down this straight line tells how the
      // line goes on, and the node must be seen whole to know its rule. Not so if it changes what
      // this pass executes before: then the line was left (by a store) and entered anew there.
      boolean changesExecuted =
          item instanceof SidebandRecord.Code record
              && code.changes(
                  record,
                  step.physical(),
                  step.physical() + (step.node().address(before) - step.pc()));
      if (!changesExecuted) {
        apply(records.take());
        return null;
      }
      partial(step, before);
      return null;
    }
    if (end > retired + known) {
      pc = step.node().endAddress();
      throw wrong("the code at 0x" + Long.toHexString(pc) + " was never announced");
    }
    if (end == turnEnd && !step.truncated()) {
      throw wrong("the hart's turn ends inside a node, at count " + end);
    }
    partial(step, (int) (end - retired));
    return null;
  }

  /** The first instructions of a step, at least one. */
  private void partial(Step step, int instructions) {
    if (instructions == 0) {
      throw wrong("the code at 0x" + Long.toHexString(pc) + " was never announced");
    }
    long address = step.pc();
    for (int i = 0; i < instructions; i++) {
      hash = VerifyHash.step(hash, address, step.node().bits(i));
      address += step.node().length(i);
    }
    if (counting) {
      countPartial(step, instructions);
    }
    if (step.watched) {
      pieces.piece(step, instructions);
    }
    retired += instructions;
    pc = address;
  }

  private void applyDue() {
    while (records.nextCount() <= retired) {
      apply(records.take());
    }
  }

  private void apply(SidebandRecord item) {
    if (item instanceof SidebandRecord.Code || item instanceof SidebandRecord.Mapping) {
      code.apply(item);
    } else {
      listener.note(item);
    }
  }

  private void expect(String what, long walked, long traced, boolean hex) {
    if (walked != traced) {
      throw wrong(
          what
              + " differs: the walk has "
              + (hex ? "0x" + Long.toHexString(walked) : walked)
              + ", the trace "
              + (hex ? "0x" + Long.toHexString(traced) : traced));
    }
  }

  private WalkException wrong(String problem) {
    return new WalkException(frame.offset(), retired, pc, problem);
  }
}
