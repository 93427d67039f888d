package bbt.translator.boot;

import bbt.ptg.image.Compressed;
import bbt.ptg.image.ElfFile;
import bbt.ptg.image.ImageException;
import bbt.ptg.image.LinuxImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A program to boot, unpacked and recognised. */
public sealed interface KernelFile {
  /** Name for messages. */
  String where();

  /** An ELF program. */
  record Elf(String where, ElfFile elf) implements KernelFile {}

  /** A flat Linux kernel. */
  record Flat(String where, LinuxImage header, byte[] bytes) implements KernelFile {}

  /**
   * Reads a kernel of any supported kind.
   *
   * @throws ImageException with one line when it is none
   */
  static KernelFile read(Path file) throws IOException {
    String where = file.toString();
    byte[] bytes = Compressed.unpack(where, Files.readAllBytes(file));
    if (ElfFile.isElf(bytes)) {
      return new Elf(where, ElfFile.parse(where, bytes));
    }
    if (LinuxImage.isImage(bytes)) {
      return new Flat(where, LinuxImage.parse(where, bytes), bytes);
    }
    throw new ImageException(where + ": " + describe(bytes));
  }

  private static String describe(byte[] bytes) {
    if (bytes.length == 0) {
      return "the file is empty, expected a kernel";
    }
    String other = LinuxImage.isX86(bytes) ? "x86" : LinuxImage.isArm64(bytes) ? "AArch64" : null;
    if (other != null) {
      return "a kernel for another machine: " + other + ", expected RISC-V";
    }
    if (bytes.length < 4096) {
      return "not a kernel: only " + bytes.length + " bytes";
    }
    return "not a kernel: expected a RISC-V ELF file, Linux Image or gzip-compressed Image, found"
        + String.format(" bytes %02x %02x %02x %02x", bytes[0], bytes[1], bytes[2], bytes[3]);
  }
}
