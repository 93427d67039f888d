package bbt.samples.conformance.fuzz.user;

import bbt.samples.conformance.fuzz.kind.DeltaDebugging;
import bbt.samples.conformance.fuzz.run.Image;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Makes a failing case small: instructions become nops of the same length, so that nothing moves;
 * then registers and data become 0.
 */
final class SlotMinimiser {
  static final int NOP2 = 0x0001;
  static final int NOP4 = 0x0000_0013;

  /** Bytes of the call for the end, which stays. */
  private static final int END_LENGTH = 12;

  private final Predicate<Image> fails;

  SlotMinimiser(Predicate<Image> fails) {
    this.fails = fails;
  }

  /** A smaller slot that still fails by itself. */
  Slot minimise(Slot failing) {
    Slot slot = withoutInstructions(failing);
    List<Integer> words = new ArrayList<>();
    for (int i = 1; i < 32; i++) {
      words.add(Slot.SETUP + Slot.X + 8 * i);
    }
    for (int i = 0; i < 32; i++) {
      words.add(Slot.SETUP + Slot.F + 8 * i);
    }
    words.add(Slot.SETUP + Slot.FCSR);
    slot = withoutWords(slot, words);
    words.clear();
    for (int at = 0; at < Slot.DATA_PAGES * Slot.PAGE; at += 8) {
      words.add(Slot.DATA + at);
    }
    slot = withoutWords(slot, words);
    // Registers and data gone, more instructions may be of no use.
    return withoutInstructions(slot);
  }

  boolean fails(Slot slot) {
    return fails.test(UserHarness.image(List.of(slot)));
  }

  private Slot withoutInstructions(Slot slot) {
    List<SlotText.Place> places = new ArrayList<>(SlotText.of(slot));
    long end = slot.get(Slot.SETUP + Slot.RECOVERY);
    places.removeIf(
        p -> p.bits() == NOP2 || p.bits() == NOP4 || p.pc() >= end && p.pc() < end + END_LENGTH);
    List<SlotText.Place> needed =
        DeltaDebugging.minimise(places, kept -> fails(replaced(slot, places, kept)));
    return replaced(slot, places, needed);
  }

  private static Slot replaced(Slot slot, List<SlotText.Place> all, List<SlotText.Place> kept) {
    Slot copy = slot.copy();
    int next = 0;
    for (SlotText.Place place : all) {
      if (next < kept.size() && kept.get(next) == place) {
        next++;
        continue;
      }
      half(copy, place.offset(), place.second() < 0 ? NOP2 : NOP4);
      if (place.second() >= 0) {
        half(copy, place.second(), NOP4 >>> 16);
      }
    }
    return copy;
  }

  private static void half(Slot slot, int offset, int bits) {
    slot.memory()[offset] = (byte) bits;
    slot.memory()[offset + 1] = (byte) (bits >>> 8);
  }

  private Slot withoutWords(Slot slot, List<Integer> offsets) {
    List<Integer> set = new ArrayList<>(offsets);
    set.removeIf(offset -> slot.get(offset) == 0);
    List<Integer> needed = DeltaDebugging.minimise(set, kept -> fails(cleared(slot, set, kept)));
    return cleared(slot, set, needed);
  }

  private static Slot cleared(Slot slot, List<Integer> all, List<Integer> kept) {
    Slot copy = slot.copy();
    for (int offset : all) {
      copy.put(offset, 0);
    }
    for (int offset : kept) {
      copy.put(offset, slot.get(offset));
    }
    return copy;
  }
}
