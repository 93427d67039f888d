package bbt.reconstruct.interchange.etrace;

import bbt.reconstruct.interchange.BitPacker;
import bbt.reconstruct.interchange.etrace.EtraceParameters.Parameter;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Writes packets one behind the other, each with its length and its source (Packet Encapsulation
 * for E-Trace, "Normal Encapsulation Structure").
 */
final class Encapsulation {
  /** The most bytes behind the header and the source. */
  static final int MOST = 31;

  /** The type of packets of instruction trace. */
  static final int INSTRUCTIONS = 0b10;

  private final OutputStream out;
  private final EtraceParameters parameters;

  Encapsulation(OutputStream out, EtraceParameters parameters) {
    this.out = out;
    this.parameters = parameters;
  }

  /** Empties a packet and puts what stands before its fields. */
  void begin(BitPacker packet) {
    packet.clear();
    packet.put(INSTRUCTIONS, parameters.of(Parameter.TYPE_WIDTH));
  }

  /** Writes a packet. */
  void write(int source, BitPacker packet) throws IOException {
    int length = packet.signCompressed();
    if (length > MOST) {
      throw new IllegalStateException("a packet of " + length + " bytes");
    }
    out.write(length);
    for (int bits = 0; bits < parameters.of(Parameter.SOURCE_WIDTH); bits += 8) {
      out.write(source >>> bits);
    }
    out.write(packet.bytes(), 0, length);
  }
}
