package bbt.samples.conformance.fuzz.user;

import bbt.ptg.asm.Assembler;
import bbt.ptg.riscv.Format;
import bbt.ptg.riscv.Insn;
import bbt.samples.conformance.fuzz.kind.Capabilities;
import bbt.samples.conformance.fuzz.run.Image;
import bbt.samples.conformance.fuzz.run.Reference;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Asks a reference which rows of the instruction table it knows: by executing one of each. */
public final class InstructionProbe {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final long ILLEGAL = 2;
  private static final long M_MODE_WITH_FLOATS = 3 << 11 | 3 << 13;

  private InstructionProbe() {}

  /** Finds out what the reference can do. */
  public static Capabilities of(Reference reference) throws IOException, InterruptedException {
    List<Insn> asked = new ArrayList<>();
    List<Slot> slots = new ArrayList<>();
    for (Insn insn : Insn.values()) {
      if (!insn.isCompressed() && InsnChoice.isChosen(insn)) {
        slots.add(slot(insn, slots.size()));
        asked.add(insn);
      }
    }
    Image image = UserHarness.image(slots);
    Reference.Run run = reference.run(image, LIMIT);
    if (!run.ended()) {
      throw new IOException(reference.name() + " does not come to the end of a first program");
    }
    Set<Insn> can = EnumSet.allOf(Insn.class);
    for (int i = 0; i < asked.size(); i++) {
      int traps = Slot.start(i) + Slot.RESULT + Slot.TRAPS;
      long first = run.ram().get(traps);
      if (first == ILLEGAL) {
        can.remove(asked.get(i));
      }
    }
    can.removeIf(insn -> insn.isCompressed() && !can.contains(insn.expansion()));
    return new Capabilities(reference.version(), can);
  }

  private static Slot slot(Insn insn, int number) {
    Slot slot = new Slot(number);
    Assembler code = new Assembler();
    Random random = new Random(number);
    InsnChoice choice = new InsnChoice(EnumSet.allOf(Insn.class));
    InsnGenerator one = new InsnGenerator(random, code, new WritableRegisters(random), choice);
    if (insn.format() == Format.BRANCH) {
      code.branch(insn, 0, 0, ProgramGenerator.END);
    } else {
      one.plain(insn);
    }
    code.label(ProgramGenerator.END).li(17, UserHarness.END).op(Insn.ECALL);
    byte[] text = code.bytes();
    System.arraycopy(text, 0, slot.memory(), Slot.CODE, text.length);
    slot.put(Slot.SETUP + Slot.X, slot.physical(Slot.CODE));
    slot.put(Slot.SETUP + Slot.RECOVERY, slot.physical(Slot.CODE));
    for (int pointer : WritableRegisters.POINTERS) {
      slot.put(Slot.SETUP + Slot.X + 8 * pointer, slot.physical(Slot.DATA + Slot.PAGE));
    }
    slot.put(Slot.SETUP + Slot.MSTATUS, M_MODE_WITH_FLOATS);
    return slot;
  }
}
