package bbt.translator.riscv.cpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Trap entry, delegation, interrupt selection. */
class TrapsTest {
  private static final long INTERRUPT = 1L << 63;

  private final HartFixture hart = new HartFixture();
  private final Cpu cpu = hart.cpu;
  private final Csrs csrs = hart.csrs;

  @BeforeEach
  void handlers() {
    csrs.write(Csr.MTVEC, 0x80001000L);
    csrs.write(Csr.STVEC, 0x80002000L);
    cpu.pc = 0x1234;
  }

  @Test
  void anExceptionGoesToMachineModeUnlessDelegated() {
    csrs.privilege(Cpu.U);
    csrs.write(Csr.MSTATUS, Status.MIE);
    cpu.reservation = 0x80000000L;
    cpu.enterTrap(Cause.ILLEGAL_INSTRUCTION, 0xABCD);
    assertEquals(Cpu.M, cpu.priv);
    assertEquals(0x80001000L, cpu.pc);
    assertEquals(0x1234, csrs.read(Csr.MEPC));
    assertEquals(2, csrs.read(Csr.MCAUSE));
    assertEquals(0xABCD, csrs.read(Csr.MTVAL));
    assertEquals(Status.MPIE, csrs.read(Csr.MSTATUS) & (Status.MIE | Status.MPIE | Status.MPP));
    assertEquals(-1, cpu.reservation);
    assertEquals(2, hart.lastTrap);
  }

  @Test
  void aDelegatedExceptionGoesToSupervisorModeFromBelowMachineMode() {
    csrs.write(Csr.MEDELEG, 1 << Cause.LOAD_PAGE);
    csrs.privilege(Cpu.S);
    csrs.write(Csr.SSTATUS, Status.SIE);
    cpu.enterTrap(Cause.LOAD_PAGE, 0x5000);
    assertEquals(Cpu.S, cpu.priv);
    assertEquals(0x80002000L, cpu.pc);
    assertEquals(0x1234, csrs.read(Csr.SEPC));
    assertEquals(13, csrs.read(Csr.SCAUSE));
    assertEquals(0x5000, csrs.read(Csr.STVAL));
    assertEquals(
        Status.SPIE | Status.SPP, csrs.read(Csr.SSTATUS) & (Status.SIE | Status.SPIE | Status.SPP));
    csrs.privilege(Cpu.M);
    cpu.enterTrap(Cause.LOAD_PAGE, 0);
    assertEquals(Cpu.M, cpu.priv, "never delegated from M");
    assertEquals(0x80001000L, cpu.pc);
  }

  @Test
  void vectoredHandlersSpreadInterruptsOnly() {
    csrs.write(Csr.MTVEC, 0x80001001L);
    cpu.enterTrap(INTERRUPT | Interrupts.MTI, 0);
    assertEquals(0x80001000L + 4 * 7, cpu.pc);
    cpu.enterTrap(Cause.BREAKPOINT, 0);
    assertEquals(0x80001000L, cpu.pc);
    csrs.write(Csr.STVEC, 0x80002001L);
    csrs.write(Csr.MIDELEG, 0x222);
    csrs.privilege(Cpu.U);
    cpu.enterTrap(INTERRUPT | Interrupts.SEI, 0);
    assertEquals(0x80002000L + 4 * 9, cpu.pc);
    assertEquals(INTERRUPT | 9, csrs.read(Csr.SCAUSE));
  }

  @Test
  void mretRestoresWhatTheTrapStacked() {
    csrs.privilege(Cpu.S);
    csrs.write(Csr.MSTATUS, Status.MIE);
    cpu.enterTrap(Cause.ECALL_S, 0);
    csrs.write(Csr.MSTATUS, csrs.read(Csr.MSTATUS) | Status.MPRV);
    assertEquals(
        SystemInstructions.XRET, execute(bbt.ptg.riscv.semantics.SystemOp.MRET, 0x30200073));
    assertEquals(Cpu.S, cpu.priv);
    assertEquals(0x1234, cpu.pc);
    long status = csrs.read(Csr.MSTATUS);
    assertEquals(Status.MIE | Status.MPIE, status & (Status.MIE | Status.MPIE | Status.MPP));
    assertEquals(0, status & Status.MPRV, "MPRV ends below M");
  }

  @Test
  void mretToMachineModeKeepsMprv() {
    csrs.write(Csr.MSTATUS, Status.MPRV | Status.MPP);
    execute(bbt.ptg.riscv.semantics.SystemOp.MRET, 0x30200073);
    assertEquals(Cpu.M, cpu.priv);
    assertEquals(Status.MPRV, csrs.read(Csr.MSTATUS) & (Status.MPRV | Status.MPP));
  }

  @Test
  void sretRestoresWhatTheTrapStacked() {
    csrs.write(Csr.MEDELEG, 1 << Cause.ECALL_U);
    csrs.privilege(Cpu.U);
    csrs.write(Csr.SSTATUS, Status.SIE);
    cpu.enterTrap(Cause.ECALL_U, 0);
    csrs.write(Csr.SEPC, 0x4000);
    cpu.reservation = 0;
    assertEquals(
        SystemInstructions.XRET, execute(bbt.ptg.riscv.semantics.SystemOp.SRET, 0x10200073));
    assertEquals(Cpu.U, cpu.priv);
    assertEquals(0x4000, cpu.pc);
    assertEquals(
        Status.SIE | Status.SPIE, csrs.read(Csr.SSTATUS) & (Status.SIE | Status.SPIE | Status.SPP));
    assertEquals(-1, cpu.reservation);
  }

  private int execute(bbt.ptg.riscv.semantics.SystemOp operation, int bits) {
    return SystemInstructions.execute(cpu, operation, bits);
  }

  // ---- interrupts

  @Test
  void priorityIsExternalSoftwareTimerMachineFirst() {
    csrs.privilege(Cpu.U);
    csrs.write(Csr.MIE, -1);
    int[] order = {
      Interrupts.MEI, Interrupts.MSI, Interrupts.MTI, Interrupts.SEI, Interrupts.SSI, Interrupts.STI
    };
    for (int bit : order) {
      csrs.setPending(bit, true);
    }
    for (int bit : order) {
      assertEquals(bit, csrs.pendingInterrupt());
      csrs.setPending(bit, false);
    }
    assertEquals(-1, csrs.pendingInterrupt());
  }

  /** Columns: privilege, MIE, SIE, delegated; whether a supervisor interrupt is taken. */
  @ParameterizedTest
  @CsvSource({
    "3, false, true, false, false",
    "3, true, false, false, true",
    "3, true, true, true, false",
    "1, false, false, false, true",
    "1, true, false, true, false",
    "1, false, true, true, true",
    "0, false, false, true, true",
    "0, false, false, false, true",
  })
  void enables(int privilege, boolean mie, boolean sie, boolean delegated, boolean taken) {
    csrs.write(Csr.MIDELEG, delegated ? -1 : 0);
    csrs.write(Csr.MIE, -1);
    csrs.write(Csr.MSTATUS, (mie ? Status.MIE : 0) | (sie ? Status.SIE : 0));
    csrs.privilege(privilege);
    csrs.setPending(Interrupts.SEI, true);
    assertEquals(taken ? Interrupts.SEI : -1, csrs.pendingInterrupt());
    csrs.write(Csr.MIE, 0);
    assertEquals(-1, csrs.pendingInterrupt());
  }

  @Test
  void anUndelegatedInterruptIsTakenBeforeADelegatedOneOfHigherRank() {
    csrs.write(Csr.MIDELEG, 1 << Interrupts.SEI);
    csrs.write(Csr.MIE, -1);
    csrs.privilege(Cpu.U);
    csrs.setPending(Interrupts.SEI, true);
    csrs.setPending(Interrupts.STI, true);
    assertEquals(Interrupts.STI, csrs.pendingInterrupt());
  }

  @Test
  void stimecmpDrivesTheTimerWhenEnabled() {
    csrs.write(Csr.STIMECMP, 100);
    csrs.write(Csr.MIE, -1);
    csrs.privilege(Cpu.U);
    hart.now = 200;
    assertEquals(-1, csrs.pendingInterrupt());
    assertEquals(-1, csrs.supervisorDeadline());
    csrs.write(Csr.MENVCFG, 1L << 63);
    assertEquals(Interrupts.STI, csrs.pendingInterrupt());
    assertEquals(100, csrs.supervisorDeadline());
    assertEquals(1 << Interrupts.STI, csrs.read(Csr.MIP));
    csrs.write(Csr.MIP, 0);
    assertEquals(1 << Interrupts.STI, csrs.read(Csr.MIP), "read-only now");
    hart.now = 99;
    assertEquals(0, csrs.read(Csr.MIP));
    csrs.write(Csr.STIMECMP, -1);
    hart.now = Long.MAX_VALUE;
    assertEquals(0, csrs.read(Csr.MIP), "unsigned");
  }

  /** What firmware wrote before does not show through, and comes back without STCE. */
  @Test
  void stimecmpAloneDecidesStip() {
    csrs.write(Csr.MIP, 1 << Interrupts.STI);
    csrs.write(Csr.STIMECMP, 100);
    assertEquals(1 << Interrupts.STI, csrs.read(Csr.MIP));
    csrs.write(Csr.MENVCFG, 1L << 63);
    assertEquals(0, csrs.read(Csr.MIP));
    csrs.write(Csr.MENVCFG, 0);
    assertEquals(1 << Interrupts.STI, csrs.read(Csr.MIP));
  }

  @Test
  void theExternalLineAndTheSoftwareBitOfSeipAreSeparate() {
    csrs.setPending(Interrupts.SEI, true);
    assertEquals(0x200, csrs.read(Csr.MIP));
    // csrrs x5, mip, x6 with x6 = SSIP must not copy the line into the software bit
    cpu.x6 = 2;
    execute(
        bbt.ptg.riscv.semantics.SystemOp.CSRRS, Csr.MIP << 20 | 6 << 15 | 2 << 12 | 5 << 7 | 0x73);
    assertEquals(0x200, cpu.x5);
    csrs.setPending(Interrupts.SEI, false);
    assertEquals(2, csrs.read(Csr.MIP));
    csrs.write(Csr.MIP, 0x200);
    assertEquals(0x200, csrs.read(Csr.MIP));
  }

  @Test
  void whatMayChangeInterruptsExpiresTheBudget() {
    for (int csr :
        new int[] {Csr.MIE, Csr.SIE, Csr.MIP, Csr.SIP, Csr.MIDELEG, Csr.STIMECMP, Csr.MENVCFG}) {
      cpu.eventAt = 500;
      cpu.budget = 100;
      csrs.write(csr, 0);
      assertEquals(0, cpu.budget, "CSR " + Integer.toHexString(csr));
      assertEquals(400, cpu.retired());
    }
    cpu.budget = 100;
    csrs.setPending(Interrupts.SSI, true);
    assertEquals(0, cpu.budget);
  }

  @Test
  void aWriteOfStatusExpiresTheBudgetIfAnInterruptWaitsForIt() {
    csrs.write(Csr.MIE, 1 << Interrupts.MSI);
    cpu.budget = 100;
    csrs.write(Csr.MSTATUS, Status.MIE);
    assertEquals(100, cpu.budget, "nothing is pending");
    csrs.write(Csr.MSTATUS, 0);
    csrs.setPending(Interrupts.MSI, true);
    cpu.budget = 100;
    csrs.write(Csr.SSTATUS, Status.SUM);
    assertEquals(100, cpu.budget, "it is not enabled");
    csrs.write(Csr.MSTATUS, Status.MIE);
    assertEquals(0, cpu.budget);
  }

  @Test
  void waitingEndsWithAnyEnabledInterruptWhateverTheMode() {
    csrs.setPending(Interrupts.STI, true);
    assertFalse(csrs.wakes());
    csrs.write(Csr.MIE, 1 << Interrupts.STI);
    assertTrue(csrs.wakes());
    assertEquals(-1, csrs.pendingInterrupt(), "M-mode with MIE = 0");
  }
}
