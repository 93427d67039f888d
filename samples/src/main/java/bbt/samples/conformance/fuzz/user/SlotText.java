package bbt.samples.conformance.fuzz.user;

import bbt.ptg.riscv.Decoder;
import bbt.ptg.riscv.Disassembler;
import java.util.ArrayList;
import java.util.List;

/** Lists a slot's program as it lies in memory: where each instruction is. */
final class SlotText {
  /**
   * An instruction.
   *
   * @param offset in the slot, of its first half
   * @param second in the slot, of its second half; equal to {@code offset + 2} unless it straddles
   *     pages; -1 when it has none
   */
  record Place(long pc, int offset, int second, int bits) {
    int length() {
      return second < 0 ? 2 : 4;
    }
  }

  private final Slot slot;
  private final long satp;

  private SlotText(Slot slot) {
    this.slot = slot;
    satp = slot.get(Slot.SETUP + Slot.SATP);
  }

  /** All instructions from the entry to the end of the text. */
  static List<Place> of(Slot slot) {
    return new SlotText(slot).places();
  }

  private List<Place> places() {
    List<Place> places = new ArrayList<>();
    long pc = slot.get(Slot.SETUP + Slot.X);
    long end = (pc & -Slot.PAGE) + (long) Slot.CODE_PAGES * Slot.PAGE;
    while (pc < end) {
      int offset = offset(pc);
      if (offset < 0) {
        break;
      }
      int bits = slot.half(offset);
      int second = -1;
      if (Decoder.length(bits) == 4) {
        second = offset(pc + 2);
        if (second < 0) {
          break;
        }
        bits |= slot.half(second) << 16;
      }
      places.add(new Place(pc, offset, second, bits));
      pc += second < 0 ? 2 : 4;
    }
    int last = places.size();
    while (last > 0 && places.get(last - 1).bits == 0) {
      last--;
    }
    return places.subList(0, last);
  }

  /** Where a code address lies in the slot; -1 when it is in none of the code pages. */
  private int offset(long pc) {
    int offset;
    if (satp == 0) {
      offset = (int) (pc - slot.physical(0));
    } else {
      int table = Slot.TABLES;
      for (int level = (int) (satp >>> 60) - 6; level > 0; level--) {
        table = (int) ((slot.get(table + 8 * index(pc, level)) >>> 10 << 12) - slot.physical(0));
        if (table < 0 || table >= Slot.SIZE) {
          return -1;
        }
      }
      long pte = slot.get(table + 8 * index(pc, 0));
      offset = (int) ((pte >>> 10 << 12) - slot.physical(0) + (pc & Slot.PAGE - 1));
    }
    return offset >= Slot.CODE && offset < Slot.DATA ? offset : -1;
  }

  private static int index(long address, int level) {
    return (int) (address >>> 12 + 9 * level) & 511;
  }

  /** Assembly, one line an instruction; nops in a row are one line. */
  static List<String> listing(Slot slot) {
    List<String> lines = new ArrayList<>();
    int nops = 0;
    for (Place place : of(slot)) {
      if (place.bits == SlotMinimiser.NOP2 || place.bits == SlotMinimiser.NOP4) {
        nops++;
        continue;
      }
      if (nops > 0) {
        lines.add("      (" + nops + " nops)");
        nops = 0;
      }
      lines.add(
          "%6x: %s %s"
              .formatted(
                  place.pc & 0xFFFFFF,
                  place.length() == 2
                      ? "%04x    ".formatted(place.bits)
                      : "%08x".formatted(place.bits),
                  Disassembler.text(place.pc, place.bits).replace('\t', ' ')));
    }
    return lines;
  }
}
