package bbt.reconstruct.interchange.build;

import bbt.packets.ExceptionKind;
import bbt.packets.write.EventWriter;
import bbt.packets.write.MachineWriter;
import bbt.ptg.guest.FlowKind;
import bbt.ptg.guest.GuestIsa;
import bbt.ptg.guest.TraceRule;
import bbt.reconstruct.interchange.code.GuestProgram;
import bbt.reconstruct.interchange.code.Instruction;
import bbt.reconstruct.interchange.code.SpaceNumbers;
import java.util.List;

/**
 * Writes the trace of one hart that was traced elsewhere: it is told one instruction after the
 * other.
 *
 * <p>The last one is held back until it is known what follows it: a jump says where it led by what
 * comes next, and an instruction that traps turns out not to have retired.
 */
public final class ImportedHart {
  /** A function number that no firmware has: the foreign trace does not say what was called. */
  public static final long UNKNOWN_CALL = 0xFFFF_FFFFL;

  private static final long PAGE = -4096L;

  private final GuestIsa guest;
  private final GuestProgram program;
  private final MachineWriter machine;
  private final EventWriter out;

  private Instruction held;

  /** Where execution goes on, where nothing is held. */
  private long at;

  /** The instruction before it in the same straight line; null where none is. */
  private Instruction before;

  private boolean started;
  private int privilege;

  /** The privilege behind the instruction that is held. */
  private int nextPrivilege;

  private int context;

  /** Whether it is known where the instruction that is held leads: to {@link #at}. */
  private boolean leads;

  /** The physical pages of the instruction that is held, where addresses are translated. */
  private long physical;

  private long endPhysical;

  /** The mapping that was looked up last. */
  private long lookedUp = -1;

  private int lookedUpEpoch;
  private long lookedUpPhysical;

  /** The mapping that was written last. */
  private long mapped = -1;

  private long mappedPhysical;

  private long gaps;
  private long lostTraps;

  public ImportedHart(MachineWriter machine, GuestProgram program) {
    this.guest = program.guest();
    this.program = program;
    this.machine = machine;
    this.out = machine.current();
  }

  /** The code that is executed. */
  public GuestProgram program() {
    return program;
  }

  /** Whether anything has been executed, or is to be. */
  public boolean started() {
    return started;
  }

  /** Instructions so far, with the one that is held. */
  public long executed() {
    return out.retired() + (held == null ? 0 : 1);
  }

  /** The instruction that was executed last; null behind a trap and at the start. */
  public Instruction last() {
    return held;
  }

  /** Gaps, in each of which it is not known how many instructions are missing. */
  public long gaps() {
    return gaps;
  }

  /** Traps whose handlers are not in the foreign trace, so that they are in none of ours. */
  public long lostTraps() {
    return lostTraps;
  }

  public int privilege() {
    return nextPrivilege;
  }

  public int context() {
    return context;
  }

  /**
   * Execution begins at an address, or goes on there behind something that is not known.
   *
   * @param newPrivilege of what follows
   */
  public void begin(long pc, int newPrivilege, int newContext) {
    if (!started) {
      started = true;
      privilege = newPrivilege;
      nextPrivilege = newPrivilege;
      out.reset(pc, newPrivilege, 0);
      program.source().symbols().forEach(out.sideband()::names);
      switchTo(pc, newContext);
      return;
    }
    long from = settle();
    gaps++;
    out.leave(from);
    out.absent(1, pc, newPrivilege, SpaceNumbers.of(newContext), newContext);
    out.enter(pc);
    privilege = newPrivilege;
    nextPrivilege = newPrivilege;
    context = newContext;
    enter();
  }

  /** A trap was taken whose handler is not known; what follows comes behind a gap. */
  public void lostTrap() {
    lostTraps++;
  }

  /**
   * Completes what is held as far as the code alone says how it goes on, else gives it up.
   *
   * @return where execution goes on; an instruction that was given up counts as not executed
   */
  private long settle() {
    Instruction last = held;
    if (last == null) {
      return at;
    }
    if (leads) {
      complete(at);
    } else if (last.kind == FlowKind.SEQUENTIAL) {
      complete(last.after());
    } else if (last.kind == FlowKind.JUMP || last.kind == FlowKind.CALL) {
      complete(last.target);
    } else {
      held = null;
      at = last.pc;
      nextPrivilege = privilege;
    }
    return at;
  }

  /** An instruction was executed. */
  public void execute(Instruction instruction) {
    if (held != null) {
      complete(instruction.pc);
    }
    held = instruction;
    leads = false;
    if (program.translated()) {
      physical = physical(instruction.pc);
      endPhysical =
          (instruction.pc & PAGE) == (instruction.after() - 1 & PAGE)
              ? physical
              : physical(instruction.after() - 1);
    }
  }

  private long physical(long address) {
    long page = address & PAGE;
    if (page != lookedUp || lookedUpEpoch != program.epoch()) {
      lookedUp = page;
      lookedUpEpoch = program.epoch();
      lookedUpPhysical = program.source().physical(program.context(), page);
    }
    return lookedUpPhysical;
  }

  /** Where the instruction that is held leads, which it does not show itself. */
  public void leads(long pc) {
    leads = true;
    at = pc;
  }

  /**
   * Changes the privilege mode. Where no instruction leads there, there is a gap.
   *
   * @param pc the next instruction
   */
  public void privilege(long pc, int newPrivilege) {
    if (newPrivilege == privilege) {
      return;
    }
    if (held != null && (held.kind == FlowKind.TRAP_RETURN || held.kind == FlowKind.SERVICE)) {
      nextPrivilege = newPrivilege;
      complete(pc);
    } else {
      begin(pc, newPrivilege, context);
    }
  }

  /**
   * Changes the context.
   *
   * @param pc the next instruction
   */
  public void context(long pc, int newContext) {
    if (newContext != context) {
      if (held != null) {
        complete(pc);
      }
      switchTo(pc, newContext);
    }
  }

  private void switchTo(long pc, int newContext) {
    out.contextSwitch(pc, SpaceNumbers.of(newContext), newContext, newContext, 0, 0);
    context = newContext;
    at = pc;
    enter();
  }

  private void enter() {
    before = null;
    mapped = -1;
    lookedUp = -1;
    program.enter(context, privilege);
  }

  /**
   * A trap was taken. Where the last instruction is the one that trapped, it did not retire.
   *
   * @param cause negative for an interrupt
   * @param handler where execution goes on
   */
  public void trap(long cause, long epc, long value, long handler, int newPrivilege) {
    if (held != null && held.kind == FlowKind.SERVICE && held.pc == epc) {
      held = null;
    } else if (held != null) {
      complete(epc);
    }
    out.exception(guest.traps().kind(cause), handler, newPrivilege, cause, epc, value, 0);
    privilege = newPrivilege;
    nextPrivilege = newPrivilege;
    at = handler;
    enter();
  }

  /** The instruction that is held retires, and execution goes on at an address. */
  private void complete(long next) {
    Instruction last = held;
    held = null;
    if (contradicts(last, next)) {
      gaps++;
      out.leave(last.pc);
      out.absent(1, next, nextPrivilege, SpaceNumbers.of(context), context);
      out.enter(next);
      at = next;
      privilege = nextPrivilege;
      enter();
      return;
    }
    map(last.pc, physical);
    if ((last.pc & PAGE) != (last.after() - 1 & PAGE)) {
      map(last.after() - 1, endPhysical);
    }
    if (!last.announced) {
      announce(last);
    }
    out.retire(1);
    event(last, next);
    at = next;
    boolean restarts = last.kind != FlowKind.SEQUENTIAL;
    before = restarts ? null : last;
    if (nextPrivilege != privilege) {
      privilege = nextPrivilege;
      enter();
    }
  }

  /**
   * Whether the code says that a jump to a register leads elsewhere: it is not what was executed.
   */
  private boolean contradicts(Instruction last, long next) {
    if (before == null || before.after() != last.pc) {
      return false;
    }
    return switch (last.kind) {
      case INDIRECT_JUMP, INDIRECT_CALL, RETURN, SWAP -> {
        TraceRule rule = rule(last);
        yield rule.leaves() == TraceRule.Leaves.NOTHING && rule.target() != next;
      }
      default -> false;
    };
  }

  private void event(Instruction last, long next) {
    switch (last.kind) {
      case SEQUENTIAL, JUMP, NONE -> {}
      case CALL -> out.call(last.after());
      case BRANCH -> out.branch(next == last.target, next);
      case TRAP_RETURN -> out.trapReturn(next, nextPrivilege);
      case SERVICE ->
          out.exception(ExceptionKind.FIRMWARE, next, nextPrivilege, UNKNOWN_CALL, last.pc, 0, 0);
      case INDIRECT_JUMP, INDIRECT_CALL, RETURN, SWAP -> jump(last, next);
    }
  }

  private void jump(Instruction last, long next) {
    TraceRule rule = rule(last);
    if (rule.leaves() == TraceRule.Leaves.NOTHING) {
      if (rule.pushes()) {
        out.call(rule.link());
      }
    } else if (rule.pops() && rule.pushes()) {
      out.retCall(last.pc, next, rule.link());
    } else if (rule.pops()) {
      out.ret(last.pc, next);
    } else if (rule.pushes()) {
      out.indirectCall(last.pc, next, rule.link());
    } else {
      out.indirect(last.pc, next);
    }
  }

  /** The rule of a jump, which depends on the instruction before it, where both are of one node. */
  private TraceRule rule(Instruction last) {
    if (before != null && before.after() == last.pc) {
      try {
        return guest.nodes().of(before.pc, new int[] {before.bits, last.bits}).rule();
      } catch (IllegalArgumentException e) {
        // A page ends between them.
      }
    }
    return guest.nodes().of(last.pc, new int[] {last.bits}).rule();
  }

  private void map(long address, long shown) {
    long page = address & PAGE;
    if (program.translated() && (page != mapped || shown != mappedPhysical)) {
      mapped = page;
      mappedPhysical = shown;
      out.sideband().mapping(out.retired(), SpaceNumbers.of(context), page, shown, false);
    }
  }

  private void announce(Instruction last) {
    last.announced = true;
    for (int i = 0; i < last.length; i += 2) {
      long address = last.pc + i;
      long page = address & PAGE;
      if (program.translated()) {
        page = page == (last.pc & PAGE) ? physical : endPhysical;
      }
      out.sideband().code(out.retired(), page | address & ~PAGE, last.bits >>> 8 * i & 0xFFFF);
    }
  }

  /**
   * Ends the hart's trace: nothing follows.
   *
   * @param reason what is to be said of the end
   */
  public void finish(String reason) {
    if (started) {
      settle();
    }
    machine.finish(List.of(), new long[machine.harts()], 0, reason, 0);
  }
}
