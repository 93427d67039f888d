package bbt.samples.conformance.fuzz.arm64;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.ptg.arm64.A64Decoder;
import bbt.ptg.arm64.A64Insn;
import bbt.ptg.arm64.A64Programs;
import bbt.samples.conformance.fuzz.kind.Batch;
import bbt.samples.conformance.fuzz.kind.Capabilities;
import bbt.samples.conformance.fuzz.kind.Difference;
import bbt.samples.conformance.fuzz.run.EngineChoice;
import bbt.samples.conformance.fuzz.run.EngineRun;
import bbt.samples.conformance.fuzz.run.GuestRam;
import bbt.samples.conformance.fuzz.run.Image;
import bbt.samples.conformance.fuzz.run.RandomInstructions;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArmUserKindTest {
  private static final Capabilities ALL = Capabilities.all(702);
  private static final int ADD = 0x9100_0400; // add x0, x0, #1

  @TempDir Path folder;

  private final ArmUserKind kind = new ArmUserKind();

  @Test
  void aSeedMakesTheSameBatchAgain() {
    byte[] once = kind.batch(7, ALL).image().bytes();
    assertArrayEquals(once, kind.batch(7, ALL).image().bytes());
    assertFalse(Arrays.equals(once, kind.batch(8, ALL).image().bytes()));
  }

  @Test
  void everyRowOfAProgramIsGenerated() {
    Set<A64Insn> missing = EnumSet.copyOf(A64Programs.rows());
    for (int seed = 0; seed < 4; seed++) {
      Image image = kind.batch(seed, ALL).image();
      for (int number = 0; number < ArmSlot.MOST; number++) {
        ArmSlot slot = ArmSlot.of(image, number);
        for (int i = 0; i < slot.length(); i++) {
          missing.remove(A64Decoder.row(slot.word(i)));
        }
      }
    }
    assertEquals(Set.of(), missing);
  }

  private static ArmSlot slot(int number, int... code) {
    ArmSlot slot = new ArmSlot(number);
    slot.put(ArmSlot.SYSTEM, ArmUserHarness.SCTLR);
    slot.put(ArmSlot.PASSES, 3);
    slot.put(ArmSlot.LENGTH, code.length);
    for (int i = 0; i < code.length; i++) {
      slot.word(i, code[i]);
    }
    slot.word(code.length, A64Words.svc(ArmUserHarness.END));
    return slot;
  }

  private GuestRam run(Image image) throws Exception {
    Path elf = folder.resolve("ours.elf");
    image.writeElf(elf);
    EngineRun run = EngineRun.of(image, elf, EngineChoice.INTERPRETER, folder, 50_000_000);
    assertEquals("", run.problem());
    return run.ram();
  }

  /** Its own instructions, each as often as it is executed, those that trap, and nothing else. */
  @Test
  void randomInstructionsAreCounted() throws Exception {
    Image image =
        ArmUserHarness.image(List.of(slot(4, ADD, ADD), slot(5, ADD, A64Words.brk(1), ADD, ADD)));
    long count = RandomInstructions.count(image, kind.random(image), folder, 1_000_000);
    assertEquals(3 * (2 + 4), count);
    assertTrue(RandomInstructions.count(image, kind.random(image), folder, 10) < count);
    GuestRam ram = run(image);
    assertEquals(6, ram.get(ArmSlot.result(4) + ArmSlot.X));
    assertEquals(9, ram.get(ArmSlot.result(5) + ArmSlot.X));
    assertEquals(3, ram.get(ArmSlot.result(5) + ArmSlot.TRAP_COUNT));
  }

  @Test
  void whatDiffersIsFound() throws Exception {
    Batch batch = kind.batch(9, ALL);
    Image image = batch.image();
    GuestRam ram = run(image);
    // Of the last one it is only known that it has begun.
    assertEquals(batch.cases() - 1, batch.ended(ram));
    assertEquals(List.of(), kind.compare(image, ram, ram, 702));
    for (int at : new int[] {ArmSlot.X, ArmSlot.STATUS, ArmSlot.VECTORS + 8, ArmSlot.DATA + 16}) {
      GuestRam changed = new GuestRam(ram.bytes().clone());
      int offset = ArmSlot.result(17) + at;
      changed.put(offset, changed.get(offset) ^ 2);
      assertEquals(1, kind.compare(image, ram, changed, 702).size(), "offset " + at);
      assertEquals(17, kind.compare(image, ram, changed, 702).getFirst().number());
    }
    assertEquals(List.of(), kind.compare(image, kind.essence(image, ram), ram, 702));
  }

  @Test
  void aFailingProgramIsMadeSmall() {
    Batch batch = kind.batch(2, ALL);
    ArmSlot culprit = ArmSlot.of(batch.image(), 11);
    int place = culprit.length() / 2;
    Predicate<Image> fails =
        image -> {
          boolean there =
              ArmSlot.number(image, ArmSlot.FROM) <= 11 && ArmSlot.number(image, ArmSlot.STOP) > 11;
          return there && ArmSlot.of(image, 11).word(place) == culprit.word(place);
        };
    Image small = batch.minimise(new Difference(11, "x0", "", "", null), fails);
    assertTrue(fails.test(small));
    assertEquals(2, kind.listing(small).size(), kind.listing(small).toString());
    assertEquals(0, ArmSlot.of(small, 11).get(ArmSlot.X));
  }
}
