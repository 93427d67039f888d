package bbt.translator.boot;

import bbt.ptg.Guests;
import bbt.ptg.guest.GuestIsa;
import bbt.ptg.image.Compressed;
import bbt.ptg.image.ElfFile;
import bbt.ptg.image.ImageException;
import bbt.ptg.image.LinuxImage;
import bbt.ptg.image.Segment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/** A program to boot, unpacked and recognised. */
public sealed interface KernelFile {
  /** Bytes at a kernel's beginning that tell what it is. */
  int HEAD = 64;

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
    if (LinuxImage.guest(bytes).isPresent()) {
      return new Flat(where, LinuxImage.parse(where, bytes), bytes);
    }
    throw new ImageException(where + ": " + describe(bytes));
  }

  /**
   * Whether it is a Linux kernel: an {@code Image}, or an ELF file whose entry is the head of one.
   */
  default boolean isLinux() {
    return switch (this) {
      case Flat f -> true;
      case Elf e -> {
        for (Segment s : e.elf.segments()) {
          long at = e.elf.entry() - s.virtual();
          if (at >= 0 && at < s.fileSize()) {
            byte[] bytes = e.elf.bytes(s);
            yield LinuxImage.guest(Arrays.copyOfRange(bytes, (int) at, bytes.length)).isPresent();
          }
        }
        yield false;
      }
    };
  }

  /** The guest that a kernel is for; none where {@link #read} complains of the file. */
  static Optional<GuestIsa> guest(Path file) {
    try {
      byte[] head = Compressed.head(file.toString(), Files.readAllBytes(file), HEAD);
      return ElfFile.isElf(head) ? ElfFile.guest(head) : LinuxImage.guest(head);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static String describe(byte[] bytes) {
    if (bytes.length == 0) {
      return "the file is empty, expected a kernel";
    }
    int machine = LinuxImage.machine(bytes);
    if (machine != 0 || LinuxImage.isX86(bytes)) {
      return "a kernel for another machine: "
          + (machine == 0 ? "x86" : ElfFile.machineName(machine))
          + ", expected "
          + Guests.titles();
    }
    if (bytes.length < 4096) {
      return "not a kernel: only " + bytes.length + " bytes";
    }
    return "not a kernel: expected a "
        + Guests.titles()
        + " ELF file, Linux Image or gzip-compressed Image, found"
        + String.format(" bytes %02x %02x %02x %02x", bytes[0], bytes[1], bytes[2], bytes[3]);
  }
}
