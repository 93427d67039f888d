package bbt.samples.commandline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.samples.testing.Bbt;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A trace that goes to no file. */
class TracePipeTest {
  @TempDir private Path folder;

  @Test
  void aPipeGetsTheWholeTraceAndTheRunEnds() throws Exception {
    Path file = folder.resolve("file.bbt");
    assertEquals(0, Bbt.run("boot", "mini", "--bb-trace", file.toString()).code());
    Path pipe = folder.resolve("pipe");
    assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
    CompletableFuture<byte[]> read =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return Files.readAllBytes(pipe);
              } catch (java.io.IOException e) {
                throw new java.io.UncheckedIOException(e);
              }
            });
    Process boot =
        Bbt.command("boot", "mini", "--bb-trace", pipe.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("console").toFile())
            .start();
    try {
      assertTrue(boot.waitFor(60, TimeUnit.SECONDS), "it does not end");
      assertEquals(0, boot.exitValue());
      byte[] expected = Files.readAllBytes(file);
      assertEquals(expected.length, read.get(120, TimeUnit.SECONDS).length);
      assertTrue(java.util.Arrays.equals(expected, read.get()));
    } finally {
      boot.destroyForcibly();
    }
  }

  @Test
  void nobodyReadsAReportFromADevice() throws Exception {
    assertEquals(0, Bbt.run("boot", "mini", "--bb-trace", "/dev/null").code());
    Bbt.Outcome refused = Bbt.run("boot", "mini", "--bb-trace", "/dev/null", "--report");
    assertEquals(64, refused.code());
    assertEquals(
        "bbt: --report reads the trace when the guest has ended, and /dev/null is a pipe or device: write it to a file",
        refused.err().strip());
    assertEquals("", refused.out(), "the guest was not started");
  }
}
