package bbt.ptg.riscv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PatternTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "0000000 rs2 rs1 000 rd 011001", // 31 bits
        "0000000 rs2 rs1 000 rd 01100110", // 33 bits
        "100 uimm5 00 rdrs1' uimm4:0 0", // 15 bits
        "imm11:0 rs9 000 rd 0010011", // no such field
        "imm11:1|1 rs1 000 rd 0010011" // bit 1 twice
      })
  void rejectsARowThatIsNotAnEncoding(String row) {
    assertThrows(IllegalArgumentException.class, () -> new Pattern(row));
  }

  @Test
  void scattersAndSignExtendsTheImmediate() {
    Pattern branch = new Pattern("imm12|10:5 rs2 rs1 000 imm4:1|11 1100011");
    assertEquals(-2, branch.imm(0xFFFFFFFF));
    assertEquals(-4096, branch.imm(1 << 31));
    assertEquals(1 << 11, branch.imm(1 << 7));
    assertEquals(1 << 5, branch.imm(1 << 25));
    assertEquals(1 << 1, branch.imm(1 << 8));
    assertEquals(63, new Pattern("000000 uimm5:0 rs1 001 rd 0010011").imm(-1));
  }

  @Test
  void threeBitRegistersStartAtX8() {
    Pattern sub = new Pattern("100 0 11 rdrs1' 00 rs2' 01");
    int bits = 0b100_0_11_001_00_111_01;
    assertEquals(9, sub.rd(bits));
    assertEquals(9, sub.rs1(bits));
    assertEquals(15, sub.rs2(bits));
  }

  @Test
  void reservedValuesDoNotMatch() {
    Pattern lui = new Pattern("011 imm17 rd imm16:12 01 ; rd!2 imm!0");
    assertTrue(lui.matches(0b011_0_00001_00001_01));
    assertFalse(lui.matches(0b011_0_00010_00001_01), "rd = 2");
    assertFalse(lui.matches(0b011_0_00001_00000_01), "imm = 0");
    Pattern add = new Pattern("0000000 rs2 rs1 rm rd 1010011");
    for (int rm = 0; rm < 8; rm++) {
      assertEquals(rm != 5 && rm != 6, add.matches(rm << 12 | 0b1010011), "rm " + rm);
    }
  }
}
