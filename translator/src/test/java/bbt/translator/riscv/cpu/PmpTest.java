package bbt.translator.riscv.cpu;

import static bbt.translator.riscv.cpu.HartFixture.A;
import static bbt.translator.riscv.cpu.HartFixture.R;
import static bbt.translator.riscv.cpu.HartFixture.V;
import static bbt.translator.riscv.cpu.HartFixture.causeOf;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.translator.code.FetchTlb;
import bbt.translator.hart.GuestTrap;
import bbt.translator.hart.Hart;
import bbt.translator.memory.Ram;
import bbt.translator.mmu.Mem;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** "Physical Memory Protection" of the privileged specification. */
class PmpTest {
  private static final int L = 0x80;
  private static final int TOR = 1 << 3;
  private static final int NA4 = 2 << 3;
  private static final int NAPOT = 3 << 3;
  private static final long AT = Ram.BASE + 0x3000;

  /** The specification's words, byte by byte, against the implementation's intervals. */
  @Property(tries = 2000)
  void agreesWithAByteByByteReading(
      @ForAll @Size(4) int[] config,
      @ForAll @Size(4) List<@LongRange(min = 0, max = 40) Long> addresses,
      @ForAll @LongRange(min = 0, max = 200) long physical,
      @ForAll @IntRange(min = 0, max = 3) int sizeLog,
      @ForAll AccessType access,
      @ForAll boolean machine) {
    long[] address = addresses.stream().mapToLong(Long::longValue).toArray();
    Pmp pmp = new Pmp();
    long packed = 0;
    for (int i = 0; i < 4; i++) {
      pmp.writeAddress(i, address[i]);
      packed |= (config[i] & 0x1FL) << 8 * i;
    }
    pmp.writeConfig(0, packed);
    int privilege = machine ? Cpu.M : Cpu.S;
    int bytes = 1 << sizeLog;
    assertEquals(
        reference(pmp, address, physical, bytes, access, privilege),
        pmp.permits(physical, bytes, access, privilege));
  }

  private static boolean reference(
      Pmp pmp, long[] address, long physical, int bytes, AccessType access, int privilege) {
    for (int entry = 0; entry < 4; entry++) {
      int config = (int) (pmp.readConfig(0) >>> 8 * entry) & 0xFF;
      int matching = 0;
      for (long at = physical; at < physical + bytes; at++) {
        matching += matches(config, address, entry, at) ? 1 : 0;
      }
      if (matching > 0) {
        boolean bypass = privilege == Cpu.M && (config & L) == 0;
        return matching == bytes && (bypass || (config & access.pmpBit) != 0);
      }
    }
    return privilege == Cpu.M;
  }

  private static boolean matches(int config, long[] address, int entry, long at) {
    long word = at >> 2;
    return switch (config >> 3 & 3) {
      case 0 -> false;
      case 1 -> word >= (entry == 0 ? 0 : address[entry - 1]) && word < address[entry];
      case 2 -> word == address[entry];
      default -> {
        int ones = Long.numberOfTrailingZeros(~address[entry]);
        yield word >> ones + 1 == address[entry] >> ones + 1;
      }
    };
  }

  private final HartFixture hart = new HartFixture();
  private final Cpu cpu = hart.cpu;

  private void configure(long config, long... addresses) {
    for (int i = 0; i < addresses.length; i++) {
      hart.csrs.write(Csr.PMPADDR0 + i, addresses[i]);
    }
    hart.csrs.write(Csr.PMPCFG0, config);
  }

  @Test
  void withoutEntriesOnlyMachineModeGetsThrough() {
    configure(0);
    assertEquals(0, Mem.loadU8(cpu, AT, -1));
    hart.csrs.privilege(Cpu.S);
    assertEquals(Cause.LOAD_ACCESS, causeOf(() -> Mem.loadU8(cpu, AT, -1)));
    assertEquals(Cause.FETCH_ACCESS, causeOf(() -> hart.mmu.walk(cpu, AT)));
  }

  @Test
  void deniesByKindWithTheVirtualAddressAsTval() {
    long root = hart.newTable();
    hart.map(root, 0x7000, AT, V | R | 4 | 8 | A | 128);
    configure(NAPOT | 1 | (NAPOT | 7L) << 8, AT >> 2 | 0x1FF, -1);
    hart.enable(8, root);
    hart.csrs.privilege(Cpu.S);
    assertEquals(0, Mem.loadU8(cpu, 0x7123, -1));
    assertEquals(Cause.STORE_ACCESS, causeOf(() -> Mem.store8(cpu, 0x7123, 0, -1)));
    assertEquals(0x7123, GuestTrap.own().tval);
    assertEquals(Cause.FETCH_ACCESS, causeOf(() -> hart.mmu.walk(cpu, 0x7000)));
  }

  @Test
  void thePageTableItselfIsProtected() {
    long root = hart.newTable();
    hart.map(root, 0x7000, AT, V | R);
    long leafTable = hart.pteAddress(root, 3, 0x7000, 0) & -4096;
    hart.enable(8, root);
    hart.csrs.privilege(Cpu.S);
    configure(NAPOT | 1 | (NAPOT | 7L) << 8, leafTable >> 2 | 0x1FF, -1);
    assertEquals(
        Cause.LOAD_ACCESS, causeOf(() -> Mem.loadU8(cpu, 0x7000, -1)), "A cannot be written");
    configure(NAPOT | (NAPOT | 7L) << 8, leafTable >> 2 | 0x1FF, -1);
    assertEquals(Cause.STORE_ACCESS, causeOf(() -> Mem.store8(cpu, 0x7000, 0, -1)));
  }

  @Test
  void entriesSmallerThanAPageAreCheckedOnEveryAccess() {
    hart.csrs.privilege(Cpu.S);
    configure(NA4 | (NAPOT | 7L) << 8, AT + 16 >> 2, -1);
    for (int pass = 0; pass < 2; pass++) {
      assertEquals(0, Mem.loadU32(cpu, AT + 12, -1));
      assertEquals(Cause.LOAD_ACCESS, causeOf(() -> Mem.loadU32(cpu, AT + 16, -1)));
      assertEquals(Cause.LOAD_ACCESS, causeOf(() -> Mem.loadD64(cpu, AT + 16, -1)));
      assertEquals(Cause.STORE_ACCESS, causeOf(() -> Mem.store8(cpu, AT + 19, 0, -1)));
      assertEquals(0, Mem.loadU32(cpu, AT + 20, -1));
    }
  }

  @Test
  void aPageThatIsExecutableInPartIsExecutableInPart() {
    hart.csrs.privilege(Cpu.S);
    configure(NA4 | 1 | (NAPOT | 7L) << 8, AT + 16 >> 2, -1);
    assertEquals(AT, hart.mmu.walk(cpu, AT + 0x100));
    assertEquals(Cause.FETCH_ACCESS, causeOf(() -> hart.mmu.walk(cpu, AT + 18)));
    assertEquals(AT + 18, GuestTrap.own().tval);
    long[] words = new long[16];
    words[0] = 1L << 16 / 4;
    assertArrayEquals(words, hart.mmu.forbidden(AT, Cpu.S));
    assertNull(hart.mmu.forbidden(AT, Cpu.M), "not locked");
    assertNull(hart.mmu.forbidden(AT + 4096, Cpu.S));
    configure(NA4 | 5 | (NAPOT | 7L) << 8, AT + 16 >> 2, -1);
    assertEquals(AT, hart.mmu.walk(cpu, AT + 18));
    assertNull(hart.mmu.forbidden(AT, Cpu.S), "by whatever entries");
  }

  /** Such a page traps before anything is made of it: no view, no entry of the fetch TLB. */
  @Test
  void aPageThatIsForbiddenAsAWholeIsNeverFilledIn() {
    FetchTlb.Walker counting =
        new FetchTlb.Walker() {
          @Override
          public long walk(Hart of, long address) {
            return hart.mmu.walk(of, address);
          }

          @Override
          public long[] forbidden(long physicalPage, int privilege) {
            throw new AssertionError("a view of a page of which nothing may be executed");
          }
        };
    FetchTlb fetches = new FetchTlb(hart.code, counting);
    hart.csrs.privilege(Cpu.S);
    // By one entry; and by two that divide it.
    configure(NAPOT | 1 | (NAPOT | 7L) << 8, AT >> 2 | 0x1FF, -1);
    refused(fetches);
    configure(
        NAPOT | 1 | (NAPOT | 3L) << 8 | (NAPOT | 7L) << 16, AT >> 2 | 0xFF, AT >> 2 | 0x1FF, -1);
    refused(fetches);
  }

  private void refused(FetchTlb fetches) {
    for (int offset = 0; offset < 4096; offset += 2) {
      long at = AT + offset;
      assertEquals(Cause.FETCH_ACCESS, causeOf(() -> fetches.lookup(cpu, at)));
      assertEquals(at, GuestTrap.own().tval);
      assertNull(fetches.peek(cpu, at));
    }
  }

  @Test
  void lockedEntriesBindMachineModeAndCannotChange() {
    configure(NAPOT | L | 1 | (TOR | L | 7L) << 16, AT >> 2 | 0x1FF, AT >> 2, AT + 4096 >> 2);
    assertEquals(0, Mem.loadU8(cpu, AT, -1));
    assertEquals(Cause.STORE_ACCESS, causeOf(() -> Mem.store8(cpu, AT, 0, -1)));
    hart.csrs.write(Csr.PMPADDR0, 0);
    hart.csrs.write(Csr.PMPADDR0 + 1, 0);
    hart.csrs.write(Csr.PMPCFG0, 0);
    assertEquals(AT >> 2 | 0x1FF, hart.csrs.read(Csr.PMPADDR0));
    assertEquals(AT >> 2, hart.csrs.read(Csr.PMPADDR0 + 1), "the base of a locked TOR entry");
    assertEquals(NAPOT | L | 1 | (TOR | L | 7L) << 16, hart.csrs.read(Csr.PMPCFG0));
  }

  @Test
  void registersAreLegalised() {
    hart.csrs.write(Csr.PMPCFG2, 0x62 | 0x67L << 56);
    assertEquals(7L << 56, hart.csrs.read(Csr.PMPCFG2), "bits 5, 6 are zero; W needs R");
    hart.csrs.write(Csr.PMPADDR15, -1);
    assertEquals((1L << 54) - 1, hart.csrs.read(Csr.PMPADDR15));
    assertEquals(Cause.ILLEGAL_INSTRUCTION, causeOf(() -> hart.csrs.read(Csr.PMPADDR15 + 1)));
    assertEquals(Cause.ILLEGAL_INSTRUCTION, causeOf(() -> hart.csrs.read(Csr.PMPCFG0 + 1)));
  }

  @Test
  void uniformPages() {
    Pmp pmp = new Pmp();
    assertTrue(pmp.isUniform(AT));
    pmp.writeAddress(0, AT + 8 >> 2);
    pmp.writeConfig(0, NA4 | 7);
    assertFalse(pmp.isUniform(AT));
    assertTrue(pmp.isUniform(AT + 4096));
    pmp.writeConfig(0, TOR | 7);
    assertTrue(pmp.isUniform(AT - 4096));
    assertFalse(pmp.isUniform(AT));
  }
}
