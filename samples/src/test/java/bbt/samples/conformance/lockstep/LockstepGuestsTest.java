package bbt.samples.conformance.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.samples.guests.ArmHartsSample;
import bbt.samples.guests.ArmMiniSample;
import bbt.samples.guests.HartsSample;
import bbt.samples.guests.MiniSample;
import bbt.samples.guests.linux.ArmTestingLinux;
import bbt.samples.guests.linux.TestingLinux;
import bbt.translator.boot.GuestSample;
import bbt.translator.config.MachineConfig;
import bbt.translator.lockstep.Choices;
import bbt.translator.lockstep.Lockstep;
import bbt.translator.lockstep.MachineGuest;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Interpreter and translator in lockstep on whole guests. */
final class LockstepGuestsTest {
  /** Compares the engines; returns how many instructions the guest had to its end, or the limit. */
  private static long run(
      GuestSample sample, long insns, int harts, Choices choices, TraceKind trace)
      throws IOException {
    LockstepRun run =
        LockstepRun.of(sample.prepare(line -> {}), insns, harts, choices, trace, line -> {});
    assertNull(run.result().difference(), () -> choices + "\n" + run.result().difference());
    assertEquals("", run.traceProblem());
    return run.result().instructions();
  }

  /** Compares them over the first instructions of a guest that has five millions and more. */
  private static void compare(
      GuestSample sample, long insns, int harts, Choices choices, TraceKind trace)
      throws IOException {
    assertTrue(run(sample, insns, harts, choices, trace) >= Math.min(insns, 5_000_000));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void mini(long seed) throws IOException {
    compare(new MiniSample(), Long.MAX_VALUE, 1, Choices.of(seed), TraceKind.RANDOM);
  }

  @ParameterizedTest
  @ValueSource(longs = {5, 6})
  void miniForAArch64(long seed) throws IOException {
    compare(new ArmMiniSample(), Long.MAX_VALUE, 1, Choices.of(seed), TraceKind.RANDOM);
  }

  @ParameterizedTest
  @ValueSource(longs = {7, 8, 9})
  void severalHartsOfAArch64(long seed) throws IOException {
    run(new ArmHartsSample(), Long.MAX_VALUE, 3, Choices.of(seed), TraceKind.RANDOM);
  }

  /** All of them start at reset: the clock's rate changes within its first tick. */
  @ParameterizedTest
  @ValueSource(longs = {5, 8, 9})
  void severalHarts(long seed) throws IOException {
    run(new HartsSample(), Long.MAX_VALUE, 4, Choices.of(seed), TraceKind.RANDOM);
  }

  @Test
  void aTracedRunIsRepeatedWhereItDiffers(@TempDir Path folder) throws IOException {
    GuestSample.Prepared mini = new MiniSample().prepare(line -> {});
    MachineConfig.Builder config =
        MachineConfig.builder().kernel(mini.kernel()).bios(mini.bios()).maxInsns(100_000);
    MachineConfig plain = config.append("one").build();
    MachineConfig traced =
        config.append("two").trace(TraceKind.COMPACT.options(folder.resolve("run.bbt"))).build();
    Lockstep.Result result =
        Lockstep.compare(new MachineGuest(traced, plain), Choices.of(1), line -> {});
    assertFalse(result.agrees());
  }

  @Test
  void miniCompiledInTheBackground() throws IOException {
    compare(new MiniSample(), Long.MAX_VALUE, 1, Choices.of(4).inBackground(), TraceKind.VERIFY);
  }

  @Test
  @Tag("full")
  void theFirstBillionInstructionsOfLinux() throws IOException {
    compare(new TestingLinux(), 1_000_000_000, 1, Choices.of(7), TraceKind.NONE);
    compare(new TestingLinux(), 50_000_000, 1, Choices.of(8), TraceKind.VERIFY);
  }

  @Test
  @Tag("full")
  void linuxForAArch64() throws IOException {
    compare(new ArmTestingLinux(), 500_000_000, 1, Choices.of(7), TraceKind.NONE);
    compare(new ArmTestingLinux(), 50_000_000, 1, Choices.of(8), TraceKind.VERIFY);
    compare(new ArmTestingLinux(), 200_000_000, 4, Choices.of(3), TraceKind.NONE);
  }

  @Test
  @Tag("full")
  void linuxOnTwoHarts() throws IOException {
    compare(new TestingLinux(), 200_000_000, 2, Choices.of(3), TraceKind.NONE);
  }
}
