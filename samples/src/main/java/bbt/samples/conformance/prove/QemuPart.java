package bbt.samples.conformance.prove;

import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.UserException;
import bbt.samples.guests.MiniSample;
import bbt.translator.engine.EngineMode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs {@code mini} without preemption in QEMU, one instruction per block: its log of executed
 * addresses must be our rebuilt pc sequence, line by line. The firmware's addresses are left out:
 * QEMU boots through OpenSBI, we through the built-in SBI.
 */
final class QemuPart {
  static final String NAME = "qemu";
  private static final String QEMU = "qemu-system-riscv64";

  /** Where the kernel starts, and the first address behind the firmware. */
  private static final long KERNEL = 0x8020_0000L;

  private static final long FIRMWARE = 0x8000_0000L;
  private static final long BOOT_ROM = 0x1000L;
  private static final long BOOT_ROM_END = 0x1_0000L;

  private final EngineMode engine;
  private final Path folder;
  private final Consumer<String> progress;

  QemuPart(EngineMode engine, Path folder, Consumer<String> progress) {
    this.engine = engine;
    this.folder = folder;
    this.progress = progress;
  }

  List<Check> run() throws IOException {
    String version = version();
    progress.accept("mini without preemption, rebuilt and in QEMU " + version);
    Path trace = folder.resolve("mini-nopreempt.bbt");
    Run run = Run.mini("nopreempt", engine, trace, b -> b);
    PcSequence ours = PcSequence.of(trace);
    List<String> command =
        new ArrayList<>(
            List.of(
                QEMU,
                "-M",
                "virt",
                "-m",
                "512M",
                "-display",
                "none",
                "-serial",
                "null",
                "-monitor",
                "none",
                "-kernel",
                MiniSample.kernel().toString(),
                "-append",
                "nopreempt",
                "-d",
                "exec,nochain"));
    command.addAll(oneInstructionPerBlock(version));
    Process process = start(command);
    String difference;
    try {
      difference = compare(ours, new QemuLog(process.getInputStream()));
    } finally {
      process.destroyForcibly();
    }
    return List.of(
        new Check(
            NAME,
            "same pc sequence as QEMU " + version,
            difference.isEmpty(),
            difference.isEmpty()
                ? ours.size()
                    + " addresses equal, checksum "
                    + run.after("mini: checksum ")
                    + ", hash "
                    + String.format("%016x", run.hash())
                : difference));
  }

  /** Empty when they are equal, else the first difference. */
  static String compare(PcSequence ours, QemuLog qemu) throws IOException {
    int index = 0;
    boolean started = false;
    while (qemu.next()) {
      long pc = qemu.pc();
      started |= pc == KERNEL;
      if (!started || firmware(pc)) {
        continue;
      }
      if (index == ours.size() || ours.get(index) != pc) {
        return "at line "
            + (index + 1)
            + ": QEMU executed "
            + hex(pc)
            + ", the trace says "
            + (index == ours.size() ? "the end" : hex(ours.get(index)))
            + (index == 0 ? "" : " (after " + hex(ours.get(index - 1)) + ")");
      }
      index++;
    }
    return index == ours.size()
        ? ""
        : "QEMU ended after "
            + index
            + " addresses, the trace has "
            + ours.size()
            + ", next "
            + hex(ours.get(index));
  }

  private static boolean firmware(long pc) {
    return (pc >= FIRMWARE && pc < KERNEL) || (pc >= BOOT_ROM && pc < BOOT_ROM_END);
  }

  private static String hex(long pc) {
    return "0x" + Long.toHexString(pc);
  }

  /** The version number of the QEMU on this machine, such as {@code 7.2.22}. */
  static String version() throws IOException {
    Process process = start(List.of(QEMU, "--version"));
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    Matcher number = Pattern.compile("version (\\d+\\.\\d+(\\.\\d+)?)").matcher(text);
    if (!number.find()) {
      throw new UserException(
          Fault.UNAVAILABLE, QEMU + " --version says nothing we understand: " + text.strip());
    }
    return number.group(1);
  }

  /** The option changed its name in QEMU 8.1. */
  static List<String> oneInstructionPerBlock(String version) {
    String[] parts = version.split("\\.", -1);
    int major = Integer.parseInt(parts[0]);
    int minor = Integer.parseInt(parts[1]);
    return major > 8 || (major == 8 && minor >= 1)
        ? List.of("-accel", "tcg,one-insn-per-tb=on")
        : List.of("-singlestep");
  }

  private static Process start(List<String> command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getOutputStream().close();
      return process;
    } catch (IOException e) {
      throw new UserException(
          Fault.UNAVAILABLE,
          "cannot run " + QEMU + "; install it (Debian: apt install qemu-system-misc)",
          e);
    }
  }
}
