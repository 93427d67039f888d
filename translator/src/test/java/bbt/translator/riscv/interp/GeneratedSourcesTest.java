package bbt.translator.riscv.interp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The interpreter's generator leaves what it writes and nothing else. */
@Timeout(300)
class GeneratedSourcesTest {
  private static final Path GENERATOR =
      Path.of(
          System.getProperty("bbt.root"),
          "translator/src/generator/java/bbt/translator/interp/gen");

  @TempDir private Path folder;

  private void generate() throws IOException, InterruptedException {
    File said = folder.resolve("said").toFile();
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--class-path",
                System.getProperty("java.class.path"),
                GENERATOR.resolve("RiscvTable.java").toString(),
                folder.resolve("sources").toString(),
                GENERATOR.resolve("DispatchLoop.template").toString())
            .redirectErrorStream(true)
            .redirectOutput(said)
            .start();
    assertTrue(process.waitFor(100, TimeUnit.SECONDS));
    assertEquals(0, process.exitValue(), Files.readString(said.toPath()));
  }

  /** A checkout whose sources have moved since the last build. */
  @Test
  void aSourceOfAnotherPackageGoesAndOneThatDidNotChangeKeepsItsTime() throws Exception {
    Path sources = folder.resolve("sources");
    Path old = Files.createDirectories(sources.resolve("bbt/interp")).resolve("Handlers.java");
    Files.writeString(old, "package bbt.interp;\n");
    generate();
    assertFalse(Files.exists(old));
    Path handlers = sources.resolve("bbt/translator/riscv/interp/Handlers.java");
    FileTime then = FileTime.from(1, TimeUnit.DAYS);
    Files.setLastModifiedTime(handlers, then);
    generate();
    assertEquals(then, Files.getLastModifiedTime(handlers));
  }
}
