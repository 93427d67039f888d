package bbt.translator.riscv.cpu;

import static bbt.translator.riscv.cpu.HartFixture.A;
import static bbt.translator.riscv.cpu.HartFixture.D;
import static bbt.translator.riscv.cpu.HartFixture.DEVICE;
import static bbt.translator.riscv.cpu.HartFixture.R;
import static bbt.translator.riscv.cpu.HartFixture.V;
import static bbt.translator.riscv.cpu.HartFixture.W;
import static bbt.translator.riscv.cpu.HartFixture.causeOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.ptg.guest.rtl.Amo;
import bbt.translator.code.PhysicalCode;
import bbt.translator.hart.GuestTrap;
import bbt.translator.hart.RegionExit;
import bbt.translator.memory.Ram;
import bbt.translator.memory.Tlb;
import bbt.translator.mmu.Mem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Accesses of every width, aligned and not, to RAM, code and devices. */
class MemTest {
  private static final long AT = Ram.BASE + 0x2000;

  private final HartFixture hart = new HartFixture();
  private final Cpu cpu = hart.cpu;

  @Test
  void loadsExtendOnFastAndSlowPath() {
    hart.ram.write64(AT, 0xF1F2F3F4F5F6F7F8L);
    for (int pass = 0; pass < 2; pass++) {
      assertEquals(-8, Mem.loadS8(cpu, AT, -1));
      assertEquals(0xF8, Mem.loadU8(cpu, AT, -1));
      assertEquals((short) 0xF7F8, Mem.loadS16(cpu, AT, -1));
      assertEquals(0xF7F8, Mem.loadU16(cpu, AT, -1));
      assertEquals(0xF5F6F7F8, Mem.loadS32(cpu, AT, -1));
      assertEquals(0xF5F6F7F8L, Mem.loadU32(cpu, AT, -1));
      assertEquals(0xF1F2F3F4F5F6F7F8L, Mem.loadD64(cpu, AT, -1));
    }
    assertEquals((short) 0xF6F7, Mem.loadS16(cpu, AT + 1, -1));
    assertEquals(0xF4F5F6F7, Mem.loadS32(cpu, AT + 1, -1));
    assertEquals(0xF4F5F6F7L, Mem.loadU32(cpu, AT + 1, -1));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 4, 7, 0xFF8, 0xFF9, 0xFFD, 0xFFF})
  void storesWriteTheirBytesOnly(int offset) {
    for (int size = 1; size <= 8; size *= 2) {
      for (int pass = 0; pass < 2; pass++) {
        hart.ram.write(AT + offset - 8, new byte[24], 0, 24);
        store(AT + offset, 0x1122334455667788L, size);
        byte[] memory = new byte[24];
        hart.ram.read(AT + offset - 8, memory, 0, 24);
        for (int i = 0; i < 24; i++) {
          int expected = i >= 8 && i < 8 + size ? 0x88 - 0x11 * (i - 8) : 0;
          assertEquals((byte) expected, memory[i], "size " + size + " byte " + i);
        }
        assertEquals(
            0x1122334455667788L & (size == 8 ? -1 : (1L << 8 * size) - 1), load(AT + offset, size));
      }
    }
  }

  private void store(long address, long value, int size) {
    switch (size) {
      case 1 -> Mem.store8(cpu, address, value, -1);
      case 2 -> Mem.store16(cpu, address, value, -1);
      case 4 -> Mem.store32(cpu, address, value, -1);
      default -> Mem.store64(cpu, address, value, -1);
    }
  }

  private long load(long address, int size) {
    return switch (size) {
      case 1 -> Mem.loadU8(cpu, address, -1);
      case 2 -> Mem.loadU16(cpu, address, -1);
      case 4 -> Mem.loadU32(cpu, address, -1);
      default -> Mem.loadD64(cpu, address, -1);
    };
  }

  @Test
  void anAccessAcrossPagesFaultsAtTheSecondPageAndChangesNothing() {
    long root = hart.enable(8, hart.newTable());
    hart.csrs.privilege(Cpu.S);
    hart.map(root, 0x10000, AT, V | R | W | A | D);
    assertEquals(Cause.STORE_PAGE, causeOf(() -> Mem.store64(cpu, 0x10FFC, -1, -1)));
    assertEquals(0x11000, GuestTrap.own().tval);
    assertEquals(0, hart.ram.read32(AT + 0xFFC));
    assertEquals(Cause.LOAD_PAGE, causeOf(() -> Mem.loadD64(cpu, 0x10FFC, -1)));
    assertEquals(0x11000, GuestTrap.own().tval);
    hart.map(root, 0x11000, AT + 0x5000, V | R | W | A | D);
    Mem.store64(cpu, 0x10FFC, 0x1122334455667788L, -1);
    assertEquals(0x55667788, hart.ram.read32(AT + 0xFFC));
    assertEquals(0x11223344, hart.ram.read32(AT + 0x5000));
    assertEquals(0x1122334455667788L, Mem.loadD64(cpu, 0x10FFC, -1));
  }

  @Test
  void devicesSeeTheAccessAndTheExactCount() {
    assertEquals(0x85868788L, Mem.loadU32(cpu, DEVICE + 4, ~5));
    assertEquals(5, hart.partialAtDevice);
    assertEquals(0, cpu.partial);
    assertEquals((byte) 0x88, Mem.loadS8(cpu, DEVICE, -1));
    Mem.store16(cpu, DEVICE + 2, 0x12345, ~7);
    assertEquals(7, hart.partialAtDevice);
    assertEquals(0, cpu.partial);
    assertEquals("r4/4 r0/1 w2/2=2345 ", hart.deviceLog);
  }

  @Test
  void aRegionLeavesBeforeADeviceIsTouched() {
    assertThrows(RegionExit.class, () -> Mem.loadU32(cpu, DEVICE, 3));
    assertEquals(3, RegionExit.own().site);
    assertThrows(RegionExit.class, () -> Mem.store8(cpu, DEVICE, 1, 0));
    assertEquals("", hart.deviceLog);
  }

  @Test
  void nothingThereOrMisalignedIsAnAccessFault() {
    assertEquals(Cause.LOAD_ACCESS, causeOf(() -> Mem.loadU8(cpu, 0x5000_0000L, -1)));
    assertEquals(Cause.STORE_ACCESS, causeOf(() -> Mem.store8(cpu, 0x5000_0000L, 0, 2)));
    assertEquals(Cause.LOAD_ACCESS, causeOf(() -> Mem.loadU32(cpu, DEVICE + 2, -1)));
    assertEquals(Cause.STORE_ACCESS, causeOf(() -> Mem.store64(cpu, DEVICE + 4, 0, -1)));
    assertEquals(Cause.STORE_ACCESS, causeOf(() -> Mem.store64(cpu, DEVICE + 0xFFC, 0, -1)));
    long end = Ram.BASE + hart.ram.size();
    assertEquals(Cause.LOAD_ACCESS, causeOf(() -> Mem.loadD64(cpu, end, -1)));
    assertEquals(Cause.LOAD_ACCESS, causeOf(() -> Mem.loadD64(cpu, end - 4, -1)));
    assertEquals(end, GuestTrap.own().tval);
    assertEquals("", hart.deviceLog);
  }

  // ---- code

  @Test
  void storesIntoDecodedLinesAreNoticedAndOthersOfThePageAreNot() {
    Mem.store32(cpu, AT, 1, -1);
    PhysicalCode page = hart.decode(AT);
    int version = page.version();
    Mem.store32(cpu, AT + 64, 2, 9);
    assertEquals(2, hart.ram.read32(AT + 64));
    assertEquals(version, page.version());
    assertThrows(RegionExit.class, () -> Mem.store32(cpu, AT + 60, 3, 9));
    assertThrows(RegionExit.class, () -> Mem.store64(cpu, AT - 4, -1, 9));
    assertEquals(0, hart.ram.read32(AT + 60));
    assertEquals(version, page.version());
    Mem.store32(cpu, AT + 60, 3, -1);
    assertEquals(3, hart.ram.read32(AT + 60));
    assertFalse(page.hasLiveCode());
    Mem.store32(cpu, AT + 60, 4, 9);
    assertEquals(4, hart.ram.read32(AT + 60), "no code any more: no exit");
  }

  @Test
  void aliasesAndModesAreMarked() {
    long root = hart.enable(8, hart.newTable());
    hart.csrs.privilege(Cpu.S);
    hart.map(root, 0x10000, AT, V | R | W | A | D);
    hart.map(root, 0x23000, AT, V | R | W | A | D);
    Mem.store8(cpu, 0x10000, 1, -1);
    Mem.store8(cpu, 0x23000, 1, -1);
    hart.decode(AT);
    assertThrows(RegionExit.class, () -> Mem.store8(cpu, 0x10000, 2, 0));
    assertThrows(RegionExit.class, () -> Mem.store8(cpu, 0x23000, 2, 0));
    assertThrows(RegionExit.class, () -> RiscvMem.amo32(cpu, Amo.ADD, 0x23000, 2, 0));
  }

  @Test
  void marksAndFlushesReachEveryEntryHoweverManyWereFilled() {
    HartFixture big = new HartFixture(32 << 20);
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 1500; i++) {
        Mem.loadU8(big.cpu, AT + i * 4096L, -1);
        Mem.store8(big.cpu, AT + i * 4096L, 1, -1);
      }
      PhysicalCode page = big.decode(AT + 1499 * 4096L);
      assertThrows(RegionExit.class, () -> Mem.store8(big.cpu, AT + 1499 * 4096L, 2, 0));
      big.mmu.flushAll();
      for (int i = 0; i < 1500; i++) {
        assertEquals(0, Tlb.lookup(big.cpu.readTlb, AT + i * 4096L));
        assertEquals(0, Tlb.lookup(big.cpu.writeTlb, AT + i * 4096L));
      }
      Mem.store8(big.cpu, AT + 1499 * 4096L, 2, -1);
      assertFalse(page.hasLiveCode());
    }
  }

  @Test
  void aSlowMarkKeepsTheTranslation() {
    long root = hart.enable(8, hart.newTable());
    hart.csrs.privilege(Cpu.S);
    hart.map(root, 0x10000, AT, V | R | W | A | D);
    Mem.store8(cpu, 0x10000, 1, -1);
    hart.decode(AT);
    hart.map(root, 0x10000, AT + 0x1000, V | R | W | A | D);
    Mem.store8(cpu, 0x10001, 7, -1);
    assertEquals(7, hart.ram.read8(AT + 1), "no fence yet: the cached translation holds");
  }

  @Test
  void deviceWritesDropCodeAndReservations() {
    PhysicalCode page = hart.decode(AT);
    RiscvMem.loadReserved64(cpu, AT + 0x1000, -1);
    hart.ram.write(AT + 2, new byte[1], 0, 1);
    assertFalse(page.hasLiveCode());
    assertEquals(1, RiscvMem.storeConditional64(cpu, AT + 0x1000, 0, -1));
  }

  @Test
  void pageTableUpdatesAreStoresToo() {
    long root = hart.enable(8, hart.newTable());
    hart.csrs.privilege(Cpu.S);
    hart.map(root, 0x10000, AT, V | R | W);
    PhysicalCode page = hart.decode(hart.pteAddress(root, 3, 0x10000, 0));
    assertThrows(RegionExit.class, () -> Mem.loadU8(cpu, 0x10000, 4));
    assertTrue(page.hasLiveCode());
    Mem.loadU8(cpu, 0x10000, -1);
    assertFalse(page.hasLiveCode());
  }

  // ---- lr, sc, amo

  @Test
  void reservations() {
    Mem.store64(cpu, AT, 10, -1);
    assertEquals(10, RiscvMem.loadReserved64(cpu, AT, -1));
    assertEquals(0, RiscvMem.storeConditional64(cpu, AT, 11, -1));
    assertEquals(1, RiscvMem.storeConditional64(cpu, AT, 12, -1), "an sc ends the reservation");
    assertEquals(11, hart.ram.read64(AT));
    RiscvMem.loadReserved32(cpu, AT, -1);
    Mem.store64(cpu, AT, 13, -1);
    assertEquals(
        0, RiscvMem.storeConditional32(cpu, AT + 60, 14, -1), "same line, own store between");
    RiscvMem.loadReserved32(cpu, AT, -1);
    assertEquals(1, RiscvMem.storeConditional32(cpu, AT + 64, 15, -1), "another line");
    assertEquals(0, hart.ram.read32(AT + 64));
    assertEquals(1, RiscvMem.storeConditional32(cpu, AT, 15, -1), "the failed sc ended it");
  }

  @Test
  void loadReservedWordIsSignExtended() {
    Mem.store32(cpu, AT, 0x80000000L, -1);
    assertEquals(0xFFFF_FFFF_8000_0000L, RiscvMem.loadReserved32(cpu, AT, -1));
  }

  @Test
  void atomicsNeedAlignmentAndRam() {
    assertEquals(Cause.LOAD_MISALIGNED, causeOf(() -> RiscvMem.loadReserved64(cpu, AT + 4, -1)));
    assertEquals(
        Cause.STORE_MISALIGNED, causeOf(() -> RiscvMem.storeConditional32(cpu, AT + 2, 0, -1)));
    assertEquals(Cause.STORE_MISALIGNED, causeOf(() -> RiscvMem.amo32(cpu, Amo.OR, AT + 1, 0, -1)));
    assertEquals(AT + 1, GuestTrap.own().tval);
    assertEquals(Cause.LOAD_ACCESS, causeOf(() -> RiscvMem.loadReserved32(cpu, DEVICE, -1)));
    assertEquals(Cause.STORE_ACCESS, causeOf(() -> RiscvMem.amo32(cpu, Amo.OR, DEVICE, 0, -1)));
    assertEquals("", hart.deviceLog);
  }

  @ParameterizedTest
  @CsvSource({
    "SWAP, -5, 3, 3",
    "ADD, -5, 3, -2",
    "XOR, 6, 3, 5",
    "AND, 6, 3, 2",
    "OR, 6, 3, 7",
    "MIN, -5, 3, -5",
    "MIN, 5, -3, -3",
    "MAX, -5, 3, 3",
    "MAX, 5, -3, 5",
    "MINU, -5, 3, 3",
    "MINU, 2, 3, 2",
    "MAXU, -5, 3, -5",
    "MAXU, 2, 3, 3",
  })
  void amo(Amo operation, long old, long operand, long result) {
    for (int pass = 0; pass < 2; pass++) {
      hart.ram.write64(AT, old);
      hart.ram.write64(AT + 8, 0x77);
      assertEquals(old, RiscvMem.amo64(cpu, operation, AT, operand, -1));
      assertEquals(result, hart.ram.read64(AT));
      hart.ram.write64(AT, old);
      hart.ram.write32(AT + 4, 0x1234);
      assertEquals(old, RiscvMem.amo32(cpu, operation, AT, operand, -1));
      assertEquals((int) result, hart.ram.read32(AT));
      assertEquals(0x1234, hart.ram.read32(AT + 4), "the other word stays");
      hart.mmu.flushAll();
    }
  }
}
