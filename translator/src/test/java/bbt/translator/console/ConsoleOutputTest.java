package bbt.translator.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The console is watched for the panics of each system that is known. */
class ConsoleOutputTest {
  private int panics;

  private ConsoleOutput output(String... messages) {
    return new ConsoleOutput(ConsolePort.none(), List.of(messages), () -> panics++);
  }

  private static void write(ConsoleOutput to, String text) {
    for (byte b : text.getBytes(StandardCharsets.US_ASCII)) {
      to.write(b);
    }
  }

  @Test
  void eachSystemsMessageIsSeenOnce() {
    ConsoleOutput output = output("Kernel panic", "", "panic: ");
    write(output, "KKernel pan\nKernel pani");
    assertEquals("0 false", panics + " " + output.panicSeen());
    write(output, "cKKernel panic");
    assertEquals("1 true", panics + " " + output.panicSeen());
    write(output, "ppanic: scause 2");
    assertEquals(2, panics);
  }

  @Test
  void whereNothingIsKnownNothingIsSeen() {
    ConsoleOutput output = output();
    write(output, "Kernel panic - not syncing");
    assertEquals("0 false", panics + " " + output.panicSeen());
  }

  @Test
  void aMessageThatOverlapsItselfIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> output("panic: panicked"));
  }
}
