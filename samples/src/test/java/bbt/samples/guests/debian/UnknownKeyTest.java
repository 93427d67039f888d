package bbt.samples.guests.debian;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.samples.testing.Bbt;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An archive signed by a key that this machine does not know: what this machine would execute is
 * refused, what a guest executes is taken with a warning, each time.
 */
@Tag("qemu")
final class UnknownKeyTest {
  @TempDir private Path folder;

  private LocalArchive archive;
  private Path executed;
  private Map<String, String> environment;

  @BeforeEach
  void anArchiveSignedByAnUnknownKey() throws Exception {
    archive = new LocalArchive(folder);
    executed = folder.resolve("executed");
    String script = "#!/bin/sh\necho as $(id -un) >>" + executed + "\necho version 11.1.0\n";
    String host = Command.run("dpkg", "--print-architecture").output().strip();
    archive.add(host, "busybox-static", Map.of());
    archive.add(
        host,
        "qemu-system-riscv",
        Map.of(
            "usr/bin/qemu-system-riscv64",
            script,
            "usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2",
            script));
    archive.add(host, "qemu-system-data", Map.of());
    archive.add(host, "opensbi", Map.of());
    archive.add("riscv64", "busybox-static", Map.of());
    archive.add(
        "riscv64",
        "opensbi",
        Map.of("usr/lib/riscv64-linux-gnu/opensbi/generic/fw_dynamic.bin", "firmware"));
    archive.add(
        "riscv64",
        "u-boot-qemu",
        Map.of("usr/lib/u-boot/qemu-riscv64_smode/uboot.elf", "boot loader"));
    environment =
        Map.of(
            "APT_CONFIG", archive.sign().toString(),
            "XDG_CACHE_HOME", folder.resolve("xdg").toString());
  }

  @AfterEach
  void close() throws Exception {
    archive.close();
  }

  private void refused(String... command) throws Exception {
    Bbt.Outcome outcome = Bbt.run(environment, command);
    assertFalse(Files.exists(executed), "a script of an unverified package ran on this machine");
    assertEquals(69, outcome.code(), outcome.err());
    assertEquals(1, outcome.errorLines().size(), outcome.err());
    assertTrue(outcome.err().contains("does not know the key"), outcome.err());
    assertTrue(outcome.err().contains("apt install debian-archive-keyring"), outcome.err());
  }

  @Test
  void isNotExecutedOnThisMachine() throws Exception {
    refused("bench", "mini", "--rounds", "1", "--qemu", "testing");
    refused("fuzz", "--cases", "1", "--qemu", "testing");
  }

  /** The folder that a version of bbt left which did not ask for a signature. */
  @Test
  void isNotExecutedOutOfTheCacheEither() throws Exception {
    Path root = folder.resolve("xdg/bbt/samples/qemu/root");
    for (String each : List.of("usr/bin/qemu-system-riscv64", "usr/lib/host/ld-linux.so.2")) {
      Path file = root.resolve(each);
      Files.createDirectories(file.getParent());
      Files.writeString(file, "#!/bin/sh\necho cached >>" + executed + "\n");
      assertTrue(file.toFile().setExecutable(true));
    }
    refused("fuzz", "--cases", "1", "--qemu", "testing");
    new Manifest("qemu", "testing", false, List.of(), List.of(), List.of(), "")
        .write(root.getParent());
    refused("bench", "mini", "--rounds", "1", "--qemu", "testing");
  }

  @Test
  void aGuestIsTakenWithAWarningEachTime() throws Exception {
    for (int time = 1; time <= 2; time++) {
      Bbt.Outcome outcome = Bbt.run(environment, "samples", "path", "u-boot");
      assertEquals(0, outcome.code(), outcome.err());
      List<String> warnings =
          outcome.errorLines().stream()
              .filter(l -> l.startsWith("bbt: warning: "))
              .distinct()
              .toList();
      assertEquals(1, warnings.size(), "time " + time + ": " + outcome.err());
      assertTrue(warnings.getFirst().contains("unverified"), warnings.getFirst());
    }
  }

  /** The lists of a release which are not those that its signed release file describes. */
  private void outOfStep(String codename) throws Exception {
    Path lists = archive.lists("trixie", "trixie");
    Files.writeString(
        lists.resolve("main/binary-riscv64/Packages"), "\n", StandardOpenOption.APPEND);
    archive.lists("stable", codename);
  }

  @Test
  void aMirrorOutOfStepIsReadUnderAnotherNameOfTheRelease() throws Exception {
    outOfStep("trixie");
    Bbt.Outcome outcome = Bbt.run(environment, "samples", "fetch", "linux-stable");
    assertTrue(outcome.err().contains("out of step"), outcome.err());
    assertTrue(outcome.err().contains("has no package linux-image"), outcome.err());
  }

  @Test
  void butNotUnderThatOfAnotherRelease() throws Exception {
    outOfStep("forky");
    Bbt.Outcome outcome = Bbt.run(environment, "samples", "fetch", "linux-stable");
    assertEquals(69, outcome.code(), outcome.err());
    assertFalse(outcome.err().contains("taking its"), outcome.err());
    String last = outcome.errorLines().getLast();
    assertTrue(last.startsWith("bbt: cannot read the package list of Debian trixie"), last);
  }
}
