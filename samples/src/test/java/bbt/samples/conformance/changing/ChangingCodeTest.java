package bbt.samples.conformance.changing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import bbt.reconstruct.trace.TraceVerifier;
import bbt.samples.conformance.fuzz.run.EngineChoice;
import bbt.samples.conformance.fuzz.run.EngineRun;
import bbt.samples.conformance.fuzz.run.GuestRam;
import bbt.translator.config.MachineConfig;
import bbt.translator.config.TraceOptions;
import bbt.translator.engine.EngineMode;
import bbt.translator.lockstep.Choices;
import bbt.translator.lockstep.Lockstep;
import bbt.translator.lockstep.MachineGuest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Code that changes runs as it stands in memory, in every engine, traced or not. */
final class ChangingCodeTest {
  private static final long MAX_INSNS = 1_000_000;

  @TempDir private Path folder;

  static List<ChangingPrograms.Case> programs() {
    return ChangingPrograms.all(false);
  }

  private static List<EngineChoice> engines() {
    return List.of(
        EngineChoice.INTERPRETER,
        new EngineChoice(EngineMode.INTERPRETER, 0, 1, true),
        EngineChoice.TRANSLATOR,
        new EngineChoice(EngineMode.TRANSLATOR, 0, 1, true),
        new EngineChoice(EngineMode.AUTO, 9, 5, false),
        new EngineChoice(EngineMode.AUTO, 9, 6, true));
  }

  @ParameterizedTest
  @MethodSource("programs")
  void everyEngineSeesTheChange(ChangingPrograms.Case each) throws IOException {
    Path elf = folder.resolve("guest.elf");
    each.image().writeElf(elf);
    for (EngineChoice engine : engines()) {
      EngineRun run = EngineRun.of(each.image(), elf, engine, folder, MAX_INSNS);
      assertEquals("", run.problem(), engine.toString());
      assertEquals(Arrays.toString(each.expected()), results(run.ram(), each), engine.toString());
    }
  }

  static String results(GuestRam ram, ChangingPrograms.Case each) {
    long[] found = new long[each.expected().length];
    for (int i = 0; i < found.length; i++) {
      found[i] = ram.get(Program.RESULTS + 8 * i);
    }
    return Arrays.toString(found);
  }

  @ParameterizedTest
  @MethodSource("programs")
  void theEnginesStayInStep(ChangingPrograms.Case each) throws IOException {
    Path elf = folder.resolve("guest.elf");
    each.image().writeElf(elf);
    for (int seed = 0; seed < 4; seed++) {
      assertInStep(elf, folder, Choices.ofShort(seed), seed % 2 == 1);
    }
  }

  static void assertInStep(Path elf, Path folder, Choices choices, boolean traced)
      throws IOException {
    Path trace = folder.resolve("lockstep.bbt");
    MachineConfig plain =
        MachineConfig.builder().kernel(elf).memoryBytes(16 << 20).maxInsns(MAX_INSNS).build();
    MachineConfig leader =
        MachineConfig.builder()
            .kernel(elf)
            .memoryBytes(16 << 20)
            .maxInsns(MAX_INSNS)
            .trace(traced ? new TraceOptions(trace, true, true, TraceOptions.Context.STACK) : null)
            .build();
    Lockstep.Result result = Lockstep.compare(new MachineGuest(leader, plain), choices, line -> {});
    assertNull(result.difference(), () -> choices + "\n" + result.difference());
    if (traced) {
      assertEquals(List.of(), TraceVerifier.verify(trace).problems(), choices.toString());
    }
  }
}
