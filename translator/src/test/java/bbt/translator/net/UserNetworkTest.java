package bbt.translator.net;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * ARP, ping, DHCP, and packets that are refused. Expected bytes are written from the RFCs, not by
 * Wire.
 */
class UserNetworkTest {
  private static final int ANYWHERE = 0x0808_0808;
  private static final int IP = 14;
  private static final int PAYLOAD = 34;

  private final FakeOutside outside = new FakeOutside();
  private final FakeGuest guest = new FakeGuest(outside);

  private static byte[] hex(String text) {
    return java.util.HexFormat.of().parseHex(text.replace(" ", ""));
  }

  @Test
  void arpForTheGatewayIsAnsweredForOthersNot() {
    String asks = "ffffffffffff 525400123456 0806 0001 0800 06 04 0001 525400123456 0a00020f";
    guest.raw(ByteBuffer.wrap(hex(asks + "000000000000 0a000202")));
    assertArrayEquals(
        hex(
            "525400123456 52550a000202 0806 0001 0800 06 04 0002 52550a000202 0a000202"
                + "525400123456 0a00020f"),
        guest.only().array());
    guest.raw(ByteBuffer.wrap(hex(asks + "000000000000 0a000203")));
    assertTrue(guest.arrived.isEmpty());
  }

  @Test
  void pingComesBackWithItsData() {
    // RFC 1071 by hand: 0800 + 0007 + 0001 + 6162 + 6300 = cc6a, so the checksum is 3395.
    guest.ipv4(Wire.ICMP, FakeGuest.GATEWAY, hex("08 00 3395 0007 0001 616263"));
    ByteBuffer answer = guest.only();
    assertEquals(FakeGuest.GATEWAY, answer.getInt(IP + 12));
    assertEquals(FakeGuest.GUEST, answer.getInt(IP + 16));
    byte[] icmp = Arrays.copyOfRange(answer.array(), PAYLOAD, answer.capacity());
    assertArrayEquals(hex("00 00 3b95 0007 0001 616263"), icmp);
  }

  @Test
  void damagedPacketsAreDropped() {
    guest.ipv4(Wire.ICMP, FakeGuest.GATEWAY, hex("08 00 3396 0007 0001 616263"));
    ByteBuffer b = ByteBuffer.allocate(60);
    b.putShort(12, (short) Wire.TYPE_IPV4).put(14, (byte) 0x45).putShort(16, (short) 40);
    guest.raw(b);
    guest.raw(ByteBuffer.allocate(5));
    guest.raw(ByteBuffer.allocate(14).putShort(12, (short) Wire.TYPE_IPV4));
    assertTrue(guest.arrived.isEmpty());
  }

  private static byte[] dhcp(int type, String options) {
    ByteBuffer b = ByteBuffer.allocate(300);
    b.put(hex("01 01 06 00 cafe1234 0000 8000")).position(28);
    b.put(hex("525400123456")).position(236);
    b.put(hex("63825363 35 01")).put((byte) type).put(hex(options + "ff"));
    return b.array();
  }

  private static Map<Integer, byte[]> options(ByteBuffer frame) {
    Map<Integer, byte[]> found = new HashMap<>();
    int at = PAYLOAD + 8 + 240;
    while ((frame.get(at) & 0xFF) != 255) {
      int n = frame.get(at + 1);
      found.put((int) frame.get(at), Arrays.copyOfRange(frame.array(), at + 2, at + 2 + n));
      at += 2 + n;
    }
    return found;
  }

  @Test
  void dhcpOffersAndAcknowledgesTheOneAddress() {
    guest.udp(-1, 68, 67, dhcp(1, ""));
    ByteBuffer offer = guest.only();
    assertEquals(68, offer.getShort(PAYLOAD + 2));
    assertEquals(0xCAFE1234, offer.getInt(PAYLOAD + 8 + 4));
    assertEquals(FakeGuest.GUEST, offer.getInt(PAYLOAD + 8 + 16), "yiaddr");
    Map<Integer, byte[]> o = options(offer);
    assertArrayEquals(hex("02"), o.get(53));
    assertArrayEquals(hex("ffffff00"), o.get(1));
    assertArrayEquals(hex("0a000202"), o.get(3));
    assertArrayEquals(hex("0a000202"), o.get(54));

    guest.udp(-1, 68, 67, dhcp(3, "32 04 0a00020f 36 04 0a000202"));
    assertArrayEquals(hex("05"), options(guest.only()).get(53));
    guest.udp(-1, 68, 67, dhcp(3, "32 04 0a000210 36 04 0a000202"));
    assertArrayEquals(hex("06"), options(guest.only()).get(53), "another address: NAK");
    guest.udp(-1, 68, 67, dhcp(3, "32 04 0a00020f 36 04 01020304"));
    assertTrue(guest.arrived.isEmpty(), "a request to another server");
  }

  @Test
  void whatIsNotThereIsUnreachable() {
    byte[] payload = "query".getBytes(StandardCharsets.US_ASCII);
    guest.udp(FakeGuest.GATEWAY, 5000, 53, payload);
    ByteBuffer answer = guest.only();
    assertEquals(0x0303, answer.getShort(PAYLOAD), "port unreachable");
    assertEquals(5000, answer.getShort(PAYLOAD + 8 + 20), "quotes the packet");
    guest.udp(ANYWHERE, 5000, 53, payload);
    assertEquals(0x0300, guest.only().getShort(PAYLOAD), "network unreachable");
    guest.ipv4(47, FakeGuest.GATEWAY, payload);
    assertEquals(0x0302, guest.only().getShort(PAYLOAD), "protocol unreachable");
    guest.ipv4(Wire.TCP, ANYWHERE, new byte[20]);
    assertEquals(0x0300, guest.only().getShort(PAYLOAD));
    guest.ipv4(Wire.ICMP, ANYWHERE, hex("03 01 0000 00000000"));
    assertTrue(guest.arrived.isEmpty(), "no error about an error");
    assertTrue(outside.calls.isEmpty(), "nothing went out");
  }
}
