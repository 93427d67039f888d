package bbt.reconstruct.interchange.etrace;

import bbt.ptg.guest.FlowKind;
import bbt.reconstruct.interchange.BitPicker;
import bbt.reconstruct.interchange.FollowException;
import bbt.reconstruct.interchange.build.ImportedHart;
import bbt.reconstruct.interchange.build.PathBuffer;
import bbt.reconstruct.interchange.code.GuestProgram;
import bbt.reconstruct.interchange.code.Instruction;

/**
 * Follows the packets of one hart through its code, as the specification's chapter "Decoder" says.
 * What a packet leads to is handed on when all of it is known to fit.
 */
public final class EtraceDecoder {
  // Run-time options, by bit of a support packet.
  private static final int IMPLICIT_RETURN = 1;
  private static final int IMPLICIT_EXCEPTION = 1 << 1;
  private static final int FULL_ADDRESS = 1 << 2;
  private static final int JUMP_TARGET_CACHE = 1 << 3;
  private static final int BRANCH_PREDICTION = 1 << 4;
  private static final int SEQUENTIAL_JUMPS = 1 << 5;

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
  private long address;
  private int branches;
  private long map;
  private boolean stopAtLastBranch;

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
    branches = 0;
    map = 0;
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
    int type = (int) bits.take(parameters.of(EtraceParameters.Parameter.TYPE_WIDTH));
    if (parameters.of(EtraceParameters.Parameter.TYPE_WIDTH) > 0
        && type != Encapsulation.INSTRUCTIONS) {
      return; // data trace
    }
    EtracePacket packet = new EtracePacket(bits, parameters);
    switch (packet.format) {
      case 3 -> {
        switch (packet.subformat) {
          case EtracePacket.SUPPORT -> support(packet);
          case EtracePacket.START -> start(packet);
          case EtracePacket.TRAP -> trap(packet);
          default -> path.context(packet.context);
        }
      }
      case 0 ->
          throw new FollowException(
              "a packet of format 0: predicted branches and caches of jumps are not read");
      default -> flow(packet);
    }
  }

  private void support(EtracePacket packet) throws FollowException {
    options = packet.options;
    refuse(IMPLICIT_RETURN, "implicit returns");
    refuse(IMPLICIT_EXCEPTION, "implicit exceptions");
    refuse(JUMP_TARGET_CACHE, "a jump target cache");
    refuse(BRANCH_PREDICTION, "branch prediction");
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

  private void refuse(int option, String name) throws FollowException {
    if ((options & option) != 0) {
      throw new FollowException("the encoder used " + name + ", which are not read");
    }
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
      branches = 0;
      map = 0;
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
    boolean same = packet.privilege == hart.privilege() && packet.context == path.context();
    Instruction at = same ? program.at(address) : null;
    if (!same) {
      at = path.peek(address, packet.context, packet.privilege);
    }
    if (at == null) {
      throw FollowException.noCode(address);
    }
    if (at.branches()) {
      map |= (packet.taken ? 0L : 1L) << branches;
      branches++;
    }
    while (true) {
      Instruction last = current();
      boolean jumped = last.kind.uninferable() && sequential(last) < 0;
      long pc = jumped ? address : next(last);
      before = last;
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
    branches = 0;
    map = 0;
    if (current().branches()) {
      map = packet.taken ? 0 : 1;
      branches = 1;
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
    branches = 0;
    map = 0;
    inferred = false;
    stopAtLastBranch = false;
    open = taken;
    if (packet.handled) {
      finish(packet.address, packet.privilege, packet.context);
      open = null;
      arrive(packet);
    }
  }

  /** A trap behind an instruction that was executed. */
  private Trap trap(EtracePacket packet, long cause) throws FollowException {
    Instruction last = current();
    boolean jumped = last.kind.uninferable() && sequential(last) < 0;
    if (!jumped) {
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
    if (packet.depthTold) {
      throw new FollowException("a packet of implicit returns, which are not announced");
    }
    long previousAddress = address;
    stopAtLastBranch = false;
    if (packet.hasAddress) {
      long sum = (options & FULL_ADDRESS) != 0 ? packet.address : address + packet.address;
      address = EtracePacket.wide(sum, parameters);
      Instruction at = program.at(address);
      if (at == null) {
        throw FollowException.noCode(address);
      }
      stopAtLastBranch = at.branches();
    } else {
      stopAtLastBranch = true;
    }
    map |= packet.map << branches;
    branches += packet.branches;
    if (inferred) {
      again(previousAddress);
    }
    follow(packet);
    path.commit();
  }

  /** Goes on to where an address that was met already comes again, behind a jump. */
  private void again(long target) throws FollowException {
    while (inferred) {
      Instruction last = current();
      before = last;
      if (last.kind.uninferable() && sequential(last) < 0) {
        path.execute(target);
        inferred = false;
      } else {
        path.execute(next(last));
      }
    }
  }

  private void follow(EtracePacket packet) throws FollowException {
    while (true) {
      Instruction last = current();
      boolean jumped = last.kind.uninferable() && sequential(last) < 0;
      if (jumped && !packet.hasAddress) {
        throw new FollowException("a jump that no packet tells of");
      }
      long pc = jumped ? address : next(last);
      before = last;
      Instruction at = path.execute(pc);
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
        if (!packet.updiscon) {
          inferred = true;
          return;
        }
      }
    }
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
        boolean taken = (map & 1) == 0;
        map >>>= 1;
        branches--;
        yield taken ? last.target : last.after();
      }
      case SEQUENTIAL -> last.after();
      default -> sequential(last);
    };
  }

  /** The target of an indirect jump that the instruction before it says; -1 where none does. */
  private long sequential(Instruction last) {
    return (options & SEQUENTIAL_JUMPS) == 0 || before == null
        ? -1
        : program.guest().pairTarget(last.pc, last.bits, before.pc, before.bits);
  }
}
