package bbt.translator.arm64;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.translator.arm64.board.ArmVirt;
import bbt.translator.config.MachineConfig;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Bare-metal programs for the AArch64 board: assembled, and executed by QEMU. */
final class ArmPrograms {
  private static final int MEMORY_MIB = 512;

  private ArmPrograms() {}

  /** A resource as text. */
  static String text(String name) throws IOException {
    try (InputStream in = ArmPrograms.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Assembles and links a program of the resources, behind what all begin with. */
  static Path build(Path folder, String name) throws IOException, InterruptedException {
    return build(folder, name, text(name + ".S"));
  }

  /** Assembles and links a program, behind what all begin with. */
  static Path build(Path folder, String name, String program)
      throws IOException, InterruptedException {
    Files.writeString(folder.resolve("a.s"), text("prelude.S") + program);
    execute(folder, "aarch64-linux-gnu-as", "-march=armv8-a", "-o", "a.o", "a.s");
    execute(folder, "aarch64-linux-gnu-ld", "-N", "-Ttext=0x40400000", "-o", name + ".elf", "a.o");
    return folder.resolve(name + ".elf");
  }

  /** What QEMU's serial port says. */
  static String qemu(Path kernel) throws IOException, InterruptedException {
    return qemu(kernel, 1);
  }

  /** What QEMU's serial port says on several harts. */
  static String qemu(Path kernel, int harts) throws IOException, InterruptedException {
    List<String> command = new ArmVirt().qemu().command();
    command.addAll(List.of("-m", String.valueOf(MEMORY_MIB), "-smp", String.valueOf(harts)));
    command.addAll(List.of("-display", "none", "-serial", "stdio", "-monitor", "none"));
    command.addAll(List.of("-kernel", kernel.toString()));
    return execute(kernel.getParent(), command.toArray(String[]::new));
  }

  /** The configuration of a machine like QEMU's; a program that does not end is stopped. */
  static MachineConfig.Builder config(Path kernel) {
    return MachineConfig.builder()
        .kernel(kernel)
        .memoryBytes((long) MEMORY_MIB << 20)
        .maxInsns(20_000_000);
  }

  private static String execute(Path folder, String... command)
      throws IOException, InterruptedException {
    Path errors = folder.resolve("errors");
    Path output = folder.resolve("output");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
            .redirectError(errors.toFile())
            .redirectOutput(output.toFile())
            .start();
    boolean ended = process.waitFor(60, TimeUnit.SECONDS);
    process.destroyForcibly();
    String said = Files.readString(errors);
    assertTrue(ended, () -> command[0] + " does not end: " + said);
    assertEquals(0, process.exitValue(), () -> command[0] + ": " + said);
    return Files.readString(output);
  }
}
