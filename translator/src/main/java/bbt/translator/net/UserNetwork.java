package bbt.translator.net;

import bbt.translator.device.TimeBase;
import bbt.translator.state.Fields;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * The network that the guest's card is plugged into, with the gateway on it. Addresses are those of
 * QEMU's user network: gateway 10.0.2.2, guest 10.0.2.15.
 *
 * <p>Everything but TCP's outside is answered at once, while the guest sends: a run without TCP
 * connections depends on the guest alone.
 */
public final class UserNetwork {
  /** The guest's hardware address. */
  private static final byte[] GUEST_MAC = {0x52, 0x54, 0x00, 0x12, 0x34, 0x56};

  private static final byte[] GATEWAY_MAC = {0x52, 0x55, 0x0A, 0x00, 0x02, 0x02};

  private static final int GATEWAY = 0x0A00_0202;
  private static final int GUEST = 0x0A00_020F;
  private static final int MASK = 0xFFFF_FF00;
  private static final int BROADCAST = 0xFFFF_FFFF;

  /**
   * An ARP request's first eight bytes: Ethernet, IPv4, their address sizes; a reply has one more.
   */
  private static final long ARP_ASKS = 0x0001_0800_0604_0001L;

  private static final int ARP_LENGTH = 28;

  private static final int ECHO_REPLY = 0;
  private static final int ECHO_REQUEST = 8;
  private static final int UNREACHABLE = 3;
  private static final int NETWORK = 0;
  private static final int PROTOCOL = 2;
  private static final int PORT = 3;
  private static final int ICMP_HEADER = 8;

  /**
   * Bytes of the offending packet in an "unreachable" message: its header and 8 bytes (RFC 792).
   */
  private static final int QUOTED = 8;

  private static final int UDP_HEADER = 8;

  private final Consumer<byte[]> toGuest;
  private final TimeBase time;
  private final TcpGateway tcp;

  /**
   * @param access what of the outside the guest may reach
   * @param toGuest takes each frame for the guest
   */
  public UserNetwork(HostAccess access, Outside outside, TimeBase time, Consumer<byte[]> toGuest) {
    this.toGuest = toGuest;
    this.time = time;
    this.tcp = new TcpGateway(access, outside, this::segment);
  }

  /** The guest's hardware address: a byte of it. */
  public static int mac(int index) {
    return GUEST_MAC[index];
  }

  /** The connections that the guest asked for and may not have. */
  public Refusals refusals() {
    return tcp.refusals();
  }

  /** Whether data of a connection from outside has room now. */
  public boolean takesData(int connection) {
    return tcp.takesData(connection);
  }

  /** Takes an event from outside. */
  public void outside(Outside.Event event) {
    tcp.outside(event, time.ticks());
  }

  /** The tick at which the gateway does something by itself, or {@link TimeBase#NEVER}. */
  public long deadline() {
    return tcp.deadline();
  }

  /** Does what is due by now. */
  public void update() {
    tcp.update(time.ticks());
  }

  /** A frame from the guest. What is malformed or for nobody is dropped, as on a real segment. */
  public void frame(byte[] bytes) {
    if (bytes.length < Wire.ETHERNET) {
      return;
    }
    ByteBuffer b = ByteBuffer.wrap(bytes);
    switch (b.getShort(12) & 0xFFFF) {
      case Wire.TYPE_ARP -> arp(b);
      case Wire.TYPE_IPV4 -> ipv4(b);
      default -> {} // IPv6 and others: nobody there
    }
    time.deadlineChanged();
  }

  private void arp(ByteBuffer b) {
    int at = Wire.ETHERNET;
    if (b.capacity() < at + ARP_LENGTH
        || b.getLong(at) != ARP_ASKS
        || b.getInt(at + 24) != GATEWAY) {
      return;
    }
    byte[] asker = new byte[6];
    b.get(at + 8, asker);
    ByteBuffer answer = Wire.frame(asker, GATEWAY_MAC, Wire.TYPE_ARP, ARP_LENGTH);
    answer.putLong(ARP_ASKS + 1).put(GATEWAY_MAC).putInt(GATEWAY);
    answer.put(asker).putInt(b.getInt(at + 14));
    toGuest.accept(answer.array());
  }

  private void ipv4(ByteBuffer b) {
    int at = Wire.ETHERNET;
    if (b.capacity() < at + Wire.IPV4 || b.get(at) >> 4 != 4) {
      return;
    }
    int header = (b.get(at) & 0xF) * 4;
    int length = b.getShort(at + 2) & 0xFFFF;
    boolean fragment = (b.getShort(at + 6) & 0x3FFF) != 0;
    if (header < Wire.IPV4
        || length < header
        || at + length > b.capacity()
        || Wire.checksum(b, at, header, 0) != 0
        || fragment) {
      return; // fragments: nobody on this segment needs them
    }
    int protocol = b.get(at + 9) & 0xFF;
    int target = b.getInt(at + 16);
    Packet p = new Packet(b, at + header, length - header, b.getInt(at + 12), target, protocol);
    if (target == BROADCAST || target == (GATEWAY | ~MASK)) {
      if (protocol == Wire.UDP) {
        udp(p, at);
      }
    } else if (target >>> 28 == 0xE) {
      return; // multicast: nobody has joined
    } else if (target != GATEWAY) {
      unreachable(p, at, NETWORK);
    } else {
      switch (protocol) {
        case Wire.ICMP -> icmp(p);
        case Wire.TCP -> tcp(p);
        case Wire.UDP -> udp(p, at);
        default -> unreachable(p, at, PROTOCOL);
      }
    }
  }

  /** The content of an IPv4 packet of the guest. */
  private record Packet(ByteBuffer b, int at, int length, int source, int target, int protocol) {
    /** Whether the checksum that covers the addresses is right. */
    boolean intact() {
      int pseudo = Wire.pseudoHeader(source, target, protocol, length);
      return Wire.checksum(b, at, length, pseudo) == 0;
    }
  }

  private void icmp(Packet p) {
    if (p.length() < ICMP_HEADER
        || p.b().get(p.at()) != ECHO_REQUEST
        || Wire.checksum(p.b(), p.at(), p.length(), 0) != 0) {
      return;
    }
    ByteBuffer answer = packet(Wire.ICMP, p.source(), p.length());
    int start = answer.position();
    answer.put(p.b().array(), p.at(), p.length());
    answer.put(start, (byte) ECHO_REPLY).putShort(start + 2, (short) 0);
    answer.putShort(start + 2, (short) Wire.checksum(answer, start, p.length(), 0));
    toGuest.accept(answer.array());
  }

  private void unreachable(Packet p, int header, int code) {
    boolean echo = p.length() > 0 && p.b().get(p.at()) == ECHO_REQUEST;
    if (p.protocol() == Wire.ICMP && !echo) {
      return; // no error about an error (RFC 1122, section 3.2.2)
    }
    int quoted = Math.min(p.at() - header + QUOTED, p.at() - header + p.length());
    ByteBuffer answer = packet(Wire.ICMP, p.source(), ICMP_HEADER + quoted);
    int start = answer.position();
    answer.put((byte) UNREACHABLE).put((byte) code).putShort((short) 0).putInt(0);
    answer.put(p.b().array(), header, quoted);
    answer.putShort(start + 2, (short) Wire.checksum(answer, start, ICMP_HEADER + quoted, 0));
    toGuest.accept(answer.array());
  }

  private void udp(Packet p, int header) {
    if (p.length() < UDP_HEADER || (p.b().getShort(p.at() + 6) != 0 && !p.intact())) {
      return; // a checksum of 0 means none (RFC 768)
    }
    int length = p.b().getShort(p.at() + 4) & 0xFFFF;
    if (length < UDP_HEADER || length > p.length()) {
      return;
    }
    if ((p.b().getShort(p.at() + 2) & 0xFFFF) == Dhcp.SERVER_PORT) {
      ByteBuffer message =
          Dhcp.answer(p.b(), p.at() + UDP_HEADER, length - UDP_HEADER, GATEWAY, GUEST, MASK);
      if (message != null) {
        dhcp(message);
      }
    } else if (p.target() == GATEWAY) {
      unreachable(p, header, PORT);
    }
  }

  private void dhcp(ByteBuffer message) {
    int length = UDP_HEADER + message.remaining();
    ByteBuffer b = packet(Wire.UDP, BROADCAST, length);
    b.putShort((short) Dhcp.SERVER_PORT).putShort((short) Dhcp.CLIENT_PORT);
    b.putShort((short) length).putShort((short) 0); // no checksum
    b.put(message);
    toGuest.accept(b.array());
  }

  private void tcp(Packet p) {
    if (!p.intact() || p.source() != GUEST) {
      return;
    }
    TcpSegment s = TcpSegment.parse(p.b(), p.at(), p.length());
    if (s != null) {
      tcp.segment(s, time.ticks());
    }
  }

  private void segment(TcpSegment s) {
    ByteBuffer b = packet(Wire.TCP, GUEST, s.length());
    s.write(b, GATEWAY, GUEST);
    toGuest.accept(b.array());
  }

  /** A frame for the guest with a packet of the gateway, its payload still to be put. */
  private static ByteBuffer packet(int protocol, int target, int payload) {
    ByteBuffer b = Wire.frame(GUEST_MAC, GATEWAY_MAC, Wire.TYPE_IPV4, Wire.IPV4 + payload);
    Wire.ipv4(b, protocol, GATEWAY, target, payload);
    return b;
  }

  /** Saves or loads what the guest can notice of it, for a snapshot. */
  public void state(Fields f) {
    tcp.state(f);
  }
}
