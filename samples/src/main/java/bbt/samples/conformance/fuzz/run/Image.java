package bbt.samples.conformance.fuzz.run;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A bare-metal program: what RAM holds at reset from the board's {@link FuzzBoard#start} on, where
 * it begins. On RISC-V's board other harts begin there too, and it ends by a store of {@link
 * #POWER_OFF} to the test finisher; on AArch64's it ends by a call of the firmware.
 *
 * @param bytes the start of RAM, a multiple of 4096 long
 * @param memoryBytes size of RAM, a multiple of 2 MiB; the last 4 MiB belong to the device tree
 * @param observed bytes from the start of RAM that are looked at after the run, a multiple of 4096
 */
public record Image(FuzzBoard board, byte[] bytes, int memoryBytes, int observed) {
  /** Start of RAM on RISC-V's board. */
  public static final long BASE = 0x8000_0000L;

  /** Address of the test finisher. */
  public static final long FINISHER = 0x10_0000;

  /** Ends the run when stored there. */
  public static final int POWER_OFF = 0x5555;

  private static final int PAGE = 4096;

  /** A program for RISC-V's board. */
  public Image(byte[] bytes, int memoryBytes, int observed) {
    this(FuzzBoard.RISCV, bytes, memoryBytes, observed);
  }

  public Image {
    if (bytes.length % PAGE != 0 || observed % PAGE != 0 || observed < bytes.length) {
      throw new IllegalArgumentException(
          "image of " + bytes.length + " bytes, observed " + observed + ": not whole pages");
    }
    if (board.below() + observed > memoryBytes - (4 << 20)) {
      throw new IllegalArgumentException(
          "image of " + observed + " bytes in " + memoryBytes + " bytes of RAM");
    }
  }

  /** Writes it as an ELF executable. */
  public void writeElf(Path file) throws IOException {
    ByteBuffer elf = ByteBuffer.allocate(PAGE + bytes.length).order(ByteOrder.LITTLE_ENDIAN);
    elf.put(new byte[] {0x7F, 'E', 'L', 'F', 2, 1, 1}).position(16);
    // Executable, of the board's machine, version 1; one program header behind this one.
    long base = board.start();
    elf.putShort((short) 2).putShort(board.elfMachine()).putInt(1).putLong(base);
    elf.putLong(64).putLong(0).putInt(5).putShort((short) 64).putShort((short) 56);
    elf.putShort((short) 1).putShort((short) 64).putShort((short) 0).putShort((short) 0);
    elf.putInt(1).putInt(7).putLong(PAGE).putLong(base).putLong(base);
    elf.putLong(bytes.length).putLong(bytes.length).putLong(PAGE);
    elf.position(PAGE);
    elf.put(bytes);
    Files.write(file, elf.array());
  }
}
