package bbt.samples.guests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.samples.conformance.prove.Run;
import bbt.translator.engine.EngineMode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code mini} against tools of others: the cross compiler that built it, QEMU that runs it too.
 */
@Tag("qemu")
final class GuestBuildTest {
  /** The compiler of the committed file; another one writes other bytes. */
  private static final String COMPILER = "12.2.0";

  @TempDir private Path folder;

  private static String run(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    assertTrue(process.waitFor(120, TimeUnit.SECONDS));
    assertEquals(0, process.exitValue(), text);
    return text;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mini",
        "mini-arm64",
        "harts",
        "harts-arm64",
        "float",
        "panic",
        "tutor",
        "rtos",
        "spaces",
        "bench",
        "run"
      })
  void theCommittedFileIsWhatTheSourceGives(String name) throws Exception {
    Path built = folder.resolve(name + ".elf");
    Path source =
        Path.of(System.getProperty("bbt.root"), "samples/src/guest/" + name + "/build.sh");
    run(List.of("sh", source.toString(), built.toString()));
    String prefix = name.endsWith("-arm64") ? "aarch64" : "riscv64";
    String compiler = run(List.of(prefix + "-linux-gnu-gcc", "-dumpfullversion")).strip();
    if (compiler.equals(COMPILER)) {
      assertEquals(-1, Files.mismatch(EmbeddedElf.file(name), built), "run build.sh and commit");
    } else {
      assertTrue(Files.size(built) > 5_000, "another compiler, " + compiler + ", builds it too");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "nopreempt"})
  void qemuComputesTheSameChecksum(String append) throws Exception {
    Run ours = Run.mini(append, EngineMode.INTERPRETER, null, b -> b);
    String qemu =
        run(
            List.of(
                "qemu-system-riscv64",
                "-M",
                "virt",
                "-nographic",
                "-kernel",
                MiniSample.kernel().toString(),
                "-append",
                append));
    String checksum = ours.after("mini: checksum ");
    assertTrue(checksum.startsWith("0x"), ours.console());
    assertTrue(qemu.contains("mini: checksum " + checksum), qemu);
  }
}
