package bbt.samples.conformance.fuzz.user;

import bbt.samples.conformance.fuzz.kind.Batch;
import bbt.samples.conformance.fuzz.kind.DeltaDebugging;
import bbt.samples.conformance.fuzz.kind.Difference;
import bbt.samples.conformance.fuzz.run.GuestRam;
import bbt.samples.conformance.fuzz.run.Image;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** A batch of slots that run one after the other. */
final class UserBatch implements Batch {
  private final List<Slot> slots;
  private final Image image;

  UserBatch(List<Slot> slots) {
    this.slots = List.copyOf(slots);
    image = UserHarness.image(slots);
  }

  @Override
  public Image image() {
    return image;
  }

  @Override
  public int cases() {
    return slots.size();
  }

  @Override
  public int ended(GuestRam ram) {
    // The number of the next slot is raised when a slot starts.
    long ended = ram.get(UserHarness.NEXT) - slots.getFirst().number() - 1;
    return (int) Math.max(0, Math.min(slots.size(), ended));
  }

  @Override
  public Image minimise(Difference first, Predicate<Image> fails) {
    SlotMinimiser minimiser = new SlotMinimiser(fails);
    // A run that is wrong as a whole names no case.
    boolean named = first.number() >= 0;
    for (Slot slot : named ? List.of(slots.get(first.number())) : slots) {
      if (minimiser.fails(slot)) {
        return UserHarness.image(List.of(minimiser.minimise(slot)));
      }
    }
    // It needs what ran before it. Slots must follow one another: the others become empty.
    List<Slot> before = named ? slots.subList(0, first.number() + 1) : slots;
    List<Slot> needed =
        DeltaDebugging.minimise(before, kept -> fails.test(UserHarness.image(idle(before, kept))));
    Image smaller = UserHarness.image(idle(before, needed));
    return fails.test(smaller) ? smaller : image;
  }

  /** Returns all slots; those that are not kept do nothing: their end stands at their beginning. */
  private static List<Slot> idle(List<Slot> all, List<Slot> kept) {
    List<Slot> slots = new ArrayList<>();
    for (Slot slot : all) {
      if (kept.contains(slot)) {
        slots.add(slot);
      } else {
        Slot copy = slot.copy();
        copy.put(Slot.SETUP + Slot.X, copy.get(Slot.SETUP + Slot.RECOVERY));
        slots.add(copy);
      }
    }
    return slots;
  }
}
