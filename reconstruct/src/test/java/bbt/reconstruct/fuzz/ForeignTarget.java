package bbt.reconstruct.fuzz;

import bbt.ptg.riscv.RiscvIsa;
import bbt.reconstruct.interchange.InterchangeException;
import bbt.reconstruct.interchange.code.FileCode;
import bbt.reconstruct.interchange.read.ForeignFormat;
import bbt.reconstruct.interchange.read.Importer;
import bbt.reconstruct.testing.TestElf;
import bbt.reconstruct.trace.TraceVerifier;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;

/** Imports a foreign trace, and checks that what is written is sound. */
final class ForeignTarget {
  /** Where the program is. */
  static final long ADDRESS = 0x8000_0000L;

  /** A bit of everything that changes the flow of control. */
  static final int[] PROGRAM = {
    0x0000_0297, // auipc t0, 0
    0x0000_0463, // beq zero, zero, 8
    0x0100_006F, // j 16
    0x00C0_00EF, // jal 12
    0xFE00_0AE3, // beq zero, zero, -12
    0x0000_0073, // ecall
    0x0000_8067, // ret
    0x0002_8067, // jr t0
    0x0002_80E7, // jalr t0
    0x3020_0073, // mret
    0x0010_0073, // ebreak
    0x0000_006F, // j 0
  };

  private static final ScratchFile FILE = new ScratchFile("foreign");
  private static final ScratchFile TRACE = new ScratchFile("foreign.bbt");

  private ForeignTarget() {}

  private static FileCode program() throws IOException {
    return TestElf.code(ADDRESS, PROGRAM);
  }

  /**
   * Reads it without optional modes, and with those in which a packet cannot stand for more than a
   * few instructions; a count of predicted branches may be a loop of hours.
   */
  static void eTrace(byte[] input) throws IOException {
    read(input, ForeignFormat.E_TRACE, Map.of());
    read(
        input,
        ForeignFormat.E_TRACE,
        Map.of("return_stack_size", "2", "cache_size", "2", "trap_vector_3", "0x80000005"));
  }

  static void nTrace(byte[] input) throws IOException {
    read(input, ForeignFormat.N_TRACE, Map.of());
  }

  static void log(byte[] input) throws IOException {
    if (input.length > 0) {
      ForeignFormat[] logs =
          Arrays.stream(ForeignFormat.values())
              .filter(ForeignFormat::hasCode)
              .toArray(ForeignFormat[]::new);
      read(
          Arrays.copyOfRange(input, 1, input.length),
          logs[(input[0] & 0xFF) % logs.length],
          Map.of());
    }
  }

  private static void read(byte[] input, ForeignFormat format, Map<String, String> parameters)
      throws IOException {
    Importer importer = new Importer(FILE.holding(input), format, parameters);
    int source = importer.sources().first();
    Path trace = TRACE.path();
    try {
      importer.write(trace, source, RiscvIsa.RV64, program(), Map.of(), n -> {});
    } catch (InterchangeException e) {
      return; // nothing in it can be told
    }
    TraceVerifier.Result result = TraceVerifier.verify(trace, n -> {});
    if (!result.ok()) {
      throw new AssertionError("the trace that was written is not sound: " + result.problems());
    }
  }
}
