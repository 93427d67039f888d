package bbt.ptg.symbols;

import bbt.ptg.image.ElfFile;
import bbt.ptg.image.ElfSymbol;
import bbt.ptg.image.ImageException;
import bbt.ptg.image.Segment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongPredicate;
import java.util.function.ToLongFunction;

/** Reads the functions that an ELF file names. */
public final class ElfSymbols {
  private ElfSymbols() {}

  /**
   * What a trace names of the guest's own file: what the symbol table calls a function, with its
   * size, and everything else in executable segments that lies in no function (assembly code; of
   * files that have data beside their code, that too). Of several names of one address a function
   * goes before a label, a label with a size before a mark such as Linux's {@code
   * __entry_text_end}, then the alphabet decides.
   *
   * <p>Traces hold these names, so the rule stays as it is: {@link #code} is the stricter one.
   */
  public static SymbolTable of(ElfFile elf) throws ImageException {
    return of(elf.symbols(), address -> executable(elf, address));
  }

  /**
   * The names of a file's code alone: its functions, and the labels in executable sections that lie
   * in no function. Data has none, wherever it stands. A name ends where its size says; without a
   * size, at the next name or the section's end.
   */
  public static SymbolTable code(ElfFile elf) throws ImageException {
    return code(elf.symbols(), elf.sections());
  }

  /**
   * The stubs by which a file calls functions of other images: {@code puts@plt}, as objdump calls
   * them. Each goes before a label that covers it.
   */
  public static List<Symbol> stubs(ElfFile elf) throws ImageException {
    ElfFile.Section table = elf.section(".plt");
    List<String> names = elf.linked();
    long entry = table == null ? 0 : table.entrySize();
    if (entry <= 0 || names.size() > table.size() / entry) {
      return List.of();
    }
    List<Symbol> stubs = new ArrayList<>();
    long at = table.address() + table.size() - names.size() * entry; // behind what they share
    for (String name : names) {
      if (!name.isEmpty()) {
        stubs.add(new Symbol(at, entry, name + "@plt"));
      }
      at += entry;
    }
    return stubs;
  }

  static SymbolTable code(List<ElfSymbol> symbols, List<ElfFile.Section> sections) {
    List<ElfSymbol> code = new ArrayList<>();
    for (ElfSymbol s : symbols) {
      boolean data = s.kind() == ElfSymbol.Kind.DATA;
      // A number beyond the table is of no section: an absolute value is no address.
      if (!data && s.section() < sections.size() && sections.get(s.section()).executable()) {
        code.add(s);
      }
    }
    List<Symbol> named = SymbolTable.of(named(code, address -> true, ElfSymbol::size)).all();
    List<Symbol> bounded = new ArrayList<>();
    for (int i = 0; i < named.size(); i++) {
      Symbol s = named.get(i);
      long end = s.size() == 0 ? endOfSection(sections, s.address()) : 0;
      boolean last = i + 1 == named.size() || named.get(i + 1).address() - end >= 0;
      if (s.size() != 0 || !last) {
        bounded.add(s);
      } else if (end != s.address()) {
        bounded.add(new Symbol(s.address(), end - s.address(), s.name()));
      }
    }
    return SymbolTable.of(bounded);
  }

  /** Where the code around an address ends; the address itself if it marks a section's end. */
  private static long endOfSection(List<ElfFile.Section> sections, long address) {
    for (ElfFile.Section s : sections) {
      if (s.executable() && address - s.address() >= 0 && address - s.address() < s.size()) {
        return s.address() + s.size();
      }
    }
    return address;
  }

  static SymbolTable of(List<ElfSymbol> symbols, LongPredicate executable) {
    return SymbolTable.of(named(symbols, executable, s -> s.function() ? s.size() : 0));
  }

  /** Functions and labels, those at one address in the order of their preference. */
  private static List<Symbol> named(
      List<ElfSymbol> symbols, LongPredicate executable, ToLongFunction<ElfSymbol> size) {
    List<ElfSymbol> all = new ArrayList<>(symbols);
    all.sort(
        Comparator.comparing(ElfSymbol::address, Long::compareUnsigned)
            .thenComparing(s -> !s.function())
            .thenComparing(s -> s.size() == 0)
            .thenComparing(ElfSymbol::name));
    List<Symbol> functions = new ArrayList<>();
    long covered = 0;
    for (ElfSymbol s : all) {
      boolean inFunction = Long.compareUnsigned(s.address(), covered) < 0;
      if (s.function() || (!inFunction && executable.test(s.address()))) {
        functions.add(new Symbol(s.address(), size.applyAsLong(s), s.name()));
      }
      if (s.function() && Long.compareUnsigned(s.address() + s.size(), covered) > 0) {
        covered = s.address() + s.size();
      }
    }
    return functions;
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
