package bbt.translator.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Cuts console output into lines. */
class ConsoleLinesTest {
  private final ConsoleLines lines = new ConsoleLines();

  private List<String> written(String text) {
    for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
      lines.see(octet & 0xff);
    }
    return lines.take();
  }

  @Test
  void linesEndWithNewline() {
    assertEquals(List.of("one", "zwölf"), written("one\r\n\nzwölf\n\r\npart"));
    assertFalse(lines.any());
    assertEquals(List.of("partly"), written("ly\n"));
  }

  @Test
  void aCarriageReturnWritesOver() {
    assertEquals(List.of("100 %"), written(" 10 %\r 50 %\r100 %\n"));
    assertEquals(List.of("100 %"), written("\r100 %\r\r\n"));
  }

  @Test
  void longLinesAreCut() {
    assertEquals(List.of("x".repeat(ConsoleLines.MOST), "y"), written("x".repeat(5000) + "\ny\n"));
  }
}
