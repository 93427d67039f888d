package bbt.ptg.symbols;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
    Symbol entry = new Symbol("handle_exception", 0x100, 376, false);
    Symbol mark = new Symbol("__entry_text_end", 0x100, 0, false);
    Symbol function = new Symbol("trap", 0x100, 8, true);
    assertEquals(List.of("handle_exception"), names(mark, entry));
    assertEquals(List.of("trap"), names(mark, entry, function));
    assertEquals(
        List.of("a"), names(new Symbol("b", 0x100, 0, false), new Symbol("a", 0x100, 0, false)));
  }

  @Test
  void labelsWithinFunctionsAndOutsideOfCodeAreNone() {
    assertEquals(
        List.of("f", "g"),
        names(
            new Symbol("f", 0x100, 16, true),
            new Symbol("within", 0x108, 0, false),
            new Symbol("g", 0x110, 0, false),
            new Symbol("data", 0x1000, 8, false)));
  }
}
