package bbt.translator.smp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bbt.translator.run.ExitReason;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every program passes on several harts, and is the same execution in every engine. */
@Timeout(300)
class SmpProgramsTest {
  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(SmpPrograms.class)
  void onFourHarts(SmpPrograms program) throws IOException {
    inEveryEngine(program, 4, 1000);
  }

  @ParameterizedTest
  @EnumSource(SmpPrograms.class)
  void onTwoHartsWithLongerTurns(SmpPrograms program) throws IOException {
    inEveryEngine(program, 2, 12_345);
  }

  private void inEveryEngine(SmpPrograms program, int harts, long quantum) throws IOException {
    byte[] elf = program.assemble(harts).elf();
    SmpRun run = new SmpRun(folder, harts, quantum, null);
    SmpRun.Outcome first = null;
    for (SmpRun.Engine engine : SmpRun.Engine.ALL) {
      SmpRun.Outcome outcome = run.run(elf, engine);
      if (first == null) {
        first = outcome;
        assertEquals(0, outcome.code(), "the check that failed");
        assertEquals(ExitReason.POWER_OFF, outcome.reason());
      }
      assertEquals(first, outcome, engine.toString());
    }
  }
}
