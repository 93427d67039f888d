package bbt.reconstruct.interchange.code;

import bbt.ptg.guest.FlowKind;
import bbt.ptg.guest.GuestIsa;
import java.util.HashMap;
import java.util.Map;

/** Decodes the instructions of all contexts, once each. */
public final class GuestProgram {
  private final GuestIsa guest;
  private final CodeSource source;

  /** The instructions of each context; -1 - context without translation. */
  private final Map<Integer, Map<Long, Instruction>> spaces = new HashMap<>();

  private Map<Long, Instruction> space;
  private int context;
  private boolean translated;
  private long changesAt;

  /** The number of times that instructions ceased to hold which had been given out. */
  private int changes;

  public GuestProgram(GuestIsa guest, CodeSource source) {
    this.guest = guest;
    this.source = source;
    this.changesAt = source.changesAt();
    enter(0, guest.modes().getLast().level());
  }

  public GuestIsa guest() {
    return guest;
  }

  public CodeSource source() {
    return source;
  }

  /** Sets the context and mode from which instructions are fetched. */
  public void enter(int newContext, int privilege) {
    context = newContext;
    translated = guest.translates(privilege);
    space = spaces.computeIfAbsent(translated ? context : -1 - context, key -> new HashMap<>());
  }

  /** Whether addresses are translated now. */
  public boolean translated() {
    return translated;
  }

  public int context() {
    return context;
  }

  /** Moves on to a count of retired instructions. */
  public void time(long retired) {
    if (retired >= changesAt) {
      if (source.advance(retired)) {
        spaces.values().forEach(Map::clear);
        changes++;
      }
      changesAt = source.changesAt();
    }
  }

  /** Whether an address can be one of an instruction. */
  public boolean aligned(long pc) {
    return (pc & guest.alignment() - 1) == 0;
  }

  /** The number of times that instructions ceased to hold which had been given out. */
  public int epoch() {
    return changes;
  }

  /** The instruction at an address; null where the code is not known. */
  public Instruction at(long pc) {
    Instruction known = space.get(pc);
    if (known == null && aligned(pc)) {
      known = decode(pc);
      if (known != null) {
        space.put(pc, known);
      }
    }
    return known;
  }

  /** The instruction behind one that is not taken, or does not jump. */
  public Instruction after(Instruction instruction) {
    if (instruction.epoch != changes) {
      return at(instruction.after());
    }
    Instruction next = instruction.next;
    if (next == null) {
      next = at(instruction.after());
      instruction.next = next;
    }
    return next;
  }

  /** The instruction at the target of one that states it. */
  public Instruction target(Instruction instruction) {
    if (instruction.epoch != changes) {
      return at(instruction.target);
    }
    Instruction next = instruction.taken;
    if (next == null) {
      next = at(instruction.target);
      instruction.taken = next;
    }
    return next;
  }

  private Instruction decode(long pc) {
    int bits = source.halfword(context, translated, pc);
    if (bits < 0) {
      return null;
    }
    int length = guest.length(bits);
    if (length == 4) {
      int high = source.halfword(context, translated, pc + 2);
      if (high < 0) {
        return null;
      }
      bits |= high << 16;
    }
    FlowKind kind = guest.flowKind(bits);
    long target =
        switch (kind) {
          case BRANCH, JUMP, CALL -> guest.flowTarget(pc, bits);
          default -> 0;
        };
    return new Instruction(pc, bits, length, kind, target, changes);
  }
}
