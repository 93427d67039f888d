package bbt.reconstruct.interchange.build;

import bbt.ptg.guest.FlowKind;
import bbt.reconstruct.interchange.FollowException;
import bbt.reconstruct.interchange.code.GuestProgram;
import bbt.reconstruct.interchange.code.Instruction;
import java.util.Arrays;

/**
 * Buffers the instructions that one packet leads to: it is handed on as a whole, or dropped where
 * the packet turns out not to fit.
 */
public final class PathBuffer {
  /** Instructions of one packet; more are a loop that never comes to where the packet says. */
  private static final int MOST = 1 << 18;

  private final GuestProgram program;
  private final ImportedHart hart;
  private Instruction[] path = new Instruction[1 << 10];
  private int size;
  private Instruction last;

  /** A context that holds from the next instruction on; -1 for none. */
  private int nextContext = -1;

  public PathBuffer(GuestProgram program, ImportedHart hart) {
    this.program = program;
    this.hart = hart;
  }

  /** The instruction executed last; null behind a trap and at the start. */
  public Instruction last() {
    return last;
  }

  /** The context of what follows. */
  public int context() {
    return nextContext >= 0 ? nextContext : hart.context();
  }

  /** Changes the context, from about here on. */
  public void context(int newContext) {
    nextContext = newContext;
  }

  /** Execution begins, with no relation to what came before; nothing is waiting. */
  public void begin(long pc, int privilege, int newContext) {
    nextContext = -1;
    last = null;
    hart.begin(pc, privilege, newContext);
  }

  /** A trap led to a handler; nothing is waiting. */
  public void handler(long pc, int newContext) {
    nextContext = -1;
    last = null;
    hart.context(pc, newContext);
  }

  /** Changes the state; nothing is waiting. */
  public void enter(long pc, int newContext, int privilege) {
    nextContext = -1;
    hart.privilege(pc, privilege);
    hart.context(pc, newContext);
  }

  /** The instruction at an address in a state that is not the present one. */
  public Instruction peek(long pc, int context, int privilege) {
    program.enter(context, privilege);
    try {
      return program.at(pc);
    } finally {
      program.enter(hart.context(), hart.privilege());
    }
  }

  /**
   * An instruction is executed.
   *
   * @return the one at the address
   * @throws FollowException if the code there is not known
   */
  public Instruction execute(long pc) throws FollowException {
    program.time(hart.executed() + size);
    Instruction found = null;
    if (last != null && pc == last.after()) {
      found = program.after(last);
    } else if (last != null && pc == last.target) {
      found = program.target(last);
    } else {
      found = program.at(pc);
    }
    if (found == null) {
      throw FollowException.noCode(pc);
    }
    if (found.kind == FlowKind.NONE) {
      throw FollowException.noInstruction(pc);
    }
    if (size == path.length) {
      if (size >= MOST) {
        throw new FollowException(
            "the code never comes to where the packet says; loops at 0x" + Long.toHexString(pc));
      }
      path = Arrays.copyOf(path, 2 * size);
    }
    path[size++] = found;
    last = found;
    return found;
  }

  /** Hands on what is waiting. */
  public void commit() {
    if (size > 0 && nextContext >= 0) {
      hart.context(path[0].pc, nextContext);
      nextContext = -1;
    }
    for (int i = 0; i < size; i++) {
      hart.execute(path[i]);
    }
    size = 0;
  }

  /** Hands on what is waiting if there are as many instructions. */
  public void commitAfter(int instructions) {
    if (size >= instructions) {
      commit();
    }
  }

  /** Drops what is waiting. */
  public void drop() {
    size = 0;
    last = null;
    nextContext = -1;
  }
}
