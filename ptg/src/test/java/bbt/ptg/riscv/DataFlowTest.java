package bbt.ptg.riscv;

import static bbt.ptg.riscv.Insn.*;
import static org.junit.jupiter.api.Assertions.assertEquals;

import bbt.ptg.guest.data.DataFlow;
import bbt.ptg.guest.data.DataFlow.Store;
import bbt.ptg.guest.data.DataFlow.Write;
import bbt.ptg.guest.data.GuestRegister;
import bbt.ptg.guest.data.Source;
import bbt.ptg.guest.data.Source.Computed;
import bbt.ptg.guest.data.Source.Constant;
import bbt.ptg.guest.data.Source.Copy;
import bbt.ptg.guest.data.Source.Load;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Where the values that instructions write come from. */
class DataFlowTest {
  private static final GuestRegister A0 = GuestRegister.general(10);
  private static final GuestRegister A1 = GuestRegister.general(11);
  private static final GuestRegister F1 = GuestRegister.floating(1);
  private static final GuestRegister F2 = GuestRegister.floating(2);

  private static void writes(int bits, GuestRegister to, Source from) {
    assertEquals(
        new DataFlow(List.of(new Write(to, from)), List.of()), RiscvIsa.RV64.dataFlow(bits));
  }

  private static void stores(int bits, int bytes, Source from) {
    assertEquals(
        new DataFlow(List.of(), List.of(new Store(bytes, from))), RiscvIsa.RV64.dataFlow(bits));
  }

  private static Computed from(GuestRegister... registers) {
    return new Computed(Set.of(registers), false);
  }

  @Test
  void movesAreCopies() {
    writes(Encoder.i(ADDI, 10, 11, 0), A0, new Copy(A1, 8));
    writes(0x852E, A0, new Copy(A1, 8)); // c.mv a0,a1
    writes(Encoder.r(ADD, 10, 0, 11), A0, new Copy(A1, 8));
    writes(Encoder.r(OR, 10, 11, 11), A0, new Copy(A1, 8));
    writes(Encoder.r(OR, 10, 11, 0), A0, new Copy(A1, 8));
    writes(Encoder.i(XORI, 10, 11, 0), A0, new Copy(A1, 8));
    writes(Encoder.r(SUB, 10, 11, 0), A0, new Copy(A1, 8));
    writes(Encoder.i(SLLI, 10, 11, 0), A0, new Copy(A1, 8));
    writes(Encoder.r(FSGNJ_D, 1, 2, 2), F1, new Copy(F2, 8));
    writes(Encoder.r(FSGNJ_S, 1, 2, 2), F1, new Copy(F2, 4));
  }

  @Test
  void whatKeepsLowBytesCopiesThem() {
    writes(Encoder.i(ADDIW, 10, 11, 0), A0, new Copy(A1, 4));
    writes(Encoder.i(ANDI, 10, 11, 255), A0, new Copy(A1, 1));
    writes(Encoder.r(ADD_UW, 10, 11, 0), A0, new Copy(A1, 4));
  }

  @Test
  void operationsNameTheirRegisters() {
    GuestRegister a2 = GuestRegister.general(12);
    writes(Encoder.r(ADD, 10, 11, 12), A0, from(A1, a2));
    writes(Encoder.r(MUL, 10, 11, 11), A0, from(A1));
    writes(Encoder.i(ADDI, 10, 11, 4), A0, from(A1));
    writes(Encoder.i(ADDIW, 10, 11, 4), A0, from(A1));
    writes(Encoder.i(ANDI, 10, 11, 254), A0, from(A1));
    writes(Encoder.r(FSGNJ_D, 1, 2, 1), F1, from(F1, F2));
    writes(Encoder.r(FSGNJN_D, 1, 2, 2), F1, from(F2));
  }

  @Test
  void whatTheCodeSaysIsConstant() {
    writes(Encoder.i(ADDI, 10, 0, 7), A0, new Constant());
    writes(Encoder.r(XOR, 10, 11, 11), A0, new Constant());
    writes(Encoder.r(AND, 10, 11, 0), A0, new Constant());
    writes(0x00000517, A0, new Constant()); // auipc a0,0
    writes(0x000000EF, GuestRegister.general(1), new Constant()); // jal ra
  }

  @Test
  void loadsAndStoresNameTheirBytes() {
    writes(Encoder.i(LD, 10, 11, -8), A0, new Load(A1, -8, 8));
    writes(Encoder.i(LBU, 10, 11, 3), A0, new Load(A1, 3, 1));
    writes(Encoder.i(LW, 10, 0, 16), A0, new Load(null, 16, 4));
    writes(Encoder.i(FLD, 1, 11, 8), F1, new Load(A1, 8, 8));
    writes(Encoder.i(FLW, 1, 11, 8), F1, new Load(A1, 8, 4));
    stores(Encoder.s(SB, 10, 11, 1), 1, new Copy(A0, 8));
    stores(Encoder.s(SD, 0, 11, 1), 8, new Constant());
    stores(Encoder.s(FSW, 1, 11, 1), 4, new Copy(F1, 8));
  }

  @Test
  void atomicsLoadAndStore() {
    assertEquals(
        new DataFlow(
            List.of(new Write(A0, new Load(A1, 0, 8))),
            List.of(new Store(8, new Copy(GuestRegister.general(12), 8)))),
        RiscvIsa.RV64.dataFlow(Encoder.r(AMOSWAP_D, 10, 11, 12)));
    assertEquals(
        new DataFlow(
            List.of(new Write(A0, new Load(A1, 0, 4))),
            List.of(new Store(4, new Computed(Set.of(GuestRegister.general(12)), true)))),
        RiscvIsa.RV64.dataFlow(Encoder.r(AMOADD_W, 10, 11, 12)));
    assertEquals(
        new DataFlow(
            List.of(new Write(A0, Source.Machine.OUTCOME)),
            List.of(new Store(8, new Copy(GuestRegister.general(12), 8)))),
        RiscvIsa.RV64.dataFlow(Encoder.r(SC_D, 10, 11, 12)));
  }

  @Test
  void theMachinesOwnIsNotFollowed() {
    writes(Encoder.i(CSRRS, 10, 0, 0x340), A0, Source.Machine.CONTROL);
    assertEquals(Source.Machine.FIRMWARE, RiscvIsa.RV64.dataFlow(0x00000073).written(A1)); // ecall
  }

  @Test
  void nothingIsWrittenToTheZeroRegisterOrByWhatIsNoInstruction() {
    assertEquals(DataFlow.NONE, RiscvIsa.RV64.dataFlow(Encoder.i(ADDI, 0, 11, 1)));
    assertEquals(DataFlow.NONE, RiscvIsa.RV64.dataFlow(Encoder.i(CSRRS, 0, 11, 0x340)));
    assertEquals(DataFlow.NONE, RiscvIsa.RV64.dataFlow(0));
  }
}
