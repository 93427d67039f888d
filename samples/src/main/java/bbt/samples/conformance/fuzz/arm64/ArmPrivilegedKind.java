package bbt.samples.conformance.fuzz.arm64;

import bbt.ptg.arm64.A64Disassembler;
import bbt.samples.conformance.fuzz.kind.Batch;
import bbt.samples.conformance.fuzz.kind.Capabilities;
import bbt.samples.conformance.fuzz.kind.Difference;
import bbt.samples.conformance.fuzz.kind.Kind;
import bbt.samples.conformance.fuzz.run.FuzzBoard;
import bbt.samples.conformance.fuzz.run.GuestRam;
import bbt.samples.conformance.fuzz.run.Image;
import bbt.samples.conformance.fuzz.run.RandomInstructions;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongPredicate;
import java.util.stream.Stream;

/**
 * AArch64's system level: registers, exceptions, translation, interrupts; in episodes under one
 * harness, which logs every exception (see {@link ArmHarness}, {@link ArmLog}).
 */
public final class ArmPrivilegedKind implements Kind {
  private static final int EPISODES = 40;
  private static final int OPERATIONS = 24;

  @Override
  public String name() {
    return "arm64-privileged";
  }

  @Override
  public FuzzBoard board() {
    return FuzzBoard.ARM64;
  }

  @Override
  public Batch batch(long seed, Capabilities reference) {
    SplittableRandom random = new SplittableRandom(seed);
    List<ArmEpisode> episodes = new ArrayList<>();
    for (int i = 0; i < EPISODES; i++) {
      episodes.add(episode(random, i));
    }
    return new ArmPrivilegedBatch(episodes);
  }

  private static ArmEpisode episode(SplittableRandom random, int number) {
    int size = 16 + random.nextInt(24);
    ArmTables tables = new ArmTables(random, size);
    ArmOperations operations = new ArmOperations(random, tables, size);
    List<ArmEpisode.Register> registers = new ArrayList<>();
    registers.add(register("tcr_el1", operations.translation()));
    registers.add(register("ttbr0_el1", operations.root()));
    registers.add(register("cpacr_el1", (long) random.nextInt(4) << 20));
    registers.add(register("cntkctl_el1", random.nextInt(4) | random.nextInt(4) << 8));
    registers.add(register("pmuserenr_el0", random.nextInt(16)));
    registers.add(register("sp_el0", random.nextLong() & -16L));
    registers.add(register("csselr_el1", 0));
    registers.add(register("contextidr_el1", random.nextInt()));
    registers.add(register("sctlr_el1", operations.control()));
    List<Long> values = new ArrayList<>();
    for (int i = 0; i < 24; i++) {
      // The first ones are stored, and may be executed then.
      values.add(i < 4 ? ArmHarness.BENIGN : random.nextLong() >> random.nextInt(64));
    }
    List<int[]> list = Stream.generate(operations::next).limit(OPERATIONS).toList();
    int repeats = random.nextInt(4) == 0 ? 1 + random.nextInt(12) : 1;
    return new ArmEpisode(
        number, operations.first(), registers, tables.all(), list, repeats, values);
  }

  private static ArmEpisode.Register register(String name, long value) {
    return new ArmEpisode.Register(A64Words.number(name), value);
  }

  @Override
  public List<Difference> compare(Image image, GuestRam expected, GuestRam found, int qemuVersion) {
    return ArmLog.compare(expected, found);
  }

  @Override
  public GuestRam essence(Image image, GuestRam expected) {
    return GuestRam.joined(image, (int) (ArmLayout.LOG - ArmLayout.START), expected);
  }

  @Override
  public LongPredicate random(Image image) {
    GuestRam ram = new GuestRam(image.bytes());
    LongPredicate inEpisode = RandomInstructions.in(ram, ArmLayout.PARTS, EPISODES);
    // Before each operation the harness's landing is set.
    return physical ->
        inEpisode.test(physical) && !isLanding((int) ram.get((int) (physical - ArmLayout.START)));
  }

  /** Whether it is {@code adr x25, ...}. */
  private static boolean isLanding(int bits) {
    return (bits & 0x9F00_001F) == A64Words.adr(ArmHarness.LANDING, 0);
  }

  @Override
  public List<String> listing(Image image) {
    GuestRam ram = new GuestRam(image.bytes());
    List<String> lines = new ArrayList<>();
    for (int part = ArmLayout.PARTS; ram.get(part) != 0; part += 16) {
      for (long pc = ram.get(part); pc < ram.get(part + 8); pc += 4) {
        int bits = (int) ram.get((int) (pc - ArmLayout.START));
        String text = A64Disassembler.text(pc, bits).replace('\t', ' ');
        lines.add(Long.toHexString(ArmLayout.UPPER + pc) + ": " + text);
      }
    }
    return lines;
  }
}
