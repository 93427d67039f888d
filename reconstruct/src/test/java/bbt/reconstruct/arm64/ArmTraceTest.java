package bbt.reconstruct.arm64;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.testing.ArmProgram;
import bbt.reconstruct.testing.RandomArmProgram;
import bbt.reconstruct.testing.Rebuilt;
import bbt.reconstruct.trace.TraceVerifier;
import bbt.translator.config.MachineConfig;
import bbt.translator.config.TraceOptions;
import bbt.translator.console.ConsolePort;
import bbt.translator.machine.Machine;
import bbt.translator.run.ExitReason;
import bbt.translator.run.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bare-metal AArch64 guests, from their execution to what is rebuilt of it. */
@Tag("qemu")
@Timeout(300)
class ArmTraceTest {
  @TempDir private Path folder;

  private static MachineConfig config(Path kernel, Path trace, boolean compact) {
    MachineConfig.Builder builder =
        MachineConfig.builder().kernel(kernel).memoryBytes(16 << 20).maxInsns(5_000_000);
    if (trace != null) {
      builder.trace(new TraceOptions(trace, true, compact, TraceOptions.Context.AUTO));
    }
    return builder.build();
  }

  private static RunResult run(Path kernel, Path trace, boolean compact) throws IOException {
    Machine machine = Machine.create(config(kernel, trace, compact), ConsolePort.none());
    RunResult result = machine.run();
    machine.release();
    return result;
  }

  /** The address of each instruction that retires, by single steps of a machine without a trace. */
  private static List<Long> executed(Path kernel) throws IOException {
    List<Long> addresses = new ArrayList<>();
    Machine machine = Machine.create(config(kernel, null, true), ConsolePort.none());
    machine.begin();
    long pc = machine.hart(0).pc;
    long clock = machine.clock();
    while (machine.step()) {
      if (machine.clock() > clock) {
        addresses.add(pc);
        clock = machine.clock();
      }
      pc = machine.hart(0).pc;
    }
    machine.finish();
    machine.release();
    return addresses;
  }

  private void check(String program, int exceptions) throws Exception {
    Path kernel = ArmProgram.build(folder, program);
    RunResult untraced = run(kernel, null, true);
    assertEquals(ExitReason.POWER_OFF, untraced.reason());
    Path trace = folder.resolve("a.bbt");
    RunResult traced = run(kernel, trace, true);
    assertEquals(untraced.retired(), traced.retired());
    assertEquals(untraced.causes(), traced.causes());
    TraceVerifier.Result verified = TraceVerifier.verify(trace);
    assertEquals(List.of(), verified.problems());
    assertTrue(verified.hashed());
    assertTrue(verified.exceptions() >= exceptions, verified.exceptions() + " exceptions");
    List<Long> executed = executed(kernel);
    Rebuilt rebuilt = Rebuilt.of(trace);
    assertEquals(List.of(), rebuilt.problems());
    for (int i = 0; i < executed.size(); i++) {
      int at = i;
      assertEquals(executed.get(i), rebuilt.addresses().get(i), () -> "instruction " + at);
    }
    assertEquals(executed.size(), rebuilt.addresses().size());
    Path again = folder.resolve("again.bbt");
    run(kernel, again, true);
    assertArrayEquals(Files.readAllBytes(trace), Files.readAllBytes(again));
    run(kernel, again, false);
    assertEquals(rebuilt.addresses(), Rebuilt.of(again).addresses());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void whatIsRebuiltIsWhatWasExecuted(long seed) throws Exception {
    check(RandomArmProgram.of(seed), 20);
  }

  @Tag("full")
  @Test
  void soOfManyPrograms() throws Exception {
    for (long seed = 100; seed < 200; seed++) {
      check(RandomArmProgram.of(seed), 10);
    }
  }
}
