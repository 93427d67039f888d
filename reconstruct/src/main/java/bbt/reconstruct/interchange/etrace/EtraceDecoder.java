package bbt.reconstruct.interchange.etrace;

import bbt.ptg.guest.FlowKind;
import bbt.reconstruct.interchange.BitPicker;
import bbt.reconstruct.interchange.FollowException;
import bbt.reconstruct.interchange.ReturnStack;
import bbt.reconstruct.interchange.build.ImportedHart;
import bbt.reconstruct.interchange.build.PathBuffer;
import bbt.reconstruct.interchange.code.GuestProgram;
import bbt.reconstruct.interchange.code.Instruction;
import bbt.reconstruct.interchange.etrace.EtraceParameters.Parameter;

/**
 * Follows the packets of one hart through its code, as the specification's chapter "Decoder" says.
 * What a packet leads to is handed on when all of it is known to fit.
 */
public final class EtraceDecoder {
  /** Instructions that are handed on in the middle of a packet that counts predicted branches. */
  private static final int MANY = 1 << 16;

  private static final int NOT_ENDED = 0;
  private static final int ENDED_AT_JUMP_TARGET = 3;

  private final EtraceParameters parameters;
  private final GuestProgram program;
  private final ImportedHart hart;
  private final PathBuffer path;

  /** Whether nothing is known of where the hart is. */
  private boolean lost = true;

  /** Whether packets up to the next synchronisation are of no use, as one did not fit. */
  private boolean missing;

  private int options;

  /** Whether the encoder is in a mode that cannot be followed: its packets are passed over. */
  private boolean refused;

  private long address;

  /** Branches that were told and not yet executed. */
  private long branches;

  /** How the first of them went; the others went as predicted. */
  private long map;

  private int mapped;

  /** Whether the last of them went the other way. */
  private boolean lastFailed;

  private boolean stopAtLastBranch;

  /** The number of calls that the packet tells that is followed; -1 where it tells none. */
  private long depth = -1;

  private final ReturnStack returns;
  private final BranchTable predictor;
  private final JumpTable targets;

  /** The address that was reached may not be the last instruction, but one that comes again. */
  private boolean inferred;

  /** A trap that was told before its handler is known; null for none. */
  private Trap open;

  /** Where an instruction was reached by the code alone. */
  private Instruction before;

  /**
   * A trap without its handler.
   *
   * @param handler the handler's address, where the packet had that; else the one that comes next
   * @param stated whether the packet had the trap's own address instead
   */
  private record Trap(
      long cause, long epc, long value, long handler, int privilege, boolean stated) {}

  public EtraceDecoder(EtraceParameters parameters, GuestProgram program, ImportedHart hart) {
    this.parameters = parameters;
    this.program = program;
    this.hart = hart;
    this.path = new PathBuffer(program, hart);
    this.returns = new ReturnStack(Math.max(1, parameters.returnAddresses()));
    this.predictor = new BranchTable(parameters);
    this.targets = new JumpTable(parameters);
  }

  /** A packet did not fit: nothing is known up to the next synchronisation. */
  public void lose() {
    missing = true;
    forget();
  }

  private void forget() {
    path.drop();
    if (open != null) {
      hart.lostTrap();
      open = null;
    }
    lost = true;
    inferred = false;
    stopAtLastBranch = false;
    noBranches();
  }

  private void noBranches() {
    branches = 0;
    map = 0;
    mapped = 0;
    lastFailed = false;
  }

  /** The branch that was executed last is the only one left, and went so. */
  private void oneBranch(boolean taken) {
    branches = 1;
    map = taken ? 0 : 1;
    mapped = 1;
    lastFailed = false;
  }

  /** A synchronisation was sent: both sides forget what they have learned. */
  private void unlearn() {
    returns.clear();
    predictor.reset();
    targets.clear();
  }

  /**
   * Follows a packet.
   *
   * @param bytes index {@code from} on, up to {@code to}; the type is among them
   * @throws FollowException if it does not fit; what follows is read from the next synchronisation
   *     on, once {@link #lose} was called
   */
  public void packet(byte[] bytes, int from, int to) throws FollowException {
    BitPicker bits = new BitPicker(bytes, from, to);
    int type = (int) bits.take(parameters.of(Parameter.TYPE_WIDTH));
    if (parameters.of(Parameter.TYPE_WIDTH) > 0 && type != Encapsulation.INSTRUCTIONS) {
      return; // data trace
    }
    EtracePacket packet = new EtracePacket(bits, parameters, options);
    boolean support = packet.format == 3 && packet.subformat == EtracePacket.SUPPORT;
    if (refused && !support) {
      return;
    }
    switch (packet.format) {
      case 3 -> {
        switch (packet.subformat) {
          case EtracePacket.SUPPORT -> support(packet);
          case EtracePacket.START -> start(packet);
          case EtracePacket.TRAP -> trap(packet);
          default -> path.context(packet.context);
        }
      }
      default -> flow(packet);
    }
  }

  private void support(EtracePacket packet) throws FollowException {
    options = packet.options;
    refuseWhatIsNotKnown();
    if (packet.qualification == NOT_ENDED && packet.enabled) {
      return;
    }
    if (packet.qualification == ENDED_AT_JUMP_TARGET && inferred) {
      again(address);
      path.commit();
    }
    if (!lost) {
      tellBranch();
    }
    forget();
  }

  private void refuseWhatIsNotKnown() throws FollowException {
    refused = true;
    if (on(EtraceModes.IMPLICIT_RETURN)) {
      if (parameters.returnAddresses() == 0) {
        throw new FollowException(
            "the encoder leaves out returns, and no packet tells how many calls it keeps:"
                + " add --parameter return_stack_size=N, or call_counter_size=N");
      }
      if (parameters.of(Parameter.RETURN_STACK_SIZE) > 0
          && parameters.of(Parameter.CALL_COUNTER_SIZE) > 0) {
        throw new FollowException(
            "the encoder leaves out returns by a stack and a counter at once, which is not read");
      }
    }
    if (on(EtraceModes.BRANCH_PREDICTION) && !predictor.there()) {
      throw new FollowException(
          "the encoder predicts branches, and no packet tells the size of its predictor:"
              + " add --parameter bpred_size=N");
    }
    if (on(EtraceModes.JUMP_TARGET_CACHE) && !targets.there()) {
      throw new FollowException(
          "the encoder has a jump target cache, and no packet tells its size:"
              + " add --parameter cache_size=N");
    }
    refused = false;
  }

  private boolean on(int mode) {
    return (options & mode) != 0;
  }

  /** The last instruction may be a branch that was told. */
  private void tellBranch() throws FollowException {
    Instruction last = path.last();
    if (last != null && last.branches() && branches > 0) {
      hart.leads(next(last));
    }
  }

  private void start(EtracePacket packet) throws FollowException {
    if (lost) {
      begin(packet.address, packet.privilege, packet.context);
      noBranches();
    } else if (open != null) {
      finish(packet.address, packet.privilege, packet.context);
    }
    if (lost || open != null) {
      lost = false;
      open = null;
      arrive(packet);
      return;
    }
    address = packet.address;
    inferred = false;
    stopAtLastBranch = false;
    depth = -1;
    boolean same = packet.privilege == hart.privilege() && packet.context == path.context();
    Instruction at = same ? program.at(address) : null;
    if (!same) {
      at = path.peek(address, packet.context, packet.privilege);
    }
    if (at == null) {
      throw FollowException.noCode(address);
    }
    if (at.branches()) {
      map |= (packet.taken ? 0L : 1L) << mapped;
      mapped++;
      branches++;
    }
    while (true) {
      Instruction last = current();
      boolean jumped = jumped(last);
      long pc = jumped ? address : next(last);
      leave(last);
      boolean there =
          pc == address
              && branches == (at.branches() ? 1 : 0)
              && (jumped
                  || packet.privilege == hart.privilege()
                  || last.kind == FlowKind.TRAP_RETURN);
      if (there) {
        path.commit();
        if (!same) {
          path.enter(address, packet.context, packet.privilege);
        }
        path.execute(address);
        path.commit();
        unlearn();
        // An encoder that does not count this one as a jump's target replaces it before it uses it.
        if (jumped) {
          targets.put(address);
        }
        return;
      }
      if (jumped) {
        throw new FollowException("branches are left where the packet ends");
      }
      path.execute(pc);
    }
  }

  /** The hart is at the address of a packet, whatever was before. */
  private void arrive(EtracePacket packet) throws FollowException {
    address = packet.address;
    inferred = false;
    stopAtLastBranch = false;
    before = null;
    path.execute(address);
    path.commit();
    unlearn();
    noBranches();
    if (current().branches()) {
      oneBranch(packet.taken);
    }
  }

  private void begin(long pc, int privilege, int context) {
    missing = false;
    path.begin(pc, privilege, context);
  }

  /** The handler of the open trap is known. */
  private void finish(long handler, int privilege, int context) {
    hart.trap(open.cause, open.epc, open.value, handler, privilege);
    path.handler(handler, context);
  }

  private void trap(EtracePacket packet) throws FollowException {
    long cause = packet.cause | (packet.interrupt ? Long.MIN_VALUE : 0);
    depth = -1;
    if (packet.handled && !packet.hasAddress) {
      packet.address = handler(packet.privilege, cause);
    }
    Trap taken;
    if (open != null) {
      boolean stated = open.stated;
      if (stated && packet.handled) {
        throw new FollowException("a trap in a handler whose address is not told");
      }
      long epc = stated ? packet.address : open.handler;
      finish(epc, stated ? packet.privilege : open.privilege, packet.context);
      taken = new Trap(cause, epc, packet.value, packet.address, packet.privilege, stated);
    } else if (lost) {
      if (packet.handled && missing) {
        // Where it came is not known, but where it led.
        hart.lostTrap();
        begin(packet.address, packet.privilege, packet.context);
        lost = false;
        arrive(packet);
        return;
      }
      if (packet.handled) {
        throw new FollowException("the first packet is a trap, and does not tell where it came");
      }
      begin(packet.address, packet.privilege, packet.context);
      lost = false;
      taken = new Trap(cause, packet.address, packet.value, 0, packet.privilege, true);
    } else {
      taken = trap(packet, cause);
    }
    noBranches();
    inferred = false;
    stopAtLastBranch = false;
    open = taken;
    if (packet.handled) {
      finish(packet.address, packet.privilege, packet.context);
      open = null;
      arrive(packet);
    }
  }

  private long handler(int privilege, long cause) throws FollowException {
    long handler = parameters.handler(privilege, cause);
    if (handler == EtraceParameters.UNKNOWN) {
      throw new FollowException(
          "the encoder leaves out where handlers of traps are, and no packet tells the trap vector"
              + " of privilege level "
              + privilege
              + ": add --parameter trap_vector_"
              + privilege
              + "=0xVALUE");
    }
    return handler;
  }

  /** A trap behind an instruction that was executed. */
  private Trap trap(EtracePacket packet, long cause) throws FollowException {
    Instruction last = current();
    boolean jumped = last.kind.uninferable() && sequential(last) < 0;
    if (!jumped || packet.handled && implied(last)) {
      return new Trap(cause, next(last), packet.value, packet.address, packet.privilege, false);
    }
    if (!packet.handled) {
      return new Trap(cause, packet.address, packet.value, 0, packet.privilege, true);
    }
    if (last.kind != FlowKind.SERVICE) {
      throw new FollowException("a trap behind a jump, and the packet does not tell where");
    }
    return new Trap(cause, last.pc, packet.value, 0, packet.privilege, false);
  }

  private void flow(EtracePacket packet) throws FollowException {
    if (missing) {
      return; // up to the next synchronisation
    }
    if (lost) {
      throw new FollowException("the first packet is no synchronisation");
    }
    if (open != null) {
      throw new FollowException("a trap whose handler no packet tells");
    }
    if (packet.depthTold && !on(EtraceModes.IMPLICIT_RETURN)) {
      throw new FollowException("a packet of implicit returns, which are not announced");
    }
    if (!packet.known) {
      throw new FollowException(
          "a packet of format 0 of a kind that the encoder has not announced");
    }
    if (inferred) {
      again(address);
    }
    stopAtLastBranch = !packet.leads();
    if (packet.leads()) {
      address = led(packet);
      Instruction at = program.at(address);
      if (at == null) {
        throw FollowException.noCode(address);
      }
      stopAtLastBranch = at.branches();
    }
    depth = packet.depthTold ? packet.depth : -1;
    if (!packet.predicted) {
      map |= packet.map << mapped;
      mapped += (int) packet.branches;
    }
    branches += packet.branches;
    lastFailed = packet.failed;
    follow(packet);
    if (branches == 1 && mapped == 0) {
      // How this one went is told by the packet, and asked for when the next one is followed.
      oneBranch(predicted(current()));
    }
    path.commit();
  }

  /** Where a packet says that an instruction is. */
  private long led(EtracePacket packet) throws FollowException {
    if (packet.index >= 0) {
      return targets.target(packet.index);
    }
    boolean whole = on(EtraceModes.FULL_ADDRESS);
    return EtracePacket.wide(whole ? packet.address : address + packet.address, parameters);
  }

  /** Goes on to where an address that was met already comes again, behind a jump. */
  private void again(long target) throws FollowException {
    while (inferred) {
      Instruction last = current();
      boolean jumped = jumped(last);
      long pc = jumped ? target : next(last);
      leave(last);
      path.execute(pc);
      if (jumped) {
        targets.put(target);
        inferred = false;
      }
    }
  }

  private void follow(EtracePacket packet) throws FollowException {
    while (true) {
      Instruction last = current();
      boolean jumped = jumped(last);
      if (jumped && !packet.leads()) {
        throw new FollowException("a jump that no packet tells of");
      }
      boolean returned = !jumped && implied(last);
      long pc = jumped ? address : next(last);
      leave(last);
      if (packet.predicted && last.branches()) {
        path.commitAfter(MANY);
      }
      Instruction at = path.execute(pc);
      if (jumped) {
        targets.put(pc);
      }
      if (stopAtLastBranch && branches == 1 && at.branches()) {
        stopAtLastBranch = false;
        return;
      }
      boolean all = branches == (at.branches() ? 1 : 0);
      if (jumped) {
        if (!all) {
          throw new FollowException("branches are left where the packet ends");
        }
        return;
      }
      if (!stopAtLastBranch && packet.hasAddress && pc == address && all) {
        if (packet.notify) {
          return;
        }
        if (!packet.updiscon && deepEnough(returned)) {
          inferred = true;
          return;
        }
      }
    }
  }

  /**
   * Whether the address of a packet may be meant here: at the depth of calls that the packet tells.
   * One that tells none is not meant directly behind a return, unless all calls have returned.
   */
  private boolean deepEnough(boolean returned) {
    return depth >= 0 ? depth == depthOfCalls() : !returned || returns.depth() == 0;
  }

  /** The number of calls in a field of a packet. */
  private long depthOfCalls() {
    return returns.depth() & (1L << parameters.depthBits()) - 1;
  }

  /** Whether only a packet can tell where an instruction leads. */
  private boolean jumped(Instruction last) {
    return last.kind.uninferable() && sequential(last) < 0 && !implied(last);
  }

  /**
   * Whether an instruction is a return behind its call. The one that is not has a packet with the
   * depth of calls at which it stands and another address than the call's.
   */
  private boolean implied(Instruction last) {
    if (!returns(last) || returns.depth() == 0) {
      return false;
    }
    return depth != depthOfCalls() || address == returns.peek() || branchesLeft();
  }

  private boolean returns(Instruction last) {
    return last.kind == FlowKind.RETURN && on(EtraceModes.IMPLICIT_RETURN) && sequential(last) < 0;
  }

  /** Whether branches are told that must come before the address that is told. */
  private boolean branchesLeft() {
    Instruction at = program.at(address);
    return branches > (at != null && at.branches() ? 1 : 0);
  }

  /** Another instruction follows. */
  private void leave(Instruction last) {
    if (last.kind.calls()) {
      returns.push(last.after());
    } else if (returns(last)) {
      returns.pop();
    }
    before = last;
  }

  /** The instruction that was executed last. */
  private Instruction current() throws FollowException {
    Instruction last = path.last();
    if (last == null) {
      throw new FollowException("nothing was executed before it");
    }
    return last;
  }

  /** Where an instruction leads whose target the code says, or a packet's branches. */
  private long next(Instruction last) throws FollowException {
    return switch (last.kind) {
      case JUMP, CALL -> last.target;
      case BRANCH -> {
        if (branches == 0) {
          throw new FollowException(
              "no packet tells of the branch at 0x" + Long.toHexString(last.pc));
        }
        boolean taken = mapped > 0 ? (map & 1) == 0 : predicted(last);
        if (mapped > 0) {
          map >>>= 1;
          mapped--;
        }
        branches--;
        predictor.learn(last.pc, taken);
        yield taken ? last.target : last.after();
      }
      case SEQUENTIAL -> last.after();
      case RETURN -> implied(last) ? returns.peek() : sequential(last);
      default -> sequential(last);
    };
  }

  /** How a branch went of which is told that it, or the last of many, was predicted or not. */
  private boolean predicted(Instruction branch) {
    return predictor.predicts(branch.pc) != (lastFailed && branches == 1);
  }

  /** The target of an indirect jump that the instruction before it says; -1 where none does. */
  private long sequential(Instruction last) {
    return !on(EtraceModes.SEQUENTIAL_JUMPS) || before == null
        ? -1
        : program.guest().pairTarget(last.pc, last.bits, before.pc, before.bits);
  }
}
