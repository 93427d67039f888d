package bbt.samples.conformance.prove;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Parses a console script: lines to type, and lines that must follow. */
final class ConsoleScriptTest {
  private static ConsoleScript parse(String... lines) throws IOException {
    return ConsoleScript.parse("test", String.join("\n", lines));
  }

  @Test
  void inputIsTypedLineByLine() throws IOException {
    assertEquals("\nversion\n  two\n", parse("# c", "<", "< version", "", "<   two").input());
  }

  @Test
  void textsMustComeInTheirOrder() throws IOException {
    ConsoleScript script = parse("> a.c", "~ b+$?", "> d");
    assertEquals("", script.missing("a.c\r\nxbb\nd"));
    assertEquals("a.c", script.missing("abc b d"));
    assertEquals("d", script.missing("d a.c b"));
    assertEquals("b+$?", script.missing("a.c d"));
  }

  @Test
  void aRegularExpressionMaySpanLinesAndNameGroups() throws IOException {
    ConsoleScript script = parse("~ sum ([0-9a-f]+)\\s+again \\1");
    assertEquals("", script.missing("sum 12ab\r\nagain 12ab"));
    assertFalse(script.missing("sum 12ab\nagain 12ac").isEmpty());
  }

  @Test
  void anyOtherLineIsAnError() {
    assertThrows(IOException.class, () -> parse("version"));
  }

  @Test
  void everyGuestOfThePartHasAScript() throws IOException {
    for (String guest :
        Stream.of(SoftwarePart.SHORT, SoftwarePart.KERNELS, SoftwarePart.DEBIAN)
            .flatMap(List::stream)
            .toList()) {
      assertFalse(ConsoleScript.of(guest).expected().isEmpty(), guest);
    }
  }
}
