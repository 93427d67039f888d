package bbt.samples.conformance.fuzz.arm64;

import bbt.ptg.arm64.A64Disassembler;
import bbt.ptg.arm64.A64Numbers;
import bbt.ptg.arm64.A64Programs;
import bbt.samples.conformance.fuzz.kind.Batch;
import bbt.samples.conformance.fuzz.kind.Capabilities;
import bbt.samples.conformance.fuzz.kind.Difference;
import bbt.samples.conformance.fuzz.kind.Kind;
import bbt.samples.conformance.fuzz.run.FuzzBoard;
import bbt.samples.conformance.fuzz.run.GuestRam;
import bbt.samples.conformance.fuzz.run.Image;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.LongPredicate;

/**
 * AArch64's unprivileged programs: every row of the table on random registers, with what a program
 * asks of the machine, at level 0 and on the stack pointer of level 0 at level 1.
 */
public final class ArmUserKind implements Kind {
  private static final int PIECES = 24;

  /** Each program runs so often at most: what is hot is translated. */
  private static final int MOST_PASSES = 8;

  /** The bits of FPCR: how halves are, default NaN, flushing, and the rounding mode. */
  private static final int CONTROLS = 0x07C0_0000;

  /** The bits of FPSR. */
  private static final int STATUS = 0x0800_009F;

  /** Words of memory that are named, at most. */
  private static final int WORDS = 8;

  @Override
  public String name() {
    return "arm64-user";
  }

  @Override
  public FuzzBoard board() {
    return FuzzBoard.ARM64;
  }

  @Override
  public Batch batch(long seed, Capabilities reference) {
    Random random = new Random(seed);
    List<ArmSlot> slots = new ArrayList<>();
    for (int i = 0; i < ArmSlot.MOST; i++) {
      slots.add(slot(random, i));
    }
    return new ArmUserBatch(slots);
  }

  private static ArmSlot slot(Random random, int number) {
    ArmSlot slot = new ArmSlot(number);
    for (int at = ArmSlot.X; at <= ArmSlot.THREAD; at += 8) {
      slot.put(at, random.nextLong() >> random.nextInt(64));
    }
    slot.put(ArmSlot.CONTROL, random.nextBoolean() ? 0 : random.nextInt() & CONTROLS);
    slot.put(ArmSlot.STATUS, random.nextBoolean() ? 0 : random.nextInt() & STATUS);
    boolean program = random.nextInt(4) != 0;
    // Interrupts are masked; at level 1 without its own stack pointer.
    int masks = 0x3C0;
    slot.put(ArmSlot.STATE, (long) random.nextInt(16) << 28 | masks | (program ? 0 : 4));
    for (int at = ArmSlot.VECTORS; at < ArmSlot.VECTORS + 32 * 16; at += 8) {
      slot.put(at, A64Numbers.next(random));
    }
    for (int at = ArmSlot.DATA; at < ArmSlot.DATA + A64Programs.PAGE_BYTES; at += 8) {
      slot.put(at, A64Numbers.next(random));
    }
    boolean aligned = random.nextInt(8) == 0;
    slot.put(ArmSlot.SYSTEM, ArmUserHarness.SCTLR | (aligned ? ArmUserHarness.ALIGNED : 0));
    slot.put(ArmSlot.PASSES, 1 + random.nextInt(MOST_PASSES));
    int[] code = A64Programs.next(random, PIECES, new ArmUserPieces(random, program)::next);
    slot.put(ArmSlot.LENGTH, code.length);
    for (int i = 0; i < code.length; i++) {
      slot.word(i, code[i]);
    }
    slot.word(code.length, A64Words.svc(ArmUserHarness.END));
    return slot;
  }

  @Override
  public LongPredicate random(Image image) {
    int first = ArmSlot.number(image, ArmSlot.FROM);
    int[] ends = new int[ArmSlot.number(image, ArmSlot.STOP)];
    for (int i = first; i < ends.length; i++) {
      ends[i] = ArmSlot.CODE + 4 * ArmSlot.of(image, i).length();
    }
    return physical -> {
      long offset = physical - ArmLayout.START - ArmSlot.FIRST;
      long slot = offset / ArmSlot.BYTES;
      long at = offset % ArmSlot.BYTES;
      return slot >= first && slot < ends.length && at >= ArmSlot.CODE && at < ends[(int) slot];
    };
  }

  @Override
  public List<Difference> compare(Image image, GuestRam expected, GuestRam found, int qemuVersion) {
    List<Difference> differences = new ArrayList<>();
    int first = ArmSlot.number(image, ArmSlot.FROM);
    for (int slot = first; slot < ArmSlot.number(image, ArmSlot.STOP); slot++) {
      int from = ArmSlot.result(slot);
      int to = from + ArmSlot.BYTES;
      if (!Arrays.equals(expected.bytes(), from, to, found.bytes(), from, to)) {
        compare(slot - first, from, expected, found, differences);
      }
    }
    return differences;
  }

  private static void compare(
      int number, int from, GuestRam expected, GuestRam found, List<Difference> to) {
    long traps = Math.min(expected.get(from + ArmSlot.TRAP_COUNT), ArmSlot.MOST_TRAPS);
    for (int i = 0; i < traps; i++) {
      int at = from + ArmSlot.TRAPS + i * ArmSlot.TRAP_BYTES;
      String name = "exception " + (i + 1) + ": ";
      word(number, name + "ESR_EL1", at, expected, found, to);
      word(number, name + "ELR_EL1", at + 8, expected, found, to);
      // Other exceptions leave FAR_EL1 as it was.
      if (ArmLog.writesAddress(expected.get(at))) {
        word(number, name + "FAR_EL1", at + 16, expected, found, to);
      }
      word(number, name + "SPSR_EL1", at + 24, expected, found, to);
    }
    word(number, "number of exceptions", from + ArmSlot.TRAP_COUNT, expected, found, to);
    for (int i = 0; i < 31; i++) {
      word(number, "x" + i, from + ArmSlot.X + 8 * i, expected, found, to);
    }
    word(number, "sp", from + ArmSlot.STACK, expected, found, to);
    word(number, "TPIDR_EL0", from + ArmSlot.THREAD, expected, found, to);
    word(number, "FPCR", from + ArmSlot.CONTROL, expected, found, to);
    word(number, "FPSR", from + ArmSlot.STATUS, expected, found, to);
    word(number, "SPSR_EL1", from + ArmSlot.STATE, expected, found, to);
    for (int i = 0; i < 64; i++) {
      String name = "v" + i / 2 + (i % 2 == 0 ? "" : ", upper half");
      word(number, name, from + ArmSlot.VECTORS + 8 * i, expected, found, to);
    }
    int before = to.size();
    for (int at = 0; at < A64Programs.PAGE_BYTES && to.size() < before + WORDS; at += 8) {
      String name = "data at offset 0x" + Integer.toHexString(at);
      word(number, name, from + ArmSlot.DATA + at, expected, found, to);
    }
  }

  private static void word(
      int number, String what, int at, GuestRam expected, GuestRam found, List<Difference> to) {
    if (expected.get(at) != found.get(at)) {
      String theirs = "0x" + Long.toHexString(expected.get(at));
      String ours = "0x" + Long.toHexString(found.get(at));
      to.add(new Difference(number, what, theirs, ours, null));
    }
  }

  @Override
  public GuestRam essence(Image image, GuestRam expected) {
    return GuestRam.joined(image, ArmSlot.RESULTS, expected);
  }

  @Override
  public List<String> listing(Image image) {
    List<String> lines = new ArrayList<>();
    int first = ArmSlot.number(image, ArmSlot.FROM);
    for (int number = first; number < ArmSlot.number(image, ArmSlot.STOP); number++) {
      ArmSlot slot = ArmSlot.of(image, number);
      lines.add(
          "slot %d, %d times, PSTATE %x, SCTLR_EL1 %x, FPCR %x"
              .formatted(
                  number,
                  slot.get(ArmSlot.PASSES),
                  slot.get(ArmSlot.STATE),
                  slot.get(ArmSlot.SYSTEM),
                  slot.get(ArmSlot.CONTROL)));
      for (int i = 0; i < slot.length(); i++) {
        if (slot.word(i) != ArmUserBatch.NOP) {
          String text = A64Disassembler.text(slot.address(i), slot.word(i)).replace('\t', ' ');
          lines.add("%x: %08x %s".formatted(slot.address(i), slot.word(i), text));
        }
      }
    }
    return lines;
  }
}
