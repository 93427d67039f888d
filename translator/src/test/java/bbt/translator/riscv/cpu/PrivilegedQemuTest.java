package bbt.translator.riscv.cpu;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.translator.config.MachineConfig;
import bbt.translator.console.ConsolePort;
import bbt.translator.engine.EngineMode;
import bbt.translator.machine.Machine;
import bbt.translator.run.ExitReason;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random privileged steps (CSR writes, traps between three modes, accesses through random page
 * tables and protection), run by every engine and by QEMU: what the guest saw must be the same,
 * line by line. The guest is privileged.c; it says which freedoms of the specification it avoids.
 */
@Tag("qemu")
class PrivilegedQemuTest {
  private static final int STEPS = 3000;

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void theGuestSeesTheSame(int seed) throws Exception {
    Path program = build(seed);
    List<String> theirs = qemu(program).lines().toList();
    assertTrue(theirs.getLast().equals("done"), "QEMU did not finish: " + theirs.getLast());
    for (EngineMode engine : EngineMode.values()) {
      List<String> ours = bbt(program, engine).lines().toList();
      for (int i = 0; i < Math.min(ours.size(), theirs.size()); i++) {
        assertEquals(theirs.get(i), ours.get(i), engine + ", seed " + seed + ", line " + (i + 1));
      }
      assertEquals(theirs.size(), ours.size(), engine + ", seed " + seed);
    }
  }

  private Path build(int seed) throws Exception {
    Path program = folder.resolve("privileged.elf");
    run(
        "riscv64-linux-gnu-gcc",
        "-O1",
        "-march=rv64gc",
        "-mabi=lp64d",
        "-mcmodel=medany",
        "-ffreestanding",
        "-nostdlib",
        "-static",
        "-fno-pic",
        "-fno-stack-protector",
        "-Wl,--build-id=none",
        "-DSEED=" + seed,
        "-DSTEPS=" + STEPS,
        "-T",
        resource("privileged.ld"),
        resource("privileged.c"),
        "-o",
        program.toString());
    return program;
  }

  private static String resource(String name) throws Exception {
    return Path.of(PrivilegedQemuTest.class.getResource(name).toURI()).toString();
  }

  private String qemu(Path program) throws Exception {
    Path console = folder.resolve("qemu.txt");
    run(
        "qemu-system-riscv64",
        "-M",
        "virt",
        "-cpu",
        "rv64,h=off,v=off",
        "-smp",
        "2",
        "-m",
        "128M",
        "-bios",
        "none",
        "-kernel",
        program.toString(),
        "-display",
        "none",
        "-monitor",
        "none",
        "-serial",
        "file:" + console);
    return Files.readString(console, US_ASCII);
  }

  private static void run(String... command) throws Exception {
    Process process = new ProcessBuilder(command).inheritIO().start();
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError(command[0] + " did not end within a minute");
    }
    assertEquals(0, process.exitValue(), command[0]);
  }

  private static String bbt(Path program, EngineMode engine) throws Exception {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    ConsolePort console = ConsolePort.outputOnly(output::write);
    MachineConfig config =
        MachineConfig.builder()
            .kernel(program)
            .memoryBytes(128L << 20)
            .engine(engine)
            .maxInsns(2_000_000_000L)
            .build();
    assertEquals(ExitReason.POWER_OFF, Machine.create(config, console).run().reason());
    return output.toString(US_ASCII);
  }
}
