package bbt.ptg.symbols;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bbt.ptg.image.ElfFile;
import bbt.ptg.image.Symbol;
import java.util.List;
import org.junit.jupiter.api.Test;

class ElfSymbolsTest {
  private static List<String> names(Symbol... symbols) {
    return ElfSymbols.of(List.of(symbols), address -> address < 0x1000).all().stream()
        .map(bbt.ptg.symbols.Symbol::name)
        .toList();
  }

  @Test
  void ofSeveralNamesOfAnAddressTheOneOfWhatStandsThereWins() {
    // As in Linux, whose trap entry is assembly code behind the mark of a section's end.
    Symbol entry = new Symbol("handle_exception", 0x100, 376, Symbol.Kind.LABEL, 1);
    Symbol mark = new Symbol("__entry_text_end", 0x100, 0, Symbol.Kind.LABEL, 1);
    Symbol function = new Symbol("trap", 0x100, 8, Symbol.Kind.FUNCTION, 1);
    assertEquals(List.of("handle_exception"), names(mark, entry));
    assertEquals(List.of("trap"), names(mark, entry, function));
    assertEquals(
        List.of("a"),
        names(
            new Symbol("b", 0x100, 0, Symbol.Kind.LABEL, 1),
            new Symbol("a", 0x100, 0, Symbol.Kind.LABEL, 1)));
  }

  @Test
  void labelsWithinFunctionsAndOutsideOfCodeAreNone() {
    assertEquals(
        List.of("f", "g"),
        names(
            new Symbol("f", 0x100, 16, Symbol.Kind.FUNCTION, 1),
            new Symbol("within", 0x108, 0, Symbol.Kind.LABEL, 1),
            new Symbol("g", 0x110, 0, Symbol.Kind.LABEL, 1),
            new Symbol("data", 0x1000, 8, Symbol.Kind.DATA, 1)));
  }

  private static ElfFile.Section section(String name, int flags, long address, long size) {
    return new ElfFile.Section(name, 1, flags, address, 0, size, 0);
  }

  /** A program whose code, constants and data are in one executable segment. */
  @Test
  void codeAloneIsNamed() {
    List<ElfFile.Section> sections =
        List.of(
            section("", 0, 0, 0),
            section(".text", 6, 0x100, 0x40),
            section(".eh_frame", 2, 0x140, 0x40),
            section(".fini", 6, 0x180, 0x20));
    List<Symbol> symbols =
        List.of(
            new Symbol("f", 0x100, 16, Symbol.Kind.FUNCTION, 1),
            new Symbol("within", 0x108, 0, Symbol.Kind.LABEL, 1),
            new Symbol("table", 0x110, 8, Symbol.Kind.DATA, 1),
            new Symbol("sized", 0x118, 4, Symbol.Kind.LABEL, 1),
            new Symbol("loop", 0x120, 0, Symbol.Kind.LABEL, 1),
            new Symbol("tail", 0x130, 0, Symbol.Kind.LABEL, 1),
            new Symbol("_etext", 0x140, 0, Symbol.Kind.LABEL, 1),
            new Symbol("__FRAME_END__", 0x140, 0, Symbol.Kind.DATA, 2),
            new Symbol("mark", 0x148, 0, Symbol.Kind.LABEL, 2),
            new Symbol("odd", 0x150, 8, Symbol.Kind.FUNCTION, 2),
            new Symbol("_fini", 0x180, 0, Symbol.Kind.FUNCTION, 3),
            new Symbol("version", 0x190, 0, Symbol.Kind.LABEL, 0xFFF1));
    assertEquals(
        List.of(
            new bbt.ptg.symbols.Symbol(0x100, 16, "f"),
            new bbt.ptg.symbols.Symbol(0x118, 4, "sized"),
            new bbt.ptg.symbols.Symbol(0x120, 0, "loop"),
            new bbt.ptg.symbols.Symbol(0x130, 0x10, "tail"),
            new bbt.ptg.symbols.Symbol(0x180, 0x20, "_fini")),
        ElfSymbols.code(symbols, sections).all());
  }
}
