package bbt.reconstruct.gdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.UserException;
import bbt.reconstruct.gdb.targets.Stop;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections: where they may come from, one after the other. */
@Timeout(300)
class GdbServerTest {
  @ParameterizedTest
  @CsvSource({
    "1234, 127.0.0.1, 1234",
    ":1234, 127.0.0.1, 1234",
    "127.0.0.1:0, 127.0.0.1, 0",
    "127.1.2.3:65535, 127.1.2.3, 65535",
    "localhost:7, 127.0.0.1, 7",
    "[::1]:7, 0:0:0:0:0:0:0:1, 7"
  })
  void loopbackAddressesAreAccepted(String text, String host, int port) {
    InetSocketAddress address = GdbAddress.parse(text);
    assertEquals(host, address.getAddress().getHostAddress());
    assertEquals(port, address.getPort());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0.0.0.0:1234",
        "192.0.2.1:1234",
        "[::]:1",
        "example.org:1",
        "",
        ":",
        "127.0.0.1",
        "127.0.0.1:",
        "127.0.0.1:65536",
        "1.2.3:4:5",
        ":-1",
        "unix:/x"
      })
  void othersAreRefusedWithOneLine(String text) {
    UserException e = assertThrows(UserException.class, () -> GdbAddress.parse(text));
    assertEquals(Fault.USAGE, e.fault());
    assertTrue(e.getMessage().startsWith("--gdb " + text), e.getMessage());
  }

  private static Socket connect(GdbServer server) throws IOException {
    String place = server.place();
    int port = Integer.parseInt(place.substring(place.lastIndexOf(':') + 1));
    return new Socket("127.0.0.1", port);
  }

  private static String ask(Socket socket, String packet, int bytes) throws IOException {
    socket.getOutputStream().write(packet.getBytes(StandardCharsets.US_ASCII));
    return new String(socket.getInputStream().readNBytes(bytes), StandardCharsets.US_ASCII);
  }

  @Test
  void oneAtATimeAndAnotherWhenTheFirstHasGone() throws Exception {
    FakeTarget target = new FakeTarget();
    CountDownLatch left = new CountDownLatch(1);
    try (GdbServer server = GdbServer.start(GdbAddress.parse(":0"), target, left::countDown)) {
      try (Socket first = connect(server)) {
        assertEquals("+$QC1#c5", ask(first, "$qC#b4", 8));
        try (Socket second = connect(server)) {
          assertEquals(-1, second.getInputStream().read(), "turned away");
        }
        assertEquals("+$QC1#c5", ask(first, "$qC#b4", 8));
      }
      assertTrue(left.await(120, TimeUnit.SECONDS), "told that gdb left");
      String answer = "";
      for (int i = 0; i < 200 && answer.isEmpty(); i++) {
        try (Socket again = connect(server)) {
          answer = ask(again, "$qC#b4", 8); // empty while the first one is being put away
        }
      }
      assertEquals("+$QC1#c5", answer);
    }
  }

  @Test
  void theEndOfTheServerEndsItsSession() throws Exception {
    FakeTarget target = new FakeTarget();
    GdbServer server = GdbServer.start(GdbAddress.parse(":0"), target, () -> {});
    try (Socket socket = connect(server)) {
      assertEquals("+$QC1#c5", ask(socket, "$qC#b4", 8));
      target.listener.accept(Stop.exited(0));
      server.close();
      assertEquals(-1, socket.getInputStream().read());
    }
  }
}
