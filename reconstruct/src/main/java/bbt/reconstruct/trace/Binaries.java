package bbt.reconstruct.trace;

import bbt.packets.SidebandRecord;
import bbt.packets.TraceHeader;
import bbt.ptg.image.ElfFile;
import bbt.ptg.image.ImageException;
import bbt.ptg.symbols.Symbol;
import bbt.ptg.symbols.SymbolTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** ELF files given with a trace: their symbols, and whether they are what was traced. */
public final class Binaries {
  private Binaries() {}

  /**
   * Adds the functions of each file.
   *
   * @throws WrongBinaryException if a kernel's build-id differs from the traced one, or a file has
   *     no symbols
   */
  public static void add(TraceSymbols symbols, TraceHeader header, List<Path> files)
      throws IOException {
    symbols.tracedBuildId(header.get("guest.kernel.build-id", ""));
    for (Path file : files) {
      ElfFile elf = ElfFile.read(file);
      List<Symbol> functions = functions(elf);
      if (functions.isEmpty()) {
        throw new WrongBinaryException(
            file + ": has no function symbols; give the unstripped binary (vmlinux with symbols)");
      }
      if (elf.positionIndependent()) {
        throw new WrongBinaryException(
            file
                + ": is position-independent, its load address is not known; leave it out, or link"
                + " it at a fixed address");
      }
      boolean kernel = functions.getFirst().address() < 0 || isTracedKernel(elf, header);
      String traced = header.get("guest.kernel.build-id", "");
      if (functions.getFirst().address() < 0
          && !traced.isEmpty()
          && elf.buildId() != null
          && !traced.equals(elf.buildId())) {
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
          SymbolTable.of(functions),
          new BinaryCode(file.toString(), elf));
    }
  }

  private static boolean isTracedKernel(ElfFile elf, TraceHeader header) {
    return elf.buildId() != null && elf.buildId().equals(header.get("guest.kernel.build-id", ""));
  }

  /** Functions by address; of several at one address, the one called a function, then by name. */
  private static List<Symbol> functions(ElfFile elf) throws ImageException {
    List<bbt.ptg.image.Symbol> all = new ArrayList<>(elf.symbols());
    all.removeIf(s -> s.name().isEmpty() || s.name().startsWith("$") || s.name().startsWith(".L"));
    boolean typed = all.stream().anyMatch(bbt.ptg.image.Symbol::function);
    all.sort(
        Comparator.comparing(bbt.ptg.image.Symbol::address, Long::compareUnsigned)
            .thenComparing(s -> !s.function())
            .thenComparing(bbt.ptg.image.Symbol::name));
    List<Symbol> functions = new ArrayList<>();
    for (bbt.ptg.image.Symbol s : all) {
      if (s.function() || !typed) {
        functions.add(new Symbol(s.address(), s.size(), s.name()));
      }
    }
    functions.sort(Comparator.comparing(Symbol::address));
    return functions;
  }
}
