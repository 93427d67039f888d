package bbt.samples.conformance.fuzz.privileged;

import bbt.ptg.riscv.Decoder;
import bbt.ptg.riscv.Disassembler;
import bbt.samples.conformance.fuzz.kind.Batch;
import bbt.samples.conformance.fuzz.kind.Capabilities;
import bbt.samples.conformance.fuzz.kind.Difference;
import bbt.samples.conformance.fuzz.kind.Kind;
import bbt.samples.conformance.fuzz.run.GuestRam;
import bbt.samples.conformance.fuzz.run.Image;
import bbt.samples.conformance.fuzz.run.RandomInstructions;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;

/**
 * The privileged architecture: registers, traps, page tables, protection, interrupts; in episodes
 * under one harness, which logs every trap (see {@link PrivilegedHarness}, {@link TrapLog}).
 */
public final class PrivilegedKind implements Kind {
  private static final int EPISODES = 40;

  /** Names the kind on a command line. */
  @Override
  public String name() {
    return "privileged";
  }

  /**
   * Whether a QEMU is older than version 8. Such a one ignores bits 54 to 60 and the memory types
   * of page table entries where it has Svpbmt or Svnapot, and its mret leaves MPRV.
   */
  static boolean isOld(int version) {
    return version < 800;
  }

  @Override
  public Batch batch(long seed, Capabilities reference) {
    EpisodeGenerator generator = new EpisodeGenerator(seed, isOld(reference.version()));
    List<Episode> episodes = new ArrayList<>();
    for (int i = 0; i < EPISODES; i++) {
      episodes.add(generator.episode(i));
    }
    return new PrivilegedBatch(episodes);
  }

  @Override
  public List<Difference> compare(Image image, GuestRam expected, GuestRam found, int qemuVersion) {
    return TrapLog.compare(expected, found);
  }

  @Override
  public GuestRam essence(Image image, GuestRam expected) {
    return GuestRam.joined(image, (int) (Layout.LOG - Layout.RAM), expected);
  }

  @Override
  public LongPredicate random(Image image) {
    int from = (int) (Layout.PARTS - Layout.RAM);
    return RandomInstructions.in(new GuestRam(image.bytes()), from, Layout.PARTS_BYTES / 16);
  }

  @Override
  public List<String> listing(Image image) {
    GuestRam ram = new GuestRam(image.bytes());
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < Layout.PARTS_BYTES / 16; i++) {
      int part = (int) (Layout.PARTS - Layout.RAM) + 16 * i;
      long pc = ram.get(part);
      long end = ram.get(part + 8);
      while (Layout.HARNESS < pc && pc < end) {
        int bits = (int) ram.get((int) (pc - Layout.RAM));
        lines.add(Long.toHexString(pc) + ": " + Disassembler.text(pc, bits).replace('\t', ' '));
        pc += Decoder.length(bits);
      }
    }
    return lines;
  }
}
