package bbt.ptg.riscv;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConditionTest {
  /** Encodings by the assembler: a0 is x10, s2 x18. */
  @ParameterizedTest
  @CsvSource({
    "01250463, a0 == s2, a0 != s2", // beq a0,s2
    "01251463, a0 != s2, a0 == s2", // bne
    "01254463, a0 < s2, a0 >= s2", // blt
    "01255463, a0 >= s2, a0 < s2", // bge
    "01256463, a0 < s2 (unsigned), a0 >= s2 (unsigned)", // bltu
    "01257463, a0 >= s2 (unsigned), a0 < s2 (unsigned)", // bgeu
    "00a04463, 0 < a0, 0 >= a0", // bgtz a0
    "c511, a0 == 0, a0 != 0", // c.beqz a0
    "e511, a0 != 0, a0 == 0", // c.bnez a0
    "00008067, '', ''", // ret
    "00000000, '', ''"
  })
  void eachBranchHasItsComparison(String bits, String taken, String notTaken) {
    int code = Integer.parseUnsignedInt(bits, 16);
    assertEquals(taken, Condition.text(code, true));
    assertEquals(notTaken, Condition.text(code, false));
  }
}
