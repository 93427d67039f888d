package bbt.samples.guests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.trace.TraceVerifier;
import bbt.samples.conformance.prove.Run;
import bbt.translator.config.MachineConfig;
import bbt.translator.config.TraceOptions;
import bbt.translator.engine.EngineMode;
import bbt.translator.machine.Architectures;
import bbt.translator.run.ExceptionKindName;
import bbt.translator.run.ExitReason;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The guest for several harts, of both architectures, through the whole chain. */
final class HartsGuestTest {
  /** Instructions after which a run has failed. */
  private static final long MOST = 50_000_000;

  @TempDir private Path folder;

  private Run run(String guest, int harts, long quantum, EngineMode engine, long seed, Path trace)
      throws Exception {
    Run run =
        Run.of(
            MachineConfig.builder()
                .kernel(EmbeddedElf.file(guest))
                .harts(harts)
                .quantum(quantum)
                .maxInsns(MOST)
                .engine(engine)
                .thresholdSeed(seed)
                .trace(
                    trace == null
                        ? null
                        : new TraceOptions(trace, true, true, TraceOptions.Context.AUTO))
                .build());
    assertEquals(ExitReason.POWER_OFF, run.result().reason(), run.console());
    assertTrue(run.console().contains("0x0000 wrong"), run.console());
    return run;
  }

  @ParameterizedTest
  @CsvSource({
    "harts, 1",
    "harts, 3",
    "harts, 8",
    "harts-arm64, 1",
    "harts-arm64, 3",
    "harts-arm64, 8"
  })
  void anyEngineWritesTheSameTraceAndItRebuildsTheRun(String guest, int harts) throws Exception {
    Path first = folder.resolve("first.bbt");
    Run interpreted = run(guest, harts, 5000, EngineMode.INTERPRETER, 0, first);
    assertEquals(harts, interpreted.result().exceptions().get(ExceptionKindName.RESET));
    TraceVerifier.Result verified = TraceVerifier.verify(first);
    assertTrue(verified.ok(), verified.problems().toString());
    assertEquals(interpreted.result().retired(), verified.instructions());
    Path second = folder.resolve("second.bbt");
    for (int seed = 0; seed < 2; seed++) {
      Run again = run(guest, harts, 5000, EngineMode.AUTO, seed, second);
      assertEquals(interpreted.result().hartRetired(), again.result().hartRetired());
      assertEquals(-1, Files.mismatch(first, second), "random thresholds: " + seed);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"harts", "harts-arm64"})
  void theLengthOfATurnDoesNotChangeTheResult(String guest) throws Exception {
    Run small = run(guest, 4, 1000, EngineMode.AUTO, 0, null);
    Run large = run(guest, 4, 100_000, EngineMode.AUTO, 0, null);
    assertEquals(small.after("harts: checksum "), large.after("harts: checksum "));
  }

  @ParameterizedTest
  @CsvSource({"harts, 2", "harts, 4", "harts-arm64, 2", "harts-arm64, 4"})
  @Tag("qemu")
  void qemuComputesTheSameChecksum(String guest, int harts) throws Exception {
    Path console = folder.resolve("console");
    Path kernel = EmbeddedElf.file(guest);
    List<String> command = Architectures.of(kernel).qemu().command();
    command.addAll(List.of("-smp", "" + harts, "-display", "none", "-monitor", "none"));
    command.addAll(List.of("-serial", "file:" + console, "-kernel", kernel.toString()));
    Process qemu = new ProcessBuilder(command).inheritIO().start();
    try {
      assertTrue(qemu.waitFor(60, TimeUnit.SECONDS), "QEMU did not end within a minute");
    } finally {
      qemu.destroyForcibly();
    }
    // QEMU may lose a change of code (SmpPrograms.CODE_CHANGES); the checksum has no part in that.
    String checksum = run(guest, harts, 20_000, EngineMode.AUTO, 0, null).after("harts: checksum ");
    String theirs = Files.readString(console, StandardCharsets.ISO_8859_1);
    assertTrue(theirs.contains("harts: checksum " + checksum), theirs);
  }
}
