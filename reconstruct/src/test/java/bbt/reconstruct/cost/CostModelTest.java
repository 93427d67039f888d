package bbt.reconstruct.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.ptg.riscv.Insn;
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
    assertEquals(5, m.cycles(LD));
    assertEquals(5, m.cycles(C_LD), "a compressed instruction is what it expands to");
    assertEquals(2, m.cycles(ADD));
    assertEquals(40, m.cycles(REM), "an instruction goes before its class");
    assertEquals(2, m.cycles(BEQ));
    assertEquals(2, m.branchTaken());
    assertEquals(0, m.trap());
    assertEquals("m.txt", model("").name());
    assertEquals(1, model("").cycles(LD));
  }

  @Test
  void branchesAreTakenOrNot() throws IOException {
    CostModel m = model("branch-taken 4", "branch-not-taken 0", "trap 9");
    assertEquals(4, m.branchTaken());
    assertEquals(0, m.cycles(BEQ));
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
      met.add(InstructionClass.of(insn));
    }
    assertEquals(EnumSet.allOf(InstructionClass.class), met);
    assertEquals(InstructionClass.MUL, InstructionClass.of(Insn.MULW));
    assertEquals(InstructionClass.DIV, InstructionClass.of(Insn.REMUW));
    assertEquals(InstructionClass.STORE, InstructionClass.of(Insn.C_FSDSP));
    assertEquals(InstructionClass.LOAD, InstructionClass.of(Insn.FLD));
    assertEquals(InstructionClass.ATOMIC, InstructionClass.of(Insn.SC_W));
    assertEquals(InstructionClass.FP_ADD, InstructionClass.of(Insn.FSUB_D));
    assertEquals(InstructionClass.FP_FMA, InstructionClass.of(Insn.FNMADD_S));
    assertEquals(InstructionClass.FP_OTHER, InstructionClass.of(Insn.FCVT_W_S));
    assertEquals(InstructionClass.FENCE, InstructionClass.of(Insn.FENCE_I));
    assertEquals(InstructionClass.SYSTEM, InstructionClass.of(Insn.MRET));
    assertEquals(InstructionClass.JUMP_REGISTER, InstructionClass.of(Insn.C_JR));
    assertEquals(InstructionClass.ALU, InstructionClass.of(Insn.PAUSE));
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
