package bbt.translator.net;

import static bbt.translator.net.TcpSegment.ACK;
import static bbt.translator.net.TcpSegment.FIN;
import static bbt.translator.net.TcpSegment.RST;
import static bbt.translator.net.TcpSegment.SYN;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.translator.net.Outside.Event;
import bbt.translator.net.Outside.Kind;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** A TCP client in the guest, by hand, against the gateway. */
class TcpGatewayTest {
  /** Frames lost in a row at most: where eight are, the guest is given up. */
  private static final int MOST_LOST = 5;

  private static final byte[] NONE = {};
  private static final int MY_PORT = 40000;
  private static final int PORT = 8080;
  private static final int MINE = 7_000;

  private final FakeOutside outside = new FakeOutside();
  private final FakeGuest guest = new FakeGuest(outside);
  private int next = MINE + 1;
  private int seen;

  private TcpSegment answer() {
    TcpSegment s = FakeGuest.segment(guest.only());
    assertEquals(MY_PORT, s.guestPort());
    assertEquals(PORT, s.port());
    return s;
  }

  private void send(int flags, int sequence, byte[] data) {
    guest.tcp(MY_PORT, PORT, flags, sequence, seen, 20_000, data);
  }

  private void event(Kind kind, byte[] data) {
    guest.network.outside(new Event(0, kind, data));
  }

  private void open() {
    guest.tcp(MY_PORT, PORT, SYN, MINE, 0, 20_000, NONE);
    assertTrue(guest.arrived.isEmpty(), "nothing before the outside has answered");
    assertEquals(List.of("connect 0 8080"), outside.calls);
    event(Kind.CONNECTED, NONE);
    TcpSegment s = answer();
    assertEquals(SYN | ACK, s.flags());
    assertEquals(MINE + 1, s.acknowledgment());
    assertEquals(1460, s.mss());
    seen = s.sequence() + 1;
    send(ACK, next, NONE);
    assertTrue(guest.arrived.isEmpty());
  }

  @Test
  void bytesGoBothWaysAndBothEndsClose() {
    open();
    send(ACK, next, new byte[] {1, 2, 3});
    next += 3;
    assertEquals(next, answer().acknowledgment());
    assertArrayEquals(new byte[] {1, 2, 3}, outside.sent.toByteArray());

    event(Kind.DATA, new byte[] {9, 8});
    TcpSegment s = answer();
    assertEquals(seen, s.sequence());
    assertArrayEquals(new byte[] {9, 8}, s.data());
    seen += 2;
    send(ACK, next, NONE);

    event(Kind.END, NONE);
    s = answer();
    assertEquals(FIN | ACK, s.flags());
    assertEquals(seen, s.sequence());
    seen++;
    send(FIN | ACK, next, NONE);
    next++;
    assertEquals(next, answer().acknowledgment());
    assertEquals(List.of("connect 0 8080", "finish 0", "close 0"), outside.calls);

    send(ACK, next, NONE);
    assertTrue(answer().has(RST), "the connection is forgotten");
  }

  @Test
  void aRefusedConnectionIsReset() {
    guest.tcp(MY_PORT, PORT, SYN, MINE, 0, 20_000, NONE);
    event(Kind.REFUSED, NONE);
    TcpSegment s = answer();
    assertTrue(s.has(RST));
    assertEquals(MINE + 1, s.acknowledgment());
  }

  @Test
  void whatCameTwiceIsTakenOnceAndGapsAreReported() {
    open();
    send(ACK, next, new byte[] {1, 2, 3});
    send(ACK, next, new byte[] {1, 2, 3, 4});
    send(ACK, next + 5, new byte[] {6});
    assertArrayEquals(new byte[] {1, 2, 3, 4}, outside.sent.toByteArray());
    assertEquals(next + 4, FakeGuest.segment(guest.arrived.getLast()).acknowledgment());
  }

  @Test
  void theWindowIsKeptAndProbedWhenItStaysShut() {
    open();
    event(Kind.DATA, new byte[30_000]);
    int bytes = 0;
    for (var frame : guest.arrived) {
      bytes += FakeGuest.segment(frame).data().length;
    }
    assertEquals(20_000, bytes);
    guest.arrived.clear();
    guest.tcp(MY_PORT, PORT, ACK, next, seen + 20_000, 0, NONE);
    assertTrue(guest.arrived.isEmpty());
    assertEquals(guest.time.now + TcpConnection.TIMEOUT, guest.network.deadline());
    guest.time.now = guest.network.deadline();
    guest.network.update();
    assertEquals(1, answer().data().length);
    for (int i = 0; i < 50; i++) { // the guest answers each probe: still shut
      guest.tcp(MY_PORT, PORT, ACK, next, seen + 20_000, 0, NONE);
      guest.time.now = guest.network.deadline();
      guest.network.update();
      TcpSegment probe = answer();
      assertFalse(probe.has(RST), "probe " + i);
      assertEquals(1, probe.data().length);
    }
  }

  @Test
  void aGuestThatNeverAnswersIsGivenUp() {
    open();
    event(Kind.DATA, new byte[] {1});
    int tries = 0;
    while (guest.network.deadline() != Long.MAX_VALUE) {
      guest.time.now = guest.network.deadline();
      guest.network.update();
      tries++;
    }
    assertEquals(8, tries);
    assertTrue(FakeGuest.segment(guest.arrived.getLast()).has(RST));
    assertEquals(List.of("connect 0 8080", "close 0"), outside.calls);
  }

  /** Eight tries with one frame are lost without the bound: a guest that never answers. */
  @Test
  void chanceDoesNotLoseAllTries() {
    everythingArrivesInOrderThoughTheGuestDropsFrames(14, 34_496);
  }

  @Property(tries = 100)
  void everythingArrivesInOrderThoughTheGuestDropsFrames(
      @ForAll long seed, @ForAll @IntRange(max = 60_000) int size) {
    Random random = new Random(seed);
    FakeOutside far = new FakeOutside();
    FakeGuest near = new FakeGuest(far);
    byte[] content = new byte[size];
    random.nextBytes(content);
    int[] inARow = {0};
    near.lost =
        frame -> {
          boolean lost = inARow[0] < MOST_LOST && random.nextInt(4) == 0;
          inARow[0] = lost ? inARow[0] + 1 : 0;
          return lost;
        };
    ByteArrayOutputStream got = new ByteArrayOutputStream();
    near.tcp(MY_PORT, PORT, SYN, MINE, 0, 5_000, NONE);
    near.network.outside(new Event(0, Kind.CONNECTED, NONE));
    int expected = 0;
    boolean synchronised = false;
    boolean ended = false;
    near.network.outside(new Event(0, Kind.DATA, content));
    near.network.outside(new Event(0, Kind.END, NONE));
    for (int i = 0; i < 10_000 && !ended; i++) {
      if (near.arrived.isEmpty()) {
        near.time.now = near.network.deadline();
        near.network.update();
        continue;
      }
      TcpSegment s = FakeGuest.segment(near.arrived.removeFirst());
      assertFalse(s.has(RST), "given up");
      if (s.has(SYN)) {
        if (!synchronised) {
          expected = s.sequence() + 1;
          synchronised = true;
        }
      } else if (s.sequence() == expected) {
        got.writeBytes(s.data());
        expected += s.data().length;
        ended = s.has(FIN);
      }
      near.tcp(MY_PORT, PORT, ACK, MINE + 1, expected, 1 + random.nextInt(5_000), NONE);
    }
    assertTrue(ended);
    assertArrayEquals(content, got.toByteArray());
  }
}
