package bbt.samples.conformance.fuzz.user;

import bbt.ptg.riscv.Disassembler;
import bbt.samples.conformance.fuzz.kind.Difference;
import bbt.samples.conformance.fuzz.kind.Explained;
import bbt.samples.conformance.fuzz.run.GuestRam;
import java.util.Arrays;
import java.util.List;

/** Compares what two machines left in one slot. */
final class SlotComparison {
  /** Words of memory that are named, at most. */
  private static final int WORDS = 8;

  private static final long EBREAK = 3;

  /** MPP, MPIE, FS, SD and what else a trap leaves of mstatus. */
  private static final long STATUS = 1L << 63 | 0x7E79AA;

  private final int number;
  private final int slot;
  private final GuestRam expected;
  private final GuestRam found;
  private final List<Difference> differences;

  private SlotComparison(
      int number, int slot, GuestRam expected, GuestRam found, List<Difference> differences) {
    this.number = number;
    this.slot = slot;
    this.expected = expected;
    this.found = found;
    this.differences = differences;
  }

  /**
   * Adds the differences of a slot to a list.
   *
   * @param number of the case in its batch
   * @param slot number of its slot
   */
  static void compare(
      int number, int slot, GuestRam expected, GuestRam found, List<Difference> differences) {
    int from = Slot.start(slot) + Slot.RESULT;
    int to = Slot.start(slot) + Slot.SIZE;
    if (!Arrays.equals(expected.bytes(), from, to, found.bytes(), from, to)) {
      new SlotComparison(number, slot, expected, found, differences).compare();
    }
  }

  private long expected(int offset) {
    return expected.get(Slot.start(slot) + offset);
  }

  private long found(int offset) {
    return found.get(Slot.start(slot) + offset);
  }

  private void compare() {
    traps();
    for (int i = 1; i < 32; i++) {
      word(Disassembler.x(i), Slot.RESULT + Slot.X + 8 * i, -1);
    }
    for (int i = 0; i < 32; i++) {
      word(Disassembler.f(i), Slot.RESULT + Slot.F + 8 * i, -1);
    }
    word("fcsr", Slot.RESULT + Slot.FCSR, -1);
    word("mstatus", Slot.RESULT + Slot.MSTATUS, STATUS);
    int words = 0;
    for (int at = Slot.CODE; at < Slot.SIZE && words < WORDS; at += 8) {
      if (expected(at) != found(at)) {
        word("memory at offset 0x" + Integer.toHexString(at), at, -1);
        words++;
      }
    }
  }

  private void traps() {
    long count = Math.min(expected(Slot.RESULT + Slot.TRAP_COUNT), Slot.MAX_TRAPS);
    for (int i = 0; i < count; i++) {
      int at = Slot.RESULT + Slot.TRAPS + i * Slot.TRAP_SIZE;
      String name = "trap " + (i + 1) + ": ";
      word(name + "cause", at, -1);
      word(name + "epc", at + 8, -1);
      tval(name + "tval", at);
      word(name + "mstatus", at + 24, STATUS);
    }
    word("number of traps", Slot.RESULT + Slot.TRAP_COUNT, -1);
  }

  private void tval(String name, int trap) {
    long theirs = expected(trap + 16);
    long ours = found(trap + 16);
    if (theirs == ours) {
      return;
    }
    boolean breakpoint = expected(trap) == EBREAK && found(trap) == EBREAK;
    boolean free =
        breakpoint
            && (theirs == 0 || theirs == expected(trap + 8))
            && (ours == 0 || ours == found(trap + 8));
    add(name, theirs, ours, free ? Explained.EBREAK_TVAL : null);
  }

  private void word(String name, int offset, long mask) {
    if ((expected(offset) & mask) != (found(offset) & mask)) {
      add(name, expected(offset) & mask, found(offset) & mask, null);
    }
  }

  private void add(String name, long theirs, long ours, Explained explained) {
    differences.add(
        new Difference(
            number,
            name,
            "0x" + Long.toHexString(theirs),
            "0x" + Long.toHexString(ours),
            explained));
  }
}
