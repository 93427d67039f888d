package bbt.translator.riscv.cpu;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bbt.translator.hart.GuestTrap;
import bbt.translator.memory.Ram;
import bbt.translator.memory.Tlb;
import bbt.translator.mmu.Mem;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * A random guest that always fences what it changes: with the TLB and with a walk for every access
 * it must see the same values, faults and A/D bits. Both machines run the same steps; one of them
 * is flushed before each.
 */
class TlbPropertyTest {
  private static final int PAGES = 6;
  private static final long DATA = Ram.BASE + 0x40000;

  @Property(tries = 150)
  void cachedAndUncachedAgree(@ForAll long seed) {
    Random random = new Random(seed);
    HartFixture cached = new HartFixture(1 << 20);
    HartFixture uncached = new HartFixture(1 << 20);
    long root = prepare(cached);
    prepare(uncached);
    for (int step = 0; step < 300; step++) {
      long choices = random.nextLong();
      uncached.mmu.flushAll();
      String expected = step(uncached, root, new Random(choices));
      assertEquals(expected, step(cached, root, new Random(choices)), "step " + step);
    }
    byte[] a = new byte[1 << 20];
    byte[] b = new byte[1 << 20];
    cached.ram.read(Ram.BASE, a, 0, a.length);
    uncached.ram.read(Ram.BASE, b, 0, b.length);
    assertEquals(java.util.Arrays.hashCode(b), java.util.Arrays.hashCode(a), "memory with A and D");
  }

  private static long prepare(HartFixture hart) {
    long root = hart.enable(8, hart.newTable());
    for (int i = 0; i < PAGES; i++) {
      hart.pteAddress(root, 3, virtual(i), 0);
      hart.ram.write64(DATA + i * 4096L, i * 0x0101010101010101L);
    }
    hart.csrs.privilege(Cpu.S);
    return root;
  }

  /** Pages that share TLB indexes: every second one is 256 pages further. */
  private static long virtual(int page) {
    return 0x100000L + (page >> 1) * 4096L + (page & 1) * 4096L * Tlb.SIZE;
  }

  private static String step(HartFixture hart, long root, Random random) {
    Cpu cpu = hart.cpu;
    long address = virtual(random.nextInt(PAGES)) + random.nextInt(512) * 8;
    long odd = address + random.nextInt(8);
    try {
      switch (random.nextInt(12)) {
        case 0 -> {
          long at = hart.pteAddress(root, 3, address, 0);
          long frame = DATA + random.nextInt(PAGES) * 4096L;
          hart.ram.write64(at, frame >>> 12 << 10 | random.nextInt(256));
          hart.mmu.flushPage(address);
          return "map";
        }
        case 1 -> hart.csrs.privilege(random.nextBoolean() ? Cpu.S : Cpu.U);
        case 2 -> hart.csrs.write(Csr.SSTATUS, random.nextLong() & (Status.SUM | Status.MXR));
        case 3 -> hart.csrs.write(Csr.MENVCFG, random.nextBoolean() ? 1L << 61 : 0);
        case 4, 5 -> Mem.store64(cpu, odd, random.nextLong(), -1);
        case 6 -> Mem.store8(cpu, odd, random.nextLong(), -1);
        case 7 -> {
          return "amo "
              + RiscvMem.amo64(cpu, bbt.ptg.guest.rtl.Amo.ADD, address, random.nextLong(), -1);
        }
        case 8 -> {
          return "byte " + Mem.loadS8(cpu, odd, -1);
        }
        default -> {
          return "load " + Mem.loadD64(cpu, odd, -1);
        }
      }
      return "done";
    } catch (GuestTrap trap) {
      return "trap " + trap.cause + " " + Long.toHexString(trap.tval);
    }
  }
}
