package bbt.translator.arm64.board;

import bbt.ptg.image.ElfFile;
import bbt.ptg.image.ImageException;
import bbt.ptg.image.Segment;
import bbt.translator.boot.KernelFile;
import bbt.translator.config.MachineConfig;
import bbt.translator.device.GuestMemory;
import bbt.translator.guest.GivenFiles;
import java.io.IOException;

/**
 * Fills guest RAM as QEMU's {@code virt} board does: the kernel 2 MiB above the start of RAM or
 * where its header says, the initial RAM disk in the middle of RAM or 128 MiB above its start, but
 * behind the kernel, the device tree behind that. The processor begins as
 * Documentation/arch/arm64/booting.rst has it.
 */
final class ArmLoader {
  private static final long MIB = 1 << 20;

  /** Below it is QEMU's own boot code, so that no kernel is there. */
  private static final long LEAST_OFFSET = 4096;

  private final MachineConfig config;
  private final GuestMemory memory;

  ArmLoader(MachineConfig config, GuestMemory memory) {
    this.config = config;
    this.memory = memory;
  }

  /**
   * Where the guest begins.
   *
   * @param deviceTree what register x0 holds
   */
  record Start(long entry, long deviceTree) {}

  /**
   * Loads everything that the configuration names.
   *
   * @throws ImageException when a file is not what it should be or does not fit into RAM
   */
  Start load() throws IOException {
    KernelFile kernel = KernelFile.read(config.kernel());
    Placed program =
        switch (kernel) {
          case KernelFile.Elf e -> placeElf(e.elf());
          case KernelFile.Flat f -> {
            long offset = f.header().textOffset();
            long at = ArmMap.RAM + (offset < LEAST_OFFSET ? offset + 2 * MIB : offset);
            require(f.where() + ": the kernel", at, f.header().imageSize());
            memory.write(at, f.bytes(), 0, f.bytes().length);
            yield new Placed(at, at + f.header().imageSize());
          }
        };
    byte[] initrd = GivenFiles.initrd(config);
    long usual = ArmMap.RAM + Math.min(memory.size() / 2, 128 * MIB);
    long initrdAt = Math.max(usual, program.end() + 4095 & -4096L);
    if (initrd.length > 0) {
      require("the initial RAM disk", initrdAt, initrd.length);
      memory.write(initrdAt, initrd, 0, initrd.length);
    }
    byte[] tree = deviceTree(initrdAt, initrd.length);
    long treeAt = initrdAt + initrd.length + 2 * MIB - 1 & -2 * MIB;
    require("the device tree", treeAt, tree.length);
    memory.write(treeAt, tree, 0, tree.length);
    return new Start(program.entry(), treeAt);
  }

  private void require(String what, long at, long bytes) throws ImageException {
    if (!memory.contains(at, bytes)) {
      throw new ImageException(
          what
              + " does not fit into "
              + memory.size() / MIB
              + " MiB of memory; use --memory "
              + (at + bytes - ArmMap.RAM + MIB - 1) / MIB
              + "M or more");
    }
  }

  /**
   * A kernel in memory.
   *
   * @param entry where it begins to execute
   * @param end behind all that is its own
   */
  private record Placed(long entry, long end) {}

  /** Loads the segments at their physical addresses. */
  private Placed placeElf(ElfFile elf) throws ImageException {
    long entry = -1;
    long end = 0;
    for (Segment s : elf.segments()) {
      if (s.memorySize() == 0) {
        continue;
      }
      if (!memory.contains(s.physical(), s.memorySize())) {
        throw new ImageException(
            elf.where()
                + ": a segment is linked at 0x"
                + Long.toHexString(s.physical())
                + ", where there is no RAM (it starts at 0x"
                + Long.toHexString(ArmMap.RAM)
                + ")");
      }
      memory.write(s.physical(), elf.bytes(s), 0, (int) s.fileSize());
      end = Math.max(end, s.physical() + s.memorySize());
      if (Long.compareUnsigned(elf.entry() - s.virtual(), s.memorySize()) < 0) {
        entry = elf.entry() - s.virtual() + s.physical();
      }
    }
    if (entry == -1) {
      throw new ImageException(
          elf.where()
              + ": its entry point 0x"
              + Long.toHexString(elf.entry())
              + " is in no segment");
    }
    return new Placed(entry, end);
  }

  private byte[] deviceTree(long initrdAt, int initrdBytes) throws IOException {
    byte[] given = GivenFiles.deviceTree(config);
    if (given != null) {
      return given;
    }
    return new ArmTree(
            memory.size(),
            config.append(),
            initrdAt,
            initrdAt + initrdBytes,
            config.seed(),
            config.kaslr(),
            config.harts())
        .toBytes();
  }
}
