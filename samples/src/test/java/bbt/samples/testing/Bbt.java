package bbt.samples.testing;

import bbt.ptg.asm.Assembler;
import bbt.ptg.riscv.Insn;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** The {@code bbt} command in a process of its own, with the JVM flags that {@code ./bbt} has. */
public final class Bbt {
  private static final Path ROOT = Path.of(System.getProperty("bbt.root"));

  private Bbt() {}

  /** How a command ended and what it wrote. */
  public record Outcome(int code, String out, String err) {
    public List<String> errorLines() {
      return err.lines().filter(line -> !line.isBlank()).toList();
    }
  }

  public static ProcessBuilder command(String... arguments) {
    List<String> line =
        new ArrayList<>(
            List.of(
                System.getProperty("java.home") + "/bin/java",
                "@" + ROOT.resolve("jvm.flags"),
                "-Dbbt.home=" + ROOT,
                "-cp",
                System.getProperty("java.class.path"),
                "bbt.reconstruct.cli.Main"));
    line.addAll(List.of(arguments));
    return new ProcessBuilder(line);
  }

  /** A command whose signals are the system's, whatever those of the tests are. */
  public static ProcessBuilder signalled(String... arguments) {
    List<String> line = new ArrayList<>(List.of("env", "--default-signal=INT,TERM"));
    line.addAll(command(arguments).command());
    return new ProcessBuilder(line);
  }

  /** Writes {@code ./bbt} into a folder: a script that runs the command in a shell's lines. */
  public static void script(Path folder) throws IOException {
    String words =
        command().command().stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
    Path bbt = Files.writeString(folder.resolve("bbt"), "#!/bin/sh\nexec " + words + " \"$@\"\n");
    Files.setPosixFilePermissions(bbt, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  public static Outcome run(String... arguments) throws IOException, InterruptedException {
    return run(Map.of(), new byte[0], arguments);
  }

  /** Runs the command with a piped input, which ends. */
  public static Outcome fed(byte[] input, String... arguments)
      throws IOException, InterruptedException {
    return run(Map.of(), input, arguments);
  }

  /**
   * Runs the command with more environment variables.
   *
   * @param environment names and values
   */
  public static Outcome run(Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    return run(environment, new byte[0], arguments);
  }

  private static Outcome run(Map<String, String> environment, byte[] input, String... arguments)
      throws IOException, InterruptedException {
    Path err = Files.createTempFile("bbt", ".err");
    try {
      ProcessBuilder builder = command(arguments).redirectError(err.toFile());
      builder.environment().putAll(environment);
      Process process = builder.start();
      try (OutputStream in = process.getOutputStream()) {
        in.write(input);
      }
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
      if (!process.waitFor(120, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new AssertionError("bbt " + List.of(arguments) + " did not end in 120 s");
      }
      return new Outcome(process.exitValue(), out, Files.readString(err));
    } finally {
      Files.delete(err);
    }
  }

  /** Writes a bare-metal guest that counts for ever. */
  public static Path endlessGuest(Path folder) throws IOException {
    return guest(
        folder.resolve("endless.elf"),
        new Assembler()
            .label("again")
            .i(Insn.ADDI, 5, 5, 1)
            .i(Insn.ANDI, 6, 5, 7)
            .branch(Insn.BNE, 6, 0, "again")
            .jal(0, "again"));
  }

  /** Writes a bare-metal guest: an ELF file made by hand, which starts in S-mode. */
  public static Path guest(Path file, Assembler program) throws IOException {
    return guest(file, 243, 0x80200000L, program.bytes());
  }

  /** A guest for AArch64: the instructions, which begin with its first one. */
  public static Path guestOfArm64(Path file, List<Integer> instructions) throws IOException {
    java.nio.ByteBuffer code =
        java.nio.ByteBuffer.allocate(4 * instructions.size())
            .order(java.nio.ByteOrder.LITTLE_ENDIAN);
    instructions.forEach(code::putInt);
    return guest(file, 183, 0x40200000L, code.array());
  }

  /**
   * Writes an ELF file of one segment, which begins with its first instruction.
   *
   * @param machine number of the instruction set (ELF's e_machine)
   */
  private static Path guest(Path file, int machine, long address, byte[] code) throws IOException {
    java.nio.ByteBuffer elf =
        java.nio.ByteBuffer.allocate(64 + 56 + code.length).order(java.nio.ByteOrder.LITTLE_ENDIAN);
    elf.putInt(0x464c457f).putInt(0x00010102).putLong(0); // ELF, 64-bit, little-endian
    elf.putShort((short) 2).putShort((short) machine).putInt(1); // executable
    elf.putLong(address).putLong(64).putLong(0).putInt(0); // entry, program headers
    elf.putShort((short) 64).putShort((short) 56).putShort((short) 1);
    elf.putShort((short) 0).putShort((short) 0).putShort((short) 0);
    elf.putInt(1).putInt(5).putLong(120).putLong(address).putLong(address);
    elf.putLong(code.length).putLong(code.length).putLong(4);
    return Files.write(file, elf.put(code).array());
  }
}
