package bbt.reconstruct.interchange.etrace;

import bbt.ptg.guest.FlowKind;
import bbt.ptg.guest.GuestIsa;
import bbt.ptg.guest.Node;
import bbt.reconstruct.interchange.BitPacker;
import bbt.reconstruct.interchange.FlowKinds;
import bbt.reconstruct.interchange.HartFlow;
import bbt.reconstruct.interchange.ReturnStack;
import bbt.reconstruct.interchange.UntoldAddresses;
import bbt.reconstruct.interchange.etrace.EtraceParameters.Parameter;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Encodes the execution of one hart in packets, by the specification's compressed branch trace
 * algorithm: it looks at each instruction with the one before and the one behind it. Of a straight
 * line only the first and the last are looked at; those between them cannot leave anything.
 *
 * <p>A decoder follows the code to the address that a packet states, and stops where it meets it
 * first. Where an address would come again before any branch does, a packet is written that a trace
 * encoder would write if a trigger had asked for it (notify). So each instruction can be told,
 * which the specification does not promise of a loop without branches.
 */
public final class EtraceEncoder implements HartFlow {
  private static final int MOST_BRANCHES = 31;

  /** Predicted branches of one packet. */
  private static final long MOST_PREDICTED = 0xFFFF_FFFFL + EtracePacket.LEAST_PREDICTED;

  /** Packets behind which a whole address is sent. */
  static final int RESYNC = 256;

  private final int source;
  private final EtraceParameters parameters;
  private final Encapsulation out;
  private final FlowKinds kinds;
  private final BitPacker packet = new BitPacker(64);
  private final BitPacker shorter = new BitPacker(64);
  private final UntoldAddresses stretch = new UntoldAddresses();

  /** The optional modes that are on. */
  private final int modes;

  private final ReturnStack returns;
  private final BranchTable predictor;
  private final JumpTable targets;

  private Item previous = new Item();
  private Item current = new Item();
  private Item next = new Item();

  private int privilege;
  private int context;
  private long map;

  /** Branches that were not told yet: more than a map can hold only if all went as predicted. */
  private long branches;

  /** Whether all of them did, where there is a predictor. */
  private boolean allPredicted;

  /** Whether the current instruction is a branch behind them that did not. */
  private boolean failed;

  /** Whether a return was left out since the last packet. */
  private boolean returned;

  /** Whether returns are not left out until the next synchronisation. */
  private boolean suspended;

  private int sinceSync;

  /**
   * Whether the address that was told last had been executed since the one before it: the decoder
   * does not know yet which of the two is meant, and the next packet with an address tells it.
   */
  private boolean again;

  /** Whether the decoder has been told that tracing is on. */
  private boolean announced;

  private long lastAddress;

  /** An instruction that was executed, or a trap that came before one was. */
  private static final class Item {
    /** Whether it is one at all. */
    boolean there;

    boolean trap;
    long address;

    /** The last address of the straight line that it begins; of its last one, itself. */
    long lineEnd;

    /** The first address behind the item before, where this is the end of a line. */
    long lineStart;

    /** The first address behind it. */
    long after;

    FlowKind kind;
    boolean taken;
    int privilege;
    int context;

    // Of a trap; its address is that of the instruction that did not retire.
    long cause;
    long value;
    long handler;

    /** Whether a packet has told of it already. */
    boolean told;

    /** Whether it is a return that leads where the decoder's stack says. */
    boolean implied;

    /** The number of calls on that stack if it is a return that leads elsewhere; else 0. */
    int misledAt;

    boolean jumps() {
      return there && !trap && !implied && kind.uninferable();
    }

    /** Whether its privilege or context is not that of another one. */
    boolean changes(Item other) {
      return privilege != other.privilege || context != other.context;
    }
  }

  /**
   * Creates the encoder of one hart.
   *
   * @param source the hart's number
   */
  public EtraceEncoder(int source, GuestIsa guest, OutputStream out, EtraceParameters parameters) {
    this.source = source;
    this.parameters = parameters;
    this.out = new Encapsulation(out, parameters);
    this.kinds = new FlowKinds(guest);
    this.returns = new ReturnStack(Math.max(1, parameters.returnAddresses()));
    this.predictor = new BranchTable(parameters);
    this.targets = new JumpTable(parameters);
    this.modes =
        (parameters.returnAddresses() > 0 ? EtraceModes.IMPLICIT_RETURN : 0)
            | (parameters.vectored() ? EtraceModes.IMPLICIT_EXCEPTION : 0)
            | (targets.there() ? EtraceModes.JUMP_TARGET_CACHE : 0)
            | (predictor.there() ? EtraceModes.BRANCH_PREDICTION : 0);
    noBranches();
  }

  private boolean on(int mode) {
    return (modes & mode) != 0;
  }

  private void noBranches() {
    branches = 0;
    map = 0;
    allPredicted = predictor.there();
    failed = false;
  }

  @Override
  public void begin(int newPrivilege, int newContext) throws IOException {
    privilege = newPrivilege;
    context = newContext;
    announced = false;
  }

  @Override
  public void state(int newPrivilege, int newContext) {
    privilege = newPrivilege;
    context = newContext;
  }

  @Override
  public void node(Node node, int count, boolean taken) throws IOException {
    long first = node.pc();
    boolean whole = count == node.count();
    long last = whole ? node.lastAddress() : node.address(count - 1);
    FlowKind kind = whole ? kinds.of(node.bits(count - 1)) : FlowKind.SEQUENTIAL;
    if (count > 1) {
      Item item = fresh(first, FlowKind.SEQUENTIAL);
      item.lineStart = first;
      item.lineEnd = last;
      push();
    }
    Item item = fresh(last, kind);
    item.lineStart = count > 1 ? first + 1 : first;
    item.lineEnd = last;
    item.after = whole ? node.endAddress() : node.address(count);
    item.taken = taken;
    push();
  }

  private Item fresh(long address, FlowKind kind) throws IOException {
    if (!announced) {
      announced = true;
      support(true, 0, modes);
    }
    Item item = next;
    item.there = true;
    item.trap = false;
    item.told = false;
    item.implied = false;
    item.misledAt = 0;
    item.address = address;
    item.kind = kind;
    item.taken = false;
    item.privilege = privilege;
    item.context = context;
    return item;
  }

  @Override
  public void trap(long cause, long epc, long value, long handler, int newPrivilege)
      throws IOException {
    Item item = fresh(epc, FlowKind.NONE);
    item.trap = true;
    item.cause = cause;
    item.value = value;
    item.handler = handler;
    push();
    privilege = newPrivilege;
  }

  @Override
  public void end() throws IOException {
    if (!announced) {
      return;
    }
    next.there = false;
    push();
    boolean jumped = previous.there && current.there && !current.trap && previous.jumps();
    if (current.trap && current.there && !current.told) {
      trapPacket(current, false, current.handler, privilege, context);
    }
    support(false, jumped ? 0b11 : 0b01, modes);
    previous.there = false;
    current.there = false;
    stretch.clear();
    noBranches();
  }

  /** The next item is complete: the current one can be looked at. */
  private void push() throws IOException {
    if (current.there) {
      look();
    }
    if (next.there) {
      Item free = previous;
      previous = current;
      current = next;
      next = free;
    }
  }

  private void look() throws IOException {
    if (current.trap) {
      lookAtTrap();
      return;
    }
    if (synchronises()) {
      returns.clear();
      predictor.reset();
      targets.clear();
    }
    followCalls();
    if (current.kind == FlowKind.BRANCH) {
      addBranch();
    }
    tell();
    returned |= current.implied;
    if (current.misledAt > 0 && changesNext()) {
      // A synchronisation is next, and would be looked for behind the return's own call.
      support(true, 0, modes & ~EtraceModes.IMPLICIT_RETURN);
      suspended = true;
    }
  }

  /** Whether the current instruction asks for a synchronisation, or for a trap's packet. */
  private boolean synchronises() {
    // Where a return led elsewhere than behind its call must be told first.
    return previous.there && previous.trap
        || changed()
        || sinceSync > RESYNC && previous.misledAt == 0;
  }

  private boolean changed() {
    return !previous.there || current.changes(previous);
  }

  private boolean changesNext() {
    return next.there && !next.trap && next.changes(current);
  }

  /** Does with the stack of return addresses what the decoder will do with its own. */
  private void followCalls() {
    if (!on(EtraceModes.IMPLICIT_RETURN)) {
      return;
    }
    if (current.kind.calls()) {
      returns.push(current.after);
    } else if (current.kind == FlowKind.RETURN) {
      int calls = returns.depth();
      long link = returns.pop();
      if (calls > 0 && next.there && !next.trap) {
        current.implied = next.address == link && next.privilege == current.privilege;
        current.misledAt = current.implied ? 0 : calls;
      }
    }
  }

  private void addBranch() {
    boolean right = predictor.there() && predictor.predicts(current.address) == current.taken;
    predictor.learn(current.address, current.taken);
    if (branches < MOST_BRANCHES) {
      map |= (current.taken ? 0L : 1L) << branches;
      branches++;
      allPredicted &= right;
    } else if (right) {
      branches++;
    } else {
      failed = true;
    }
  }

  private void tell() throws IOException {
    if (report()) {
      again = previous.jumps() && stretch.meets(current.address, current.address);
      stretch.clear();
      sinceSync++;
      return;
    }
    if (current.kind == FlowKind.BRANCH) {
      stretch.clear();
    } else {
      stretch.add(current.lineStart, current.address);
    }
    boolean comesAgain =
        next.there && !next.trap && !current.jumps() && stretch.meets(next.lineStart, next.lineEnd);
    // A decoder may look for this return by its depth alone, and another one of that depth was
    // left out.
    boolean ambiguous = current.misledAt > 0 && (returned || changesNext());
    if (comesAgain || ambiguous) {
      addressPacket(true, false);
      again = false;
      stretch.clear();
    } else if (branches == MOST_PREDICTED) {
      addressPacket(false, false);
    } else if (failed) {
      out.begin(packet);
      predicted();
      packet.put(EtracePacket.NO_ADDRESS, 2);
      send();
    } else if (branches == MOST_BRANCHES && !allPredicted) {
      out.begin(packet);
      packet.put(1, 2);
      packet.put(0, 5);
      packet.put(map, MOST_BRANCHES);
      send();
    } else {
      return;
    }
    sinceSync++;
  }

  private void lookAtTrap() throws IOException {
    boolean epcUnknown = !previous.there || previous.jumps() || (previous.trap && previous.told);
    if (epcUnknown) {
      trapPacket(current, false, current.address, current.privilege, current.context);
      current.told = true;
    } else if (previous.trap) {
      trapPacket(previous, false, current.address, current.privilege, current.context);
    }
    stretch.clear();
  }

  /** Writes the packet that the current instruction asks for; false if it asks for none. */
  private boolean report() throws IOException {
    if (previous.there && previous.trap) {
      if (previous.told) {
        syncPacket();
      } else if (on(EtraceModes.IMPLICIT_EXCEPTION) && !vectorTells(previous)) {
        trapPacket(previous, false, current.address, current.privilege, current.context);
        syncPacket();
      } else {
        trapPacket(previous, true, current.address, current.privilege, current.context);
        sinceSync = 0;
      }
      return true;
    }
    if (synchronises()) {
      syncPacket();
      return true;
    }
    boolean due = sinceSync >= RESYNC && current.misledAt == 0;
    boolean changes = changesNext();
    boolean trapped = next.there && next.trap;
    if (previous.jumps()) {
      addressPacket(false, trapped || changes || due);
      return true;
    }
    boolean early = (due || changes) && current.jumps() && metBefore(next.address);
    boolean branched = (due || changes) && branches > 0;
    if (branched || trapped || (changes && again) || early || !next.there) {
      // Directly behind a return that was left out a decoder stops for a notice alone.
      addressPacket(previous.implied, false);
      return true;
    }
    return false;
  }

  /** Whether a decoder knows by the trap vector that a trap led to the current instruction. */
  private boolean vectorTells(Item trap) {
    return parameters.handler(current.privilege, trap.cause) == current.address;
  }

  /**
   * Whether the way from the address that was told last leads past another one: a decoder would
   * take a synchronisation there for one at its first arrival.
   */
  private boolean metBefore(long address) {
    return stretch.meets(address, address)
        || address >= current.lineStart && address <= current.address;
  }

  // ---- packets

  private void addressPacket(boolean notify, boolean followedBySync) throws IOException {
    boolean counted = allPredicted && branches >= EtracePacket.LEAST_PREDICTED;
    out.begin(packet);
    if (counted) {
      predicted();
      packet.put(failed ? EtracePacket.ADDRESS_FAILED : EtracePacket.ADDRESS, 2);
    } else if (branches == 0) {
      packet.put(2, 2);
    } else {
      packet.put(1, 2);
      map(packet);
    }
    packet.put(current.address - lastAddress >> parameters.lsb(), parameters.addressBits());
    lastAddress = current.address;
    flag(packet, notify);
    flag(packet, followedBySync);
    depth(packet);
    // A packet with an entry of the cache cannot say that a synchronisation follows.
    boolean cached =
        previous.jumps() && targets.has(current.address) && !counted && !followedBySync;
    if (cached && entryPacket() < packet.signCompressed()) {
      out.write(source, shorter);
      sent();
    } else {
      send();
    }
    if (previous.jumps()) {
      targets.put(current.address);
    }
  }

  /** Makes the packet that names the target's entry of the cache; returns its bytes. */
  private int entryPacket() {
    out.begin(shorter);
    shorter.put(0, 2);
    shorter.put(1, parameters.subformatBits());
    shorter.put(targets.index(current.address), parameters.of(Parameter.CACHE_SIZE));
    if (branches == 0) {
      shorter.put(0, 5);
    } else {
      map(shorter);
    }
    depth(shorter);
    return shorter.signCompressed();
  }

  private void predicted() {
    packet.put(0, 2);
    packet.put(0, parameters.subformatBits());
    packet.put(branches - EtracePacket.LEAST_PREDICTED, 32);
  }

  private void map(BitPacker to) {
    to.put(branches, 5);
    to.put(map, mapBits((int) branches));
  }

  /** Tells at which depth of calls a return led elsewhere than behind its call, where one did. */
  private void depth(BitPacker to) {
    int calls = previous.there && !previous.trap ? previous.misledAt : 0;
    flag(to, calls > 0);
    int same = to.last();
    to.put(calls > 0 ? calls : -same, parameters.depthBits());
  }

  /** Bits of a map of so many branches. */
  static int mapBits(int branches) {
    return branches <= 1
        ? 1
        : branches <= 3 ? 3 : branches <= 7 ? 7 : branches <= 15 ? 15 : MOST_BRANCHES;
  }

  /** A bit that is the one before it unless it has something to say. */
  private static void flag(BitPacker to, boolean said) {
    to.put(to.last() ^ (said ? 1 : 0), 1);
  }

  private void sync(int subformat, int itsPrivilege, int itsContext) {
    boolean taken = current.there && current.kind == FlowKind.BRANCH && current.taken;
    out.begin(packet);
    packet.put(3, 2);
    packet.put(subformat, 2);
    packet.put(taken ? 0 : 1, 1);
    packet.put(itsPrivilege, parameters.of(Parameter.PRIVILEGE_WIDTH));
    packet.put(0, parameters.of(Parameter.TIME_WIDTH));
    packet.put(itsContext, parameters.of(Parameter.CONTEXT_WIDTH));
  }

  private void address(long address) {
    packet.put(address >> parameters.lsb(), parameters.addressBits());
    lastAddress = address;
  }

  private void syncPacket() throws IOException {
    sync(0, current.privilege, current.context);
    address(current.address);
    send();
    sinceSync = 0;
    if (suspended) {
      suspended = false;
      support(true, 0, modes);
    }
  }

  /**
   * Writes the packet of a trap.
   *
   * @param handled whether the address is the handler's
   */
  private void trapPacket(
      Item trap, boolean handled, long address, int itsPrivilege, int itsContext)
      throws IOException {
    sync(1, itsPrivilege, itsContext);
    packet.put(trap.cause, parameters.of(Parameter.ECAUSE_WIDTH));
    packet.put(trap.cause < 0 ? 1 : 0, 1);
    packet.put(handled ? 1 : 0, 1);
    if (handled && on(EtraceModes.IMPLICIT_EXCEPTION)) {
      lastAddress = address;
    } else {
      address(address);
    }
    if (trap.cause >= 0) {
      packet.put(trap.value, parameters.of(Parameter.IADDRESS_WIDTH));
    }
    send();
  }

  private void support(boolean enabled, int qualification, int options) throws IOException {
    out.begin(packet);
    packet.put(3, 2);
    packet.put(3, 2);
    packet.put(enabled ? 1 : 0, 1);
    packet.put(0, parameters.of(Parameter.MODE_WIDTH));
    packet.put(qualification, 2);
    packet.put(options, parameters.of(Parameter.OPTIONS_WIDTH));
    packet.put(0, 6); // data trace: off, nothing lost, no options
    out.write(source, packet);
  }

  private void send() throws IOException {
    out.write(source, packet);
    sent();
  }

  private void sent() {
    noBranches();
    returned = false;
  }
}
