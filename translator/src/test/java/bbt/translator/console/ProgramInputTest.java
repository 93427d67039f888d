package bbt.translator.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A program gets its input in lines, while all harts wait, and a repetition the same blocks. */
final class ProgramInputTest {
  private static final class Program implements ConsoleInput.BlockReceiver {
    final List<String> got = new ArrayList<>();
    boolean takes = true;

    @Override
    public boolean takesInput() {
      return takes;
    }

    @Override
    public void input(byte[] block) {
      got.add(new String(block, StandardCharsets.ISO_8859_1));
    }

    @Override
    public void endOfInput() {
      got.add("end");
    }
  }

  private static ConsolePort piped(String text) {
    return ConsolePort.piped(text.getBytes(StandardCharsets.ISO_8859_1), octet -> {});
  }

  @Test
  void aLineAtATimeWhileTheProgramWaits() {
    Program program = new Program();
    Arrivals log = new Arrivals(null, true);
    ConsoleInput input = new ConsoleInput(piped("a\nb\0\ncd"), List.of(), program, log, null);
    input.event(1, 1);
    assertEquals(List.of(), program.got, "nothing while the guest executes");
    assertEquals(0, input.idleTick(2));
    for (int i = 2; i < 7; i++) {
      input.idle(i, i);
    }
    assertEquals(List.of("a\n", "b\0\n", "cd", "end"), program.got);
    assertTrue(input.ended());
    assertTrue(input.idleTick(8) > 0);
    List<String> lines = log.take();

    Program again = new Program();
    ConsoleInput repeated =
        new ConsoleInput(
            ConsolePort.none(),
            List.of(),
            again,
            new Arrivals(null, false),
            InputLog.Replay.of(lines));
    for (int i = 0; i < 9; i++) {
      repeated.event(i, i);
    }
    assertEquals(program.got, again.got);
  }

  @Test
  void nothingComesBeforeTheLastBlockIsTaken() {
    Program program = new Program();
    ConsoleInput input =
        new ConsoleInput(piped("a\nb\n"), List.of(), program, new Arrivals(null, false), null);
    input.idle(1, 1);
    program.takes = false;
    assertTrue(input.idleTick(2) > 0);
    input.idle(2, 2);
    assertEquals(List.of("a\n"), program.got);
    assertFalse(input.ended());
  }

  @Test
  void aLongLineComesInPieces() {
    Program program = new Program();
    ConsoleInput input =
        new ConsoleInput(
            piped("x".repeat(5000)), List.of(), program, new Arrivals(null, false), null);
    input.idle(1, 1);
    input.idle(2, 2);
    assertEquals(List.of(4096, 904), program.got.stream().map(String::length).toList());
  }
}
