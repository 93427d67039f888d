package bbt.translator.riscv.cpu;

import static bbt.translator.riscv.cpu.HartFixture.A;
import static bbt.translator.riscv.cpu.HartFixture.D;
import static bbt.translator.riscv.cpu.HartFixture.R;
import static bbt.translator.riscv.cpu.HartFixture.U;
import static bbt.translator.riscv.cpu.HartFixture.V;
import static bbt.translator.riscv.cpu.HartFixture.W;
import static bbt.translator.riscv.cpu.HartFixture.X;
import static bbt.translator.riscv.cpu.HartFixture.causeOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.ptg.riscv.semantics.CacheOp;
import bbt.translator.hart.GuestTrap;
import bbt.translator.hart.RegionExit;
import bbt.translator.memory.Ram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Chapter "CMO" of the unprivileged specification: who may do it, what it does, how it faults. */
class CacheBlockTest {
  private static final long ALL = 0xD0;
  private static final long VIRTUAL = 0x1234_5000L;
  private static final long PAGE = Ram.BASE + 0x10000;

  private final HartFixture hart = new HartFixture();
  private final Cpu cpu = hart.cpu;
  private long root;

  @BeforeEach
  void supervisorWithAPage() {
    hart.csrs.write(Csr.MENVCFG, ALL);
    hart.csrs.write(Csr.SENVCFG, ALL);
    for (long at = PAGE; at < PAGE + 4096; at += 8) {
      hart.ram.write64(at, -1);
    }
    root = hart.enable(8, hart.newTable());
    hart.csrs.privilege(Cpu.S);
  }

  private void svadu(boolean on) {
    hart.csrs.write(Csr.MENVCFG, ALL | (on ? 1L << 61 : 0));
  }

  private long pte() {
    return hart.ram.read64(hart.pteAddress(root, 3, VIRTUAL, 0));
  }

  private void map(int bits) {
    hart.map(root, VIRTUAL, PAGE, bits);
    hart.mmu.flushAll();
  }

  private int cause(CacheOp operation, long address, int site) {
    return causeOf(
        () -> {
          if (operation == CacheOp.ZERO) {
            RiscvMem.zeroBlock(cpu, address, site);
          } else {
            RiscvMem.cacheBlock(cpu, operation, address, site);
          }
        });
  }

  private int cause(CacheOp operation, long address) {
    return cause(operation, address, -1);
  }

  /** Columns: privilege, menvcfg, senvcfg; which of inval, clean, flush, zero are legal. */
  @ParameterizedTest
  @CsvSource({
    "3, 0x00, 0x00, icfz",
    "1, 0x00, 0xf0, ''",
    "1, 0x10, 0x00, i",
    "1, 0x30, 0x00, i",
    "1, 0x40, 0x00, cf",
    "1, 0x80, 0x00, z",
    "0, 0xf0, 0x00, ''",
    "0, 0x00, 0xf0, ''",
    "0, 0xf0, 0x10, i",
    "0, 0x10, 0xf0, i",
    "0, 0x40, 0xf0, cf",
    "0, 0xf0, 0x40, cf",
    "0, 0x80, 0xf0, z",
    "0, 0xf0, 0x80, z",
  })
  void environmentsPermit(int privilege, String machine, String supervisor, String legal) {
    map(V | R | W | A | D | (privilege == Cpu.U ? U : 0));
    hart.csrs.write(Csr.MENVCFG, Long.decode(machine));
    hart.csrs.write(Csr.SENVCFG, Long.decode(supervisor));
    hart.csrs.privilege(privilege);
    long address = privilege == Cpu.M ? PAGE : VIRTUAL;
    for (CacheOp operation : CacheOp.values()) {
      boolean permitted = legal.indexOf("icfz".charAt(operation.ordinal())) >= 0;
      int expected = permitted ? -1 : Cause.ILLEGAL_INSTRUCTION;
      assertEquals(expected, cause(operation, address), operation::name);
    }
  }

  /** A write entry in the TLB does not make it legal again. */
  @Test
  void permissionIsAskedAtEachTime() {
    map(V | R | W | A | D);
    assertEquals(-1, cause(CacheOp.ZERO, VIRTUAL));
    hart.csrs.write(Csr.MENVCFG, 0);
    assertEquals(Cause.ILLEGAL_INSTRUCTION, cause(CacheOp.ZERO, VIRTUAL));
  }

  @Test
  void reservedInvalidationKeepsTheField() {
    hart.csrs.write(Csr.MENVCFG, 0x10);
    hart.csrs.write(Csr.MENVCFG, 0x20);
    assertEquals(0x10, hart.csrs.read(Csr.MENVCFG));
    hart.csrs.write(Csr.SENVCFG, 0x30);
    hart.csrs.write(Csr.SENVCFG, 0xA1);
    assertEquals(0xB1, hart.csrs.read(Csr.SENVCFG));
  }

  @ParameterizedTest
  @CsvSource({"0x40, 0x40", "0x47, 0x40", "0x7f, 0x40", "0xfff, 0xfc0", "0, 0"})
  void zeroClearsTheBlockThatHoldsTheAddress(String offset, String first) {
    map(V | R | W | A | D);
    int from = Integer.decode(first);
    for (int round = 0; round < 2; round++) { // by the slow path, then by the TLB
      assertEquals(-1, cause(CacheOp.ZERO, VIRTUAL + Integer.decode(offset)));
      for (int at = 0; at < 4096; at += 8) {
        boolean cleared = at >= from && at < from + 64;
        assertEquals(cleared ? 0 : -1, hart.ram.read64(PAGE + at), Integer.toHexString(at));
        hart.ram.write64(PAGE + at, -1);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(CacheOp.class)
  void managementChangesNoByte(CacheOp operation) {
    map(V | R | W | A | D);
    if (operation != CacheOp.ZERO) {
      assertEquals(-1, cause(operation, VIRTUAL));
      assertEquals(-1, hart.ram.read64(PAGE));
    }
  }

  /** Columns: permissions of a page; whether management and zero are legal. */
  @ParameterizedTest
  @CsvSource({"RW, true, true", "R, true, false", "X, false, false", "'', false, false"})
  void faultsAreThoseOfAStoreWithTheAddressGiven(String letters, boolean manage, boolean zero) {
    int permissions =
        (letters.contains("R") ? R : 0)
            | (letters.contains("W") ? W : 0)
            | (letters.contains("X") ? X : 0);
    map(letters.isEmpty() ? 0 : V | A | D | permissions);
    for (CacheOp operation : CacheOp.values()) {
      boolean legal = operation == CacheOp.ZERO ? zero : manage;
      assertEquals(legal ? -1 : Cause.STORE_PAGE, cause(operation, VIRTUAL + 0x47, 5));
      if (!legal) {
        assertEquals(VIRTUAL + 0x47, GuestTrap.own().tval);
        assertEquals(5, GuestTrap.own().site);
      }
    }
  }

  @Test
  void executablePagesAreManagedUnderMxr() {
    map(V | X | A);
    hart.csrs.write(Csr.SSTATUS, Status.MXR);
    assertEquals(-1, cause(CacheOp.CLEAN, VIRTUAL));
    assertEquals(Cause.STORE_PAGE, cause(CacheOp.ZERO, VIRTUAL));
  }

  @Test
  void userPagesNeedSum() {
    map(V | R | W | U | A | D);
    assertEquals(Cause.STORE_PAGE, cause(CacheOp.FLUSH, VIRTUAL));
    assertEquals(Cause.STORE_PAGE, cause(CacheOp.ZERO, VIRTUAL));
    hart.csrs.write(Csr.SSTATUS, Status.SUM);
    assertEquals(-1, cause(CacheOp.FLUSH, VIRTUAL));
    assertEquals(-1, cause(CacheOp.ZERO, VIRTUAL));
  }

  @Test
  void managementSetsAAndZeroSetsDToo() {
    svadu(true);
    map(V | R | W);
    assertEquals(-1, cause(CacheOp.CLEAN, VIRTUAL));
    assertEquals(A, pte() & (A | D));
    assertEquals(-1, cause(CacheOp.ZERO, VIRTUAL));
    assertEquals(A | D, pte() & (A | D));
  }

  @Test
  void withoutSvaduTheBitsFault() {
    svadu(false);
    map(V | R | W);
    assertEquals(Cause.STORE_PAGE, cause(CacheOp.CLEAN, VIRTUAL));
    map(V | R | W | A);
    assertEquals(-1, cause(CacheOp.CLEAN, VIRTUAL));
    assertEquals(Cause.STORE_PAGE, cause(CacheOp.ZERO, VIRTUAL));
  }

  /** The protected half of a block makes all of it inaccessible. */
  @Test
  void physicalProtectionCoversTheWholeBlock() {
    map(V | R | W | A | D);
    hart.csrs.write(Csr.PMPADDR0, PAGE + 0x60 >>> 2);
    hart.csrs.write(Csr.PMPADDR0 + 1, PAGE + 0x80 >>> 2);
    hart.csrs.write(Csr.PMPADDR0 + 2, -1);
    hart.csrs.write(Csr.PMPCFG0, 0x1F_09_0FL); // below: all; [60, 80): read; above: all
    assertEquals(-1, cause(CacheOp.ZERO, VIRTUAL));
    assertEquals(Cause.STORE_ACCESS, cause(CacheOp.ZERO, VIRTUAL + 0x44));
    assertEquals(VIRTUAL + 0x44, GuestTrap.own().tval);
    assertEquals(Cause.STORE_ACCESS, cause(CacheOp.CLEAN, VIRTUAL + 0x44));
    assertEquals(-1, cause(CacheOp.ZERO, VIRTUAL + 0x80));
    hart.csrs.write(Csr.PMPCFG0, 0x1F_09_09L);
    assertEquals(-1, cause(CacheOp.CLEAN, VIRTUAL), "readable is enough");
    assertEquals(Cause.STORE_ACCESS, cause(CacheOp.ZERO, VIRTUAL));
  }

  @Test
  void devicesTakeNoZeroesAndNeedNoManagement() {
    hart.csrs.privilege(Cpu.M);
    assertEquals(Cause.STORE_ACCESS, cause(CacheOp.ZERO, HartFixture.DEVICE + 8));
    assertEquals(HartFixture.DEVICE + 8, GuestTrap.own().tval);
    assertEquals(-1, cause(CacheOp.FLUSH, HartFixture.DEVICE));
    assertEquals(Cause.STORE_ACCESS, cause(CacheOp.FLUSH, HartFixture.DEVICE + 0x10000));
    assertEquals("", hart.deviceLog);
  }

  @Test
  void zeroedCodeIsForgotten() {
    map(V | R | W | A | D);
    assertEquals(-1, cause(CacheOp.ZERO, VIRTUAL + 0x80));
    hart.ram.write64(PAGE + 0x90, 7);
    hart.decode(PAGE + 0x84);
    assertThrows(RegionExit.class, () -> cause(CacheOp.ZERO, VIRTUAL + 0x80, 3));
    assertTrue(hart.code.hasLiveCode(PAGE + 0x80));
    assertEquals(7, hart.ram.read64(PAGE + 0x90), "nothing was changed");
    assertEquals(-1, cause(CacheOp.ZERO, VIRTUAL + 0x80));
    assertFalse(hart.code.hasLiveCode(PAGE + 0x80));
    assertEquals(0, hart.ram.read64(PAGE + 0x90));
  }
}
