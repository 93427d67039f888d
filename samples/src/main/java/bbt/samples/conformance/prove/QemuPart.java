package bbt.samples.conformance.prove;

import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.UserException;
import bbt.samples.guests.ArmMiniSample;
import bbt.samples.guests.MiniSample;
import bbt.translator.boot.GuestSample;
import bbt.translator.engine.EngineMode;
import bbt.translator.guest.QemuBoard;
import bbt.translator.machine.Architectures;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs {@code mini} or {@code mini-arm64} without preemption in QEMU, one instruction per block:
 * its log of executed addresses must be our rebuilt pc sequence, line by line. Firmware's addresses
 * are left out: QEMU boots RISC-V through OpenSBI, we through the built-in SBI.
 */
final class QemuPart {
  static final String NAME = "qemu";

  /** The guest of each instruction set, and which addresses are its own. */
  enum Board {
    RISCV(new MiniSample(), 0x8020_0000L) {
      /** {@inheritDoc} OpenSBI is right below the kernel, the boot ROM far below. */
      @Override
      boolean isLeftOut(long pc) {
        return (pc >= 0x8000_0000L && pc < start) || (pc >= 0x1000L && pc < 0x1_0000L);
      }
    },
    ARM(new ArmMiniSample(), 0x4020_0000L) {
      /**
       * {@inheritDoc} QEMU makes a block of one instruction where none can be, which then traps.
       */
      @Override
      boolean isLeftOut(long pc) {
        return (pc & 3) != 0;
      }
    };

    final GuestSample guest;

    /** Where the kernel starts. */
    final long start;

    Board(GuestSample guest, long start) {
      this.guest = guest;
      this.start = start;
    }

    /** Whether an address in QEMU's log is of no instruction of the guest's. */
    abstract boolean isLeftOut(long pc);
  }

  private final Board board;
  private final EngineMode engine;
  private final Path folder;
  private final Consumer<String> progress;

  QemuPart(Board board, EngineMode engine, Path folder, Consumer<String> progress) {
    this.board = board;
    this.engine = engine;
    this.folder = folder;
    this.progress = progress;
  }

  List<Check> run() throws IOException {
    String name = board.guest.name();
    Path kernel = board.guest.prepare(progress).kernel();
    QemuBoard qemu = Architectures.of(kernel).qemu();
    String version = version(qemu);
    progress.accept(name + " without preemption, rebuilt and in QEMU " + version);
    Path trace = folder.resolve(name + "-nopreempt.bbt");
    Run run = Run.kernel(kernel, "nopreempt", engine, trace, b -> b);
    PcSequence ours = PcSequence.of(trace);
    List<String> command = qemu.command();
    command.addAll(
        List.of(
            "-m",
            "512M",
            "-display",
            "none",
            "-serial",
            "null",
            "-monitor",
            "none",
            "-kernel",
            kernel.toString(),
            "-append",
            "nopreempt",
            "-d",
            "exec,nochain"));
    command.addAll(oneInstructionPerBlock(version));
    Process process = start(qemu, command);
    String difference;
    try {
      difference = compare(board, ours, new QemuLog(process.getInputStream()));
    } finally {
      process.destroyForcibly();
    }
    return List.of(
        new Check(
            NAME,
            name + ": same pc sequence as QEMU " + version,
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
  private static String compare(Board board, PcSequence ours, QemuLog qemu) throws IOException {
    int index = 0;
    boolean started = false;
    while (qemu.next()) {
      long pc = qemu.pc();
      started |= pc == board.start;
      if (!started || board.isLeftOut(pc)) {
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

  private static String hex(long pc) {
    return "0x" + Long.toHexString(pc);
  }

  /** The version number of the QEMU on this machine, such as {@code 7.2.22}. */
  private static String version(QemuBoard qemu) throws IOException {
    Process process = start(qemu, List.of(qemu.program(), "--version"));
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    Matcher number = Pattern.compile("version (\\d+\\.\\d+(\\.\\d+)?)").matcher(text);
    if (!number.find()) {
      throw new UserException(
          Fault.UNAVAILABLE,
          qemu.program() + " --version says nothing we understand: " + text.strip());
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

  private static Process start(QemuBoard qemu, List<String> command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getOutputStream().close();
      return process;
    } catch (IOException e) {
      throw new UserException(
          Fault.UNAVAILABLE,
          "cannot run "
              + qemu.program()
              + "; install it (Debian: apt install "
              + qemu.inPackage()
              + ")",
          e);
    }
  }
}
