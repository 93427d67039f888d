package bbt.translator.net;

import java.nio.ByteBuffer;

/** The gateway as DHCP server (RFC 2131, options of RFC 2132): one address, leased for a day. */
final class Dhcp {
  static final int SERVER_PORT = 67;
  static final int CLIENT_PORT = 68;

  private static final int COOKIE = 0x63825363;
  private static final int OPTIONS = 240;

  private static final int REQUEST = 1;
  private static final int REPLY = 2;
  private static final int DISCOVER = 1;
  private static final int OFFER = 2;
  private static final int ASK = 3;
  private static final int ACK = 5;
  private static final int NAK = 6;
  private static final int INFORM = 8;

  private static final int PAD = 0;
  private static final int SUBNET_MASK = 1;
  private static final int ROUTER = 3;
  private static final int REQUESTED_ADDRESS = 50;
  private static final int LEASE_TIME = 51;
  private static final int MESSAGE_TYPE = 53;
  private static final int SERVER = 54;
  private static final int END = 255;

  private static final int LEASE_SECONDS = 86_400;
  private static final int ANSWER = 300; // the least that every client takes (section 2)

  private Dhcp() {}

  /**
   * Answers a message.
   *
   * @param b holds the message at {@code at}
   * @return the answer, or null when there is none
   */
  static ByteBuffer answer(ByteBuffer b, int at, int length, int server, int client, int mask) {
    if (length < OPTIONS || b.get(at) != REQUEST || b.getInt(at + 236) != COOKIE) {
      return null;
    }
    int type = 0;
    int wanted = b.getInt(at + 12); // ciaddr
    int asked = 0;
    int end = at + length;
    int i = at + OPTIONS;
    while (i < end && (b.get(i) & 0xFF) != END) {
      int code = b.get(i) & 0xFF;
      if (code == PAD) {
        i++;
        continue;
      }
      int size = i + 1 < end ? b.get(i + 1) & 0xFF : 0;
      if (i + 2 + size > end) {
        return null;
      }
      if (code == MESSAGE_TYPE && size == 1) {
        type = b.get(i + 2);
      } else if (code == REQUESTED_ADDRESS && size == 4) {
        wanted = b.getInt(i + 2);
      } else if (code == SERVER && size == 4) {
        asked = b.getInt(i + 2);
      }
      i += 2 + size;
    }
    return switch (type) {
      case DISCOVER -> message(b, at, OFFER, server, client, mask);
      case ASK ->
          asked != 0 && asked != server
              ? null
              : message(b, at, wanted == client ? ACK : NAK, server, client, mask);
      case INFORM -> message(b, at, ACK, server, 0, mask);
      default -> null; // a decline or a release changes nothing for one client
    };
  }

  private static ByteBuffer message(
      ByteBuffer query, int at, int type, int server, int client, int mask) {
    ByteBuffer m = ByteBuffer.allocate(ANSWER);
    m.put((byte) REPLY).put((byte) 1).put((byte) 6).put((byte) 0);
    m.putInt(query.getInt(at + 4)); // xid
    m.putShort((short) 0).putShort(query.getShort(at + 10)); // secs, flags
    m.putInt(type == ACK ? query.getInt(at + 12) : 0); // ciaddr
    m.putInt(type == NAK ? 0 : client).putInt(type == NAK ? 0 : server).putInt(0);
    byte[] hardware = new byte[16];
    query.get(at + 28, hardware);
    m.put(hardware);
    m.putInt(236, COOKIE).position(OPTIONS);
    option(m, MESSAGE_TYPE).put((byte) 1).put((byte) type);
    option(m, SERVER).put((byte) 4).putInt(server);
    if (type != NAK) {
      if (client != 0) { // no lease for INFORM (section 4.3.5)
        option(m, LEASE_TIME).put((byte) 4).putInt(LEASE_SECONDS);
      }
      option(m, SUBNET_MASK).put((byte) 4).putInt(mask);
      option(m, ROUTER).put((byte) 4).putInt(server);
    }
    option(m, END);
    return m.rewind();
  }

  private static ByteBuffer option(ByteBuffer m, int code) {
    return m.put((byte) code);
  }
}
