package bbt.reconstruct.interchange.etrace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.ptg.riscv.RiscvIsa;
import bbt.reconstruct.interchange.BitPacker;
import bbt.reconstruct.interchange.BitPicker;
import bbt.reconstruct.interchange.InterchangeException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Single packets, byte for byte: those that the specification shows in its chapter "Code fragment
 * and transport", and others worked out from its tables by hand.
 */
class EtraceBytesTest {
  /**
   * The parameters of the encoder in that chapter: addresses are whole, and sent with their lowest
   * bit.
   */
  private static final Map<String, String> OF_THE_CHAPTER =
      Map.of(
          "iaddress_lsb_p", "0",
          "ecause_width_p", "5",
          "type_width", "0",
          "source_width", "0");

  private static EtraceParameters parameters(Map<String, String> changed) {
    try {
      return EtraceParameters.with(changed);
    } catch (InterchangeException e) {
      throw new AssertionError(e);
    }
  }

  private static EtracePacket packet(String hex) {
    byte[] bytes = HexFormat.of().parseHex(hex.replace(" ", ""));
    return new EtracePacket(new BitPicker(bytes, 0, bytes.length), parameters(OF_THE_CHAPTER), 0);
  }

  @Test
  void synchronisation() {
    EtracePacket start = packet("73 00 00 00 00 91 82 00 10");
    assertEquals(3, start.format);
    assertEquals(EtracePacket.START, start.subformat);
    assertEquals(3, start.privilege);
    assertEquals(0, start.context);
    assertFalse(start.taken);
    assertEquals(0x2001_0522L, start.address);
    // 800001b0: all bits above the last byte are those of its top bit.
    assertEquals(0x8000_01B0L, packet("73 00 00 00 00 d8 00 00 40 00").address & 0xFFFF_FFFFL);
  }

  @Test
  void traps() {
    EtracePacket illegal = packet("77 00 00 00 00 81 88 00 00 20");
    assertEquals(EtracePacket.TRAP, illegal.subformat);
    assertEquals(2, illegal.cause);
    assertFalse(illegal.interrupt);
    assertFalse(illegal.handled);
    assertEquals(0x8000_0222L, illegal.address);
    assertEquals(0, illegal.value);
    EtracePacket timer = packet("77 00 00 00 80 33 6c 00 00 20");
    assertEquals(7, timer.cause);
    assertTrue(timer.interrupt);
    assertTrue(timer.handled);
    assertEquals(0x8000_01B0L, timer.address);
  }

  @Test
  void branchesAndAddresses() {
    EtracePacket one = packet("05 04 01 00 80 00");
    assertEquals(1, one.format);
    assertEquals(1, one.branches);
    assertEquals(0, one.map);
    assertEquals(0x8000_0104L, one.address);
    EtracePacket many = packet("bd aa aa 68 00 00 20");
    assertEquals(15, many.branches);
    assertEquals(0x5555, many.map);
    assertEquals(0x8000_01A2L, many.address);
    assertFalse(many.notify);
    assertFalse(many.updiscon);
    assertFalse(many.depthTold);
    EtracePacket none = packet("32 04 00 00 02");
    assertEquals(2, none.format);
    assertEquals(0x8000_010CL, none.address);
    // A difference of -2 in one byte: its flags are all the sign.
    assertEquals(-2, packet("fa").address);
    // -2 again, with notify: behind 64 address bits comes a 0, and so the other flags.
    EtracePacket notified = packet("fa ff ff ff ff ff ff ff 03");
    assertEquals(-2, notified.address);
    assertTrue(notified.notify);
    assertFalse(notified.updiscon);
  }

  @Test
  void support() {
    EtracePacket support = packet("1f 04");
    assertEquals(EtracePacket.SUPPORT, support.subformat);
    assertTrue(support.enabled);
    assertEquals(0, support.qualification);
    assertEquals(4, support.options);
  }

  /** The chapter's start and its illegal instruction, as our encoder writes them. */
  @Test
  void encoded() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    EtraceEncoder encoder = new EtraceEncoder(0, RiscvIsa.RV64, out, parameters(OF_THE_CHAPTER));
    encoder.begin(3, 0);
    // jr t0 at 80000104, to an address without an instruction
    encoder.node(RiscvIsa.RV64.nodes().of(0x8000_0104L, new int[] {0x8282}), 1, false);
    encoder.trap(2, 0x8000_0222L, 0, 0x8000_01B0L, 3);
    // the handler: j, then a branch that is taken to itself
    encoder.node(RiscvIsa.RV64.nodes().of(0x8000_01B0L, new int[] {0xA805}), 1, false);
    encoder.node(RiscvIsa.RV64.nodes().of(0x8000_01E0L, new int[] {0x0000_0063}), 1, true);
    encoder.end();
    assertEquals(
        String.join(
            "",
            "01" + "1f", // support: on
            "09" + "730000000082000040", // start: 80000104 from bit 39 on
            "0a" + "77000000008188000020", // trap at 80000222, not yet handled
            "09" + "7300000000d8000040", // start at its handler, 800001b0
            // One branch, taken, 0x30 behind the last address, and the trace ends there:
            // 01, 10000, 0 and 30, which fills a byte of its own.
            "02" + "0530",
            "01" + "4f"), // support: off; the packet before was sent for this
        HexFormat.of().formatHex(out.toByteArray()));
  }

  @Test
  void sourcesAndTypesStandInFront() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    EtraceEncoder encoder = new EtraceEncoder(5, RiscvIsa.RV64, out, EtraceParameters.USUAL);
    encoder.begin(1, 0);
    encoder.node(RiscvIsa.RV64.nodes().of(0x1000, new int[] {0xA001}), 1, false); // j 0
    encoder.end();
    // type 10, format 11, support 11, on: 2 + 4 + 1 bits from the low end
    assertEquals("01057e", HexFormat.of().formatHex(out.toByteArray(), 0, 3));
  }

  /** What is left out must be what the bit before says. */
  @Test
  void signsAreKept() {
    BitPacker bits = new BitPacker(8);
    bits.put(0x80, 24);
    assertEquals(2, bits.signCompressed(), "80 00: without the second byte it were negative");
    bits.clear();
    bits.put(0x7F, 24);
    assertEquals(1, bits.signCompressed());
    bits.clear();
    bits.put(-128, 24);
    assertEquals(1, bits.signCompressed());
    bits.clear();
    bits.put(-129, 24);
    assertEquals(2, bits.signCompressed());
  }

  @Test
  void wrongParametersAreNamed() {
    for (String wrong : new String[] {"iaddress_width=65", "iaddress_width=x", "nonsense=1"}) {
      String[] parts = wrong.split("=");
      InterchangeException e =
          assertThrows(
              InterchangeException.class, () -> EtraceParameters.with(Map.of(parts[0], parts[1])));
      assertTrue(e.getMessage().contains(parts[0]), e.getMessage());
    }
  }
}
