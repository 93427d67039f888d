package bbt.ptg.riscv;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares one line of each format and alias with what objdump prints at address 0x1000. */
class DisassemblerTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          12345537; lui a0,0x12345
          fffff297; auipc t0,0xfffff
          ff9ff0ef; jal ff8
          00000317; auipc t1,0x0
          0100006f; j 1010
          00008067; ret
          ff060067; jr -16(a2)
          000500e7; jalr a0
          010502e7; jalr t0,16(a0)
          fe0796e3; bnez a5,fec
          00b54463; blt a0,a1,1008
          00c04463; bgtz a2,1008
          ff843503; ld a0,-8(s0)
          00a12c23; sw a0,24(sp)
          00150513; addi a0,a0,1
          fff00513; li a0,-1
          00058513; mv a0,a1
          00000013; nop
          fff54513; not a0,a0
          03f51513; slli a0,a0,0x3f
          40b50533; sub a0,a0,a1
          40b00533; neg a0,a1
          0005051b; sext.w a0,a0
          0ff0000f; fence
          0330000f; fence rw,rw
          8330000f; fence.tso
          0100000f; pause
          0000100f; fence.i
          00000073; ecall
          30200073; mret
          12b50073; sfence.vma a0,a1
          10053073; csrc sstatus,a0
          18051573; csrrw a0,satp,a0
          c0102573; rdtime a0
          10016073; csrsi sstatus,2
          7c002573; csrr a0,0x7c0
          02c58533; mul a0,a1,a2
          1605a52f; lr.w.aqrl a0,(a1)
          04c5b52f; amoadd.d.aq a0,a2,(a1)
          0105a507; flw fa0,16(a1)
          00a5b827; fsd fa0,16(a1)
          68c5f543; fmadd.s fa0,fa1,fa2,fa3
          02c58553; fadd.d fa0,fa1,fa2,rne
          c2051553; fcvt.w.d a0,fa0,rtz
          d2050553; fcvt.d.w fa0,a0
          22b59553; fneg.d fa0,fa1
          a2c5a553; feq.d a0,fa1,fa2
          20c5a533; sh1add a0,a1,a2
          60051513; clz a0,a0
          """)
  void lines(String hex, String text) {
    int bits = Integer.parseUnsignedInt(hex, 16);
    assertEquals(text, Disassembler.text(0x1000, bits).replace('\t', ' '));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          1141; addi sp,sp,-16
          e406; sd ra,8(sp)
          8082; ret
          4501; li a0,0
          852e; mv a0,a1
          95b2; add a1,a1,a2
          0001; nop
          c119; beqz a0,1006
          0000; unimp
          6101; .2byte 0x6101
          4005; c.li zero,1
          """)
  void compressed(String hex, String text) {
    assertEquals(text, Disassembler.text(0x1000, Integer.parseInt(hex, 16)).replace('\t', ' '));
  }

  @Test
  void namesTargets() {
    String text = Disassembler.text(0x1000, 0x0100006F, a -> a == 0x1010 ? "main+0x4" : null);
    assertEquals("j\t1010 <main+0x4>", text);
    assertEquals(".4byte\t0xffffffff", Disassembler.text(0, -1));
  }
}
