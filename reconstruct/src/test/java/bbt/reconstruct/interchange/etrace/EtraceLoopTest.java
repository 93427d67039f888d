package bbt.reconstruct.interchange.etrace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import bbt.ptg.riscv.RiscvIsa;
import bbt.reconstruct.interchange.read.ForeignFormat;
import bbt.reconstruct.interchange.read.Importer;
import bbt.reconstruct.testing.Rebuilt;
import bbt.reconstruct.testing.TestElf;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The specification's example for the field <i>updiscon</i>: a loop that is entered by falling into
 * it, and closed by a jump to a register. A decoder meets its start twice.
 */
class EtraceLoopTest {
  private static final long BASE = 0x8000_0000L;

  /** nop, nop (the loop's start), nop, jr a0. */
  private static final int[] CODE = {0x13, 0x13, 0x13, 0x0005_0067};

  @TempDir private Path folder;

  /** Executes the loop twice, the second time so many instructions of it, until a trap. */
  private List<Long> told(int second) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    EtraceEncoder encoder = new EtraceEncoder(0, RiscvIsa.RV64, out, EtraceParameters.USUAL);
    encoder.begin(3, 0);
    encoder.node(RiscvIsa.RV64.nodes().of(BASE, CODE), 4, false);
    int[] loop = {CODE[1], CODE[2], CODE[3]};
    if (second > 0) {
      encoder.node(RiscvIsa.RV64.nodes().of(BASE + 4, loop), second, false);
    }
    encoder.trap(Long.MIN_VALUE | 7, BASE + 4 + 4 * second, 0, BASE, 3);
    encoder.node(RiscvIsa.RV64.nodes().of(BASE, CODE), 1, false);
    encoder.end();
    Path packets = Files.write(folder.resolve("loop.etrace"), out.toByteArray());
    Path trace = folder.resolve("loop.bbt");
    Importer.Result result =
        new Importer(packets, ForeignFormat.E_TRACE, Map.of())
            .write(trace, 0, RiscvIsa.RV64, TestElf.code(BASE, CODE), Map.of(), n -> {});
    assertNull(result.misfits().told());
    return Rebuilt.of(trace).addresses().stream().map(a -> a - BASE).toList();
  }

  @Test
  void theSecondRoundIsTheSecond() throws IOException {
    assertEquals(List.of(0L, 4L, 8L, 12L, 0L), told(0), "a trap at the target itself");
    assertEquals(List.of(0L, 4L, 8L, 12L, 4L, 0L), told(1));
    assertEquals(List.of(0L, 4L, 8L, 12L, 4L, 8L, 0L), told(2));
  }
}
