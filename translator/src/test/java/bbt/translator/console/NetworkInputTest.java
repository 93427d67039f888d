package bbt.translator.console;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.translator.net.Outside.Event;
import bbt.translator.net.Outside.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The input log keeps console and network apart, and each event's moment. */
class NetworkInputTest {
  @TempDir Path folder;

  @Test
  void whatIsTakenDownComesBackAtItsMoment() throws IOException {
    Path file = folder.resolve("log");
    try (InputLog.Writer w = new InputLog.Writer(file)) {
      w.add(100, 1, new Event(0, Kind.CONNECTED, new byte[0]));
      w.add(150, 2, 'x');
      w.add(200, 3, new Event(0, Kind.DATA, new byte[] {(byte) 0xFE, 1}));
    }
    InputLog.Replay replay = InputLog.Replay.read(file);
    InputLog.Track<Event> network = replay.network();
    assertEquals(100, network.nextRetired());
    assertNull(network.take(99, 5));
    assertNull(network.take(100, 0));
    assertEquals(Kind.CONNECTED, network.take(100, 1).kind());
    assertEquals(3, network.nextTick(200));
    assertEquals(Long.MAX_VALUE, network.nextTick(199), "not before its instruction");
    assertArrayEquals(new byte[] {(byte) 0xFE, 1}, network.take(300, 9).data());
    assertEquals(Long.MAX_VALUE, network.nextRetired());
    assertEquals('x', replay.console().take(150, 2));
  }

  /** The notes in a trace come hart by hart. */
  @Test
  void linesAreTakenInTheOrderOfTheClock() {
    InputLog.Track<Integer> console =
        InputLog.Replay.of(List.of("300 4 63", "700 9 end", "100 2 6162", "300 3 64")).console();
    assertEquals(100, console.nextRetired());
    StringBuilder order = new StringBuilder();
    for (Integer b = console.take(800, 9); b != null; b = console.take(800, 9)) {
      order.append(b < 0 ? '.' : (char) (int) b);
    }
    assertEquals("abdc.", order.toString());
  }

  @Test
  void aBadLineIsNamed() throws IOException {
    for (String bad :
        new String[] {
          "1 2 net 0 said 00",
          "1 2 net 0 data 0",
          "1 2",
          "1 2 net",
          "-1 2 61",
          "1 9223372036854775807 61"
        }) {
      Path file = Files.writeString(folder.resolve("log"), "bbt-input 1\n" + bad + "\n");
      IOException e = assertThrows(IOException.class, () -> InputLog.Replay.read(file));
      assertTrue(e.getMessage().contains("line 2"), e.getMessage());
    }
  }
}
