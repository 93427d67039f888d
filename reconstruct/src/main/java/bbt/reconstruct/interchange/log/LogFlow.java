package bbt.reconstruct.interchange.log;

import bbt.ptg.guest.FlowKind;
import bbt.reconstruct.interchange.FollowException;
import bbt.reconstruct.interchange.build.ImportedHart;
import bbt.reconstruct.interchange.code.GuestProgram;
import bbt.reconstruct.interchange.code.Instruction;

/**
 * Follows one hart's instructions and traps in a log. Where one does not follow from the one
 * before, and no trap is told between them, there is a gap.
 */
final class LogFlow {
  private final GuestProgram program;
  private final LogCode code;
  private final ImportedHart hart;

  /** The privilege where the log does not say it. */
  private final int usualPrivilege;

  /** Whether instructions are told before they are executed, those that trap as well. */
  private final boolean begun;

  private Instruction last;

  /** The instruction that was told last: a trap may turn out to have come in it. */
  private boolean waiting;

  private long waitingPc;
  private int waitingPrivilege;

  /** A trap whose handler comes next. */
  private boolean trapped;

  private long cause;
  private long epc;
  private long value;
  private boolean lost;

  LogFlow(
      GuestProgram program, LogCode code, ImportedHart hart, int usualPrivilege, boolean begun) {
    this.program = program;
    this.code = code;
    this.hart = hart;
    this.usualPrivilege = usualPrivilege;
    this.begun = begun;
  }

  /**
   * An instruction was executed, or begun.
   *
   * @param privilege -1 where it is not told
   * @throws FollowException if nothing is known of the code there
   */
  void instruction(long pc, int privilege) throws FollowException {
    settle();
    waiting = true;
    waitingPc = pc;
    waitingPrivilege = privilege < 0 ? usualPrivilege : privilege;
  }

  /** The log tells an instruction with its encoding. */
  void instruction(long pc, int bits, int privilege) throws FollowException {
    settle();
    code.learn(pc, bits);
    instruction(pc, privilege);
  }

  /** The instruction that was told last; null where its code is not known. */
  Instruction waitingInstruction() {
    if (!waiting) {
      return null;
    }
    program.enter(hart.context(), waitingPrivilege);
    try {
      return program.at(waitingPc);
    } finally {
      program.enter(hart.context(), hart.privilege());
    }
  }

  /**
   * A trap was taken.
   *
   * @param newCause negative for an interrupt
   */
  void trap(long newCause, long newEpc, long newValue) throws FollowException {
    if (begun && waiting && waitingPc == newEpc) {
      waiting = false;
    }
    settle();
    if (trapped) {
      // The handler of the one before could not be fetched: it is where this one came.
      enterHandler(newEpc, hart.started() ? hart.privilege() : usualPrivilege);
    }
    trapped = true;
    cause = newCause;
    epc = newEpc;
    value = newValue;
  }

  /** The value of the trap that was told last. */
  void value(long newValue) {
    value = newValue;
  }

  /** Hands on the instruction that was told last. */
  void settle() throws FollowException {
    if (!waiting) {
      return;
    }
    waiting = false;
    if (trapped) {
      enterHandler(waitingPc, waitingPrivilege);
    } else if (!hart.started() || lost || !follows()) {
      hart.begin(waitingPc, waitingPrivilege, 0);
    } else if (waitingPrivilege != hart.privilege()) {
      hart.privilege(waitingPc, waitingPrivilege);
    }
    lost = false;
    program.time(hart.executed());
    Instruction found = program.at(waitingPc);
    if (found == null || found.kind == FlowKind.NONE) {
      lost = true;
      last = null;
      throw found == null
          ? FollowException.noCode(waitingPc)
          : FollowException.noInstruction(waitingPc);
    }
    hart.execute(found);
    last = found;
  }

  private void enterHandler(long pc, int privilege) {
    trapped = false;
    if (!hart.started() || lost || !reaches(epc)) {
      // What led there is not told, but where the trap came.
      hart.begin(epc, hart.started() ? hart.privilege() : usualPrivilege, 0);
      lost = false;
    }
    hart.trap(cause, epc, value, pc, privilege);
    last = null;
    handler = pc;
  }

  /** Where execution goes on, where nothing has been executed since. */
  private long handler;

  private boolean follows() {
    return reaches(waitingPc);
  }

  private boolean reaches(long pc) {
    Instruction from = last;
    if (from == null) {
      return pc == handler;
    }
    return switch (from.kind) {
      case SEQUENTIAL -> pc == from.after();
      case JUMP, CALL -> pc == from.target;
      case BRANCH -> pc == from.after() || pc == from.target;
      case NONE -> false;
      case INDIRECT_JUMP, INDIRECT_CALL, RETURN, SWAP, TRAP_RETURN, SERVICE -> true;
    };
  }

  /** The log is over. */
  void end() throws FollowException {
    settle();
    if (trapped) {
      hart.lostTrap();
    }
  }
}
