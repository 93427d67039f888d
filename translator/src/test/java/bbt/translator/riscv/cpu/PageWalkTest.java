package bbt.translator.riscv.cpu;

import static bbt.translator.riscv.cpu.HartFixture.A;
import static bbt.translator.riscv.cpu.HartFixture.D;
import static bbt.translator.riscv.cpu.HartFixture.G;
import static bbt.translator.riscv.cpu.HartFixture.R;
import static bbt.translator.riscv.cpu.HartFixture.U;
import static bbt.translator.riscv.cpu.HartFixture.V;
import static bbt.translator.riscv.cpu.HartFixture.W;
import static bbt.translator.riscv.cpu.HartFixture.X;
import static bbt.translator.riscv.cpu.HartFixture.causeOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.translator.hart.GuestTrap;
import bbt.translator.memory.Ram;
import bbt.translator.mmu.Mem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** "Virtual Address Translation Process" of the privileged specification, step by step. */
class PageWalkTest {
  private static final long VIRTUAL = 0x40_1234_5000L & 0x3F_FFFF_FFFFL;
  private static final long PAGE = Ram.BASE + 0x10000;

  private final HartFixture hart = new HartFixture();
  private final Cpu cpu = hart.cpu;
  private long root;

  @BeforeEach
  void translationOn() {
    root = hart.enable(8, hart.newTable());
    hart.csrs.privilege(Cpu.S);
    hart.ram.write64(PAGE + 8, 0x1122334455667788L);
  }

  private long load(long address) {
    return Mem.loadD64(cpu, address, -1);
  }

  private int loadCause(long address) {
    return causeOf(() -> load(address));
  }

  private int storeCause(long address) {
    return causeOf(() -> Mem.store64(cpu, address, 1, -1));
  }

  private int fetchCause(long address) {
    return causeOf(() -> hart.mmu.walk(cpu, address));
  }

  private void pte(long bits) {
    hart.ram.write64(hart.pteAddress(root, 3, VIRTUAL, 0), PAGE >>> 12 << 10 | bits);
    hart.mmu.flushAll();
  }

  @Test
  void everyKindOfAccessHasItsOwnPageFaultWithTheAddressAsTval() {
    pte(0);
    assertEquals(Cause.LOAD_PAGE, loadCause(VIRTUAL + 8));
    assertEquals(VIRTUAL + 8, GuestTrap.own().tval);
    assertEquals(Cause.STORE_PAGE, storeCause(VIRTUAL + 16));
    assertEquals(VIRTUAL + 16, GuestTrap.own().tval);
    assertEquals(Cause.FETCH_PAGE, fetchCause(VIRTUAL + 2));
    assertEquals(VIRTUAL + 2, GuestTrap.own().tval);
    assertEquals(
        Cause.STORE_PAGE,
        causeOf(() -> RiscvMem.amo64(cpu, bbt.ptg.guest.rtl.Amo.ADD, VIRTUAL, 1, -1)));
    assertEquals(Cause.LOAD_PAGE, causeOf(() -> RiscvMem.loadReserved64(cpu, VIRTUAL, -1)));
  }

  @Test
  void siteTravelsWithTheFault() {
    pte(0);
    assertEquals(Cause.LOAD_PAGE, causeOf(() -> Mem.loadD64(cpu, VIRTUAL, 17)));
    assertEquals(17, GuestTrap.own().site);
  }

  /** Columns: bits of a supervisor page, whether load, store and fetch succeed. */
  @ParameterizedTest
  @CsvSource({
    "R, true, false, false",
    "RW, true, true, false",
    "X, false, false, true",
    "RX, true, false, true",
    "RWX, true, true, true",
    "W, false, false, false",
    "WX, false, false, false",
  })
  void permissions(String letters, boolean loads, boolean stores, boolean fetches) {
    pte(V | A | D | bits(letters));
    assertEquals(loads ? -1 : Cause.LOAD_PAGE, loadCause(VIRTUAL));
    assertEquals(stores ? -1 : Cause.STORE_PAGE, storeCause(VIRTUAL));
    assertEquals(fetches ? -1 : Cause.FETCH_PAGE, fetchCause(VIRTUAL));
  }

  private static int bits(String letters) {
    return (letters.contains("R") ? R : 0)
        | (letters.contains("W") ? W : 0)
        | (letters.contains("X") ? X : 0);
  }

  @Test
  void supervisorNeedsSumForUserPagesAndNeverFetchesFromThem() {
    pte(V | R | W | X | U | A | D);
    assertEquals(Cause.LOAD_PAGE, loadCause(VIRTUAL));
    assertEquals(Cause.STORE_PAGE, storeCause(VIRTUAL));
    hart.csrs.write(Csr.SSTATUS, Status.SUM);
    assertEquals(-1, loadCause(VIRTUAL));
    assertEquals(-1, storeCause(VIRTUAL));
    assertEquals(Cause.FETCH_PAGE, fetchCause(VIRTUAL));
    hart.csrs.write(Csr.SSTATUS, 0);
    assertEquals(Cause.LOAD_PAGE, loadCause(VIRTUAL), "SUM off again, entries of SUM=1 remain");
    hart.csrs.privilege(Cpu.U);
    assertEquals(-1, loadCause(VIRTUAL));
    assertEquals(-1, fetchCause(VIRTUAL));
  }

  @Test
  void userDoesNotReachSupervisorPages() {
    pte(V | R | W | X | A | D);
    assertEquals(-1, loadCause(VIRTUAL));
    hart.csrs.privilege(Cpu.U);
    assertEquals(Cause.LOAD_PAGE, loadCause(VIRTUAL));
    assertEquals(Cause.STORE_PAGE, storeCause(VIRTUAL));
    assertEquals(Cause.FETCH_PAGE, fetchCause(VIRTUAL));
  }

  @Test
  void mxrMakesExecutablePagesReadableUntilItIsCleared() {
    pte(V | X | A | D);
    assertEquals(Cause.LOAD_PAGE, loadCause(VIRTUAL));
    hart.csrs.write(Csr.SSTATUS, Status.MXR);
    assertEquals(-1, loadCause(VIRTUAL));
    hart.csrs.write(Csr.SSTATUS, 0);
    assertEquals(Cause.LOAD_PAGE, loadCause(VIRTUAL));
  }

  @Test
  void mprvUsesThePreviousPrivilegeForDataOnly() {
    pte(V | R | A);
    hart.csrs.privilege(Cpu.M);
    hart.csrs.write(Csr.MSTATUS, Status.MPRV | 1L << Status.MPP_SHIFT);
    assertEquals(0x1122334455667788L, load(VIRTUAL + 8));
    hart.csrs.write(Csr.MSTATUS, Status.MPRV);
    assertEquals(Cause.LOAD_PAGE, loadCause(VIRTUAL + 8), "MPP = U");
    hart.csrs.write(Csr.MSTATUS, 0);
    assertEquals(Cause.LOAD_ACCESS, loadCause(VIRTUAL + 8), "no RAM at that physical address");
    assertEquals(PAGE, hart.mmu.walk(cpu, PAGE), "fetch is not translated");
  }

  @Test
  void accessedAndDirtyAreSetByHardware() {
    pte(V | R | W | X);
    long at = hart.pteAddress(root, 3, VIRTUAL, 0);
    load(VIRTUAL);
    assertEquals(A, hart.ram.read64(at) & (A | D));
    assertEquals(-1, storeCause(VIRTUAL));
    assertEquals(A | D, hart.ram.read64(at) & (A | D));
    pte(V | R | W | X);
    assertEquals(-1, fetchCause(VIRTUAL));
    assertEquals(A, hart.ram.read64(at) & (A | D));
  }

  @Test
  void readEntryOfACleanPageDoesNotLetStoresPast() {
    pte(V | R | W | A);
    load(VIRTUAL);
    long at = hart.pteAddress(root, 3, VIRTUAL, 0);
    assertEquals(0, hart.ram.read64(at) & D);
    Mem.store8(cpu, VIRTUAL, 5, -1);
    assertEquals(D, hart.ram.read64(at) & D);
  }

  @Test
  void withoutHardwareUpdateMissingBitsFault() {
    hart.csrs.write(Csr.MENVCFG, 0);
    pte(V | R | W | X);
    assertEquals(Cause.LOAD_PAGE, loadCause(VIRTUAL));
    assertEquals(Cause.FETCH_PAGE, fetchCause(VIRTUAL));
    pte(V | R | W | X | A);
    assertEquals(-1, loadCause(VIRTUAL));
    assertEquals(Cause.STORE_PAGE, storeCause(VIRTUAL));
    long at = hart.pteAddress(root, 3, VIRTUAL, 0);
    assertEquals(0, hart.ram.read64(at) & D);
  }

  @ParameterizedTest
  @ValueSource(ints = {54, 55, 56, 57, 58, 59, 60})
  void reservedBitsFault(int bit) {
    pte(V | R | W | X | A | D | 1L << bit);
    assertEquals(Cause.LOAD_PAGE, loadCause(VIRTUAL));
  }

  @ParameterizedTest
  @ValueSource(ints = {A, D, U})
  void reservedBitsOfPointersFault(int bit) {
    pte(V | R | A);
    long pointer = hart.pteAddress(root, 3, VIRTUAL, 1);
    assertEquals(-1, loadCause(VIRTUAL));
    hart.ram.write64(pointer, hart.ram.read64(pointer) | bit);
    hart.mmu.flushAll();
    assertEquals(Cause.LOAD_PAGE, loadCause(VIRTUAL));
  }

  /** Columns: menvcfg.PBMTE, memory type of a leaf, whether it is legal ("Svpbmt"). */
  @ParameterizedTest
  @CsvSource({
    "true, 0, true",
    "true, 1, true",
    "true, 2, true",
    "true, 3, false",
    "false, 0, true",
    "false, 1, false",
    "false, 2, false",
    "false, 3, false",
  })
  void memoryTypes(boolean enabled, long type, boolean legal) {
    hart.csrs.write(Csr.MENVCFG, enabled ? 1L << 62 : 0);
    pte(V | R | W | X | A | D | type << 61);
    assertEquals(legal ? -1 : Cause.LOAD_PAGE, loadCause(VIRTUAL));
    assertEquals(legal ? -1 : Cause.STORE_PAGE, storeCause(VIRTUAL));
    assertEquals(legal ? -1 : Cause.FETCH_PAGE, fetchCause(VIRTUAL));
    if (legal) {
      assertEquals(0x1122334455667788L, load(VIRTUAL + 8));
      assertEquals(PAGE, hart.cpu.translateQuietly(VIRTUAL));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void pointersHaveNoMemoryType(long type) {
    hart.csrs.write(Csr.MENVCFG, 1L << 62);
    pte(V | R | A);
    long pointer = hart.pteAddress(root, 3, VIRTUAL, 1);
    hart.ram.write64(pointer, hart.ram.read64(pointer) | type << 61);
    assertEquals(Cause.LOAD_PAGE, loadCause(VIRTUAL));
  }

  /** "Svnapot": sixteen entries, each with bits 15..12 of the address = 8, map 64 KiB. */
  @Test
  void napotLeavesMap64KiB() {
    long range = VIRTUAL & -0x10000;
    for (int i = 0; i < 16; i++) {
      long leaf = (PAGE | 0x8000) >>> 12 << 10 | V | R | W | X | A | D | 1L << 63;
      hart.ram.write64(hart.pteAddress(root, 3, range + i * 4096L, 0), leaf);
    }
    assertEquals(0x1122334455667788L, load(range + 8));
    assertEquals(-1, storeCause(range + 0xF010));
    assertEquals(1, hart.ram.read64(PAGE + 0xF010));
    assertEquals(PAGE + 0x3000, hart.mmu.walk(cpu, range + 0x3004));
    assertEquals(PAGE + 0x3004, hart.cpu.translateQuietly(range + 0x3004));
    for (int i = 0; i < 16; i++) {
      hart.ram.write64(hart.pteAddress(root, 3, range + i * 4096L, 0), 0);
    }
    assertEquals(-1, loadCause(range + 8), "cached until fenced");
    hart.mmu.flushPage(range + 0x5000);
    assertEquals(Cause.LOAD_PAGE, loadCause(range + 8), "one fence for the whole range");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 4, 7, 9, 12, 15})
  void otherNapotSizesAreReserved(int mark) {
    long leaf = (PAGE & -0x10000 | mark << 12) >>> 12 << 10 | V | R | W | X | A | D | 1L << 63;
    hart.ram.write64(hart.pteAddress(root, 3, VIRTUAL, 0), leaf);
    assertEquals(Cause.LOAD_PAGE, loadCause(VIRTUAL));
    assertEquals(Cause.STORE_PAGE, storeCause(VIRTUAL));
    assertEquals(Cause.FETCH_PAGE, fetchCause(VIRTUAL));
  }

  @Test
  void napotIsForTheLastLevelOnly() {
    long virtual = 0x20_0000L * 5;
    long leaf = hart.pteAddress(root, 3, virtual, 1);
    hart.ram.write64(leaf, (Ram.BASE | 0x8000) >>> 12 << 10 | V | R | A | D | 1L << 63);
    assertEquals(Cause.LOAD_PAGE, loadCause(virtual));
    pte(V | R | A);
    long pointer = hart.pteAddress(root, 3, VIRTUAL, 1);
    hart.ram.write64(pointer, hart.ram.read64(pointer) | 1L << 63);
    assertEquals(Cause.LOAD_PAGE, loadCause(VIRTUAL));
  }

  @Test
  void aHartWithoutSvaduNeverSetsTheBits() {
    hart.csrs.withoutSvadu();
    hart.csrs.write(Csr.MENVCFG, -1);
    assertEquals(0, hart.csrs.read(Csr.MENVCFG) >>> 61 & 1);
    pte(V | R | W | X);
    assertEquals(Cause.LOAD_PAGE, loadCause(VIRTUAL));
    assertEquals(Cause.FETCH_PAGE, fetchCause(VIRTUAL));
    pte(V | R | W | X | A);
    assertEquals(-1, loadCause(VIRTUAL));
    assertEquals(Cause.STORE_PAGE, storeCause(VIRTUAL));
    pte(V | R | W | X | A | D);
    assertEquals(-1, storeCause(VIRTUAL));
  }

  @Test
  void aPointerAtTheLastLevelFaults() {
    pte(V);
    assertEquals(Cause.LOAD_PAGE, loadCause(VIRTUAL));
  }

  @Test
  void tablesOutsideRamAreAccessFaults() {
    hart.enable(8, 0x4000_0000L);
    assertEquals(Cause.LOAD_ACCESS, loadCause(VIRTUAL));
    assertEquals(Cause.STORE_ACCESS, storeCause(VIRTUAL));
    assertEquals(Cause.FETCH_ACCESS, fetchCause(VIRTUAL));
  }

  @ParameterizedTest
  @CsvSource({"8, 3", "9, 4", "10, 5"})
  void modesCheckTheSignExtensionOfTheirWidth(int mode, int levels) {
    long table = hart.enable(mode, hart.newTable());
    int bits = 12 + 9 * levels;
    long high = -1L << bits - 1;
    hart.ram.write64(hart.pteAddress(table, levels, high, 0), PAGE >>> 12 << 10 | V | R | A);
    assertEquals(0x1122334455667788L, load(high + 8));
    assertEquals(Cause.LOAD_PAGE, loadCause((high + 8) ^ 1L << 63));
    assertEquals(Cause.LOAD_PAGE, loadCause((high + 8) ^ 1L << bits));
    assertEquals(Cause.LOAD_PAGE, loadCause((1L << bits - 1) + 8));
  }

  @ParameterizedTest
  @CsvSource({"8, 3, 1", "8, 3, 2", "9, 4, 3", "10, 5, 4"})
  void superpages(int mode, int levels, int level) {
    long table = hart.enable(mode, hart.newTable());
    long span = 1L << 12 + 9 * level;
    long virtual = span * 3;
    long leaf = hart.pteAddress(table, levels, virtual, level);
    long aligned = Ram.BASE & -span;
    hart.ram.write64(leaf, aligned >>> 12 << 10 | V | R | A | D);
    assertEquals(0x1122334455667788L, load(virtual + (PAGE - aligned) + 8));
    hart.ram.write64(leaf, (aligned | 0x1000) >>> 12 << 10 | V | R | A | D);
    hart.mmu.flushAll();
    assertEquals(Cause.LOAD_PAGE, loadCause(virtual), "misaligned superpage");
  }

  @Test
  void fencingOneAddressOfASuperpageDropsAllOfIt() {
    long leaf = hart.pteAddress(root, 3, 0x20_0000L * 5, 1);
    long virtual = 0x20_0000L * 5;
    hart.ram.write64(leaf, Ram.BASE >>> 12 << 10 | V | R | A | D);
    assertEquals(0x1122334455667788L, load(virtual + 0x10008));
    hart.ram.write64(leaf, 0);
    assertEquals(-1, loadCause(virtual + 0x10008), "cached until fenced");
    hart.mmu.flushPage(virtual);
    assertEquals(Cause.LOAD_PAGE, loadCause(virtual + 0x10008));
  }

  @Test
  void fencingAnAddressDropsItsPage() {
    pte(V | R | W | A | D);
    load(VIRTUAL);
    Mem.store8(cpu, VIRTUAL, 0, -1);
    hart.ram.write64(hart.pteAddress(root, 3, VIRTUAL, 0), 0);
    hart.mmu.flushPage(VIRTUAL + 0x1000);
    assertEquals(-1, loadCause(VIRTUAL), "another page's fence");
    hart.mmu.flushPage(VIRTUAL + 0x123);
    assertEquals(Cause.LOAD_PAGE, loadCause(VIRTUAL));
    assertEquals(Cause.STORE_PAGE, storeCause(VIRTUAL));
  }

  /** Not wanted by the specification, but part of what this machine is (docs/architecture.md). */
  @Test
  void aChangeOfSatpDropsEveryTranslation() {
    pte(V | R | W | X | A | D);
    assertEquals(-1, loadCause(VIRTUAL));
    assertEquals(-1, storeCause(VIRTUAL));
    hart.csrs.privilege(Cpu.M);
    hart.enable(8, hart.newTable());
    hart.csrs.privilege(Cpu.S);
    assertEquals(Cause.LOAD_PAGE, loadCause(VIRTUAL));
    assertEquals(Cause.STORE_PAGE, storeCause(VIRTUAL));
  }

  @Test
  void invalidEntriesAreNotCached() {
    pte(0);
    assertEquals(Cause.LOAD_PAGE, loadCause(VIRTUAL));
    hart.ram.write64(hart.pteAddress(root, 3, VIRTUAL, 0), PAGE >>> 12 << 10 | V | R | A);
    assertEquals(-1, loadCause(VIRTUAL), "no fence needed after making it valid");
  }

  @Test
  void globalIsKnownFromAnyLevel() {
    pte(V | X | A);
    hart.mmu.walk(cpu, VIRTUAL);
    assertFalse(hart.mmu.fetchGlobal);
    long pointer = hart.pteAddress(root, 3, VIRTUAL, 2);
    hart.ram.write64(pointer, hart.ram.read64(pointer) | G);
    hart.mmu.walk(cpu, VIRTUAL);
    assertTrue(hart.mmu.fetchGlobal);
  }

  @Test
  void lookingChangesNothing() {
    pte(V | R | W | X);
    assertEquals(PAGE + 8, hart.cpu.translateQuietly(VIRTUAL + 8));
    assertEquals(-1, hart.cpu.translateQuietly(VIRTUAL + 0x1000));
    assertEquals(0, hart.ram.read64(hart.pteAddress(root, 3, VIRTUAL, 0)) & (A | D));
  }
}
