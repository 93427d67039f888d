package bbt.translator.region;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bbt.ptg.asm.Assembler;
import bbt.ptg.riscv.Insn;
import bbt.translator.code.CodePage;
import bbt.translator.memory.Ram;
import bbt.translator.riscv.lift.RiscvCode;
import bbt.translator.testing.BareMachine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** After how many entries a node is given to the compiler. */
class BackgroundTieringTest {
  private BackgroundTiering tiering;
  private BareMachine machine;

  private void tiering(int threshold) {
    RegionCompiler compiler =
        new RegionCompiler(RiscvCode.RV64, null, false, CompileLog.NONE, new RegionStore(1 << 20));
    tiering = new BackgroundTiering(compiler, threshold);
  }

  @AfterEach
  void end() {
    tiering.close();
  }

  /** A page that begins with a node of some instructions, the last of which is a jump. */
  private CodePage page(int instructions) {
    Assembler a = new Assembler();
    for (int i = 1; i < instructions; i++) {
      a.i(Insn.ADDI, 10, 10, 1);
    }
    machine = new BareMachine(1 << 20).load(a.label("end").jal(0, "end"));
    return machine.fetchTlb.lookup(machine.cpu, Ram.BASE);
  }

  /** The first entry is one of the quarter, which is one of the whole. */
  @ParameterizedTest
  @CsvSource({"1, 15000", "31, 15000", "32, 20000", "1000, 20000", "5000, 20000"})
  void aLongNodeIsHotAfterAQuarter(int instructions, int next) {
    CodePage page = page(instructions);
    tiering(20_000);
    assertEquals(4999, tiering.hot(page, 0));
    assertEquals(next, tiering.hot(page, 0));
    assertEquals(20_000, tiering.hot(page, 0));
  }

  @ParameterizedTest
  @CsvSource({"1, 1, 1", "2, 1, 2", "7, 1, 6"})
  void smallThresholds(int threshold, int second, int third) {
    CodePage page = page(2);
    tiering(threshold);
    assertEquals(second, tiering.hot(page, 0));
    assertEquals(third, tiering.hot(page, 0));
    assertEquals(threshold, tiering.hot(page, 0));
  }

  @Test
  void changedBytesAreCountedAnew() {
    CodePage page = page(2);
    tiering(20_000);
    tiering.hot(page, 0);
    tiering.hot(page, 0);
    page.code.noteDecoded(0, 2);
    machine.code.onStore(Ram.BASE, 4);
    assertEquals(4999, tiering.hot(page, 0));
    assertEquals(15_000, tiering.hot(page, 0));
  }
}
