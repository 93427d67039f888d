package bbt.samples.conformance.changing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import bbt.samples.conformance.fuzz.run.EngineChoice;
import bbt.samples.conformance.fuzz.run.EngineRun;
import bbt.samples.conformance.fuzz.run.Image;
import bbt.translator.engine.EngineMode;
import bbt.translator.lockstep.Choices;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The TLB is machine state: a guest that reads A and D bits back finds the same in both engines.
 */
final class PageAgeingTest {
  private static final long MAX_INSNS = 2_000_000;
  private static final int ROUNDS = 20_000;

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void agedPagesLookTheSame(long seed) throws IOException {
    Image image = PageAgeing.image(seed, ROUNDS);
    Path elf = folder.resolve("guest.elf");
    image.writeElf(elf);
    EngineRun first = EngineRun.of(image, elf, EngineChoice.INTERPRETER, folder, MAX_INSNS);
    assertEquals("", first.problem());
    for (EngineChoice other :
        new EngineChoice[] {
          EngineChoice.TRANSLATOR,
          new EngineChoice(EngineMode.AUTO, 30, seed, false),
          new EngineChoice(EngineMode.AUTO, 30, seed, true)
        }) {
      EngineRun run = EngineRun.of(image, elf, other, folder, MAX_INSNS);
      assertEquals("", run.problem());
      assertEquals(first.ram().get(Program.RESULTS), run.ram().get(Program.RESULTS));
      assertEquals(first.retired(), run.retired());
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {4, 5, 6, 7})
  void theTlbsStayInStep(long seed) throws IOException {
    Image image = PageAgeing.image(seed, ROUNDS / 4);
    Path elf = folder.resolve("guest.elf");
    image.writeElf(elf);
    ChangingCodeTest.assertInStep(elf, folder, Choices.ofShort(seed), seed % 2 == 0);
  }

  /** It would notice: with fences everywhere it reads other bits. */
  @Test
  void whatTheTlbHoldsMatters() throws IOException {
    Path elf = folder.resolve("guest.elf");
    long[] sums = new long[2];
    for (int i = 0; i < 2; i++) {
      Image image = PageAgeing.image(9, 2000, i == 1);
      image.writeElf(elf);
      EngineRun run = EngineRun.of(image, elf, EngineChoice.INTERPRETER, folder, MAX_INSNS);
      assertEquals("", run.problem());
      sums[i] = run.ram().get(Program.RESULTS);
    }
    assertNotEquals(sums[0], sums[1]);
  }
}
