package bbt.translator.riscv.cpu;

import static bbt.translator.riscv.cpu.HartFixture.causeOf;
import static org.junit.jupiter.api.Assertions.assertEquals;

import bbt.ptg.riscv.semantics.SystemOp;
import bbt.translator.hart.GuestTrap;
import bbt.translator.memory.Ram;
import bbt.translator.mmu.Mem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Zicsr, environment calls, xRET, wfi and fences, with their privilege checks. */
class SystemInstructionsTest {
  private static final int WFI = 0x10500073;
  private static final int SRET = 0x10200073;
  private static final int MRET = 0x30200073;
  private static final int SFENCE = 0x12000073;
  private static final int SINVAL = 0x16000073;

  private final HartFixture hart = new HartFixture();
  private final Cpu cpu = hart.cpu;
  private final Csrs csrs = hart.csrs;

  @BeforeEach
  void place() {
    cpu.pc = 0x1000;
  }

  private int execute(SystemOp operation, int bits) {
    return SystemInstructions.execute(cpu, operation, bits);
  }

  private int cause(SystemOp operation, int bits) {
    return causeOf(() -> execute(operation, bits));
  }

  private static int csr(int number, int rs1, int function, int rd) {
    return number << 20 | rs1 << 15 | function << 12 | rd << 7 | 0x73;
  }

  private long write(int number, long value) {
    cpu.x6 = value;
    execute(SystemOp.CSRRW, csr(number, 6, 1, 5));
    return cpu.x5;
  }

  @Test
  void swapSetAndClear() {
    csrs.write(Csr.MSCRATCH, 0b1100);
    assertEquals(0b1100, write(Csr.MSCRATCH, 0b1010));
    assertEquals(0x1004, cpu.pc);
    cpu.x7 = 0b0101;
    execute(SystemOp.CSRRS, csr(Csr.MSCRATCH, 7, 2, 8));
    assertEquals(0b1010, cpu.x8);
    assertEquals(0b1111, csrs.read(Csr.MSCRATCH));
    execute(SystemOp.CSRRC, csr(Csr.MSCRATCH, 7, 3, 7));
    assertEquals(0b1111, cpu.x7);
    assertEquals(0b1010, csrs.read(Csr.MSCRATCH));
    execute(SystemOp.CSRRWI, csr(Csr.MSCRATCH, 31, 5, 0));
    assertEquals(31, csrs.read(Csr.MSCRATCH));
    execute(SystemOp.CSRRSI, csr(Csr.MSCRATCH, 0, 6, 9));
    assertEquals(31, cpu.x9);
    execute(SystemOp.CSRRCI, csr(Csr.MSCRATCH, 3, 7, 0));
    assertEquals(28, csrs.read(Csr.MSCRATCH));
  }

  @Test
  void readOnlyRegistersCanBeReadByAWriteOfNothing() {
    cpu.x6 = 0;
    assertEquals(-1, cause(SystemOp.CSRRS, csr(Csr.MHARTID, 0, 2, 5)));
    assertEquals(-1, cause(SystemOp.CSRRCI, csr(Csr.MHARTID, 0, 7, 5)));
    int withZeroMask = csr(Csr.MHARTID, 6, 2, 5);
    assertEquals(Cause.ILLEGAL_INSTRUCTION, cause(SystemOp.CSRRS, withZeroMask));
    assertEquals(withZeroMask & 0xFFFFFFFFL, GuestTrap.own().tval);
    assertEquals(Cause.ILLEGAL_INSTRUCTION, cause(SystemOp.CSRRWI, csr(Csr.CYCLE, 0, 5, 0)));
  }

  @Test
  void unknownAndMorePrivilegedRegistersAreIllegalAndChangeNothing() {
    cpu.x5 = 77;
    assertEquals(Cause.ILLEGAL_INSTRUCTION, cause(SystemOp.CSRRS, csr(0x7B0, 0, 2, 5)));
    assertEquals(csr(0x7B0, 0, 2, 5) & 0xFFFFFFFFL, GuestTrap.own().tval);
    csrs.privilege(Cpu.S);
    assertEquals(Cause.ILLEGAL_INSTRUCTION, cause(SystemOp.CSRRS, csr(Csr.MSCRATCH, 0, 2, 5)));
    csrs.privilege(Cpu.U);
    assertEquals(Cause.ILLEGAL_INSTRUCTION, cause(SystemOp.CSRRS, csr(Csr.SSCRATCH, 0, 2, 5)));
    assertEquals(77, cpu.x5);
    assertEquals(0x1000, cpu.pc);
  }

  @Test
  void floatingPointRegistersNeedFs() {
    assertEquals(Cause.ILLEGAL_INSTRUCTION, cause(SystemOp.CSRRS, csr(Csr.FCSR, 0, 2, 5)));
    cpu.fs = 1;
    assertEquals(-1, cause(SystemOp.CSRRS, csr(Csr.FCSR, 0, 2, 5)));
    assertEquals(1, cpu.fs, "a read leaves it clean");
    assertEquals(-1, cause(SystemOp.CSRRWI, csr(Csr.FRM, 1, 5, 0)));
    assertEquals(3, cpu.fs);
  }

  /** Columns: privilege, mcounteren, scounteren; whether instret (bit 2) can be read. */
  @ParameterizedTest
  @CsvSource({
    "3,0,0,true",
    "1,0,4,false",
    "1,4,0,true",
    "0,4,0,false",
    "0,0,4,false",
    "0,4,4,true"
  })
  void counterEnables(int privilege, long machine, long supervisor, boolean legal) {
    csrs.write(Csr.MCOUNTEREN, machine);
    csrs.write(Csr.SCOUNTEREN, supervisor);
    csrs.privilege(privilege);
    int expected = legal ? -1 : Cause.ILLEGAL_INSTRUCTION;
    assertEquals(expected, cause(SystemOp.CSRRS, csr(Csr.INSTRET, 0, 2, 5)));
    assertEquals(
        privilege == Cpu.M ? -1 : Cause.ILLEGAL_INSTRUCTION,
        cause(SystemOp.CSRRS, csr(Csr.HPMCOUNTER3, 0, 2, 5)));
  }

  /** Columns: privilege, menvcfg.STCE, mcounteren; whether stimecmp is there ("Sstc"). */
  @ParameterizedTest
  @CsvSource({
    "3,0,0,true",
    "1,0,0,false",
    "1,1,0,false",
    "1,0,2,false",
    "1,1,2,true",
    "1,1,5,false",
    "0,1,2,false",
  })
  void stimecmpNeedsItsEnables(int privilege, long enabled, long counters, boolean legal) {
    csrs.write(Csr.MENVCFG, enabled << 63);
    csrs.write(Csr.MCOUNTEREN, counters);
    csrs.write(Csr.SCOUNTEREN, 2);
    csrs.privilege(privilege);
    int expected = legal ? -1 : Cause.ILLEGAL_INSTRUCTION;
    assertEquals(expected, cause(SystemOp.CSRRS, csr(Csr.STIMECMP, 0, 2, 5)));
    assertEquals(expected, cause(SystemOp.CSRRW, csr(Csr.STIMECMP, 6, 1, 5)));
  }

  @Test
  void trapsForVirtualizationOfTheSupervisor() {
    csrs.privilege(Cpu.S);
    int satp = csr(Csr.SATP, 0, 2, 5);
    assertEquals(-1, cause(SystemOp.CSRRS, satp));
    assertEquals(-1, cause(SystemOp.SFENCE_VMA, SFENCE));
    assertEquals(-1, cause(SystemOp.WFI, WFI));
    assertEquals(1, hart.waits);
    csrs.write(Csr.MSTATUS, Status.TVM | Status.TW | Status.TSR);
    assertEquals(Cause.ILLEGAL_INSTRUCTION, cause(SystemOp.CSRRS, satp));
    assertEquals(Cause.ILLEGAL_INSTRUCTION, cause(SystemOp.SFENCE_VMA, SFENCE));
    assertEquals(Cause.ILLEGAL_INSTRUCTION, cause(SystemOp.WFI, WFI));
    assertEquals(Cause.ILLEGAL_INSTRUCTION, cause(SystemOp.SRET, SRET));
    assertEquals(Cause.ILLEGAL_INSTRUCTION, cause(SystemOp.MRET, MRET));
    assertEquals(1, hart.waits);
    csrs.privilege(Cpu.M);
    assertEquals(-1, cause(SystemOp.CSRRS, satp));
    assertEquals(-1, cause(SystemOp.WFI, WFI));
    assertEquals(-1, cause(SystemOp.SRET, SRET));
  }

  @Test
  void userModeHasNoneOfThem() {
    csrs.privilege(Cpu.U);
    assertEquals(Cause.ILLEGAL_INSTRUCTION, cause(SystemOp.WFI, WFI));
    assertEquals(Cause.ILLEGAL_INSTRUCTION, cause(SystemOp.SRET, SRET));
    assertEquals(Cause.ILLEGAL_INSTRUCTION, cause(SystemOp.MRET, MRET));
    assertEquals(Cause.ILLEGAL_INSTRUCTION, cause(SystemOp.SFENCE_VMA, SFENCE));
    assertEquals(-1, cause(SystemOp.FENCE_I, 0x100F));
  }

  /** Columns: privilege, TVM; whether sinval.vma and the two fences beside it are legal. */
  @ParameterizedTest
  @CsvSource({
    "3,false,true,true",
    "3,true,true,true",
    "1,false,true,true",
    "1,true,false,true",
    "0,false,false,false",
  })
  void invalidationsHaveTheirPrivileges(
      int privilege, boolean tvm, boolean invalidates, boolean fences) {
    csrs.write(Csr.MSTATUS, tvm ? Status.TVM : 0);
    csrs.privilege(privilege);
    int illegal = Cause.ILLEGAL_INSTRUCTION;
    assertEquals(invalidates ? -1 : illegal, cause(SystemOp.SINVAL_VMA, SINVAL));
    assertEquals(invalidates ? -1 : illegal, cause(SystemOp.SFENCE_VMA, SFENCE));
    assertEquals(fences ? -1 : illegal, cause(SystemOp.SFENCE_W_INVAL, 0x18000073));
    assertEquals(fences ? -1 : illegal, cause(SystemOp.SFENCE_INVAL_IR, 0x18100073));
  }

  @Test
  void sinvalDropsTranslationsAsSfenceDoes() {
    long virtual = 0x4000;
    for (int bits : new int[] {SINVAL, SINVAL | 6 << 15, SFENCE, SFENCE | 6 << 15}) {
      long root = hart.enable(8, hart.newTable());
      hart.map(root, virtual, Ram.BASE + 0x10000, HartFixture.V | HartFixture.R | HartFixture.A);
      csrs.privilege(Cpu.S);
      assertEquals(-1, causeOf(() -> Mem.loadU8(cpu, virtual, -1)));
      hart.map(root, virtual, Ram.BASE + 0x10000, 0);
      assertEquals(-1, causeOf(() -> Mem.loadU8(cpu, virtual, -1)), "still cached");
      cpu.x6 = virtual;
      execute((bits & SINVAL) == SINVAL ? SystemOp.SINVAL_VMA : SystemOp.SFENCE_VMA, bits);
      assertEquals(Cause.LOAD_PAGE, causeOf(() -> Mem.loadU8(cpu, virtual, -1)));
    }
  }

  @Test
  void spinningGivesUpTheTurn() {
    csrs.privilege(Cpu.U);
    execute(SystemOp.PAUSE, 0x0100000F);
    assertEquals(1, hart.pauses);
    assertEquals(0x1004, cpu.pc);
    execute(SystemOp.WRS_NTO, 0x00D00073);
    execute(SystemOp.WRS_STO, 0x01D00073);
    assertEquals(1, hart.pauses, "no reservation, nothing to wait for");
    cpu.reservation = Ram.BASE;
    execute(SystemOp.WRS_NTO, 0x00D00073);
    execute(SystemOp.WRS_STO, 0x01D00073);
    assertEquals(3, hart.pauses);
    assertEquals(0x1014, cpu.pc);
  }

  @Test
  void callsAndBreaks() {
    assertEquals(Cause.ECALL_M, cause(SystemOp.ECALL, 0x73));
    csrs.privilege(Cpu.S);
    assertEquals(Cause.ECALL_S, cause(SystemOp.ECALL, 0x73));
    assertEquals(0, GuestTrap.own().tval);
    assertEquals(0x1000, cpu.pc);
    hart.servesFirmware = true;
    assertEquals(SystemInstructions.FIRMWARE, execute(SystemOp.ECALL, 0x73));
    assertEquals(0x1004, cpu.pc);
    csrs.privilege(Cpu.U);
    assertEquals(Cause.ECALL_U, cause(SystemOp.ECALL, 0x73));
    assertEquals(Cause.BREAKPOINT, cause(SystemOp.EBREAK, 0x100073));
    assertEquals(0x1004, GuestTrap.own().tval);
  }

  @Test
  void aChangeOfSatpIsReportedAndFlushes() {
    Mem.loadU8(cpu, Ram.BASE, -1);
    cpu.x6 = 8L << 60 | Ram.BASE >>> 12;
    assertEquals(SystemInstructions.SATP, execute(SystemOp.CSRRW, csr(Csr.SATP, 6, 1, 5)));
    assertEquals(0, csrs.oldSatp());
    assertEquals(SystemInstructions.NOTHING, execute(SystemOp.CSRRW, csr(Csr.SATP, 6, 1, 5)));
  }
}
