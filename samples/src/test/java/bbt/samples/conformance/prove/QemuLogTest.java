package bbt.samples.conformance.prove;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** QEMU's log of executed blocks, in the forms that its versions write. */
final class QemuLogTest {
  private static List<String> read(String log) throws IOException {
    QemuLog reader =
        new QemuLog(new ByteArrayInputStream(log.getBytes(StandardCharsets.ISO_8859_1)));
    List<String> pcs = new ArrayList<>();
    while (reader.next()) {
      pcs.add(Long.toHexString(reader.pc()));
    }
    return pcs;
  }

  @Test
  void addressesInOrder() throws IOException {
    assertEquals(
        List.of("1000", "ffffffff80001234"),
        read(
            """
            Trace 0: 0x7f1268000100 [0000000000000000/0000000000001000/00209003/ff000201]\u0020
            Trace 0: 0x7f1268000240 [00000000/ffffffff80001234/00209003/ff000201] handle_exception
            """));
  }

  @Test
  void aBlockThatWasLeftBeforeItRanIsTakenBack() throws IOException {
    assertEquals(
        List.of("1000", "1004", "1004"),
        read(
            """
            Trace 0: 0x7f1268000100 [0000000000000000/0000000000001000/00209003/ff000201]\u0020
            Trace 0: 0x7f1268000240 [0000000000000000/0000000000001004/00209003/ff000201]\u0020
            Trace 0: 0x7f1268000380 [0000000000000000/0000000000001008/00209003/ff000201]\u0020
            Stopped execution of TB chain before 0x7f1268000380 [0000000000001008]\u0020
            Trace 0: 0x7f1268000240 [0000000000000000/0000000000001004/00209003/ff000201]\u0020
            """));
  }

  @Test
  void otherLinesAreNoAddresses() throws IOException {
    assertEquals(
        List.of("1000"),
        read(
            """
            qemu-system-riscv64: warning: something
            Trace 0: 0x7f1268000100 [0000000000000000/0000000000001000/00209003/ff000201]\u0020
            cpu_io_recompile: rewound execution of TB to 0000000000001000
            """));
    assertEquals(List.of(), read(""));
  }

  @Test
  void theOptionForOneInstructionPerBlockFollowsTheVersion() {
    assertEquals(List.of("-singlestep"), QemuPart.oneInstructionPerBlock("7.2.22"));
    assertEquals(List.of("-singlestep"), QemuPart.oneInstructionPerBlock("8.0"));
    assertEquals(
        List.of("-accel", "tcg,one-insn-per-tb=on"), QemuPart.oneInstructionPerBlock("8.1.0"));
    assertEquals(
        List.of("-accel", "tcg,one-insn-per-tb=on"), QemuPart.oneInstructionPerBlock("11.1.2"));
  }
}
