package bbt.samples.guests.linux;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.trace.TraceVerifier;
import bbt.samples.conformance.prove.Run;
import bbt.samples.testing.Bbt;
import bbt.translator.boot.AddedFile;
import bbt.translator.boot.GuestSample;
import bbt.translator.config.MachineConfig;
import bbt.translator.config.TraceOptions;
import bbt.translator.console.ConsolePort;
import bbt.translator.machine.Architectures;
import bbt.translator.machine.Machine;
import bbt.translator.run.ExitReason;
import bbt.translator.run.RunResult;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Debian's stock arm64 kernels on the AArch64 machine. */
@Tag("full")
@Tag("qemu")
class ArmLinuxTest {
  private static final long MEMORY = 512L << 20;

  /** Instructions that are compared: page tables, the switch to them, device tree, memory. */
  private static final int COMPARED = 3_000_000;

  /** A first program that writes a line and powers off by reboot(2). */
  private static final String INIT =
      """
      .global _start
      _start:
        mov x0, #1
        adr x1, text
        mov x2, #16
        mov x8, #64
        svc #0
        ldr w0, =0xfee1dead
        ldr w1, =672274793
        ldr w2, =0x4321fedc
        mov x3, #0
        mov x8, #142
        svc #0
        b .
      text: .ascii "init: user space"
      """;

  @TempDir Path folder;

  private Path init() throws Exception {
    Path source = Files.writeString(folder.resolve("init.s"), INIT);
    run("aarch64-linux-gnu-as", "-o", "init.o", source.toString());
    run("aarch64-linux-gnu-ld", "-o", "init", "init.o");
    return folder.resolve("init");
  }

  private void run(String... command) throws Exception {
    Process process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes());
    assertEquals(0, process.waitFor(), () -> command[0] + ": " + said);
  }

  private static GuestSample.Prepared kernel() throws IOException {
    return new ArmStableLinux().prepare(line -> {});
  }

  @Test
  void comesToItsFirstProgram() throws Exception {
    GuestSample.Prepared linux = kernel();
    MachineConfig config = config(linux, null);
    StringBuilder said = new StringBuilder();
    RunResult result =
        Machine.create(config, ConsolePort.outputOnly(octet -> said.append((char) octet))).run();
    assertEquals(ExitReason.POWER_OFF, result.reason(), said::toString);
    assertTrue(said.toString().contains("init: user space"), said::toString);
    Path trace = folder.resolve("a.bbt");
    MachineConfig traced = config(linux, trace);
    RunResult again = Machine.create(traced, ConsolePort.none()).run();
    assertEquals(result.retired(), again.retired());
    assertEquals(result.causes(), again.causes());
    TraceVerifier.Result verified = TraceVerifier.verify(trace);
    assertEquals(List.of(), verified.problems());
    assertTrue(verified.hashed());
    assertEquals(result.retired(), verified.instructions());
    Bbt.Outcome report = Bbt.run("report", trace.toString());
    for (String line :
        List.of("init (pid 1)", "swapper/0 (pid 0)", "__memset", "write", "reboot", "interrupt")) {
      assertTrue(report.out().contains(line), () -> line + " in " + report.out());
    }
    assertTrue(report.out().lines().count() <= 60, report::out);
    byte[] bytes = Files.readAllBytes(trace);
    Machine.create(traced, ConsolePort.none()).run();
    assertArrayEquals(bytes, Files.readAllBytes(trace));
  }

  private MachineConfig config(GuestSample.Prepared linux, Path trace) throws Exception {
    MachineConfig.Builder builder =
        MachineConfig.builder()
            .kernel(linux.kernel())
            .initrdAdd(List.of(new AddedFile(init(), "init", 0755)))
            .append(linux.append())
            .memoryBytes(MEMORY)
            .maxInsns(3_000_000_000L);
    if (trace != null) {
      builder.trace(new TraceOptions(trace, true, true, TraceOptions.Context.AUTO));
    }
    return builder.build();
  }

  /** Hashes by instructions for them, floating point, strings: what busybox makes of vectors. */
  private static final String WORK =
      """
      #!/bin/busybox sh
      say() { echo "work: $*"; }
      cd /tmp
      for i in 1 2 3 4 5; do cat /bin/busybox; done >large
      awk 'BEGIN {
        for (i = r = 1; i <= 20000; i++) {
          s += 1 / (i * i + 0.5); p = p * 1.0000001 + i / 7.3; r = (r + i / r) / 2; n += int(p) % 97
          if (i % 1000 == 0) printf "%d %.17g %.17g %e %g %x\\n", i, s, p, s / p, r, n
        }
      }' >numbers
      while read line; do say "$line"; done <numbers
      for hash in md5sum sha1sum sha256sum sha512sum crc32; do
        say "$hash $(busybox $hash <large)"
      done
      gzip -c large >packed
      say "gzip $(busybox sha256sum <packed) $(gzip -dc packed | cmp - large && echo same)"
      sort -k2 -g numbers | head -n 5 >sorted
      while read line; do say "sorted $line"; done <sorted
      busybox strings /bin/busybox | sort | busybox uniq -c | sort -rn | head -n 9 >often
      say "strings $(busybox sha256sum <often) $(wc -c <often)"
      say "dc $(echo '20 k 2 v 3.25 * 7 / p' | busybox dc) $(echo 'scale=30; sqrt(2) * 4 * a(1)' | busybox bc -l)"
      poweroff -f
      """;

  /** The lines that programs say on either machine. */
  private static List<String> said(String console) {
    return console.lines().map(String::strip).filter(line -> line.startsWith("work: ")).toList();
  }

  @Test
  void doesTheWorkOfShellsAsOnQemu() throws Exception {
    Path vmlinuz = kernel().kernel();
    Path initramfs = folder.resolve("work.cpio");
    try (OutputStream out = Files.newOutputStream(initramfs)) {
      byte[] busybox = Files.readAllBytes(new ArmStableLinux().busybox());
      new Initramfs(busybox, WORK.getBytes(StandardCharsets.UTF_8), Map.of()).write(out);
    }
    String append = "console=ttyAMA0 quiet panic=-1";
    MachineConfig config =
        MachineConfig.builder()
            .kernel(vmlinuz)
            .initrd(initramfs)
            .append(append)
            .memoryBytes(MEMORY)
            .maxInsns(20_000_000_000L)
            .build();
    StringBuilder ours = new StringBuilder();
    RunResult result =
        Machine.create(config, ConsolePort.outputOnly(octet -> ours.append((char) octet))).run();
    assertEquals(ExitReason.POWER_OFF, result.reason(), ours::toString);
    List<String> command = Architectures.of(vmlinuz).qemu().command();
    command.addAll(List.of("-m", String.valueOf(MEMORY >> 20), "-display", "none"));
    command.addAll(List.of("-serial", "stdio", "-monitor", "none", "-append", append));
    command.addAll(List.of("-kernel", vmlinuz.toString(), "-initrd", initramfs.toString()));
    Process qemu =
        new ProcessBuilder(command)
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
            .redirectErrorStream(true)
            .start();
    String theirs = new String(qemu.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(said(theirs), said(ours.toString()));
    assertTrue(said(theirs).size() > 30, theirs);
  }

  /** Debian testing's kernel brings all processors up, and the shell's work comes out the same. */
  @ParameterizedTest
  @ValueSource(ints = {4, 8})
  void worksOnSeveralProcessors(int harts) throws Exception {
    Path trace = folder.resolve("smp.bbt");
    Bbt.Outcome boot =
        Bbt.run(
            "boot", "linux-arm64", "--smp", "" + harts, "--bb-trace", trace.toString(), "--report");
    assertEquals(0, boot.code(), boot::err);
    for (String line :
        List.of(
            "CPU" + (harts - 1) + ": Booted secondary processor",
            "Brought up 1 node, " + harts + " CPUs",
            "bbt-sample: checksum 1e0b32c6b34aa67b",
            harts + " harts")) {
      assertTrue(boot.out().contains(line), () -> line + " in " + boot.out());
    }
    TraceVerifier.Result verified = TraceVerifier.verify(trace);
    assertEquals(List.of(), verified.problems());
  }

  /** Entropy comes from the seed, and what is written on the second console is the console's. */
  @Test
  void entropyAndTheVirtioConsoleWorkWithDebiansModules() throws Exception {
    GuestSample.Prepared linux = new ArmStableLinux().prepare(line -> {});
    MachineConfig config =
        MachineConfig.builder()
            .kernel(linux.kernel())
            .initrd(linux.initrd())
            .append("console=ttyAMA0 panic=-1 quiet cryptomgr.notests bbt.shell")
            .memoryBytes(MEMORY)
            .maxInsns(4_000_000_000L)
            .build();
    String script =
        """
        stty -echo
        echo "from $(cat /sys/class/misc/hw_random/rng_current)"
        echo "entropy $(head -c 32 /dev/hwrng | sha256sum | cut -c1-16), $(head -c 99 /dev/hwrng | wc -c) bytes"
        echo "over the virtio console" >/dev/hvc0
        sleep 1
        exit
        """;
    Run run = Run.of(config, script);
    assertEquals(ExitReason.POWER_OFF, run.result().reason(), run.console());
    for (String line : List.of("from virtio_rng.0", ", 99 bytes", "over the virtio console")) {
      assertTrue(
          run.console().lines().anyMatch(l -> l.strip().endsWith(line)),
          () -> line + " in " + run.console());
    }
    assertEquals(run.console(), Run.of(config, script).console(), "the same in each run");
  }

  /** QEMU's tree, of our own, is for both; it has six instructions of its own before the kernel. */
  @Test
  void executesTheInstructionsThatQemuExecutes() throws Exception {
    GuestSample.Prepared linux = kernel();
    MachineConfig.Builder config =
        MachineConfig.builder()
            .kernel(linux.kernel())
            .append(linux.append())
            .memoryBytes(MEMORY)
            .maxInsns(2L * COMPARED);
    Machine ours = Machine.create(config.build(), ConsolePort.none());
    byte[] tree = new byte[1 << 16];
    ours.memory().read(ours.hart(0).general(0), tree, 0, tree.length);
    Path own = Files.write(folder.resolve("own.dtb"), tree);
    Path both = folder.resolve("both.dtb");
    List<String> dump = qemu(linux, own);
    dump.addAll(List.of("-machine", "dumpdtb=" + both));
    run(dump.toArray(String[]::new));
    Machine machine = Machine.create(config.dtb(both).build(), ConsolePort.none());
    machine.begin();
    List<String> log = qemu(linux, own);
    log.addAll(List.of("-singlestep", "-d", "exec,nochain", "-D", "/dev/stdout"));
    Process process =
        new ProcessBuilder(log).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    try (BufferedReader theirs = process.inputReader()) {
      long last = -1;
      int same = 0;
      String line = theirs.readLine();
      for (; same < COMPARED && line != null; line = theirs.readLine()) {
        if (!line.startsWith("Trace")) {
          continue;
        }
        int at = line.indexOf('/') + 1;
        long pc = Long.parseUnsignedLong(line.substring(at, at + 16), 16);
        // It says an instruction twice that it has not come to for a look at its clock.
        if (pc == last || same == 0 && pc != machine.hart(0).pc) {
          continue;
        }
        last = pc;
        int count = same;
        assertEquals(
            Long.toHexString(pc),
            Long.toHexString(machine.hart(0).pc),
            () -> "after " + count + " instructions");
        same++;
        machine.step();
      }
      assertEquals(COMPARED, same);
    } finally {
      process.destroyForcibly();
    }
    machine.finish();
  }

  private static List<String> qemu(GuestSample.Prepared linux, Path tree) {
    List<String> command = Architectures.of(linux.kernel()).qemu().command();
    command.addAll(List.of("-m", String.valueOf(MEMORY >> 20), "-display", "none"));
    command.addAll(List.of("-serial", "null", "-monitor", "none", "-icount", "shift=0"));
    command.addAll(List.of("-dtb", tree.toString(), "-kernel", linux.kernel().toString()));
    command.addAll(List.of("-append", linux.append()));
    return command;
  }
}
