package bbt.samples.conformance.fuzz.user;

import bbt.ptg.asm.Assembler;
import java.util.Random;

/** Fills a slot with a random program, its registers, its data and its address space. */
final class SlotMaker {
  private static final int MPP_M = 3 << 11;
  private static final int MPP_S = 1 << 11;
  private static final int FS_DIRTY = 3 << 13;
  private static final int MPIE = 1 << 7;

  private final Random random;
  private final Slot slot;

  private SlotMaker(long seed, int number) {
    random = new Random(seed);
    slot = new Slot(number);
  }

  /**
   * Makes a case.
   *
   * @param seed decides everything but the physical place
   */
  static Slot make(long seed, int number, InsnChoice choice) {
    return new SlotMaker(seed, number).make(choice);
  }

  private Slot make(InsnChoice choice) {
    int mode = random.nextInt(4);
    boolean translated = mode < 3;
    boolean user = mode < 2;
    AddressSpace space = translated ? AddressSpace.random(random, slot, user) : null;
    long code = translated ? space.code() : slot.physical(Slot.CODE);
    long data = translated ? space.data() : slot.physical(Slot.DATA);
    long alias = translated ? space.alias() : data;

    Assembler program;
    byte[] text;
    do {
      program = new ProgramGenerator(random, choice, translated).generate();
      text = program.bytes();
    } while (text.length > Slot.CODE_PAGES * Slot.PAGE);
    int room = Slot.CODE_PAGES * Slot.PAGE - text.length;
    // The first page edge is somewhere in the text, if it goes by length.
    int start =
        Math.min(room, Math.max(0, Slot.PAGE - random.nextInt(Math.min(text.length, 4000))) & ~1);
    for (int i = 0; i < text.length; i++) {
      int at = start + i;
      int page = at / Slot.PAGE;
      int physicalPage = translated ? space.codePage(page) : page;
      slot.memory()[Slot.CODE + physicalPage * Slot.PAGE + at % Slot.PAGE] = text[i];
    }
    for (int at = 0; at < Slot.DATA_PAGES * Slot.PAGE; at += 8) {
      slot.put(
          Slot.DATA + at,
          random.nextBoolean() ? Corners.integer(random) : Corners.floating(random));
    }
    for (int i = 1; i < 32; i++) {
      slot.put(Slot.SETUP + Slot.X + 8 * i, Corners.integer(random));
    }
    for (int i = 0; i < 32; i++) {
      slot.put(Slot.SETUP + Slot.F + 8 * i, Corners.floating(random));
    }
    // Near page edges, mostly aligned.
    int[] pages = {1, 2, 3};
    long[] bases = {data, data, alias};
    for (int i = 0; i < WritableRegisters.POINTERS.length; i++) {
      long odd = random.nextInt(4) == 0 ? random.nextInt(16) : 8L * random.nextInt(3);
      slot.put(
          Slot.SETUP + Slot.X + 8 * WritableRegisters.POINTERS[i],
          bases[i] + (long) pages[i] * Slot.PAGE - odd);
    }
    slot.put(Slot.SETUP + Slot.X, code + start);
    slot.put(Slot.SETUP + Slot.RECOVERY, code + start + program.offsetOf(ProgramGenerator.END));
    slot.put(Slot.SETUP + Slot.FCSR, random.nextInt(5) << 5 | random.nextInt(32));
    int fs = random.nextInt(50) == 0 ? 0 : FS_DIRTY;
    slot.put(Slot.SETUP + Slot.MSTATUS, fs | MPIE | (user ? 0 : translated ? MPP_S : MPP_M));
    slot.put(Slot.SETUP + Slot.SATP, translated ? space.satp() : 0);
    return slot;
  }
}
