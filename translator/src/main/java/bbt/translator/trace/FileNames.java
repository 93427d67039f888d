package bbt.translator.trace;

import bbt.packets.write.SidebandWriter;
import bbt.ptg.guest.GuestIsa;
import bbt.ptg.symbols.SymbolTable;
import bbt.translator.hart.Hart;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Names the functions of a guest whose operating system is not known: its functions have the names
 * in its ELF file, or none, or not at all.
 */
final class FileNames {
  private final GuestIsa isa;

  // Guest thread.
  /** Pages of the upper half that were executed: number of the virtual one to physical address. */
  private final Map<Long, Long> executed = new HashMap<>();

  // Writer thread.
  private final FunctionNames functions = new FunctionNames();
  private SymbolTable symbols = SymbolTable.EMPTY;

  FileNames(GuestIsa isa) {
    this.isa = isa;
  }

  /** Takes the names in the file. */
  void symbols(SymbolTable its) {
    symbols = its;
  }

  /** Names that hold from the start: those of a guest that runs at physical addresses. */
  void atStart(SidebandWriter to, long retired) {
    boolean upper = symbols.count() > 0 && symbols.get(symbols.count() - 1).address() < 0;
    if (symbols.count() > 0 && !upper) {
      FunctionNames.write(symbols.all(), to, retired);
    }
  }

  /** A page is about to be executed that no system knows. */
  void executed(
      Hart hart, long virtualPage, long physicalPage, boolean translated, GuestSystem.Listener to) {
    if (translated && virtualPage < 0 && !isa.mode(hart.priv).isUser()) {
      Long before = executed.put(virtualPage >>> 12, physicalPage);
      if (before == null || before != physicalPage) {
        List<Long> pages = List.of(virtualPage);
        to.say(hart, (trace, retired) -> functions.announce(symbols, pages, trace, retired));
      }
    }
  }
}
