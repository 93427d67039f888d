package bbt.samples.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.basics.UserException;
import bbt.reconstruct.cache.FileKey;
import bbt.reconstruct.cli.outcome.ExitCode;
import bbt.samples.guests.ArmMiniSample;
import bbt.samples.guests.MiniSample;
import bbt.samples.guests.linux.QemuYardstick;
import bbt.samples.testing.Bbt;
import bbt.samples.testing.InProcess;
import bbt.translator.boot.GuestSample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SuiteTest {
  @TempDir Path folder;

  private Setting setting() {
    return new Setting("128M", folder, line -> {});
  }

  @ParameterizedTest
  @EnumSource
  void aSuiteIsFoundByItsNameAndHasRows(Suite suite) throws IOException {
    assertEquals(suite, Suite.named(suite.toString()));
    List<String> names = suite.names();
    assertFalse(names.isEmpty());
    assertEquals(names.size(), new HashSet<>(names).size(), "a name twice");
    names.forEach(name -> assertTrue(name.matches("[a-z0-9-]+"), name));
    assertEquals(names, suite.choose(List.of()));
  }

  @Test
  void aGuestIsNoSuite() {
    assertNull(Suite.named("linux"));
    assertNull(Suite.named("CPU"));
  }

  @Test
  void rowsComeInTheOrderOfTheTable() throws IOException {
    assertEquals(List.of("sieve", "fib", "fft"), Suite.CPU.choose(List.of("fft", "fib", "sieve")));
  }

  @Test
  void badNamesOfRowsAreToldInOneLine() {
    UserException e =
        assertThrows(
            UserException.class, () -> Suite.SMP.choose(List.of("multi", "double", "triple")));
    assertEquals(
        "the suite smp has no row double, triple; it has single, multi, all on RISC-V",
        e.getMessage());
  }

  @ParameterizedTest
  @EnumSource(names = {"START", "CPU", "CLIFFS"})
  void bothBootTheSameFile(Suite suite) throws IOException {
    for (String name : suite.names()) {
      Work work = suite.work(name, setting());
      assertEquals(name, work.name());
      assertNull(work.span());
      if (work.boots()) {
        String kernel = work.bbt().get(1);
        assertTrue(Path.of(kernel).toFile().isFile(), kernel);
        assertEquals(kernel, work.qemu().get(work.qemu().indexOf("-kernel") + 1));
        assertEquals("128M", work.bbt().get(work.bbt().indexOf("--memory") + 1));
        assertEquals("128M", work.qemu().get(work.qemu().indexOf("-m") + 1));
      }
    }
  }

  /** RISC-V's suites are what {@code bench} measured before there was another guest. */
  @Test
  void theKernelTellsWhichBoardOfQemuItRunsOn() throws IOException {
    GuestSample.Prepared arm = new ArmMiniSample().prepare(line -> {});
    assertEquals(
        List.of(
            ("-M virt,gic-version=2 -cpu cortex-a53 -net none -m 128M -nographic -kernel "
                    + arm.kernel()
                    + " -append nopreempt")
                .split(" ")),
        QemuYardstick.board(arm, "nopreempt", "128M"));
    GuestSample.Prepared riscv = new MiniSample().prepare(line -> {});
    assertEquals(
        List.of(("-M virt -m 128M -nographic -kernel " + riscv.kernel()).split(" ")),
        QemuYardstick.board(riscv, "", "128M"));
  }

  @Test
  @Tag("qemu")
  void aGuestIsMeasuredOnTheQemuForIt() throws Exception {
    Measured bench = bench("mini-arm64", "--rounds", "1", "--qemu", "qemu-system-aarch64");
    assertEquals(0, bench.exitCode(), bench.output());
    List<String> rows = bench.output().lines().filter(l -> l.startsWith("| ")).toList();
    assertEquals(4, rows.size(), bench.output());
    assertTrue(rows.get(1).startsWith("| QEMU "), bench.output());
    assertTrue(bench.output().contains("instructions: 6689098\n"), bench.output());
    Measured other = bench("mini-arm64", "--rounds", "1", "--qemu", "qemu-system-riscv64");
    assertEquals(ExitCode.CHECK_FAILED, other.exitCode(), other.output());
    assertTrue(other.output().matches("bbt: QEMU [0-9.]+ ended with exit code 1: .*\n"));
  }

  /** Runs the command, which starts {@code bbt} where that is said to be at home. */
  private Measured bench(String... arguments) throws Exception {
    Bbt.script(folder);
    Path bbt = folder.resolve("bbt");
    Files.writeString(
        bbt, Files.readString(bbt).replaceFirst("-Dbbt\\.home=[^']*", "-Dbbt.home=" + folder));
    List<String> command = Work.join(List.of(bbt.toString(), "bench"), List.of(arguments));
    return Measured.run(command, 300, null);
  }

  /**
   * A row is told from one of the same name by the bytes of what it boots, and by its command line.
   */
  @Test
  void aGuestIsToldByItsFilesAndItsCommandLine() throws IOException {
    Path kernel = Files.writeString(folder.resolve("kernel"), "one");
    Path drive = Files.writeString(folder.resolve("drive"), "two");
    GuestSample.Prepared files = new GuestSample.Prepared(kernel, null, "", null, List.of(drive));
    Set<String> seen = new HashSet<>();
    assertTrue(seen.add(Work.guest(files, "fast", "128M")));
    assertTrue(seen.add(Work.guest(files, "slow", "128M")));
    assertTrue(seen.add(Work.guest(files, "fast", "64M")));
    Files.writeString(drive, "2");
    assertTrue(seen.add(Work.guest(files, "fast", "128M")));
    Files.writeString(kernel, "1");
    assertTrue(seen.add(Work.guest(files, "fast", "128M")));
    assertEquals(
        "kernel " + FileKey.of(kernel) + ", drive " + FileKey.of(drive) + ", fast, 128M",
        Work.guest(files, "fast", "128M"));
  }

  /** It ends by itself, as a power-off. */
  @Test
  void theFirstInstructionsPowerOff() throws IOException {
    Work work = Suite.START.work("first", setting());
    InProcess.run(0, work.bbt().toArray(String[]::new));
    assertEquals("none", work.qemu().get(work.qemu().indexOf("-bios") + 1));
  }
}
