package bbt.reconstruct.walk.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bbt.packets.SidebandRecord;
import bbt.packets.TraceReader;
import bbt.ptg.riscv.RiscvIsa;
import bbt.ptg.symbols.Symbol;
import bbt.ptg.symbols.SymbolTable;
import bbt.reconstruct.names.TraceSymbols;
import bbt.reconstruct.profile.Profile;
import bbt.reconstruct.profile.count.Profiler;
import bbt.reconstruct.select.PositionSpecification;
import bbt.reconstruct.select.Privilege;
import bbt.reconstruct.select.Selection;
import bbt.reconstruct.select.SelectionScope;
import bbt.reconstruct.testing.RandomGuest;
import bbt.reconstruct.walk.Reconstruction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Calls that are told all at once cost what they cost when each of them is told. */
class PathCallsPropertyTest {
  private static final long CODE = 0x4_0000;

  /**
   * Walks a trace.
   *
   * @param each whether the profiler wants to hear each call: it keeps a tree
   */
  private static Profile walk(Path file, boolean each, int hot, int size, Selection selection)
      throws IOException {
    Profiler profiler =
        new Profiler(
            symbols(size),
            new Profiler.Options(
                each, null, null, SelectionScope.of(selection, file, symbols(size)), null));
    try (TraceReader reader = TraceReader.open(file)) {
      Reconstruction walk = new Reconstruction(reader, symbols(size), profiler, null);
      for (int i = 0; i < walk.harts(); i++) {
        walk.walker(i).hot(hot);
      }
      walk.run();
      assertEquals(List.of(), walk.problems());
    }
    return profiler.profile();
  }

  /** Half of the code has names; the larger the functions, the more often they call themselves. */
  private static TraceSymbols symbols(int size) {
    List<Symbol> symbols = new ArrayList<>();
    for (long at = 0; at < 3 * 4096; at += 2 * size) {
      symbols.add(new Symbol(CODE + at, size, "f" + at));
    }
    TraceSymbols all = new TraceSymbols(RiscvIsa.RV64);
    all.add(TraceSymbols.KERNEL, SidebandRecord.GLOBAL, SymbolTable.of(symbols));
    return all;
  }

  @Property(tries = 75)
  void callsOnPathsCostTheSame(
      @ForAll long seed,
      @ForAll boolean compact,
      @ForAll @IntRange(min = 1, max = 3) int harts,
      @ForAll @IntRange(min = 1, max = 20) int hot,
      @ForAll @IntRange(min = 1, max = 96) int size)
      throws IOException {
    RandomGuest guest = new RandomGuest(seed);
    Path file = Files.createTempFile("random", ".bbt");
    try {
      guest.run(file, compact, 20_000, harts);
      same(file, hot, 32 * size, Selection.ALL);
    } finally {
      Files.delete(file);
    }
  }

  /** All frames of a task that was switched to are forgotten; a call and its return follow. */
  @Example
  void callsBelowTheFrameThatWasSwitchedToCostTheSame() throws IOException {
    callsOnPathsCostTheSame(3973022236L, true, 2, 1, 2);
  }

  /**
   * Calls on paths cost the same where only a part is selected, which may begin and end in any of
   * them.
   */
  @Property(tries = 75)
  void callsOnPathsCostTheSameOfAPart(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 3) int harts,
      @ForAll @IntRange(min = 0, max = 9_999) int from,
      @ForAll @IntRange(min = 10_000, max = 25_000) int to,
      @ForAll boolean userOnly)
      throws IOException {
    RandomGuest guest = new RandomGuest(seed);
    Path file = Files.createTempFile("random", ".bbt");
    try {
      guest.run(file, true, 20_000, harts);
      Set<Privilege> privileges = userOnly ? Set.of(Privilege.USER) : Set.of();
      same(
          file,
          3,
          0x180,
          new Selection(
              PositionSpecification.parse(Integer.toString(from)),
              PositionSpecification.parse(Integer.toString(to)),
              List.of(),
              privileges,
              List.of(),
              Set.of()));
    } finally {
      Files.delete(file);
    }
  }

  private static void same(Path file, int hot, int size, Selection selection) throws IOException {
    Profile each = walk(file, true, hot, size, selection);
    Profile atOnce = walk(file, false, hot, size, selection);
    assertEquals(each.programs(), atOnce.programs());
    assertEquals(each.instructions(), atOnce.instructions());
  }
}
