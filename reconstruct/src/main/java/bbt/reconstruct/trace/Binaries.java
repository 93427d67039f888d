package bbt.reconstruct.trace;

import bbt.packets.SidebandRecord;
import bbt.packets.TraceHeader;
import bbt.ptg.image.ElfFile;
import bbt.ptg.symbols.ElfSymbols;
import bbt.ptg.symbols.SymbolTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** ELF files given with a trace: their symbols, and whether they are what was traced. */
public final class Binaries {
  private Binaries() {}

  /**
   * Adds the functions of each file. Position-independent ones have no addresses before they are
   * {@linkplain TraceSymbols#addAppendix found}.
   *
   * @throws WrongBinaryException if a kernel's build-id differs from the traced one, or a file has
   *     no symbols
   */
  public static void add(TraceSymbols symbols, TraceHeader header, List<Path> files)
      throws IOException {
    symbols.tracedBuildId(header.get("guest.kernel.build-id", ""));
    for (Path file : files) {
      ElfFile elf = ElfFile.read(file);
      SymbolTable functions = ElfSymbols.of(elf);
      if (functions.count() == 0) {
        throw new WrongBinaryException(
            file + ": has no function symbols; give the unstripped binary (vmlinux with symbols)");
      }
      boolean upper = functions.get(functions.count() - 1).address() < 0;
      boolean kernel = upper || isTracedKernel(elf, header);
      String traced = header.get("guest.kernel.build-id", "");
      if (upper && !traced.isEmpty() && !elf.buildId().isEmpty() && !traced.equals(elf.buildId())) {
        throw new WrongBinaryException(
            file
                + ": build-id "
                + elf.buildId()
                + " is not the traced kernel's, "
                + traced
                + "; give the binary that was booted");
      }
      Path name = file.getFileName();
      symbols.add(
          kernel ? TraceSymbols.KERNEL : name == null ? file.toString() : name.toString(),
          SidebandRecord.GLOBAL,
          functions,
          new BinaryCode(file.toString(), elf, functions, kernel));
    }
  }

  private static boolean isTracedKernel(ElfFile elf, TraceHeader header) {
    return elf.buildId() != null && elf.buildId().equals(header.get("guest.kernel.build-id", ""));
  }
}
