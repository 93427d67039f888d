package bbt.samples.conformance.fuzz.arm64;

import bbt.samples.conformance.fuzz.kind.Batch;
import bbt.samples.conformance.fuzz.kind.DeltaDebugging;
import bbt.samples.conformance.fuzz.kind.Difference;
import bbt.samples.conformance.fuzz.run.GuestRam;
import bbt.samples.conformance.fuzz.run.Image;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** A batch of programs of users that run one after the other. */
final class ArmUserBatch implements Batch {
  static final int NOP = 0xD503_201F;

  private final List<ArmSlot> slots;

  ArmUserBatch(List<ArmSlot> slots) {
    this.slots = List.copyOf(slots);
  }

  @Override
  public Image image() {
    return ArmUserHarness.image(slots);
  }

  @Override
  public int cases() {
    return slots.size();
  }

  @Override
  public int ended(GuestRam ram) {
    // The number of the next slot is raised when a slot starts.
    long next = ram.get(ArmSlot.VARIABLES + ArmUserHarness.NEXT);
    return (int) Math.clamp(next - slots.getFirst().number() - 1, 0, slots.size());
  }

  /**
   * Instructions become nops of the same length, so that nothing moves; then registers and data
   * become 0. What fails only behind others keeps those that it needs.
   */
  @Override
  public Image minimise(Difference first, Predicate<Image> fails) {
    // A run that is wrong as a whole names no case.
    boolean named = first.number() >= 0;
    for (ArmSlot slot : named ? List.of(slots.get(first.number())) : slots) {
      if (fails.test(ArmUserHarness.image(List.of(slot)))) {
        return ArmUserHarness.image(
            List.of(smaller(slot, s -> fails.test(ArmUserHarness.image(List.of(s))))));
      }
    }
    List<ArmSlot> before = named ? slots.subList(0, first.number() + 1) : slots;
    List<ArmSlot> needed =
        DeltaDebugging.minimise(
            before, kept -> fails.test(ArmUserHarness.image(idle(before, kept))));
    Image least = ArmUserHarness.image(idle(before, needed));
    return fails.test(least) ? least : image();
  }

  private static ArmSlot smaller(ArmSlot failing, Predicate<ArmSlot> fails) {
    ArmSlot once = failing.copy();
    once.put(ArmSlot.PASSES, 1);
    ArmSlot all = fails.test(once) ? once : failing;
    List<Integer> code = IntStream.range(0, all.length()).boxed().toList();
    ArmSlot less = withCode(all, DeltaDebugging.minimise(code, k -> fails.test(withCode(all, k))));
    List<Integer> values =
        IntStream.iterate(0, at -> at < ArmSlot.CODE, at -> at + 8)
            .filter(at -> at < ArmSlot.STATE || at >= ArmSlot.VECTORS)
            .filter(at -> less.get(at) != 0)
            .boxed()
            .toList();
    return withValues(
        less,
        values,
        DeltaDebugging.minimise(values, k -> fails.test(withValues(less, values, k))));
  }

  /** A slot of whose program only some words are kept. */
  private static ArmSlot withCode(ArmSlot slot, List<Integer> kept) {
    ArmSlot copy = slot.copy();
    for (int i = 0; i < slot.length(); i++) {
      copy.word(i, NOP);
    }
    kept.forEach(i -> copy.word(i, slot.word(i)));
    return copy;
  }

  /** A slot of whose registers and data only some are kept. */
  private static ArmSlot withValues(ArmSlot slot, List<Integer> all, List<Integer> kept) {
    ArmSlot copy = slot.copy();
    all.forEach(at -> copy.put(at, 0));
    kept.forEach(at -> copy.put(at, slot.get(at)));
    return copy;
  }

  /** All slots, for their numbers must follow one another; those that are not kept end at once. */
  private static List<ArmSlot> idle(List<ArmSlot> all, List<ArmSlot> kept) {
    return all.stream().map(slot -> kept.contains(slot) ? slot : empty(slot.number())).toList();
  }

  private static ArmSlot empty(int number) {
    ArmSlot slot = new ArmSlot(number);
    slot.put(ArmSlot.SYSTEM, ArmUserHarness.SCTLR);
    slot.put(ArmSlot.PASSES, 1);
    slot.word(0, A64Words.svc(ArmUserHarness.END));
    return slot;
  }
}
