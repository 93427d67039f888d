package bbt.reconstruct.names;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.SidebandRecord;
import bbt.ptg.symbols.Symbol;
import bbt.ptg.symbols.SymbolTable;
import bbt.reconstruct.walk.graph.FunctionMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Learns names that a followed trace tells little by little. */
class LearntNamesTest {
  @Property(tries = 100)
  void inTheEndTheyAreThoseOfOneTable(@ForAll long seed) {
    Random random = new Random(seed);
    List<Symbol> all = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      all.add(new Symbol(16L * random.nextInt(150), random.nextInt(4) * 16, "f" + i));
    }
    LearntNames names = new LearntNames();
    List<Integer> numbers = new ArrayList<>();
    for (int from = 0; from < all.size(); ) {
      int to = Math.min(all.size(), from + 1 + random.nextInt(20));
      names.add(TraceSymbols.KERNEL, SidebandRecord.GLOBAL, all.subList(from, to));
      from = to;
      Symbol some = all.get(random.nextInt(from));
      int number = names.find(0, some.address(), 0);
      assertEquals(some.address(), names.symbol(number).address());
      numbers.add(number);
      // A number says the same for ever.
      for (int each : numbers) {
        assertEquals(each, names.find(0, names.symbol(each).address(), 0));
      }
    }
    SymbolTable table = SymbolTable.of(all);
    for (long pc = 0; pc < 16 * 160; pc += 2) {
      int number = names.find(0, pc, 0);
      assertEquals(
          table.at(pc), number == FunctionMap.NONE ? null : names.symbol(number), "at " + pc);
    }
    assertEquals(table.count(), names.count());
  }

  @Test
  void eachImageHasItsOwn() {
    LearntNames names = new LearntNames();
    names.add(TraceSymbols.KERNEL, SidebandRecord.GLOBAL, List.of(new Symbol(-4096, 16, "k")));
    names.add("sh", 3, List.of(new Symbol(4096, 16, "u")));
    assertEquals("k", names.symbol(names.find(0, -4090, 0)).name());
    assertEquals("k", names.symbol(names.find(0, -90, 4000)).name(), "executed 4000 above");
    assertEquals("sh", names.image(names.find(3, 4096, 0)));
    assertTrue(names.isKernel(names.find(3, -4096, 0)) && !names.isKernel(names.find(3, 4096, 0)));
    assertEquals(FunctionMap.NONE, names.find(4, 4096, 0));
  }
}
