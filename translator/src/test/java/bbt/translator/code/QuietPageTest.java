package bbt.translator.code;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.translator.hart.Hart;
import bbt.translator.memory.Ram;
import bbt.translator.riscv.cpu.Cpu;
import org.junit.jupiter.api.Test;

/** A page has regions of its own where nothing is recorded. */
class QuietPageTest {
  private static final long AT = Ram.BASE + 0x1010;

  private final Ram ram = new Ram(1 << 16);
  private final CodeMemory memory = new CodeMemory(ram);
  private final Cpu cpu = new Cpu(0);
  private long offset;
  private int walks;
  private final FetchTlb fetchTlb =
      new FetchTlb(
          memory,
          (hart, address) -> {
            walks++;
            return (address & -4096L) + offset;
          });

  private static Region region() {
    return new Region(1) {
      @Override
      public void run(Hart hart, int slot) {}
    };
  }

  private CodePage shown(boolean quiet) {
    fetchTlb.quiet(quiet);
    return fetchTlb.lookup(cpu, AT);
  }

  @Test
  void whatIsShownDoesNotChangeWhatTheTlbHolds() {
    CodePage recorded = shown(false);
    CodePage quiet = shown(true);
    assertNotSame(recorded, quiet);
    assertFalse(recorded.quiet);
    assertTrue(quiet.quiet);
    assertSame(recorded.code, quiet.code);
    assertSame(recorded.nodeIds(), quiet.nodeIds());
    assertSame(quiet, fetchTlb.peek(cpu, AT));
    assertSame(recorded, shown(false));
    assertSame(quiet, shown(true));
    assertEquals(1, walks);
    // Filled while nothing is recorded: known when something is again.
    fetchTlb.lookup(cpu, AT + 4096);
    fetchTlb.quiet(false);
    assertFalse(fetchTlb.lookup(cpu, AT + 4096).quiet);
    assertEquals(2, walks);
  }

  @Test
  void whatIsForgottenOrReplacedIsSoWhereverItIsShown() {
    shown(true);
    fetchTlb.flush(AT);
    assertNull(fetchTlb.peek(cpu, AT));
    shown(true);
    assertEquals(2, walks);
    fetchTlb.flushAll();
    shown(true);
    assertEquals(3, walks);
    // The same address, mapped elsewhere while things are recorded.
    fetchTlb.quiet(false);
    fetchTlb.flushAll();
    offset = 4096;
    CodePage moved = fetchTlb.lookup(cpu, AT);
    assertSame(moved.code, shown(true).code);
  }

  /** An entry that another page took while things were recorded is not shown any more. */
  @Test
  void aFillReplacesBoth() {
    FetchTlb wide = new FetchTlb(memory, (hart, address) -> Ram.BASE + (address & 0xF000));
    wide.quiet(true);
    wide.lookup(cpu, AT);
    wide.quiet(false);
    long other = AT + 4096L * FetchTlb.SIZE;
    wide.lookup(cpu, other);
    wide.quiet(true);
    assertNull(wide.peek(cpu, AT));
    int index = FetchTlb.index(cpu, AT);
    assertNull(wide.shown[index]);
  }

  @Test
  void regionsAreThoseOfOneViewAndGoTogether() {
    cpu.pc = AT;
    cpu.budget = 100;
    RegionCache cache = new RegionCache(fetchTlb);
    Region loud = region();
    Region silent = region();
    shown(false).install(8, loud);
    assertFalse(shown(false).isHotElsewhere(8));
    assertTrue(shown(true).isHotElsewhere(8));
    shown(true).install(8, silent);
    assertSame(silent, cache.find(cpu));
    fetchTlb.quiet(false);
    assertSame(loud, cache.find(cpu));
    shown(false).asked[0] = 1;
    shown(true).asked[0] = 4;
    assertEquals(5, shown(true).executed()[0]);
    shown(true).code.noteDecoded(8, 2);
    memory.onStore(AT, 4);
    assertNull(cache.find(cpu));
    fetchTlb.quiet(false);
    assertNull(cache.find(cpu));
    assertFalse(loud.fits(100));
    assertFalse(silent.fits(100));
  }
}
