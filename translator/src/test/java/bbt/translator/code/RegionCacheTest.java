package bbt.translator.code;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import bbt.translator.hart.Hart;
import bbt.translator.memory.Ram;
import bbt.translator.riscv.cpu.Cpu;
import org.junit.jupiter.api.Test;

/** The cache never disagrees with the page, which is what the interpreter asks. */
class RegionCacheTest {
  private final Ram ram = new Ram(1 << 16);
  private final CodeMemory memory = new CodeMemory(ram);
  private final FetchTlb fetchTlb = new FetchTlb(memory, (cpu, address) -> address & -4096L);
  private final RegionCache cache = new RegionCache(fetchTlb);
  private final Cpu cpu = new Cpu(0);

  private static Region region(long longestPath) {
    return new Region(longestPath) {
      @Override
      public void run(Hart hart, int slot) {}
    };
  }

  private CodePage page() {
    cpu.pc = Ram.BASE + 0x1010;
    return fetchTlb.lookup(cpu, cpu.pc);
  }

  @Test
  void aRegionThatReplacedALongerOneIsFound() {
    Region longer = region(10);
    page().install(8, longer);
    cpu.budget = 100;
    assertSame(longer, cache.find(cpu));
    Region shorter = region(3);
    page().install(8, shorter);
    cpu.budget = 5;
    assertSame(shorter, cache.find(cpu));
  }

  @Test
  void aDroppedRegionIsForgotten() {
    page().install(8, region(10));
    cpu.budget = 100;
    cache.find(cpu);
    page().code.noteDecoded(8, 2);
    memory.onStore(Ram.BASE + 0x1010, 4);
    assertNull(cache.find(cpu));
    Region next = region(10);
    page().install(8, next);
    assertSame(next, cache.find(cpu));
  }

  @Test
  void anotherPageAtTheSameAddressIsAnotherRegion() {
    page().install(8, region(1));
    cpu.budget = 100;
    cache.find(cpu);
    cpu.priv = Cpu.U;
    FetchTlb other = new FetchTlb(memory, (hart, address) -> (address & -4096L) + 4096);
    assertNull(new RegionCache(other).find(cpu));
    fetchTlb.flushAll();
    fetchTlb.entries[FetchTlb.index(cpu, cpu.pc)] = other.lookup(cpu, cpu.pc);
    assertNull(cache.find(cpu));
  }

  @Test
  void aBudgetThatIsTooSmallFindsNothing() {
    page().install(8, region(10));
    cpu.budget = 9;
    assertNull(cache.find(cpu));
  }
}
