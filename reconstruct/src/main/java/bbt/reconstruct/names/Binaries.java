package bbt.reconstruct.names;

import bbt.packets.SidebandRecord;
import bbt.ptg.image.ElfFile;
import bbt.ptg.image.ImageException;
import bbt.ptg.symbols.ElfSymbols;
import bbt.ptg.symbols.Symbol;
import bbt.ptg.symbols.SymbolTable;
import bbt.reconstruct.cache.FileKey;
import bbt.reconstruct.cache.KeptPrograms;
import bbt.reconstruct.trace.KernelId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Reads ELF files given with a trace: their symbols, and whether they are what was traced. */
final class Binaries {
  private final TraceSymbols symbols;
  private final KernelId traced;
  private final DebugFiles debug;
  private final Consumer<String> damage;
  private boolean hasKernel;

  private Binaries(
      TraceSymbols symbols, KernelId traced, DebugFiles debug, Consumer<String> damage) {
    this.symbols = symbols;
    this.traced = traced;
    this.debug = debug;
    this.damage = damage;
  }

  /**
   * Adds the functions of each file. Position-independent ones have no addresses before they are
   * {@linkplain BinaryPages found}. Where no file is the kernel, the kernel's debug file is added
   * if the user's debug folders have it.
   *
   * @param kept what the guest was given, by the trace; names that are not found are no error
   * @throws WrongBinaryException if a kernel's build-id differs from the traced one, or a file has
   *     no symbols
   */
  static void add(
      TraceSymbols symbols, KernelId traced, BinaryFiles given, List<KeptPrograms.Kept> kept)
      throws IOException {
    Binaries binaries =
        new Binaries(symbols, traced, new DebugFiles(given.debugFolders()), given.damage());
    for (Path file : given.files()) {
      binaries.add(file);
    }
    List<String> hashes = new ArrayList<>();
    for (Path file : kept.isEmpty() ? List.<Path>of() : given.files()) {
      hashes.add(FileKey.of(file));
    }
    for (KeptPrograms.Kept each : kept) {
      if (!hashes.contains(FileKey.of(each.file()))) {
        binaries.addKept(each);
      }
    }
    Path kernel = binaries.hasKernel ? null : binaries.debug.ofBuildId(traced.best());
    if (kernel != null) {
      binaries.add(kernel);
    }
  }

  private void add(Path file) throws IOException {
    ElfFile elf = ElfFile.read(file);
    Path separate = debug.of(file, elf);
    ElfFile detail = separate == null ? elf : ElfFile.read(separate);
    SymbolTable functions = ElfSymbols.code(detail);
    if (functions.count() == 0 && separate != null) {
      functions = ElfSymbols.code(elf);
    }
    if (functions.count() == 0) {
      throw new WrongBinaryException(
          file
              + ": has no function symbols, and no debug file of its build was found; give the"
              + " unstripped binary (vmlinux with symbols), or --debug-dir");
    }
    functions = withStubs(functions, elf);
    boolean upper = functions.get(functions.count() - 1).address() < 0;
    boolean proven = traced.is(elf.buildId());
    if (upper && !proven && traced.isKnown() && !elf.buildId().isEmpty()) {
      throw new WrongBinaryException(
          file
              + ": build-id "
              + elf.buildId()
              + " is not the traced kernel's, "
              + traced.best()
              + "; give the binary that was booted");
    }
    boolean kernel = upper || proven;
    hasKernel |= kernel;
    Path name = file.getFileName();
    String image = kernel ? TraceSymbols.KERNEL : name == null ? file.toString() : name.toString();
    symbols.add(
        image,
        SidebandRecord.GLOBAL,
        functions,
        new BinaryCode(
            file.toString(), image, elf, detail, functions, kernel, proven, false, damage));
  }

  private static SymbolTable withStubs(SymbolTable functions, ElfFile elf) throws ImageException {
    List<Symbol> all = new ArrayList<>(ElfSymbols.stubs(elf));
    all.addAll(functions.all());
    return SymbolTable.of(all);
  }

  private void addKept(KeptPrograms.Kept kept) throws IOException {
    ElfFile elf;
    try {
      elf = ElfFile.parse(kept.name(), Files.readAllBytes(kept.file()));
      if (elf.guest() != symbols.guest()) {
        return;
      }
    } catch (ImageException e) {
      return; // no file of this guest
    }
    Path separate = debug.of(kept.origin(), elf);
    ElfFile detail = separate == null ? elf : ElfFile.read(separate);
    SymbolTable functions = ElfSymbols.code(detail);
    functions = withStubs(functions, elf);
    if (functions.count() > 0 && functions.get(functions.count() - 1).address() >= 0) {
      symbols.add(
          kept.name(),
          SidebandRecord.GLOBAL,
          functions,
          new BinaryCode(
              kept.origin().toString(),
              kept.name(),
              elf,
              detail,
              functions,
              false,
              false,
              true,
              damage));
    }
  }
}
