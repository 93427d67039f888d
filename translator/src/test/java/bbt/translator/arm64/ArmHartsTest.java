package bbt.translator.arm64;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.translator.config.MachineConfig;
import bbt.translator.console.ConsolePort;
import bbt.translator.engine.EngineMode;
import bbt.translator.machine.Machine;
import bbt.translator.run.ExitReason;
import bbt.translator.run.RunResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several processors of the AArch64 machine as bare-metal programs see them. */
@Tag("qemu")
class ArmHartsTest {
  @TempDir Path folder;

  /** What a program says, the same in every engine, with the same counts. */
  private static List<String> said(Path kernel, int harts) throws IOException {
    List<String> first = null;
    List<Long> counts = null;
    for (EngineMode engine : EngineMode.values()) {
      MachineConfig config =
          ArmPrograms.config(kernel).harts(harts).engine(engine).threshold(7).build();
      StringBuilder text = new StringBuilder();
      Machine machine =
          Machine.create(config, ConsolePort.outputOnly(octet -> text.append((char) octet)));
      RunResult result = machine.run();
      machine.release();
      assertEquals(ExitReason.POWER_OFF, result.reason(), text::toString);
      List<String> lines = text.toString().lines().toList();
      first = first == null ? lines : first;
      counts = counts == null ? result.hartRetired() : counts;
      assertEquals(first, lines, engine::name);
      assertEquals(counts, result.hartRetired(), engine::name);
    }
    return first;
  }

  /** PSCI, the state that a processor is started in, the banked registers of the controller. */
  @Test
  void saysWhatQemuSays() throws Exception {
    Path kernel = ArmPrograms.build(folder, "harts");
    List<String> theirs = ArmPrograms.qemu(kernel, 4).lines().toList();
    assertTrue(theirs.size() > 35, theirs::toString);
    assertEquals(theirs, said(kernel, 4));
  }

  /** QEMU ends each wait at once, as the manual permits. */
  @Test
  void aWaitEndsWithAnEvent() throws Exception {
    Path kernel = ArmPrograms.build(folder, "events");
    assertEquals(ArmPrograms.text("events.txt").lines().toList(), said(kernel, 2));
  }
}
