package bbt.samples.guests.linux;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bbt.reconstruct.trace.TraceVerifier;
import bbt.samples.conformance.prove.Run;
import bbt.translator.boot.GuestSample;
import bbt.translator.config.MachineConfig;
import bbt.translator.config.TraceOptions;
import bbt.translator.engine.EngineMode;
import bbt.translator.run.ExitReason;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The whole boot of stock kernels for each instruction set, with their shell work, in every engine:
 * minutes, and needs the sample.
 */
@Tag("full")
final class LinuxEnginesTest {
  @TempDir private Path folder;

  private static Run boot(LinuxSample guest, EngineMode engine, Path trace) throws Exception {
    GuestSample.Prepared files = guest.prepare(line -> {});
    Run run =
        Run.of(
            MachineConfig.builder()
                .kernel(files.kernel())
                .initrd(files.initrd())
                .append(files.append())
                .engine(engine)
                .trace(
                    trace == null
                        ? null
                        : new TraceOptions(trace, true, true, TraceOptions.Context.AUTO))
                .build());
    assertEquals(ExitReason.POWER_OFF, run.result().reason());
    return run;
  }

  static List<LinuxSample> guests() {
    return List.of(new TestingLinux(), new ArmOldStableLinux());
  }

  @ParameterizedTest
  @MethodSource("guests")
  void allEnginesWriteTheSameTraceAndTracingChangesNothing(LinuxSample guest) throws Exception {
    Run plain = boot(guest, EngineMode.AUTO, null);
    Path first = folder.resolve("interpreter.bbt");
    Run traced = boot(guest, EngineMode.INTERPRETER, first);
    assertEquals(plain.result().retired(), traced.result().retired());
    assertEquals(plain.console(), traced.console());
    assertEquals(List.of(), TraceVerifier.verify(first).problems());
    for (EngineMode engine : List.of(EngineMode.AUTO, EngineMode.TRANSLATOR, EngineMode.AUTO)) {
      Path other = folder.resolve("other.bbt");
      assertEquals(traced.console(), boot(guest, engine, other).console());
      assertEquals(-1, Files.mismatch(first, other), engine.toString());
    }
  }
}
