package bbt.samples.conformance.changing;

import static bbt.ptg.riscv.Insn.SW;
import static bbt.samples.conformance.changing.Program.T0;
import static bbt.samples.conformance.changing.Program.ZERO;

import bbt.translator.lockstep.Choices;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A guest that has stored over its trap handler, as random programs do at times: it traps at one
 * count until the run is over, and is in step at each of these traps.
 */
final class EndlessTrapsTest {
  private static final int SEEDS = 20;
  private static final int NODES = 20;

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7})
  void theEnginesStayInStep(int instructionsBefore) throws IOException {
    Program p = new Program(false);
    p.a.la(T0, "handler").s(SW, ZERO, T0, 0);
    for (int i = 0; i < NODES; i++) { // short, so that budget exits are at any of them
      String next = p.fresh();
      p.nops(1).a.jal(ZERO, next).label(next);
    }
    p.nops(instructionsBefore).a.raw32(0);
    Path elf = folder.resolve("guest.elf");
    p.image().writeElf(elf);
    for (int seed = 0; seed < SEEDS; seed++) {
      for (int pause : new int[] {1, 300}) {
        Choices choices = new Choices(seed, 3, 4, 5, pause, false, false);
        ChangingCodeTest.assertInStep(elf, folder, choices, seed % 2 == 1);
      }
    }
  }
}
