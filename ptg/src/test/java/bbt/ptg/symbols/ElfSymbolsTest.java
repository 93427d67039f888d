package bbt.ptg.symbols;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bbt.ptg.image.ElfFile;
import bbt.ptg.image.ElfSymbol;
import java.io.InputStream;
import java.util.List;
import org.junit.jupiter.api.Test;

class ElfSymbolsTest {
  private static List<String> names(ElfSymbol... symbols) {
    return ElfSymbols.of(List.of(symbols), address -> address < 0x1000).all().stream()
        .map(Symbol::name)
        .toList();
  }

  @Test
  void ofSeveralNamesOfAnAddressTheOneOfWhatStandsThereWins() {
    // As in Linux, whose trap entry is assembly code behind the mark of a section's end.
    ElfSymbol entry = new ElfSymbol("handle_exception", 0x100, 376, ElfSymbol.Kind.LABEL, 1);
    ElfSymbol mark = new ElfSymbol("__entry_text_end", 0x100, 0, ElfSymbol.Kind.LABEL, 1);
    ElfSymbol function = new ElfSymbol("trap", 0x100, 8, ElfSymbol.Kind.FUNCTION, 1);
    assertEquals(List.of("handle_exception"), names(mark, entry));
    assertEquals(List.of("trap"), names(mark, entry, function));
    assertEquals(
        List.of("a"),
        names(
            new ElfSymbol("b", 0x100, 0, ElfSymbol.Kind.LABEL, 1),
            new ElfSymbol("a", 0x100, 0, ElfSymbol.Kind.LABEL, 1)));
  }

  @Test
  void labelsWithinFunctionsAndOutsideOfCodeAreNone() {
    assertEquals(
        List.of("f", "g"),
        names(
            new ElfSymbol("f", 0x100, 16, ElfSymbol.Kind.FUNCTION, 1),
            new ElfSymbol("within", 0x108, 0, ElfSymbol.Kind.LABEL, 1),
            new ElfSymbol("g", 0x110, 0, ElfSymbol.Kind.LABEL, 1),
            new ElfSymbol("data", 0x1000, 8, ElfSymbol.Kind.DATA, 1)));
  }

  private static ElfFile.Section section(String name, int flags, long address, long size) {
    return new ElfFile.Section(name, 1, flags, address, 0, size, 0, 0);
  }

  /**
   * A library that calls two functions of others: {@code void first(void); int second(int); int
   * caller(int n) { first(); return second(n) + 1; }}, by {@code gcc -O1 -fPIC -nostdlib -shared}.
   */
  @Test
  void stubsAreCalledAsObjdumpCallsThem() throws Exception {
    byte[] bytes;
    try (InputStream in = ElfSymbolsTest.class.getResourceAsStream("plt.elf")) {
      bytes = in.readAllBytes();
    }
    List<Symbol> stubs = ElfSymbols.stubs(ElfFile.parse("plt.elf", bytes));
    assertEquals(
        List.of(new Symbol(0x2a0, 16, "second@plt"), new Symbol(0x2b0, 16, "first@plt")), stubs);
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
    List<ElfSymbol> symbols =
        List.of(
            new ElfSymbol("f", 0x100, 16, ElfSymbol.Kind.FUNCTION, 1),
            new ElfSymbol("within", 0x108, 0, ElfSymbol.Kind.LABEL, 1),
            new ElfSymbol("table", 0x110, 8, ElfSymbol.Kind.DATA, 1),
            new ElfSymbol("sized", 0x118, 4, ElfSymbol.Kind.LABEL, 1),
            new ElfSymbol("loop", 0x120, 0, ElfSymbol.Kind.LABEL, 1),
            new ElfSymbol("tail", 0x130, 0, ElfSymbol.Kind.LABEL, 1),
            new ElfSymbol("_etext", 0x140, 0, ElfSymbol.Kind.LABEL, 1),
            new ElfSymbol("__FRAME_END__", 0x140, 0, ElfSymbol.Kind.DATA, 2),
            new ElfSymbol("mark", 0x148, 0, ElfSymbol.Kind.LABEL, 2),
            new ElfSymbol("odd", 0x150, 8, ElfSymbol.Kind.FUNCTION, 2),
            new ElfSymbol("_fini", 0x180, 0, ElfSymbol.Kind.FUNCTION, 3),
            new ElfSymbol("version", 0x190, 0, ElfSymbol.Kind.LABEL, 0xFFF1));
    assertEquals(
        List.of(
            new Symbol(0x100, 16, "f"),
            new Symbol(0x118, 4, "sized"),
            new Symbol(0x120, 0, "loop"),
            new Symbol(0x130, 0x10, "tail"),
            new Symbol(0x180, 0x20, "_fini")),
        ElfSymbols.code(symbols, sections).all());
  }
}
