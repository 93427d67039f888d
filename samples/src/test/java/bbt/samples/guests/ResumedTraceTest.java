package bbt.samples.guests;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.samples.testing.InProcess;
import bbt.translator.config.MachineConfig;
import bbt.translator.config.TraceOptions;
import bbt.translator.console.ConsolePort;
import bbt.translator.engine.EngineMode;
import bbt.translator.machine.Machine;
import bbt.translator.machine.MachineSnapshot;
import bbt.translator.run.RunResult;
import bbt.translator.trace.TraceScope;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A machine that goes on from another one's snapshot ends as that one, and its trace is whole. */
final class ResumedTraceTest {
  private static final long PLACE = 1_500_000;

  @TempDir private Path folder;

  private static MachineConfig.Builder mini() throws IOException {
    return MachineConfig.builder().kernel(EmbeddedElf.file("mini"));
  }

  private static TraceOptions to(Path file) {
    return new TraceOptions(file, true, true, TraceOptions.Context.LINUX);
  }

  private MachineSnapshot snapshot(StringBuilder console) throws IOException {
    TraceScope nothing =
        new TraceScope(List.of(), List.of(new TraceScope.Trigger.Hand()), List.of());
    TraceOptions.Stream nowhere =
        new TraceOptions.Stream("nowhere", OutputStream::nullOutputStream);
    TraceOptions options =
        new TraceOptions(null, nowhere, false, true, TraceOptions.Context.LINUX, nothing, 0);
    Machine machine =
        Machine.create(
            mini().trace(options).build(),
            ConsolePort.outputOnly(octet -> console.append((char) octet)));
    machine.begin();
    assertTrue(machine.proceed(PLACE));
    MachineSnapshot made = machine.snapshot(folder.resolve("memory"));
    machine.finish();
    machine.release();
    return made;
  }

  @Test
  void itEndsAsTheWholeRunDoesInEveryEngine() throws IOException {
    StringBuilder whole = new StringBuilder();
    Machine plain =
        Machine.create(mini().build(), ConsolePort.outputOnly(octet -> whole.append((char) octet)));
    RunResult expected = plain.run();
    plain.release();
    StringBuilder first = new StringBuilder();
    MachineSnapshot from = snapshot(first);
    MachineSnapshot again = MachineSnapshot.of(from.ram(), from.toBytes());
    assertTrue(from.clock() >= PLACE && from.clock() < PLACE + 5000);
    byte[] bytes = null;
    for (EngineMode engine : EngineMode.values()) {
      Path trace = folder.resolve(engine + ".bbt");
      StringBuilder rest = new StringBuilder(first);
      Machine machine =
          Machine.resume(
              mini().engine(engine).trace(to(trace)).build(),
              ConsolePort.outputOnly(octet -> rest.append((char) octet)),
              null,
              null,
              again);
      RunResult result = machine.run();
      machine.release();
      assertEquals(whole.toString(), rest.toString());
      assertEquals(expected.retired(), result.retired());
      assertEquals(expected.causes(), result.causes());
      String verified = InProcess.run(0, "verify", trace.toString());
      assertTrue(verified.contains("whole and consistent"), verified);
      bytes = bytes == null ? Files.readAllBytes(trace) : bytes;
      assertArrayEquals(bytes, Files.readAllBytes(trace), engine + " writes another trace");
    }
    String info = InProcess.run(0, "info", folder.resolve("AUTO.bbt").toString());
    assertTrue(info.contains("before the recording"), info);
  }
}
