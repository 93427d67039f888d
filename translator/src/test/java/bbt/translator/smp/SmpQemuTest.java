package bbt.translator.smp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import bbt.translator.run.ExitReason;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The programs ask nothing of a machine but what the architecture says: they pass on QEMU, whose
 * harts run in parallel, and ours passes above QEMU's OpenSBI as it does above its own firmware.
 */
@Tag("qemu")
@Timeout(300)
class SmpQemuTest {
  private static final int HARTS = 4;
  private static final int ATTEMPTS = 3;
  private static final int SECONDS = 60;
  private static final Path OPENSBI =
      Path.of("/usr/share/qemu/opensbi-riscv64-generic-fw_dynamic.bin");

  @TempDir Path folder;

  static List<SmpPrograms> forQemu() {
    return Arrays.stream(SmpPrograms.values()).filter(SmpPrograms::qemu).toList();
  }

  @ParameterizedTest
  @MethodSource("forQemu")
  void onQemu(SmpPrograms program) throws Exception {
    Path elf = folder.resolve("program.elf");
    Files.write(elf, program.assemble(HARTS).elf());
    List<String> command = new ArrayList<>(List.of("qemu-system-riscv64", "-M", "virt"));
    command.addAll(List.of("-smp", "" + HARTS, "-m", "64M", "-display", "none"));
    command.addAll(List.of("-serial", "null", "-monitor", "none", "-kernel", elf.toString()));
    if (!program.supervisor()) {
      command.addAll(List.of("-bios", "none"));
    }
    // Its harts race, and now and then its process fails by itself: it must pass once in three.
    List<String> failures = new ArrayList<>();
    while (failures.size() < ATTEMPTS) {
      String failure = run(command);
      if (failure == null) {
        return;
      }
      failures.add(failure);
    }
    fail(program + " on QEMU: " + failures);
  }

  /** Null if the program passed, else what was wrong. */
  private String run(List<String> command) throws Exception {
    Path output = folder.resolve("output");
    Process qemu =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      if (!qemu.waitFor(SECONDS, TimeUnit.SECONDS)) {
        return "no end within " + SECONDS + " s";
      }
      int code = qemu.exitValue();
      if (code == 0) {
        return null;
      }
      return code > SmpProgram.FIRST_CODE
          ? "check " + (code - SmpProgram.FIRST_CODE) + " failed"
          : "QEMU ended with " + code + ": " + Files.readString(output).strip();
    } finally {
      qemu.destroyForcibly().waitFor();
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = SmpPrograms.class,
      names = {"FIRMWARE_STARTS_AND_STOPS", "FIRMWARE_SUSPENDS", "TRANSLATIONS_CHANGE"})
  void aboveOpenSbi(SmpPrograms program) throws Exception {
    byte[] elf = program.assemble(HARTS).elf();
    SmpRun.Outcome first = null;
    for (SmpRun.Engine engine : SmpRun.Engine.ALL) {
      SmpRun.Outcome outcome = new SmpRun(folder, HARTS, 10_000, OPENSBI).run(elf, engine);
      assertEquals(0, outcome.code(), "the check that failed");
      assertEquals(ExitReason.POWER_OFF, outcome.reason());
      first = first == null ? outcome : first;
      assertEquals(first, outcome, engine.toString());
    }
  }
}
