package bbt.reconstruct.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.ptg.guest.InstructionClass;
import bbt.ptg.riscv.Insn;
import bbt.ptg.riscv.RiscvIsa;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CostModelTest {
  private static final int LD = 0x0005_3503; // ld a0,0(a0)
  private static final int C_LD = 0x6108; // c.ld a0,0(a0)
  private static final int ADD = 0x00B5_0533; // add a0,a0,a1
  private static final int BEQ = 0x00B5_0463; // beq a0,a1,8
  private static final int REM = 0x02B5_6533; // rem a0,a0,a1

  private static CostModel model(String... lines) throws CostModelException {
    return CostModel.parse("m.txt", List.of(lines));
  }

  @Test
  void classesInstructionsAndDefaults() throws IOException {
    CostModel m =
        model("# a comment", "name my core", "default 2", "load 5 # slow", "rem 40", "div 30");
    assertEquals("my core", m.name());
    assertEquals(5, m.cycles(RiscvIsa.RV64.row(LD)));
    assertEquals(
        5, m.cycles(RiscvIsa.RV64.row(C_LD)), "a compressed instruction is what it expands to");
    assertEquals(2, m.cycles(RiscvIsa.RV64.row(ADD)));
    assertEquals(40, m.cycles(RiscvIsa.RV64.row(REM)), "an instruction goes before its class");
    assertEquals(2, m.cycles(RiscvIsa.RV64.row(BEQ)));
    assertEquals(2, m.branchTaken());
    assertEquals(0, m.trap());
    assertEquals("m.txt", model("").name());
    assertEquals(1, model("").cycles(RiscvIsa.RV64.row(LD)));
  }

  @Test
  void branchesAreTakenOrNot() throws IOException {
    CostModel m = model("branch-taken 4", "branch-not-taken 0", "trap 9");
    assertEquals(4, m.branchTaken());
    assertEquals(0, m.cycles(RiscvIsa.RV64.row(BEQ)));
    assertEquals(9, m.trap());
  }

  @ParameterizedTest
  @CsvSource({
    "lod 3, 'lod' is no class and no instruction",
    "load, has no cycles",
    "load -1, '-1' is no number of cycles",
    "load 1.5, '1.5' is no number of cycles",
    "load 2000000, is no number of cycles",
    "c.ld 2, is no class and no instruction"
  })
  void whatIsNoModelIsSaidWithItsLine(String line, String message) {
    CostModelException e = assertThrows(CostModelException.class, () -> model("default 1", line));
    assertTrue(e.getMessage().startsWith("m.txt: line 2: "), e.getMessage());
    assertTrue(e.getMessage().contains(message), e.getMessage());
  }

  @Test
  void nothingIsGivenTwice() {
    CostModelException e = assertThrows(CostModelException.class, () -> model("load 1", "LOAD 2"));
    assertEquals("m.txt: line 2: 'load' is given twice", e.getMessage());
  }

  @Test
  void everyInstructionHasAClassAndEveryClassInstructions() {
    Set<InstructionClass> met = EnumSet.of(InstructionClass.BRANCH_TAKEN);
    for (Insn insn : Insn.values()) {
      met.add(insn.costClass());
    }
    assertEquals(EnumSet.allOf(InstructionClass.class), met);
    assertEquals(InstructionClass.MUL, Insn.MULW.costClass());
    assertEquals(InstructionClass.DIV, Insn.REMUW.costClass());
    assertEquals(InstructionClass.STORE, Insn.C_FSDSP.costClass());
    assertEquals(InstructionClass.LOAD, Insn.FLD.costClass());
    assertEquals(InstructionClass.ATOMIC, Insn.SC_W.costClass());
    assertEquals(InstructionClass.FP_ADD, Insn.FSUB_D.costClass());
    assertEquals(InstructionClass.FP_FMA, Insn.FNMADD_S.costClass());
    assertEquals(InstructionClass.FP_OTHER, Insn.FCVT_W_S.costClass());
    assertEquals(InstructionClass.FENCE, Insn.FENCE_I.costClass());
    assertEquals(InstructionClass.SYSTEM, Insn.MRET.costClass());
    assertEquals(InstructionClass.JUMP_REGISTER, Insn.C_JR.costClass());
    assertEquals(InstructionClass.ALU, Insn.PAUSE.costClass());
  }

  @Test
  void theExampleNamesEveryClass() throws IOException {
    Path example = Path.of(System.getProperty("bbt.root"), "docs", "cost-model.txt");
    CostModel m = CostModel.read(example);
    assertEquals("in-order core, 5 stages", m.name());
    String text = java.nio.file.Files.readString(example);
    for (InstructionClass c : InstructionClass.values()) {
      assertTrue(
          Arrays.stream(text.split("\n")).anyMatch(l -> l.startsWith(c.key() + " ")), c.key());
    }
  }
}
