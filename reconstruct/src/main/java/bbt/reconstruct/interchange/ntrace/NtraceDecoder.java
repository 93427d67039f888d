package bbt.reconstruct.interchange.ntrace;

import bbt.ptg.guest.FlowKind;
import bbt.ptg.guest.PrivilegeMode;
import bbt.reconstruct.interchange.FollowException;
import bbt.reconstruct.interchange.ReturnStack;
import bbt.reconstruct.interchange.build.ImportedHart;
import bbt.reconstruct.interchange.build.PathBuffer;
import bbt.reconstruct.interchange.code.GuestProgram;
import bbt.reconstruct.interchange.code.Instruction;
import java.util.BitSet;

/** Follows the messages of one hart through its code: of history mode and of branch mode. */
public final class NtraceDecoder {
  /** The cause of a trap where nothing tells it: a number that no trap has. */
  public static final long UNKNOWN_CAUSE = 63;

  /** Units of two bytes that one message may count, or that may wait for their count. */
  private static final int MOST_COUNT = 1 << 22;

  /** Units that a repeated branch may lead through: more are damage. */
  private static final long MOST_REPEATED = 1L << 28;

  private static final int WAITING = 1 << 12;

  /** Calls within each other; the deepest stack of an encoder that we know of has 1,023. */
  private static final int MOST_CALLS = 1 << 12;

  private final GuestProgram program;
  private final ImportedHart hart;
  private final PathBuffer path;
  private final int usualPrivilege;

  private boolean lost = true;
  private boolean missing;

  /** The address of the next instruction; -1 where the last one does not say it. */
  private long pc;

  /**
   * Where the last instruction leads if no message tells it: a return by the stack, a jump by the
   * instruction before it; {@link ReturnStack#NONE} where neither knows. Whether an encoder leaves
   * such jumps out need not be said: it is seen, as a message tells of the last instruction that it
   * counts.
   */
  private long implied = ReturnStack.NONE;

  private final ReturnStack calls = new ReturnStack(MOST_CALLS);

  private long lastAddress;

  /** Whether a start waits for the message that says in which state. */
  private boolean starts;

  /** Whether a trap waits for the same. */
  private boolean trapped;

  private long cause;
  private long epc;

  /**
   * Units of two bytes that were told and not followed yet; below 0: followed, and not told yet.
   */
  private long owed;

  private final BitSet history = new BitSet();
  private int historySize;
  private int historyRead;

  /** The count of the last message, if it told of a branch that was taken; else -1. */
  private long repeatable = -1;

  public NtraceDecoder(GuestProgram program, ImportedHart hart, int usualPrivilege) {
    this.program = program;
    this.hart = hart;
    this.path = new PathBuffer(program, hart);
    this.usualPrivilege = usualPrivilege;
  }

  /** A message did not fit: nothing is known up to the next synchronisation. */
  public void lose() {
    missing = true;
    forget();
  }

  private void forget() {
    path.drop();
    if (trapped) {
      hart.lostTrap();
    }
    lost = true;
    starts = false;
    trapped = false;
    owed = 0;
    calls.clear();
    implied = ReturnStack.NONE;
    clearHistory();
  }

  private void clearHistory() {
    history.clear();
    historySize = 0;
    historyRead = 0;
  }

  /**
   * A message, behind its source.
   *
   * @throws FollowException if it does not fit
   */
  void message(int code, NexusMessage message) throws FollowException {
    long repeated = repeatable;
    repeatable = -1;
    switch (code) {
      case TransferCode.OWNERSHIP -> {
        repeatable = repeated;
        ownership(message.variable());
      }
      case TransferCode.DIRECT_BRANCH -> {
        settle();
        if (!lost) {
          long count = message.variable();
          follow(count, true);
          repeatable = count;
        }
      }
      case TransferCode.INDIRECT_BRANCH, TransferCode.INDIRECT_HISTORY -> {
        settle();
        int type = (int) message.fixed(2);
        long count = message.variable();
        long address = lastAddress ^ message.address();
        if (code == TransferCode.INDIRECT_HISTORY) {
          remember(message.variable());
        }
        branch(type, count, address, false);
      }
      case TransferCode.SYNC, TransferCode.DIRECT_BRANCH_SYNC -> {
        settle();
        message.fixed(4);
        long count = message.variable();
        long address = message.address();
        if (lost) {
          start(address);
        } else {
          follow(count, code == TransferCode.DIRECT_BRANCH_SYNC);
          reach(address);
        }
      }
      case TransferCode.INDIRECT_BRANCH_SYNC, TransferCode.INDIRECT_HISTORY_SYNC -> {
        settle();
        message.fixed(4);
        int type = (int) message.fixed(2);
        long count = message.variable();
        long address = message.address();
        if (lost) {
          start(address);
          return;
        }
        if (code == TransferCode.INDIRECT_HISTORY_SYNC) {
          remember(message.variable());
        }
        branch(type, count, address, true);
      }
      case TransferCode.RESOURCE_FULL -> full((int) message.fixed(4), message);
      case TransferCode.REPEAT_BRANCH -> {
        settle();
        if (!lost) {
          repeat(repeated, times(message.variable()));
          repeatable = repeated;
        }
      }
      case TransferCode.CORRELATION -> {
        settle();
        message.fixed(4);
        boolean withHistory = message.fixed(2) == 1;
        long count = message.variable();
        if (withHistory) {
          remember(message.variable());
        }
        if (!lost) {
          follow(count, false);
          if (pc != -1) {
            hart.leads(pc);
          }
        }
        forget();
      }
      case TransferCode.ERROR -> forget();
      default -> repeatable = repeated; // of vendors, or of data
    }
  }

  private void full(int resource, NexusMessage message) throws FollowException {
    settle();
    switch (resource) {
      case TransferCode.COUNT -> {
        owed += count(message.variable());
        passOn();
        if (owed > MOST_COUNT) {
          throw new FollowException("too many instructions before a message that tells of them");
        }
      }
      case TransferCode.HISTORY -> {
        remember(message.variable());
        if (!lost) {
          branches();
        }
      }
      case TransferCode.REPEATED_HISTORY -> {
        long bits = message.variable();
        long times = times(message.variable());
        for (long i = 0; i < times && !lost; i++) {
          remember(bits);
          branches();
        }
      }
      case TransferCode.NOT_TAKEN, TransferCode.TAKEN -> {
        long times = times(message.variable());
        if (!lost) {
          history.set(historySize, historySize + (int) times, resource == TransferCode.TAKEN);
          historySize += (int) times;
          branches();
        }
      }
      default -> throw new FollowException("resource " + resource + " is full: it is not known");
    }
  }

  /** The message before, which told of a branch that was taken, comes so many times more. */
  private void repeat(long count, long times) throws FollowException {
    if (count < 0) {
      throw new FollowException(
          "a repeated message, and the one before is none of a direct branch");
    }
    if (count * times > MOST_REPEATED) {
      throw new FollowException("a branch that is repeated over " + count * times + " units");
    }
    for (long i = 0; i < times; i++) {
      follow(count, true);
    }
  }

  private static long times(long times) throws FollowException {
    if (times < 0 || times > MOST_COUNT) {
      throw new FollowException("something that comes " + Long.toUnsignedString(times) + " times");
    }
    return times;
  }

  private static long count(long count) throws FollowException {
    if (count < 0 || count > MOST_COUNT) {
      throw new FollowException("a count of " + Long.toUnsignedString(count) + " instructions");
    }
    return count;
  }

  /** Appends branches that are told: the first one stands below the topmost bit. */
  private void remember(long bits) throws FollowException {
    if (bits == 0) {
      throw new FollowException("a history without its end");
    }
    if (lost) {
      return;
    }
    for (int i = Long.SIZE - 2 - Long.numberOfLeadingZeros(bits); i >= 0; i--) {
      history.set(historySize++, (bits >>> i & 1) != 0);
    }
  }

  private void ownership(long process) throws FollowException {
    if (lost) {
      return;
    }
    int format = (int) process & 3;
    if (format == 1 || format == 3) {
      return;
    }
    int privilege = (int) (process >>> 2) & 3;
    int context =
        format == TransferCode.PRIVILEGE
            ? path.context()
            : (int) (process >>> 5) & Integer.MAX_VALUE;
    if (starts || trapped) {
      settle(privilege, context);
    } else if (pc != -1) {
      path.enter(pc, context, privilege);
    }
  }

  /** Settles the instructions that wait for a state: they are in the one that is known. */
  private void settle() {
    settle(starts && !hart.started() ? usualPrivilege : hart.privilege(), path.context());
  }

  private void settle(int privilege, int context) {
    if (starts) {
      starts = false;
      path.begin(pc, privilege, context);
    } else if (trapped) {
      trapped = false;
      hart.trap(cause, epc, 0, pc, privilege);
      path.handler(pc, context);
    }
  }

  private void start(long address) {
    missing = false;
    lost = false;
    starts = true;
    pc = address;
    implied = ReturnStack.NONE;
    lastAddress = address;
    owed = 0;
    clearHistory();
  }

  private void reach(long address) throws FollowException {
    if (pc != -1 && pc != address) {
      throw new FollowException(
          "the code leads to 0x"
              + Long.toHexString(pc)
              + ", the message to 0x"
              + Long.toHexString(address));
    }
    pc = address;
    implied = ReturnStack.NONE;
    lastAddress = address;
  }

  private void branch(int type, long count, long address, boolean sync) throws FollowException {
    if (lost) {
      if (!missing) {
        throw new FollowException("the first message is no synchronisation");
      }
      return;
    }
    follow(count, false);
    if (type == TransferCode.JUMP) {
      if (pc != -1 && !sync) {
        throw new FollowException("a jump is told behind an instruction that does not jump");
      }
      reach(address);
      return;
    }
    arrive();
    Instruction last = path.last();
    if (pc == -1 && last.kind != FlowKind.SERVICE) {
      throw new FollowException("a trap behind a jump whose target is not told");
    }
    epc = pc == -1 ? last.pc : pc;
    cause = type == TransferCode.INTERRUPT ? Long.MIN_VALUE | UNKNOWN_CAUSE : cause(epc);
    trapped = true;
    implied = ReturnStack.NONE;
    pc = address;
    lastAddress = address;
  }

  /** Returns the cause of a trap: a call of the system shows it, nothing else does. */
  private long cause(long at) {
    Instruction there = program.at(at);
    boolean called =
        there != null
            && hart.privilege() == PrivilegeMode.USER
            && program.guest().row(there.bits) == program.guest().traps().call();
    return called ? program.guest().traps().systemCall() : UNKNOWN_CAUSE;
  }

  /** No message tells of the last instruction: if it jumps, then where that is implied. */
  private void arrive() {
    if (pc == -1) {
      pc = implied;
    }
  }

  /** Goes on by what was counted, up to a branch or a jump of which a later message may tell. */
  private void passOn() throws FollowException {
    while (!lost && owed > 0) {
      arrive();
      Instruction next = pc == -1 ? null : program.at(pc);
      if (next == null || next.branches()) {
        break;
      }
      step(false);
    }
    path.commit();
  }

  /** Goes on as far as the branches that were told reach, though no count was. */
  private void branches() throws FollowException {
    while (historyRead < historySize) {
      step(false);
      if (owed < -MOST_COUNT) {
        throw new FollowException("there are fewer branches than are told");
      }
    }
    clearHistory();
    path.commit();
  }

  /**
   * Goes on by a count.
   *
   * @param taken whether the branch at its end was, where no history tells
   */
  private void follow(long count, boolean taken) throws FollowException {
    owed += count(count);
    while (owed > 0) {
      step(taken);
    }
    if (owed < 0) {
      throw new FollowException("a count that ends in the middle of an instruction");
    }
    if (historyRead < historySize) {
      throw new FollowException("branches are left where the message ends");
    }
    clearHistory();
    path.commit();
  }

  private void step(boolean taken) throws FollowException {
    arrive();
    if (pc == -1) {
      throw new FollowException("a jump that no message tells of");
    }
    Instruction before = path.last();
    Instruction at = path.execute(pc);
    long link =
        switch (at.kind) {
          case RETURN, SWAP -> calls.pop();
          default -> ReturnStack.NONE;
        };
    if (at.kind.calls() || at.kind == FlowKind.SWAP) {
      calls.push(at.after());
    }
    implied = at.kind == FlowKind.RETURN ? link : ReturnStack.NONE;
    if (at.kind.uninferable() && before != null && before.after() == at.pc) {
      long explained = program.guest().pairTarget(at.pc, at.bits, before.pc, before.bits);
      implied = explained == ReturnStack.NONE ? implied : explained;
    }
    owed -= at.length / 2;
    path.commitAfter(WAITING);
    pc =
        switch (at.kind) {
          case SEQUENTIAL, NONE -> at.after();
          case JUMP, CALL -> at.target;
          case BRANCH -> {
            boolean went =
                historyRead < historySize ? history.get(historyRead++) : taken && owed == 0;
            yield went ? at.target : at.after();
          }
          default -> -1;
        };
  }
}
