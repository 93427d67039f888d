package bbt.reconstruct.fuzz;

import bbt.reconstruct.testing.TestElf;
import bbt.translator.config.MachineConfig;
import bbt.translator.memory.Ram;
import bbt.translator.riscv.board.Loader;
import bbt.translator.riscv.board.VirtTree;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Loads what a machine is booted with. */
final class BootTarget {
  private static final long MEMORY = 64L << 20;

  private static final ScratchFile FILE = new ScratchFile("boot");
  private static final ScratchFile KERNEL = new ScratchFile("kernel");
  private static final Ram RAM = new Ram(MEMORY);

  private BootTarget() {}

  /** Boots the input as the kernel; and, behind another one, as the firmware. */
  static void kernel(byte[] input) throws IOException {
    Path file = FILE.holding(input);
    Loader.load(machine().kernel(file).build(), RAM);
    Loader.load(machine().kernel(someKernel()).bios(file).build(), RAM);
  }

  /** Uses the input as the device tree; and as the command line in the one that is generated. */
  static void deviceTree(byte[] input) throws IOException {
    String line = new String(input, StandardCharsets.UTF_8);
    byte[] tree = new VirtTree(MEMORY, line, 0, 0, 1, false, false, 2).toBytes();
    if (ByteBuffer.wrap(tree).getInt(4) != tree.length) {
      throw new AssertionError("the tree's length is wrong");
    }
    Loader.load(machine().kernel(someKernel()).dtb(FILE.holding(input)).build(), RAM);
  }

  private static MachineConfig.Builder machine() {
    return MachineConfig.builder().memoryBytes(MEMORY);
  }

  private static Path someKernel() throws IOException {
    if (!Files.exists(KERNEL.path())) {
      KERNEL.holding(TestElf.of(Ram.BASE + (2 << 20), new byte[64], 1));
    }
    return KERNEL.path();
  }
}
