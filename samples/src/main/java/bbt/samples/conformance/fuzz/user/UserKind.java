package bbt.samples.conformance.fuzz.user;

import bbt.ptg.riscv.Insn;
import bbt.samples.conformance.fuzz.kind.Batch;
import bbt.samples.conformance.fuzz.kind.Capabilities;
import bbt.samples.conformance.fuzz.kind.Difference;
import bbt.samples.conformance.fuzz.kind.Explained;
import bbt.samples.conformance.fuzz.kind.Kind;
import bbt.samples.conformance.fuzz.run.GuestRam;
import bbt.samples.conformance.fuzz.run.Image;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.LongPredicate;

/** The kind of random programs that are unprivileged. */
public final class UserKind implements Kind {
  /** Cases in a batch: starting QEMU and a machine is then a few percent. */
  private static final int CASES = 200;

  /** The first version that is trusted with ctzw. */
  private static final int CTZW_RIGHT = 800;

  @Override
  public String name() {
    return "user";
  }

  @Override
  public Batch batch(long seed, Capabilities reference) {
    Random seeds = new Random(seed);
    InsnChoice choice = new InsnChoice(trusted(reference));
    List<Slot> slots = new ArrayList<>();
    for (int i = 0; i < CASES; i++) {
      slots.add(SlotMaker.make(seeds.nextLong(), i, choice));
    }
    return new UserBatch(slots);
  }

  /** The rows without what the reference gets wrong: {@link Explained#CTZW}. */
  private static Set<Insn> trusted(Capabilities reference) {
    Set<Insn> insns = EnumSet.copyOf(reference.insns());
    if (reference.version() < CTZW_RIGHT) {
      insns.remove(Insn.CTZW);
    }
    return insns;
  }

  @Override
  public List<Difference> compare(Image image, GuestRam expected, GuestRam found, int qemuVersion) {
    List<Difference> differences = new ArrayList<>();
    GuestRam program = new GuestRam(image.bytes());
    int first = (int) program.get(UserHarness.NEXT);
    int stop = (int) program.get(UserHarness.STOP);
    for (int slot = first; slot < stop; slot++) {
      SlotComparison.compare(slot - first, slot, expected, found, differences);
    }
    return differences;
  }

  @Override
  public LongPredicate random(Image image) {
    GuestRam program = new GuestRam(image.bytes());
    long first = Image.BASE + Slot.start((int) program.get(UserHarness.NEXT));
    long stop = Image.BASE + Slot.start((int) program.get(UserHarness.STOP));
    return physical -> {
      long offset = physical - Image.BASE - Slot.FIRST & Slot.SIZE - 1;
      return physical >= first && physical < stop && offset >= Slot.CODE && offset < Slot.DATA;
    };
  }

  @Override
  public List<String> listing(Image image) {
    GuestRam program = new GuestRam(image.bytes());
    List<String> lines = new ArrayList<>();
    for (int slot = (int) program.get(UserHarness.NEXT);
        slot < program.get(UserHarness.STOP);
        slot++) {
      Slot copy = Slot.of(image, slot);
      lines.add(
          "slot %d, mstatus %x, satp %x, fcsr %x"
              .formatted(
                  slot,
                  copy.get(Slot.SETUP + Slot.MSTATUS),
                  copy.get(Slot.SETUP + Slot.SATP),
                  copy.get(Slot.SETUP + Slot.FCSR)));
      lines.addAll(SlotText.listing(copy));
    }
    return lines;
  }
}
