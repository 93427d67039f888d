package bbt.translator.riscv.board;

import bbt.ptg.image.Compressed;
import bbt.ptg.image.ElfFile;
import bbt.ptg.image.ImageException;
import bbt.ptg.image.Segment;
import bbt.translator.boot.KernelFile;
import bbt.translator.config.MachineConfig;
import bbt.translator.device.GuestMemory;
import bbt.translator.guest.GivenFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Fills guest RAM as QEMU's {@code virt} board does: firmware at the start of RAM, the kernel 2 MiB
 * above it, the initial RAM disk 128 MiB (or half of RAM) above the kernel, the device tree at the
 * end.
 */
public final class Loader {
  private static final long MIB = 1 << 20;

  /** "OSBI", the magic number of fw_dynamic_info. */
  private static final long DYNAMIC_MAGIC = 0x4942534F;

  /** Offset of fw_dynamic_info in the boot ROM. */
  private static final int DYNAMIC_OFFSET = 0x28;

  private final MachineConfig config;
  private final GuestMemory memory;

  private Loader(MachineConfig config, GuestMemory memory) {
    this.config = config;
    this.memory = memory;
  }

  /**
   * Loads everything that the configuration names.
   *
   * @throws ImageException when a file is not what it should be or does not fit into RAM
   */
  public static LoadedGuest load(MachineConfig config, GuestMemory memory) throws IOException {
    return new Loader(config, memory).load();
  }

  private record Placed(long entry, long end) {}

  private LoadedGuest load() throws IOException {
    if (config.kernel() == null) {
      throw new ImageException("no kernel is given");
    }
    KernelFile kernel = KernelFile.read(config.kernel());
    Placed placed = place(kernel);
    Placed firmware = config.bios() == null ? null : firmware(config.bios());
    if (firmware != null && firmware.end > placed.entry && firmware.entry < placed.entry) {
      throw new ImageException(
          config.bios() + ": the firmware ends at " + hex(firmware.end) + ", inside the kernel");
    }
    byte[] initrd = GivenFiles.initrd(config);
    long deviceTreeMax = MemoryMap.RAM + config.memoryBytes() - 2 * MIB;
    long initrdStart = 0;
    if (initrd.length > 0) {
      initrdStart = placeInitrd(initrd, placed, deviceTreeMax & -2 * MIB);
    }
    byte[] tree = deviceTree(initrdStart, initrd.length);
    long treeAt = (MemoryMap.RAM + config.memoryBytes() - tree.length) & -2 * MIB;
    if (treeAt < placed.end) {
      throw tooSmall(kernel.where() + ": the kernel", placed.end - MemoryMap.RAM);
    }
    memory.write(treeAt, tree, 0, tree.length);
    boolean supervisor = firmware == null && placed.entry >= MemoryMap.SUPERVISOR;
    long start = firmware == null ? placed.entry : firmware.entry;
    return new LoadedGuest(
        start,
        supervisor,
        treeAt,
        rom(start, treeAt, placed.entry),
        MemoryMap.ROM + DYNAMIC_OFFSET);
  }

  private Placed place(KernelFile kernel) throws ImageException {
    return switch (kernel) {
      case KernelFile.Elf e -> placeElf(e.elf());
      case KernelFile.Flat f -> {
        // A kernel that has M-mode to itself says that it goes where RAM begins.
        boolean bare = f.header().textOffset() == 0 && config.bios() == null;
        long at = bare ? MemoryMap.RAM : MemoryMap.SUPERVISOR;
        long end = at + f.header().imageSize();
        if (end > MemoryMap.RAM + memory.size()) {
          throw tooSmall(f.where() + ": the kernel", end - MemoryMap.RAM);
        }
        memory.write(at, f.bytes(), 0, f.bytes().length);
        yield new Placed(at, end);
      }
    };
  }

  /**
   * Loads the segments at their physical addresses. A kernel whose physical addresses are not in
   * RAM (a Linux {@code vmlinux} starts at 0) is moved as a whole to where an {@code Image} goes.
   */
  private Placed placeElf(ElfFile elf) throws ImageException {
    long low = Long.MAX_VALUE;
    for (Segment s : elf.segments()) {
      if (s.memorySize() > 0) {
        low = Math.min(low, s.physical());
      }
    }
    if (low == Long.MAX_VALUE) {
      throw new ImageException(
          elf.where() + ": an ELF file with nothing to load; is it an object file?");
    }
    long move = runsInRam(elf) ? 0 : MemoryMap.SUPERVISOR - low;
    long end = 0;
    long entry = elf.entry();
    for (Segment s : elf.segments()) {
      long at = s.physical() + move;
      long below = s.fileOffset() == 0 && at >= 0 ? Math.max(0, MemoryMap.RAM - at) : 0;
      if (s.memorySize() <= below) {
        continue;
      }
      if (!memory.contains(at + below, s.memorySize() - below)) {
        throw outsideRam(elf, s, at);
      }
      long inRam = s.fileSize() - below;
      if (inRam > 0) {
        memory.write(at + below, elf.bytes(s), (int) below, (int) inRam);
      }
      end = Math.max(end, at + s.memorySize());
      if (Long.compareUnsigned(elf.entry() - s.virtual(), s.memorySize()) < 0) {
        entry = elf.entry() - s.virtual() + at;
      }
    }
    if (!memory.contains(entry, 4)) {
      throw new ImageException(
          elf.where() + ": its entry point " + hex(elf.entry()) + " is in no segment");
    }
    return new Placed(entry, end);
  }

  private ImageException outsideRam(ElfFile elf, Segment s, long at) {
    if (at >= MemoryMap.RAM && at < MemoryMap.RAM + (1L << 40)) {
      return tooSmall(
          elf.where() + ": a segment at " + hex(at), at + s.memorySize() - MemoryMap.RAM);
    }
    return new ImageException(
        elf.where()
            + ": a segment is linked at "
            + hex(s.physical())
            + ", where there is no RAM (it starts at "
            + hex(MemoryMap.RAM)
            + ")");
  }

  /** Whether the code at the entry point is linked to run where RAM is. */
  private static boolean runsInRam(ElfFile elf) {
    for (Segment s : elf.segments()) {
      if (Long.compareUnsigned(elf.entry() - s.virtual(), s.memorySize()) < 0) {
        return Long.compareUnsigned(elf.entry() - s.virtual() + s.physical(), MemoryMap.RAM) >= 0;
      }
    }
    return true;
  }

  private Placed firmware(Path file) throws IOException {
    byte[] bytes = Compressed.unpack(file.toString(), Files.readAllBytes(file));
    if (ElfFile.isElf(bytes)) {
      return placeElf(ElfFile.parse(file.toString(), bytes));
    }
    if (bytes.length == 0 || bytes.length > 2 * MIB) {
      throw new ImageException(
          file
              + ": not a firmware: "
              + bytes.length
              + " bytes, expected up to 2 MiB or an ELF file");
    }
    memory.write(MemoryMap.RAM, bytes, 0, bytes.length);
    return new Placed(MemoryMap.RAM, MemoryMap.RAM + bytes.length);
  }

  private long placeInitrd(byte[] initrd, Placed kernel, long limit) throws ImageException {
    long far = MemoryMap.SUPERVISOR + Math.min(config.memoryBytes() / 2, 128 * MIB);
    long start = (Math.max(far, kernel.end) + 0xFFF) & -0x1000L;
    if (start + initrd.length > limit) {
      throw tooSmall(
          (config.initrd() != null ? config.initrd() : config.initrdAdd().getFirst().file())
              + ": the initial RAM disk",
          start + initrd.length + 4 * MIB - MemoryMap.RAM);
    }
    memory.write(start, initrd, 0, initrd.length);
    return start;
  }

  private byte[] deviceTree(long initrdStart, int initrdLength) throws IOException {
    byte[] given = GivenFiles.deviceTree(config);
    if (given != null) {
      return given;
    }
    return new VirtTree(
            config.memoryBytes(),
            config.append(),
            initrdStart,
            initrdStart + initrdLength,
            config.seed(),
            config.kaslr(),
            config.softwarePageBits(),
            config.harts())
        .toBytes();
  }

  /**
   * The boot ROM as QEMU writes it: six instructions that load a0, a1, a2 and jump, the two
   * addresses that they load, and fw_dynamic_info (OpenSBI, version 2). The machine sets the
   * registers itself; the bytes are there for the firmware to read.
   */
  private static byte[] rom(long start, long tree, long kernel) {
    ByteBuffer b = ByteBuffer.allocate(0x58).order(ByteOrder.LITTLE_ENDIAN);
    b.putInt(0x0000_0297); // auipc t0, 0
    b.putInt(0x0282_8613); // addi a2, t0, 0x28
    b.putInt(0xF140_2573); // csrr a0, mhartid
    b.putInt(0x0202_B583); // ld a1, 32(t0)
    b.putInt(0x0182_B283); // ld t0, 24(t0)
    b.putInt(0x0002_8067); // jr t0
    b.putLong(start).putLong(tree);
    b.putLong(DYNAMIC_MAGIC).putLong(2).putLong(kernel).putLong(1).putLong(0).putLong(0);
    return b.array();
  }

  private ImageException tooSmall(String what, long needed) {
    return new ImageException(
        what
            + " does not fit into "
            + (memory.size() / MIB)
            + " MiB of memory; use --memory "
            + (needed + MIB - 1) / MIB
            + "M or more");
  }

  private static String hex(long value) {
    return "0x" + Long.toHexString(value);
  }
}
