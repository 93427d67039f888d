package bbt.ptg.riscv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.ExceptionKind;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RiscvTrapsTest {
  /** An extension's number is its abbreviation, letter by letter. */
  @Test
  void firmwareCallsGoByTheirExtension() {
    for (String name :
        List.of(
            "TIME", "RFNC", "HSM", "SRST", "PMU", "DBCN", "SUSP", "CPPC", "NACL", "STA", "SSE",
            "FWFT", "DBTR", "MPXY")) {
      long number = 0;
      for (char letter : name.toCharArray()) {
        number = number << 8 | letter;
      }
      String title = RiscvIsa.RV64.traps().title(ExceptionKind.FIRMWARE, number);
      assertEquals("firmware call " + name, title.replaceAll(" \\(.*", ""), title);
    }
    assertEquals(
        "firmware call IPI", RiscvIsa.RV64.traps().title(ExceptionKind.FIRMWARE, 0x735049));
    assertEquals("firmware call BASE", RiscvIsa.RV64.traps().title(ExceptionKind.FIRMWARE, 0x10));
    assertEquals(
        "firmware call shutdown (legacy)", RiscvIsa.RV64.traps().title(ExceptionKind.FIRMWARE, 8));
    assertEquals(
        "firmware call 0x9000001", RiscvIsa.RV64.traps().title(ExceptionKind.FIRMWARE, 0x9000001));
  }

  @Test
  void trapsGoByTheirCause() {
    assertTrue(RiscvIsa.RV64.traps().isNamed(13) && !RiscvIsa.RV64.traps().isNamed(14));
    assertEquals("load page fault", RiscvIsa.RV64.traps().title(ExceptionKind.MMU, 13));
    assertEquals(
        "supervisor timer interrupt",
        RiscvIsa.RV64.traps().title(ExceptionKind.INTERRUPT, Long.MIN_VALUE + 5));
    assertEquals("reset", RiscvIsa.RV64.traps().title(ExceptionKind.RESET, 0));
  }
}
