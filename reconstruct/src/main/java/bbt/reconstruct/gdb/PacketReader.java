package bbt.reconstruct.gdb;

import java.io.IOException;
import java.io.InputStream;

/**
 * Finds packets in a stream of bytes.
 *
 * <pre>
 *   '$' data '#' checksum      data: '}' c stands for c ^ 0x20; checksum: sum of data as sent, two
 *                              hexadecimal digits
 *   '+' '-'                    the last packet arrived, or did not
 *   0x03                       stop
 * </pre>
 *
 * Anything else between packets is skipped. A packet that is too long counts as damaged.
 */
final class PacketReader {
  /** Characters of the longest packet; gdb is told. */
  static final int MAX = 0x4000;

  private final InputStream in;

  /**
   * @param in is read to its end; a buffered one
   */
  PacketReader(InputStream in) {
    this.in = in;
  }

  /** The next message, waiting for it. */
  Message next() {
    try {
      for (int c = in.read(); c >= 0; c = in.read()) {
        switch (c) {
          case '$' -> {
            return packet();
          }
          case '-' -> {
            return new Message.Again();
          }
          case 3 -> {
            return new Message.Interrupt();
          }
          default -> {}
        }
      }
    } catch (IOException e) {
      // The same as the end.
    }
    return new Message.Closed();
  }

  private Message packet() throws IOException {
    StringBuilder data = new StringBuilder();
    int sum = 0;
    boolean escaped = false;
    int c;
    while ((c = in.read()) != '#') {
      if (c < 0) {
        return new Message.Closed();
      }
      if (c == '$') { // the end of the one before was lost
        data.setLength(0);
        sum = 0;
        escaped = false;
        continue;
      }
      sum += c;
      if (c == '}' && !escaped) {
        escaped = true;
      } else {
        if (data.length() <= MAX) {
          data.append((char) (escaped ? c ^ 0x20 : c));
        }
        escaped = false;
      }
    }
    int high = Character.digit(in.read(), 16);
    int low = Character.digit(in.read(), 16);
    boolean valid = high >= 0 && low >= 0 && (high << 4 | low) == (sum & 0xFF);
    return new Message.Packet(data.toString(), valid && data.length() <= MAX);
  }
}
