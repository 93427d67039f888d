package bbt.ptg.symbols;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Finds names of addresses. */
class SymbolTableTest {
  @Test
  void aTableFindsTheFunctionOfAnAddress() {
    SymbolTable table =
        SymbolTable.of(
            List.of(
                new Symbol(0x5000, 0, "b"),
                new Symbol(0x1000, 0, "a"),
                new Symbol(0x1000, 0, "alias"),
                new Symbol(0x8000, 16, "c")));
    assertEquals("a", table.at(0x1000).name(), "the first name of an address wins");
    assertEquals("a", table.at(0x4FFF).name());
    assertNull(table.at(0x8010), "a size ends a function");
    assertNull(table.at(0xFFF));
    assertEquals(2, table.atOrBelow(0x9000), "whatever its size");
    assertEquals(-1, table.atOrBelow(0xFFF));
  }

  /** As in a kernel whose last label is data: what runs far above it is not called so. */
  @Test
  void aNameWithoutASizeNamesNothingFarAway() {
    SymbolTable table = SymbolTable.of(List.of(new Symbol(0x1000, 0, "disk")));
    assertEquals("disk", table.at(0x40FFF).name());
    assertNull(table.at(0x41000));
    assertNull(table.at(0x3F_7FFD_D3E0L));
    assertNull(table.at(0xFFFF_FFFF_8000_0000L));
  }
}
