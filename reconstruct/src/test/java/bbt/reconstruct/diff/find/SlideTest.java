package bbt.reconstruct.diff.find;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bbt.packets.SidebandRecord;
import bbt.ptg.riscv.RiscvIsa;
import bbt.ptg.symbols.Symbol;
import bbt.ptg.symbols.SymbolTable;
import bbt.reconstruct.names.TraceSymbols;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One kernel at two addresses. */
class SlideTest {
  private static final long KERNEL = 0xFFFF_FFFF_8000_0000L;
  private static final long PROGRAM = 0x40_0000;

  /** Functions of a kernel, and of a program that it carries. */
  private static TraceSymbols symbols(long kernel, long... offsets) {
    List<Symbol> all = new ArrayList<>();
    for (int i = 0; i < offsets.length; i++) {
      all.add(new Symbol(kernel + offsets[i], 0, "f" + i));
    }
    for (int i = 0; i < 3; i++) {
      all.add(new Symbol(PROGRAM + 16 * i, 0, "user" + i));
    }
    // Two functions of one name say nothing.
    all.add(new Symbol(PROGRAM + 0x100, 0, "twin"));
    all.add(new Symbol(kernel + 8, 0, "twin"));
    TraceSymbols symbols = new TraceSymbols(RiscvIsa.RV64);
    symbols.add(TraceSymbols.KERNEL, SidebandRecord.GLOBAL, SymbolTable.of(all));
    return symbols;
  }

  @Test
  void addressesOfTheKernelMoveAndThoseOfItsProgramsStay() {
    long distance = 0x123_4000;
    TraceSymbols a = symbols(KERNEL, 0, 0x20, 0x300);
    Slide slide = Slide.between(a, symbols(KERNEL + distance, 0, 0x20, 0x300));
    assertEquals(distance, slide.distance());
    assertEquals(KERNEL + 0x24, slide.toA(KERNEL + distance + 0x24));
    assertEquals(KERNEL + 0x310, slide.toA(KERNEL + distance + 0x310));
    assertEquals(PROGRAM + 16, slide.toA(PROGRAM + 16));
    Slide back = Slide.between(symbols(KERNEL + distance, 0, 0x20, 0x300), a);
    assertEquals(KERNEL + distance + 0x24, back.toA(KERNEL + 0x24));
  }

  @Test
  void aKernelBuiltAnewHasNotMoved() {
    TraceSymbols a = symbols(KERNEL, 0, 0x20, 0x300, 0x400);
    assertEquals(Slide.NONE, Slide.between(a, symbols(KERNEL, 0, 0x40, 0x320, 0x420)));
    assertEquals(Slide.NONE, Slide.between(a, a));
    // Some moved by a page, with one between them that stayed.
    TraceSymbols b = symbols(KERNEL, 0, 0x2000, 0x3000);
    assertEquals(Slide.NONE, Slide.between(b, symbols(KERNEL, 0x1000, 0x2000, 0x4000)));
  }
}
