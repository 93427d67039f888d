package bbt.translator.net;

import static bbt.translator.net.TcpSegment.ACK;
import static bbt.translator.net.TcpSegment.RST;
import static bbt.translator.net.TcpSegment.SYN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.translator.net.Outside.Event;
import bbt.translator.net.Outside.Kind;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which of the host's ports a guest reaches, and through how many connections. */
class HostAccessTest {
  private static final byte[] NONE = {};

  private final FakeOutside outside = new FakeOutside();

  private FakeGuest guest(String access) {
    return new FakeGuest(HostAccess.parse(access), outside);
  }

  private static void syn(FakeGuest guest, int from, int port) {
    guest.tcp(from, port, SYN, 1, 0, 20_000, NONE);
  }

  private static void assertRefused(FakeGuest guest, int from) {
    TcpSegment s = FakeGuest.segment(guest.only());
    assertEquals(RST | ACK, s.flags());
    assertEquals(from, s.guestPort());
    assertEquals(2, s.acknowledgment());
  }

  @Test
  void isReadAsItIsWritten() {
    for (String text :
        List.of(
            "ports=80,connections=64",
            "ports=80,8000-8010,9,connections=1",
            "connections=7",
            "ports=0-65535,connections=99999")) {
      assertEquals(text, HostAccess.parse(text).toString());
    }
    assertEquals(HostAccess.NONE, HostAccess.parse("connections=64"));
    assertEquals(HostAccess.ALL, HostAccess.parse(HostAccess.ALL.toString()));
    assertEquals(HostAccess.to(80, 8080), HostAccess.parse("ports=80,8080"));
    for (String bad :
        List.of(
            "",
            ",",
            "ports=,connections=2",
            "connections=",
            "ports=",
            "ports=65536",
            "ports=9-8",
            "80",
            "connections=0",
            "ports=80,",
            "ports=x")) {
      assertThrows(IllegalArgumentException.class, () -> HostAccess.parse(bad), bad);
    }
  }

  @Test
  void onlyNamedPortsAreReached() {
    FakeGuest guest = guest("ports=80,8000-8010");
    for (int port : new int[] {1, 79, 81, 7999, 8011, 65535}) {
      syn(guest, port, port);
      assertRefused(guest, port);
    }
    assertEquals(List.of(), outside.calls, "the host hears nothing of it");
    assertEquals(Set.of(1, 79, 81, 7999, 8011, 65535), guest.network.refusals().ports());
    syn(guest, 50_000, 80);
    syn(guest, 50_001, 8000);
    syn(guest, 50_002, 8010);
    assertTrue(guest.arrived.isEmpty());
    assertEquals(List.of("connect 0 80", "connect 1 8000", "connect 2 8010"), outside.calls);
  }

  @Test
  void noPortIsOpenUnlessNamed() {
    FakeGuest guest = new FakeGuest(HostAccess.NONE, outside);
    syn(guest, 50_000, 22);
    assertRefused(guest, 50_000);
    assertEquals(List.of(), outside.calls);
  }

  @Test
  void asManyConnectionsAsAllowedAndAnotherOnceOneIsOver() {
    FakeGuest guest = guest("ports=80,connections=2");
    syn(guest, 50_000, 80);
    syn(guest, 50_001, 80);
    syn(guest, 50_002, 80);
    assertRefused(guest, 50_002);
    assertTrue(guest.network.refusals().full());
    assertEquals(Set.of(), guest.network.refusals().ports());
    guest.network.outside(new Event(0, Kind.REFUSED, NONE));
    guest.arrived.clear();
    syn(guest, 50_002, 80);
    assertTrue(guest.arrived.isEmpty());
    assertEquals("connect 2 80", outside.calls.getLast());
  }
}
