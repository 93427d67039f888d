package bbt.translator.net;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.translator.net.Outside.Event;
import bbt.translator.net.Outside.Kind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real sockets on the loopback interface. */
@Timeout(300)
class HostSocketsTest {
  private final HostSockets sockets;
  private final List<Event> events = new ArrayList<>();

  HostSocketsTest() throws IOException {
    sockets = new HostSockets(() -> false);
  }

  @AfterEach
  void close() {
    sockets.closeAll();
  }

  private Event next() {
    while (events.isEmpty()) {
      sockets.await(10_000_000);
      sockets.poll(n -> true, events::add);
    }
    return events.removeFirst();
  }

  private static ServerSocket server() throws IOException {
    return new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
  }

  @Test
  void anEchoServerThatReadsOnlyWhatItCouldSendBack() throws Exception {
    byte[] content = new byte[4_000_000]; // more than the sockets' own buffers
    new Random(1).nextBytes(content);
    try (ServerSocket server = server()) {
      Thread echo =
          new Thread(
              () -> {
                try (Socket s = server.accept()) {
                  s.getInputStream().transferTo(s.getOutputStream());
                } catch (IOException e) {
                  throw new java.io.UncheckedIOException(e);
                }
              });
      echo.start();
      sockets.connect(3, server.getLocalPort());
      assertTrue(sockets.expecting());
      assertEquals(Kind.CONNECTED, next().kind());
      sockets.send(3, content);
      sockets.finish(3);
      ByteArrayOutputStream got = new ByteArrayOutputStream();
      Event e = next();
      for (; e.kind() == Kind.DATA; e = next()) {
        assertEquals(3, e.connection());
        got.writeBytes(e.data());
      }
      assertEquals(Kind.END, e.kind());
      assertArrayEquals(content, got.toByteArray());
      assertFalse(sockets.expecting());
      echo.join();
    }
  }

  @Test
  void nobodyListens() throws Exception {
    int port;
    try (ServerSocket server = server()) {
      port = server.getLocalPort();
    }
    sockets.connect(0, port);
    assertEquals(Kind.REFUSED, next().kind());
    assertFalse(sockets.expecting());
  }

  @Test
  void dataWaitsUntilItIsWanted() throws Exception {
    try (ServerSocket server = server()) {
      sockets.connect(0, server.getLocalPort());
      try (Socket s = server.accept()) {
        assertEquals(Kind.CONNECTED, next().kind());
        s.getOutputStream().write(new byte[] {5});
        for (int i = 0; i < 5; i++) {
          sockets.await(5_000_000);
          sockets.poll(n -> false, events::add);
        }
        assertTrue(events.isEmpty());
        assertArrayEquals(new byte[] {5}, next().data());
        sockets.close(0);
        assertFalse(sockets.expecting());
        assertEquals(-1, s.getInputStream().read(), "closed for the peer, too");
      }
    }
  }
}
