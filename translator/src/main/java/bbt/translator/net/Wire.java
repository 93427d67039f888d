package bbt.translator.net;

import java.nio.ByteBuffer;

/**
 * Reads and writes headers and checksums of Ethernet II, IPv4 (RFC 791) and what is inside.
 * Big-endian.
 */
final class Wire {
  static final int ETHERNET = 14;
  static final int IPV4 = 20;

  static final int TYPE_IPV4 = 0x0800;
  static final int TYPE_ARP = 0x0806;

  static final int ICMP = 1;
  static final int TCP = 6;
  static final int UDP = 17;

  private static final int HOPS = 64;
  private static final int DO_NOT_FRAGMENT = 0x4000;

  private Wire() {}

  /** A frame with room for {@code payload} bytes, positioned behind its Ethernet header. */
  static ByteBuffer frame(byte[] to, byte[] from, int type, int payload) {
    ByteBuffer b = ByteBuffer.allocate(ETHERNET + payload);
    return b.put(to).put(from).putShort((short) type);
  }

  /** Appends an IPv4 header for {@code payload} bytes to a frame. */
  static void ipv4(ByteBuffer b, int protocol, int source, int target, int payload) {
    int start = b.position();
    b.putShort((short) 0x4500).putShort((short) (IPV4 + payload));
    b.putShort((short) 0).putShort((short) DO_NOT_FRAGMENT);
    b.put((byte) HOPS).put((byte) protocol).putShort((short) 0);
    b.putInt(source).putInt(target);
    b.putShort(start + 10, (short) checksum(b, start, IPV4, 0));
  }

  /**
   * The Internet checksum (RFC 1071); 0 over data that includes a right one.
   *
   * @param seed a sum to start from, such as {@link #pseudoHeader}
   */
  static int checksum(ByteBuffer b, int from, int length, int seed) {
    long sum = seed;
    int end = from + length;
    for (int i = from; i + 1 < end; i += 2) {
      sum += b.getShort(i) & 0xFFFF;
    }
    if ((length & 1) != 0) {
      sum += (b.get(end - 1) & 0xFF) << 8;
    }
    while (sum >>> 16 != 0) {
      sum = (sum & 0xFFFF) + (sum >>> 16);
    }
    return (int) ~sum & 0xFFFF;
  }

  /** The part of a TCP or UDP checksum that covers addresses, protocol and length (RFC 9293). */
  static int pseudoHeader(int source, int target, int protocol, int length) {
    return (source >>> 16)
        + (source & 0xFFFF)
        + (target >>> 16)
        + (target & 0xFFFF)
        + protocol
        + length;
  }
}
