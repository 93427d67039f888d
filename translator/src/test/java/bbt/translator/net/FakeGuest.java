package bbt.translator.net;

import bbt.translator.device.TestTime;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The guest's end of the network: builds frames by hand, takes frames apart, moves the clock. */
final class FakeGuest {
  static final int GATEWAY = 0x0A00_0202;
  static final int GUEST = 0x0A00_020F;
  private static final byte[] TO = {0x52, 0x55, 0x0A, 0, 2, 2};
  private static final byte[] FROM = {0x52, 0x54, 0, 0x12, 0x34, 0x56};

  final List<ByteBuffer> arrived = new ArrayList<>();
  final UserNetwork network;
  final TestTime time = new TestTime();

  /** Frames that get lost on the way to the guest. */
  Predicate<ByteBuffer> lost = frame -> false;

  FakeGuest(Outside outside) {
    this(HostAccess.ALL, outside);
  }

  FakeGuest(HostAccess access, Outside outside) {
    network =
        new UserNetwork(
            access,
            outside,
            time,
            bytes -> {
              ByteBuffer b = ByteBuffer.wrap(bytes);
              if (!lost.test(b)) {
                arrived.add(b);
              }
            });
  }

  /** The only frame that arrived since the last call. */
  ByteBuffer only() {
    if (arrived.size() != 1) {
      throw new AssertionError(arrived.size() + " frames arrived, expected one");
    }
    return arrived.removeFirst();
  }

  void raw(ByteBuffer frame) {
    network.frame(frame.array());
  }

  /** Sends an IPv4 packet. */
  void ipv4(int protocol, int target, byte[] payload) {
    ByteBuffer b = Wire.frame(TO, FROM, Wire.TYPE_IPV4, Wire.IPV4 + payload.length);
    Wire.ipv4(b, protocol, GUEST, target, payload.length);
    raw(b.put(payload));
  }

  void udp(int target, int from, int port, byte[] payload) {
    ByteBuffer b = ByteBuffer.allocate(8 + payload.length);
    b.putShort((short) from).putShort((short) port).putShort((short) b.capacity());
    b.putShort((short) 0).put(payload);
    ipv4(Wire.UDP, target, b.array());
  }

  /** Sends a TCP segment whose checksum is right. */
  void tcp(int from, int port, int flags, int sequence, int ack, int window, byte[] data) {
    ByteBuffer b = ByteBuffer.allocate(TcpSegment.HEADER + data.length);
    b.putShort((short) from).putShort((short) port).putInt(sequence).putInt(ack);
    b.put((byte) 0x50).put((byte) flags).putShort((short) window).putInt(0).put(data);
    int pseudo = Wire.pseudoHeader(GUEST, GATEWAY, Wire.TCP, b.capacity());
    b.putShort(16, (short) Wire.checksum(b, 0, b.capacity(), pseudo));
    ipv4(Wire.TCP, GATEWAY, b.array());
  }

  /** What a frame from the gateway says in TCP; its checksums must be right. */
  static TcpSegment segment(ByteBuffer frame) {
    int at = Wire.ETHERNET + Wire.IPV4;
    int length = frame.capacity() - at;
    int pseudo = Wire.pseudoHeader(GATEWAY, GUEST, Wire.TCP, length);
    if (frame.get(Wire.ETHERNET + 9) != Wire.TCP
        || Wire.checksum(frame, Wire.ETHERNET, Wire.IPV4, 0) != 0
        || Wire.checksum(frame, at, length, pseudo) != 0) {
      throw new AssertionError("not an intact TCP segment");
    }
    TcpSegment s = TcpSegment.parse(frame, at, length);
    // The parser names ports as for the guest's segments.
    return new TcpSegment(
        s.port(),
        s.guestPort(),
        s.sequence(),
        s.acknowledgment(),
        s.flags(),
        s.window(),
        s.mss(),
        s.data());
  }
}
