package bbt.ptg.symbols;

import bbt.ptg.image.ElfFile;
import bbt.ptg.image.ImageException;
import bbt.ptg.image.Segment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongPredicate;

/** The functions that an ELF file names. */
public final class ElfSymbols {
  private ElfSymbols() {}

  /**
   * What the symbol table calls a function, with its size, and bare labels in executable segments
   * that lie in no function (assembly code). Of several names of one address a function goes before
   * a label, a label with a size before a mark such as Linux's {@code __entry_text_end}, then the
   * alphabet decides.
   */
  public static SymbolTable of(ElfFile elf) throws ImageException {
    return of(elf.symbols(), address -> executable(elf, address));
  }

  static SymbolTable of(List<bbt.ptg.image.Symbol> symbols, LongPredicate executable) {
    List<bbt.ptg.image.Symbol> all = new ArrayList<>(symbols);
    all.sort(
        Comparator.comparing(bbt.ptg.image.Symbol::address, Long::compareUnsigned)
            .thenComparing(s -> !s.function())
            .thenComparing(s -> s.size() == 0)
            .thenComparing(bbt.ptg.image.Symbol::name));
    List<Symbol> functions = new ArrayList<>();
    long covered = 0;
    for (bbt.ptg.image.Symbol s : all) {
      boolean inFunction = Long.compareUnsigned(s.address(), covered) < 0;
      if (s.function() || (!inFunction && executable.test(s.address()))) {
        functions.add(new Symbol(s.address(), s.function() ? s.size() : 0, s.name()));
      }
      if (s.function() && Long.compareUnsigned(s.address() + s.size(), covered) > 0) {
        covered = s.address() + s.size();
      }
    }
    return SymbolTable.of(functions);
  }

  private static boolean executable(ElfFile elf, long address) {
    for (Segment segment : elf.segments()) {
      if (segment.executable()
          && address - segment.virtual() >= 0
          && address - segment.virtual() < segment.memorySize()) {
        return true;
      }
    }
    return false;
  }
}
