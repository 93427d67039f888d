package bbt.translator.testing;

import bbt.ptg.asm.Assembler;
import bbt.ptg.riscv.Insn;
import bbt.translator.code.Tiering;
import bbt.translator.engine.EngineMode;
import bbt.translator.memory.Ram;
import bbt.translator.region.Tierings;
import bbt.translator.riscv.lift.RiscvCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * A program that fills a buffer, run by this machine and by {@code qemu-riscv64}, which must agree
 * on every byte.
 *
 * <p>It is loaded at the start of RAM: code, then at {@link #TABLE} its input, at {@link #OUTPUT}
 * its output. {@link #OUT} points to the next free byte of the output.
 */
public final class UserProgram {
  public static final int TABLE = 0x10_0000;
  public static final int OUTPUT = 0x20_0000;

  /** Register that walks through the output. */
  public static final int OUT = 9;

  /** Register that is 0 at the start in a user process, and set here to 1. */
  private static final int BARE = 31;

  private static final int A0 = 10;
  private static final int A7 = 17;

  private final Assembler code = new Assembler();
  private final ByteBuffer image = ByteBuffer.allocate(OUTPUT).order(ByteOrder.LITTLE_ENDIAN);
  private int tableEnd = TABLE;
  private int outputSize;

  public UserProgram() {
    address(OUT, OUTPUT);
  }

  public Assembler code() {
    return code;
  }

  /** Loads the address of a byte of the image. */
  public void address(int register, int offset) {
    code.li(register, (int) Ram.BASE + offset);
    code.i(Insn.SLLI, register, register, 32).i(Insn.SRLI, register, register, 32);
  }

  /** Adds input; returns its offset in the image. */
  public int table(long... values) {
    int start = tableEnd;
    for (long value : values) {
      image.putLong(tableEnd, value);
      tableEnd += 8;
    }
    return start;
  }

  /** Says that the code will have stored so many more bytes. */
  public void output(int bytes) {
    outputSize += bytes;
  }

  private byte[] finish() {
    code.branch(Insn.BNE, BARE, 0, "bare");
    code.li(A0, 1).li(A0 + 2, outputSize).li(A7, 64);
    address(A0 + 1, OUTPUT);
    code.op(Insn.ECALL).li(A0, 0).li(A7, 93).op(Insn.ECALL);
    code.label("bare").op(Insn.WFI);
    byte[] bytes = code.bytes();
    if (bytes.length > TABLE) {
      throw new IllegalStateException("the code is too long: " + bytes.length);
    }
    image.put(0, bytes);
    return Arrays.copyOf(image.array(), tableEnd);
  }

  /** What the program wrote, by engine. */
  public record Outputs(ByteBuffer interpreter, ByteBuffer translator, ByteBuffer qemu) {}

  /** Runs the program in both engines and in QEMU. */
  public Outputs run(Path folder) throws IOException, InterruptedException {
    byte[] program = finish();
    return new Outputs(
        execute(program, EngineMode.INTERPRETER),
        execute(program, EngineMode.TRANSLATOR),
        emulate(program, folder));
  }

  private ByteBuffer execute(byte[] program, EngineMode mode) {
    Tiering tiering = Tierings.create(RiscvCode.RV64, mode, 0, 0, null, false, null);
    BareMachine machine = new BareMachine(OUTPUT + outputSize + 4096 & -4096, tiering);
    machine.load(Ram.BASE, program);
    machine.cpu.x31 = 1;
    machine.cpu.fs = 1;
    machine.runTo(Long.MAX_VALUE / 2);
    byte[] output = new byte[outputSize];
    machine.ram.read(Ram.BASE + OUTPUT, output, 0, outputSize);
    return ByteBuffer.wrap(output).order(ByteOrder.LITTLE_ENDIAN);
  }

  private ByteBuffer emulate(byte[] program, Path folder) throws IOException, InterruptedException {
    Path elf = folder.resolve("program");
    Path output = folder.resolve("output");
    Files.write(elf, elf(program));
    elf.toFile().setExecutable(true);
    Process qemu =
        new ProcessBuilder("qemu-riscv64", "-cpu", qemuCpu(), elf.toString())
            .redirectOutput(output.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    if (qemu.waitFor() != 0) {
      throw new IllegalStateException("qemu-riscv64 ended with " + qemu.exitValue());
    }
    return ByteBuffer.wrap(Files.readAllBytes(output)).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** The CPU with every extension that programs here use; before QEMU 8 names had a capital. */
  private static String qemuCpu() throws IOException, InterruptedException {
    Process version = new ProcessBuilder("qemu-riscv64", "--version").start();
    String text = new String(version.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    version.waitFor();
    String major = text.replaceFirst("(?s).*version (\\d+).*", "$1");
    return Integer.parseInt(major) < 8 ? "rv64,Zfhmin=true" : "rv64,zfhmin=true";
  }

  /** A static executable of one segment that may be read, written and executed. */
  private byte[] elf(byte[] program) {
    int offset = 0x1000;
    ByteBuffer elf = ByteBuffer.allocate(offset + program.length).order(ByteOrder.LITTLE_ENDIAN);
    elf.put(new byte[] {0x7F, 'E', 'L', 'F', 2, 1, 1}).position(16);
    elf.putShort((short) 2).putShort((short) 243).putInt(1).putLong(Ram.BASE);
    // Flags: double-precision calling convention, compressed instructions.
    elf.putLong(64).putLong(0).putInt(5).putShort((short) 64).putShort((short) 56);
    elf.putShort((short) 1).putShort((short) 64).putShort((short) 0).putShort((short) 0);
    elf.putInt(1).putInt(7).putLong(offset).putLong(Ram.BASE).putLong(Ram.BASE);
    elf.putLong(program.length).putLong(OUTPUT + outputSize).putLong(0x1000);
    return elf.put(offset, program).array();
  }
}
