package bbt.samples.conformance.prove;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import bbt.translator.engine.EngineMode;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Stock software from Debian's packages, as {@code bbt prove software debian} runs it. */
@Tag("full")
@Tag("qemu")
final class SoftwareTest {
  private static void prove(Prove.Part part) throws IOException {
    List<Check> checks = new Prove(EnumSet.of(part), "linux", EngineMode.AUTO, line -> {}).run();
    assertFalse(checks.isEmpty());
    assertEquals(List.of(), checks.stream().filter(check -> !check.passed()).toList());
  }

  @Test
  void firmwareKernelsAndADisk() throws IOException {
    prove(Prove.Part.SOFTWARE);
    prove(Prove.Part.KERNELS);
  }

  @Test
  void debiansProgramsPrintWhatTheyPrintInQemu() throws IOException {
    prove(Prove.Part.DEBIAN);
  }
}
