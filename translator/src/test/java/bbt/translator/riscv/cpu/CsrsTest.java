package bbt.translator.riscv.cpu;

import static bbt.translator.riscv.cpu.HartFixture.causeOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values and legal values of the control and status registers. */
class CsrsTest {
  private final HartFixture hart = new HartFixture();
  private final Csrs csrs = hart.csrs;

  /** What reads back after writing all ones, and after writing zero. */
  @ParameterizedTest
  @CsvSource({
    "sstatus,    0x100, 0x80000002000c6122, 0x200000000",
    "sie,        0x104, 0x0,                0x0",
    "stvec,      0x105, 0x0,                0x0",
    "scounteren, 0x106, 0xffffffff,         0x0",
    "senvcfg,    0x10a, 0xf1,               0x0",
    "sscratch,   0x140, 0xffffffffffffffff, 0x0",
    "sepc,       0x141, 0xfffffffffffffffe, 0x0",
    "scause,     0x142, 0xffffffffffffffff, 0x0",
    "stval,      0x143, 0xffffffffffffffff, 0x0",
    "stimecmp,   0x14d, 0xffffffffffffffff, 0x0",
    "satp,       0x180, 0x0,                0x0",
    "mstatus,    0x300, 0x8000000a007e79aa, 0xa00000000",
    "misa,       0x301, 0x800000000014112f, 0x800000000014112f",
    "medeleg,    0x302, 0xb3ff,             0x0",
    "mideleg,    0x303, 0x222,              0x0",
    "mie,        0x304, 0xaaa,              0x0",
    "mtvec,      0x305, 0x0,                0x0",
    "mcounteren, 0x306, 0xffffffff,         0x0",
    "menvcfg,    0x30a, 0xe0000000000000f1, 0x0",
    "mcountinhibit, 0x320, 0x5,             0x0",
    "mhpmevent3, 0x323, 0x0,                0x0",
    "mscratch,   0x340, 0xffffffffffffffff, 0x0",
    "mepc,       0x341, 0xfffffffffffffffe, 0x0",
    "mcause,     0x342, 0xffffffffffffffff, 0x0",
    "mtval,      0x343, 0xffffffffffffffff, 0x0",
    "mip,        0x344, 0x222,              0x0",
    "tselect,    0x7a0, 0x0,                0x0",
    "tinfo,      0x7a4, 0x1,                0x1",
    "mhpmcounter31, 0xb1f, 0x0,             0x0",
  })
  void legalValues(String name, String number, String ones, String zero) {
    int csr = Integer.decode(number);
    csrs.write(csr, -1);
    assertEquals(Long.parseUnsignedLong(ones.substring(2), 16), csrs.read(csr), name);
    csrs.write(csr, 0);
    assertEquals(Long.parseUnsignedLong(zero.substring(2), 16), csrs.read(csr), name);
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        0x000, 0x015, 0x120, 0x14E, 0x200, 0x310, 0x321, 0x34A, 0x3A1, 0x3A4, 0x3C0, 0x5A8, 0x747,
        0x7B0, 0xB01, 0xC20, 0xDA0, 0xF10, 0xFFF
      })
  void otherNumbersDoNotExist(int csr) {
    assertEquals(Cause.ILLEGAL_INSTRUCTION, causeOf(() -> csrs.read(csr)));
    assertEquals(Cause.ILLEGAL_INSTRUCTION, causeOf(() -> csrs.write(csr, 0)));
  }

  @Test
  void vectorsKeepTheirValueWhenTheModeIsReserved() {
    for (int csr : new int[] {Csr.STVEC, Csr.MTVEC}) {
      csrs.write(csr, 0x80001001L);
      assertEquals(0x80001001L, csrs.read(csr));
      csrs.write(csr, 0x80002002L);
      assertEquals(0x80001001L, csrs.read(csr));
    }
  }

  @Test
  void previousPrivilegeTwoIsNotStored() {
    csrs.write(Csr.MSTATUS, 1L << Status.MPP_SHIFT);
    csrs.write(Csr.MSTATUS, 2L << Status.MPP_SHIFT);
    assertEquals(1, csrs.read(Csr.MSTATUS) >> Status.MPP_SHIFT & 3);
  }

  @ParameterizedTest
  @CsvSource({"0, true", "1, false", "7, false", "8, true", "9, true", "10, true", "11, false"})
  void satpTakesSupportedModesOnly(int mode, boolean taken) {
    csrs.write(Csr.SATP, 8L << 60 | 0x1234L << 44 | 0x80000);
    csrs.write(Csr.SATP, (long) mode << 60 | 0xFFFFL << 44 | 0x80001);
    long expected =
        taken ? (long) mode << 60 | 0xFFFFL << 44 | 0x80001 : 8L << 60 | 0x1234L << 44 | 0x80000;
    assertEquals(expected, csrs.read(Csr.SATP));
  }

  @Test
  void floatingPointStateIsDirtyAfterAWrite() {
    assertEquals(0, hart.cpu.fs);
    csrs.write(Csr.MSTATUS, 1L << Status.FS_SHIFT);
    assertEquals(1, hart.cpu.fs);
    assertEquals(0, csrs.read(Csr.MSTATUS) & Status.SD);
    csrs.write(Csr.FCSR, 0xFFF);
    assertEquals(0xFF, csrs.read(Csr.FCSR));
    assertEquals(7, csrs.read(Csr.FRM));
    assertEquals(31, csrs.read(Csr.FFLAGS));
    assertEquals(3, hart.cpu.fs);
    assertTrue(csrs.read(Csr.SSTATUS) < 0, "SD");
    csrs.write(Csr.FRM, 2);
    csrs.write(Csr.FFLAGS, 1);
    assertEquals(0x41, csrs.read(Csr.FCSR));
  }

  @Test
  void supervisorViewsAreMaskedByDelegation() {
    csrs.write(Csr.MIE, -1);
    csrs.write(Csr.MIP, 0x222);
    assertEquals(0, csrs.read(Csr.SIE));
    assertEquals(0, csrs.read(Csr.SIP));
    csrs.write(Csr.SIP, 0);
    assertEquals(0x222, csrs.read(Csr.MIP), "what is not delegated is not the supervisor's");
    csrs.write(Csr.MIDELEG, 0x22);
    assertEquals(0x22, csrs.read(Csr.SIE));
    assertEquals(0x22, csrs.read(Csr.SIP));
    csrs.write(Csr.SIP, 0);
    assertEquals(0x220, csrs.read(Csr.MIP), "only SSIP is the supervisor's to clear");
    csrs.write(Csr.SIE, 0);
    assertEquals(0xA88, csrs.read(Csr.MIE));
  }

  @Test
  void identification() {
    assertEquals(0, csrs.read(Csr.MHARTID));
    assertEquals(0, csrs.read(Csr.MVENDORID));
    assertEquals(0, csrs.read(Csr.MCONFIGPTR));
  }

  // ---- counters

  @Test
  void countersFollowTheRetiredCountExactly() {
    hart.cpu.eventAt = 1000;
    hart.cpu.budget = 400;
    hart.cpu.partial = 3;
    assertEquals(603, csrs.read(Csr.INSTRET));
    assertEquals(603, csrs.read(Csr.MCYCLE));
  }

  @Test
  void aWrittenCounterReadsBackInTheNextInstructionAndTheMachinesCountStays() {
    hart.cpu.eventAt = 1000;
    csrs.write(Csr.MINSTRET, 5);
    hart.cpu.eventAt++;
    assertEquals(5, csrs.read(Csr.INSTRET));
    hart.cpu.eventAt += 10;
    assertEquals(15, csrs.read(Csr.INSTRET));
    assertEquals(1011, csrs.read(Csr.CYCLE));
    assertEquals(1011, hart.cpu.retired());
  }

  @Test
  void inhibitedCountersHoldTheirValue() {
    hart.cpu.eventAt = 100;
    csrs.write(Csr.MCOUNTINHIBIT, 4);
    hart.cpu.eventAt = 200;
    assertEquals(101, csrs.read(Csr.INSTRET));
    assertEquals(200, csrs.read(Csr.CYCLE));
    csrs.write(Csr.MINSTRET, 7);
    hart.cpu.eventAt = 300;
    assertEquals(7, csrs.read(Csr.INSTRET));
    csrs.write(Csr.MCOUNTINHIBIT, 0);
    hart.cpu.eventAt = 301;
    assertEquals(7, csrs.read(Csr.INSTRET));
    hart.cpu.eventAt = 302;
    assertEquals(8, csrs.read(Csr.INSTRET));
  }

  @Test
  void timeIsThePlatforms() {
    hart.now = 12345;
    assertEquals(12345, csrs.read(Csr.TIME));
  }
}
