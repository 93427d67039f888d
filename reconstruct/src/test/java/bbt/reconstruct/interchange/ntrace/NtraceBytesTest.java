package bbt.reconstruct.interchange.ntrace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.ptg.riscv.RiscvIsa;
import bbt.reconstruct.interchange.FollowException;
import bbt.reconstruct.interchange.FormatParameters;
import bbt.reconstruct.interchange.InterchangeException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages byte for byte: the specification's example, and others worked out by hand. */
class NtraceBytesTest {
  /** "N-Trace NexusMessage Example": IndirectBranchHist without a source. */
  private static final String EXAMPLE = "70d01d1df8ff";

  private static final FormatParameters<NtraceParameter> USUAL =
      FormatParameters.usual(NtraceParameter.class);

  @Test
  void theExampleIsRead() throws FollowException {
    byte[] bytes = HexFormat.of().parseHex(EXAMPLE);
    NexusMessage message = new NexusMessage(bytes, 0, bytes.length, false);
    assertEquals(TransferCode.INDIRECT_HISTORY, message.fixed(6));
    assertEquals(TransferCode.JUMP, message.fixed(2));
    assertEquals(0x7D, message.variable());
    assertEquals(0x7, message.variable());
    assertEquals(0xFFE, message.variable());
    assertTrue(message.over());
    assertThrows(FollowException.class, message::variable);
  }

  @Test
  void theExampleIsWritten() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    MessageWriter writer = new MessageWriter(out, 0, 0);
    writer.begin(TransferCode.INDIRECT_HISTORY).fixed(TransferCode.JUMP, 2);
    writer.variable(0x7D).variable(0x7).variable(0xFFE).end();
    assertEquals(EXAMPLE, HexFormat.of().formatHex(out.toByteArray()));
  }

  /** The specification's addresses of "Address XOR Calculation Examples". */
  @Test
  void addressesAndHistory() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    NtraceEncoder encoder = new NtraceEncoder(0, RiscvIsa.RV64, out, USUAL);
    encoder.begin(3, 0);
    // c.jr t0 at 3FC04, then at 3F368 a taken branch to itself, a jump again
    encoder.node(RiscvIsa.RV64.nodes().of(0x3FC04, new int[] {0x8282}), 1, false);
    encoder.node(RiscvIsa.RV64.nodes().of(0x3F368, new int[] {0x0000_0063}), 1, true);
    encoder.node(RiscvIsa.RV64.nodes().of(0x3F368, new int[] {0x0000_0063}), 1, false);
    encoder.end();
    assertEquals(
        String.join(
            "",
            // 9, source 0, SYNC 5 and a count of 0 in one byte; 1FE02 in three
            "2400" + "15" + "08e07f",
            // 2, source 0, M mode without a context: 01110 from the low end
            "0800" + "3b",
            // 28, source 0, type 0 and a count of 1; 7B6 in two bytes; no branches
            "7000" + "11" + "d879" + "07",
            // 33, source 0, reason 4, with history, 2 branches of 2 units, taken and not: 110
            "8400" + "50" + "11" + "1b"),
        HexFormat.of().formatHex(out.toByteArray()));
  }

  /** The specification's "Example Encodings" of addresses whose upper bits are left out. */
  @ParameterizedTest
  @CsvSource({
    "FFFFFFFFE, fcfcfcfcfc7d",
    "FFFFFFFE3FFFFFFE, fcfcfcfc7cf1",
    "1FFFFFFFFE, fcfcfcfcfcfc01",
    "BFFFFFFFFFFFFFFE, fcfcfcfcfcfcfcfcfcfc15",
  })
  void addressesAreExtended(String address, String bytes) throws IOException, FollowException {
    long value = Long.parseUnsignedLong(address, 16);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new MessageWriter(out, 0, 0).begin(TransferCode.SYNC).address(value, true).end();
    byte[] written = out.toByteArray();
    written[written.length - 1] &= ~2; // the message goes on in the specification
    assertEquals("24" + bytes, HexFormat.of().formatHex(written));
    NexusMessage message = new NexusMessage(written, 0, written.length, true);
    message.fixed(6);
    assertEquals(value, message.address());
  }

  @Test
  void wrongParametersAreNamed() {
    for (String key : new String[] {"source_width", "privilege", "nonsense"}) {
      InterchangeException e =
          assertThrows(
              InterchangeException.class, () -> new NtraceReader(new byte[0], Map.of(key, "99")));
      assertTrue(e.getMessage().contains(key), e.getMessage());
    }
  }

  @Test
  void whatIsNoTraceIsSaid() throws InterchangeException {
    NtraceReader reader = new NtraceReader(new byte[1000], Map.of());
    assertThrows(InterchangeException.class, reader::sources);
  }
}
