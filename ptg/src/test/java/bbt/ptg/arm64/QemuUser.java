package bbt.ptg.arm64;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Programs that {@code qemu-aarch64} runs on the model of a Cortex-A53. */
final class QemuUser {
  /** Code at {@code print}: prints what X19 points to, X20 bytes, and ends the program. */
  static final String PRINT =
      """
      print:
        mov x0, #1
        mov x1, x19
        mov x2, x20
        mov x8, #64
        svc #0
        add x19, x19, x0
        subs x20, x20, x0
        b.ne print
        mov x0, #0
        mov x8, #93
        svc #0
      """;

  private QemuUser() {}

  /**
   * Assembles, links and runs a program; returns what it prints.
   *
   * @param folder for files
   * @param sections addresses of sections by their names
   */
  static byte[] run(Path folder, String source, Map<String, Long> sections)
      throws IOException, InterruptedException {
    Files.writeString(folder.resolve("a.s"), source);
    execute(folder, "aarch64-linux-gnu-as", "-march=armv8-a", "-o", "a.o", "a.s");
    List<String> link = new ArrayList<>(List.of("aarch64-linux-gnu-ld", "-o", "a.out", "a.o"));
    sections.forEach(
        (name, address) -> link.add("--section-start=" + name + "=0x" + Long.toHexString(address)));
    execute(folder, link.toArray(String[]::new));
    return execute(folder, "qemu-aarch64", "-cpu", "cortex-a53", "./a.out");
  }

  private static byte[] execute(Path folder, String... command)
      throws IOException, InterruptedException {
    Path errors = folder.resolve("errors");
    Path output = folder.resolve("output");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectError(errors.toFile())
            .redirectOutput(output.toFile())
            .start();
    assertTrue(process.waitFor(60, TimeUnit.SECONDS), command[0] + " does not end");
    String said = Files.readString(errors);
    assertEquals(0, process.exitValue(), () -> command[0] + ": " + said);
    return Files.readAllBytes(output);
  }
}
