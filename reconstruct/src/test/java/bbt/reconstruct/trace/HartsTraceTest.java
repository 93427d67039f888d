package bbt.reconstruct.trace;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.testing.ExecutionLog;
import bbt.reconstruct.testing.Rebuilt;
import bbt.reconstruct.testing.SmpGuest;
import bbt.translator.config.MachineConfig;
import bbt.translator.config.TraceOptions;
import bbt.translator.console.ConsolePort;
import bbt.translator.engine.EngineMode;
import bbt.translator.machine.Instruments;
import bbt.translator.machine.Machine;
import bbt.translator.run.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A bare-metal guest of several harts, from its execution to what is rebuilt of it. */
@Timeout(300)
class HartsTraceTest {
  private static final int QUANTUM = 1000;

  @TempDir private Path folder;

  private RunResult run(
      Path trace, int harts, EngineMode engine, int threshold, Instruments instruments)
      throws IOException {
    MachineConfig config =
        MachineConfig.builder()
            .kernel(Files.write(folder.resolve("guest.elf"), SmpGuest.elf(harts, 1500)))
            .memoryBytes(16 << 20)
            .harts(harts)
            .quantum(QUANTUM)
            .maxInsns(10_000_000)
            .engine(engine)
            .threshold(threshold)
            .thresholdSeed(threshold)
            .trace(new TraceOptions(trace, true, true, TraceOptions.Context.AUTO))
            .build();
    Machine machine = Machine.create(config, ConsolePort.none());
    if (instruments != null) {
      machine.instrument(instruments);
    }
    RunResult result = machine.run();
    machine.release();
    return result;
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4})
  void allEnginesWriteTheSameBytesAndTheyVerify(int harts) throws IOException {
    Path first = folder.resolve("interpreter.bbt");
    RunResult result = run(first, harts, EngineMode.INTERPRETER, 0, null);
    assertEquals("POWER_OFF", result.reason().name());
    byte[] expected = Files.readAllBytes(first);
    Path other = folder.resolve("other.bbt");
    for (EngineMode engine : EngineMode.values()) {
      run(other, harts, engine, 30, null);
      assertArrayEquals(expected, Files.readAllBytes(other), engine.name());
    }
    TraceVerifier.Result verified = TraceVerifier.verify(first);
    assertEquals(List.of(), verified.problems());
    assertTrue(verified.hashed());
    assertEquals(result.hartRetired(), verified.hartInstructions());
    assertEquals(result.retired(), verified.instructions());
    assertTrue(verified.exceptions() > 20 * harts, verified.exceptions() + " exceptions");
  }

  @Test
  void theRebuiltOrderOfAllHartsIsTheExecutedOne() throws IOException {
    Path trace = folder.resolve("trace.bbt");
    ExecutionLog log = new ExecutionLog();
    run(trace, 3, EngineMode.INTERPRETER, 0, log);
    Path undisturbed = folder.resolve("undisturbed.bbt");
    run(undisturbed, 3, EngineMode.INTERPRETER, 0, null);
    assertArrayEquals(Files.readAllBytes(undisturbed), Files.readAllBytes(trace));

    Rebuilt rebuilt = Rebuilt.of(trace);
    assertEquals(List.of(), rebuilt.problems());
    List<Long> addresses = rebuilt.addresses();
    List<Integer> harts = rebuilt.harts();
    int at = 0;
    int handOvers = 0;
    for (ExecutionLog.Piece piece : log.pieces) {
      assertEquals(piece.pc(), addresses.get(at), "instruction " + at);
      handOvers += at > 0 && !harts.get(at - 1).equals(piece.hart()) ? 1 : 0;
      for (int i = 0; i < piece.count(); i++) {
        assertEquals(piece.hart(), harts.get(at++));
      }
    }
    assertEquals(addresses.size(), at);
    assertTrue(handOvers > 20, handOvers + " hand-overs");
  }
}
