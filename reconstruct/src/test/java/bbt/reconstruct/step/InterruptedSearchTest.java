package bbt.reconstruct.step;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.map.TraceMap;
import bbt.reconstruct.step.text.CommandException;
import bbt.reconstruct.step.text.Feedback;
import bbt.reconstruct.step.text.Numbers;
import bbt.reconstruct.testing.RandomGuest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl-C in a long search, on a trace of many small frames. */
class InterruptedSearchTest {
  @TempDir private Path folder;
  private final List<String> lines = new ArrayList<>();

  /** Questions that are answered with no before the user has had enough; -1: he never has. */
  private int patience = -1;

  private int finished;

  private final class Impatient implements Feedback {
    @Override
    public boolean interrupted() {
      return patience >= 0 && patience-- == 0;
    }

    @Override
    public void progress(long done, long total) {}

    @Override
    public void finished() {
      finished++;
    }
  }

  @Test
  void leavesTheCursorWhereTheCommandBegan() throws IOException {
    Path file = folder.resolve("random.bbt");
    new RandomGuest(5).run(file, true, 6000, 1);
    try (TraceMap map = TraceMap.open(file, TraceMap.Options.PLAIN)) {
      StepSession session =
          new StepSession(map, new Impatient(), line -> lines.add(line.toString()));
      session.execute("goto 50%");
      session.execute("where");
      String here = lines.getFirst().isEmpty() ? "" : place(session);
      long entered = session.cursor().clock();
      String code = "0x" + Numbers.hex(session.cursor().pc());
      session.execute("b " + code + " every=1000000");
      for (String command : List.of("br 10M", "rbr 10M", "c", "rc")) {
        patience = 3;
        finished = 0;
        CommandException stopped =
            assertThrows(CommandException.class, () -> session.execute(command), command);
        assertEquals(
            "interrupted; still at ["
                + Numbers.grouped(entered)
                + "], where "
                + command.split(" ")[0]
                + " began",
            stopped.getMessage());
        assertEquals(here, place(session), command);
        assertEquals(0, session.breakpoints().getFirst().hits, "hits of a run that was none");
        assertTrue(finished > 0, "what was shown of the search goes");
      }
      // The first hits are reached, the next is not: back to where all of it began.
      session.execute("delete");
      for (int part = 1; part < 50; part++) {
        session.execute("goto " + part + "%");
        session.execute("b 0x" + Numbers.hex(session.cursor().pc()));
      }
      session.execute("goto 50%");
      patience = 3;
      assertThrows(CommandException.class, () -> session.execute("rc 1000000"));
      long hits = session.breakpoints().stream().mapToLong(each -> each.hits).sum();
      assertTrue(hits > 0, "it had gone some way");
      assertEquals(here, place(session));
      patience = -1;
      CommandException none =
          assertThrows(CommandException.class, () -> session.execute("/no such thing"));
      assertTrue(none.getMessage().startsWith("no match of no such thing"), none.getMessage());
      assertFalse(none.getMessage().contains("interrupted"), none.getMessage());
    }
  }

  private String place(StepSession session) {
    lines.clear();
    session.execute("where");
    return lines.getLast();
  }
}
