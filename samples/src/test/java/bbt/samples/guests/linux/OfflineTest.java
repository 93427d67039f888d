package bbt.samples.guests.linux;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.samples.guests.debian.Manifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Samples without a network, or without apt: one clear line; and what is cached still works. */
final class OfflineTest {
  @TempDir private Path folder;

  private record Outcome(int code, String out, String err) {}

  private Outcome samples(Path programs, String... arguments)
      throws IOException, InterruptedException {
    Process process = start(programs, arguments);
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes());
    assertTrue(process.waitFor(60, TimeUnit.SECONDS));
    return new Outcome(process.exitValue(), out, Files.readString(folder.resolve("err")));
  }

  private Process start(Path programs, String... arguments) throws IOException {
    List<String> line =
        new ArrayList<>(
            List.of(
                System.getProperty("java.home") + "/bin/java",
                "-cp",
                System.getProperty("java.class.path"),
                "bbt.reconstruct.cli.Main",
                "samples"));
    line.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(line);
    builder.redirectError(folder.resolve("err").toFile());
    builder.environment().put("PATH", programs.toString());
    builder.environment().put("XDG_CACHE_HOME", folder.resolve("cache").toString());
    return builder.start();
  }

  private Path programs(String aptGet) throws IOException {
    Path bin = Files.createDirectories(folder.resolve("bin"));
    for (String name : List.of("apt-get", "apt-cache")) {
      Path file = Files.writeString(bin.resolve(name), "#!/bin/sh\n" + aptGet + "\n");
      assertTrue(file.toFile().setExecutable(true));
    }
    return bin;
  }

  @Test
  void withoutApt() throws Exception {
    Outcome outcome = samples(Files.createDirectory(folder.resolve("empty")), "fetch", "linux");
    assertEquals(69, outcome.code(), outcome.err());
    assertEquals(1, outcome.err().lines().count(), outcome.err());
    assertTrue(outcome.err().contains("apt-get"), outcome.err());
  }

  @Test
  void withoutANetwork() throws Exception {
    Outcome outcome =
        samples(
            programs(
                """
                case "$*" in
                  *indextargets*) echo 'http://mirror.example/debian/ bookworm' ;;
                  *update*) echo 'W: Failed to fetch http://mirror.example: Could not resolve' >&2 ;;
                esac"""),
            "fetch",
            "linux");
    assertEquals(69, outcome.code(), outcome.err());
    String last = outcome.err().lines().reduce((a, b) -> b).orElse("");
    assertTrue(last.startsWith("bbt: cannot read the package list"), last);
    assertTrue(last.contains("Could not resolve"), last);
    assertTrue(last.contains("offline"), last);
    try (var left = Files.list(folder.resolve("cache/bbt/samples"))) {
      assertEquals(List.of(), left.toList(), "nothing half made stays behind");
    }
  }

  /** An archive that answers to nothing but the question where it is; then apt hangs. */
  private Process hanging() throws IOException, InterruptedException {
    Process process =
        start(
            programs(
                """
                case "$*" in
                  *indextargets*) echo 'http://mirror.example/debian/ bookworm' ;;
                  *update*) : >"$XDG_CACHE_HOME/hangs"; exec /bin/sleep 600 ;;
                esac"""),
            "fetch",
            "linux");
    Path hangs = folder.resolve("cache/hangs");
    for (int i = 0; i < 300 && !Files.exists(hangs); i++) {
      Thread.sleep(100);
    }
    assertTrue(Files.deleteIfExists(hangs), "apt was not reached");
    assertEquals(1, left().size(), "it works in a folder of its own");
    return process;
  }

  private List<Path> left() throws IOException {
    try (var left = Files.list(folder.resolve("cache/bbt/samples"))) {
      return left.toList();
    }
  }

  @Test
  void anInterruptedFetchLeavesNothing() throws Exception {
    Process process = hanging();
    List<ProcessHandle> children = process.descendants().toList();
    process.destroy();
    assertTrue(process.waitFor(120, TimeUnit.SECONDS));
    assertEquals(List.of(), left());
    for (ProcessHandle child : children) {
      child.onExit().get(120, TimeUnit.SECONDS);
    }
  }

  @Test
  void whatAKilledFetchLeavesIsSweptAwayByTheNext() throws Exception {
    Process killed = hanging();
    List<ProcessHandle> children = killed.descendants().toList();
    killed.destroyForcibly();
    assertTrue(killed.waitFor(120, TimeUnit.SECONDS));
    children.forEach(ProcessHandle::destroyForcibly);
    Path litter = left().getFirst();
    Process second = hangingBeside(litter);
    second.destroy();
    assertTrue(second.waitFor(120, TimeUnit.SECONDS));
    assertEquals(List.of(), left());
  }

  /** Starts a fetch that hangs, and checks that a folder that is in use stays. */
  private Process hangingBeside(Path litter) throws IOException, InterruptedException {
    Process second = hanging();
    assertTrue(Files.notExists(litter), "the killed one's folder is gone");
    Path inUse = left().getFirst();
    Outcome third = samples(Files.createDirectory(folder.resolve("none")), "fetch", "linux");
    assertEquals(69, third.code(), third.err());
    assertEquals(List.of(inUse), left());
    return second;
  }

  @Test
  void whatIsCachedIsUsedWithoutApt() throws Exception {
    Path cache = Files.createDirectories(folder.resolve("cache/bbt/samples/linux"));
    List<Manifest.Made> made = new ArrayList<>();
    for (String name : List.of("vmlinuz", "initramfs.cpio", "busybox")) {
      made.add(Manifest.Made.of(Files.writeString(cache.resolve(name), "content of " + name)));
    }
    byte[] init;
    try (var in = LinuxSample.class.getResourceAsStream("/bbt/samples/linux/init")) {
      init = in.readAllBytes();
    }
    new Manifest("linux", "testing", true, List.of(), List.of(), made, Manifest.sha256(init))
        .write(cache);
    Path none = Files.createDirectory(folder.resolve("empty"));
    Outcome outcome = samples(none, "path", "linux");
    assertEquals(0, outcome.code(), outcome.err());
    assertEquals("", outcome.err());
    assertTrue(outcome.out().contains("kernel: " + cache.resolve("vmlinuz")), outcome.out());
    assertTrue(outcome.out().contains("initrd: " + cache.resolve("initramfs.cpio")));

    // A damaged file is noticed: by its size at once, by its content when asked.
    Files.writeString(cache.resolve("busybox"), "Content of busybox");
    Outcome damaged = samples(none, "fetch", "linux");
    assertEquals(65, damaged.code(), damaged.err());
    assertTrue(damaged.err().contains("busybox"), damaged.err());
    Files.writeString(cache.resolve("vmlinuz"), "cut");
    assertEquals(69, samples(none, "path", "linux").code(), "fetched anew, which needs apt");
  }
}
