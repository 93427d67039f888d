package bbt.samples.guests.linux;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.trace.TraceVerifier;
import bbt.samples.conformance.prove.Run;
import bbt.translator.boot.GuestSample;
import bbt.translator.config.MachineConfig;
import bbt.translator.config.TraceOptions;
import bbt.translator.engine.EngineMode;
import bbt.translator.run.ExitReason;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stock Linux on several harts: minutes, and needs the sample. */
@Tag("full")
final class LinuxHartsTest {
  /** What one hart computes, once it has. */
  private static String checksum;

  @TempDir private Path folder;

  private static Run boot(int harts, EngineMode engine, long limit, Path trace) throws Exception {
    GuestSample.Prepared files = new TestingLinux().prepare(line -> {});
    return Run.of(
        MachineConfig.builder()
            .kernel(files.kernel())
            .initrd(files.initrd())
            .append(files.append())
            .harts(harts)
            .engine(engine)
            .maxInsns(limit)
            .trace(new TraceOptions(trace, true, true, TraceOptions.Context.AUTO))
            .build());
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4, 8})
  void bootsWorksAndIsRebuiltFromItsTrace(int harts) throws Exception {
    Path trace = folder.resolve("linux.bbt");
    Run run = boot(harts, EngineMode.AUTO, Long.MAX_VALUE, trace);
    assertEquals(ExitReason.POWER_OFF, run.result().reason());
    assertTrue(run.console().contains("Brought up 1 node, " + harts + " CPUs"), run.console());
    // What the shell work computes has nothing to do with who does it.
    if (checksum == null) {
      Run one = boot(1, EngineMode.AUTO, Long.MAX_VALUE, folder.resolve("one.bbt"));
      checksum = one.after("bbt-sample: checksum ");
    }
    assertEquals(checksum, run.after("bbt-sample: checksum "));
    TraceVerifier.Result verified = TraceVerifier.verify(trace);
    assertTrue(verified.ok(), verified.problems().toString());
    assertEquals(run.result().retired(), verified.instructions());
  }

  @Test
  void everyEngineWritesTheSameTrace() throws Exception {
    Path first = folder.resolve("first.bbt");
    Path second = folder.resolve("second.bbt");
    long limit = 500_000_000;
    Run interpreted = boot(4, EngineMode.INTERPRETER, limit, first);
    for (EngineMode engine : new EngineMode[] {EngineMode.AUTO, EngineMode.TRANSLATOR}) {
      assertEquals(interpreted.console(), boot(4, engine, limit, second).console());
      assertEquals(-1, Files.mismatch(first, second), engine.toString());
    }
  }
}
