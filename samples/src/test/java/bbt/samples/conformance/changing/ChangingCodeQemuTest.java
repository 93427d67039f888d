package bbt.samples.conformance.changing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.samples.conformance.fuzz.run.QemuSystem;
import bbt.samples.conformance.fuzz.run.Reference;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs the programs with fence.i in QEMU: they leave the same. */
@Tag("qemu")
final class ChangingCodeQemuTest {
  @TempDir private static Path folder;

  private static Reference qemu;

  static List<ChangingPrograms.Case> programs() {
    return ChangingPrograms.all(true).stream().filter(ChangingPrograms.Case::portable).toList();
  }

  @ParameterizedTest
  @MethodSource("programs")
  void anotherMachineLeavesTheSame(ChangingPrograms.Case each) throws Exception {
    if (qemu == null) {
      // One thread for both harts: else QEMU can lose a change of code (docs/testing.md, "Several
      // harts").
      qemu = new QemuSystem(List.of("qemu-system-riscv64", "-accel", "tcg,thread=single"), folder);
    }
    Reference.Run run = qemu.run(each.image(), Duration.ofSeconds(120));
    assertTrue(run.ended());
    assertEquals(Arrays.toString(each.expected()), ChangingCodeTest.results(run.ram(), each));
  }
}
