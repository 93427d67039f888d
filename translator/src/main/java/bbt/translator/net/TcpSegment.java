package bbt.translator.net;

import java.nio.ByteBuffer;

/**
 * A TCP segment (RFC 9293, section 3.1), one way or the other.
 *
 * @param guestPort the guest's port
 * @param port the gateway's
 * @param sequence sequence number, modulo 2^32
 * @param acknowledgment the same, meaningful with {@link #ACK}
 * @param flags of the header
 * @param window of the header, in bytes: windows are never scaled, as we do not offer it
 * @param mss the maximum segment size option, or 0
 * @param data payload
 */
record TcpSegment(
    int guestPort,
    int port,
    int sequence,
    int acknowledgment,
    int flags,
    int window,
    int mss,
    byte[] data) {
  static final int FIN = 1;
  static final int SYN = 2;
  static final int RST = 4;
  static final int PSH = 8;
  static final int ACK = 16;

  static final int HEADER = 20;
  private static final int OPTION_END = 0;
  private static final int OPTION_NOP = 1;
  private static final int OPTION_MSS = 2;

  boolean has(int flag) {
    return (flags & flag) != 0;
  }

  /** Reads the guest's segment out of a packet's payload; null when it is not a whole one. */
  static TcpSegment parse(ByteBuffer b, int at, int length) {
    if (length < HEADER) {
      return null;
    }
    int header = (b.get(at + 12) >> 4 & 0xF) * 4;
    if (header < HEADER || header > length) {
      return null;
    }
    byte[] data = new byte[length - header];
    b.get(at + header, data);
    return new TcpSegment(
        b.getShort(at) & 0xFFFF,
        b.getShort(at + 2) & 0xFFFF,
        b.getInt(at + 4),
        b.getInt(at + 8),
        b.get(at + 13) & 0x3F,
        b.getShort(at + 14) & 0xFFFF,
        mss(b, at + HEADER, at + header),
        data);
  }

  private static int mss(ByteBuffer b, int from, int end) {
    int at = from;
    while (at < end) {
      int kind = b.get(at);
      if (kind == OPTION_END) {
        return 0;
      }
      if (kind == OPTION_NOP) {
        at++;
        continue;
      }
      int length = at + 1 < end ? b.get(at + 1) & 0xFF : 0;
      if (length < 2 || at + length > end) {
        return 0;
      }
      if (kind == OPTION_MSS && length == 4) {
        return b.getShort(at + 2) & 0xFFFF;
      }
      at += length;
    }
    return 0;
  }

  /** Bytes of the segment. */
  int length() {
    return HEADER + (mss == 0 ? 0 : 4) + data.length;
  }

  /** Appends the gateway's segment to a packet. */
  void write(ByteBuffer b, int source, int target) {
    int start = b.position();
    int header = length() - data.length;
    b.putShort((short) port).putShort((short) guestPort);
    b.putInt(sequence).putInt(acknowledgment);
    b.put((byte) (header / 4 << 4)).put((byte) flags).putShort((short) window);
    b.putShort((short) 0).putShort((short) 0);
    if (mss != 0) {
      b.put((byte) OPTION_MSS).put((byte) 4).putShort((short) mss);
    }
    b.put(data);
    int pseudo = Wire.pseudoHeader(source, target, Wire.TCP, length());
    b.putShort(start + 16, (short) Wire.checksum(b, start, length(), pseudo));
  }
}
