package bbt.reconstruct.gdb;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Writes packets and acknowledgements. */
final class PacketWriter {
  private final OutputStream out;
  private byte[] last = {};

  PacketWriter(OutputStream out) {
    this.out = out;
  }

  /**
   * Sends a packet.
   *
   * @param data each character is a byte, 0 to 255
   */
  void send(String data) throws IOException {
    StringBuilder text = new StringBuilder(data.length() + 4).append('$');
    int sum = 0;
    for (int i = 0; i < data.length(); i++) {
      char c = data.charAt(i);
      if (c == '$' || c == '#' || c == '}' || c == '*') {
        text.append('}');
        sum += '}';
        c ^= 0x20;
      }
      text.append(c);
      sum += c;
    }
    text.append('#').append(HexFormat.of().toHexDigits((byte) sum));
    last = text.toString().getBytes(StandardCharsets.ISO_8859_1);
    again();
  }

  /** Sends the last packet once more. */
  void again() throws IOException {
    out.write(last);
    out.flush();
  }

  /** Says whether a packet arrived in one piece. */
  void acknowledge(boolean arrived) throws IOException {
    out.write(arrived ? '+' : '-');
    out.flush();
  }
}
