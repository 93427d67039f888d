package bbt.samples.conformance.changing;

import bbt.samples.conformance.fuzz.run.Image;
import bbt.translator.lockstep.Choices;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/** Random blocks of accesses that may share a look into the TLB, in lockstep, TLBs included. */
class RandomPagesTest {
  private static final int ROUNDS = 40;

  @Property(tries = 20, shrinking = ShrinkingMode.OFF)
  void theEnginesStayInStep(@ForAll long seed) throws IOException {
    compare(seed, false);
  }

  @Property(tries = 20, shrinking = ShrinkingMode.OFF)
  void tracedToo(@ForAll long seed) throws IOException {
    compare(seed, true);
  }

  private static void compare(long seed, boolean traced) throws IOException {
    Path folder = Files.createTempDirectory("pages");
    try {
      Image image = RandomPages.image(seed, ROUNDS);
      Path elf = folder.resolve("guest.elf");
      image.writeElf(elf);
      ChangingCodeTest.assertInStep(elf, folder, Choices.ofShort(seed), traced);
    } finally {
      Files.deleteIfExists(folder.resolve("lockstep.bbt"));
      Files.deleteIfExists(folder.resolve("guest.elf"));
      Files.delete(folder);
    }
  }
}
