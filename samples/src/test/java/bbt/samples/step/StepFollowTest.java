package bbt.samples.step;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.Chunk;
import bbt.packets.Frame;
import bbt.packets.TraceReader;
import bbt.reconstruct.cli.outcome.ExitCode;
import bbt.reconstruct.map.TraceMap;
import bbt.reconstruct.step.StepSession;
import bbt.reconstruct.step.text.Feedback;
import bbt.samples.testing.Bbt;
import bbt.samples.testing.InProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The stepper on a trace that is still written. */
class StepFollowTest {
  @TempDir private Path folder;

  private final StringBuilder said = new StringBuilder();

  private String says(StepSession session, String command) {
    said.setLength(0);
    session.execute(command);
    return said.toString();
  }

  private byte[] mini() throws Exception {
    Path whole = folder.resolve("whole.bbt");
    InProcess.run(ExitCode.OK, "boot", "mini", "--bb-trace", whole + "", "--console", "none");
    return Files.readAllBytes(whole);
  }

  /** A trace up to the middle of its second frame. */
  private byte[] begun(byte[] bytes) throws Exception {
    try (TraceReader reader = TraceReader.open(folder.resolve("whole.bbt"))) {
      Chunk chunk = reader.next();
      while (!(chunk instanceof Frame)) {
        chunk = reader.next();
      }
      return Arrays.copyOf(bytes, (int) (reader.offset() + bytes.length) / 2);
    }
  }

  private static TraceMap map(Path trace) throws java.io.IOException {
    return TraceMap.open(trace, TraceMap.Options.PLAIN);
  }

  @Test
  void followGoesOnToTheNewestInstruction() throws Exception {
    byte[] bytes = mini();
    Path trace = folder.resolve("run.bbt");
    Files.write(trace, begun(bytes));
    TraceMap first = map(trace);
    long there = first.endClock();
    StepSession session =
        new StepSession(first, Feedback.NONE, line -> said.append(line).append('\n'))
            .reopening(() -> map(trace));
    try {
      says(session, "break cause supervisor timer interrupt every=3");
      says(session, "goto 1000");
      says(session, "mark here");
      assertEquals("nothing new\n", says(session, "follow"));
      assertEquals(1000, session.cursor().clock());
      CompletableFuture.delayedExecutor(300, TimeUnit.MILLISECONDS)
          .execute(
              () -> {
                try {
                  Files.write(trace, bytes);
                } catch (java.io.IOException e) {
                  throw new java.io.UncheckedIOException(e);
                }
              });
      String news = says(session, "follow 60");
      try (TraceMap whole = map(folder.resolve("whole.bbt"))) {
        assertTrue(there > 1000 && there < whole.endClock(), "half of it: " + there);
        assertEquals(whole.endClock(), session.map().endClock());
        assertEquals(whole.endClock(), session.cursor().clock());
      }
      assertTrue(news.contains("new instructions; the run has ended"), news);
      assertTrue(says(session, "break").contains("timer interrupt every=3"));
      // In what came later, by a breakpoint that was set before.
      String back = says(session, "rc");
      assertTrue(back.contains("interrupt every=3, hit 3"), back);
      assertTrue(session.cursor().clock() > there, back);
      says(session, "goto here");
      assertEquals(1000, session.cursor().clock());
      assertEquals("the trace is complete; nothing more comes\n", says(session, "follow"));
      assertEquals(1000, session.cursor().clock());
    } finally {
      session.map().close();
    }
  }

  @Test
  void theCommandBeginsAtTheNewestAndSaysNothingOfACut() throws Exception {
    byte[] bytes = mini();
    Path trace = folder.resolve("run.bbt");
    Files.write(trace, begun(bytes));
    Bbt.Outcome cut = Bbt.run("step", trace + "", "-c", "where");
    assertTrue(cut.err().contains("cut at offset"), cut.err());
    Bbt.Outcome followed = Bbt.run("step", trace + "", "--follow", "-c", "where", "-c", "follow");
    assertEquals(0, followed.code(), followed.err());
    assertEquals("", followed.err());
    assertTrue(followed.out().contains("nothing new"), followed.out());
    try (TraceMap map = map(trace)) {
      String end = String.format("%,d of %,d", map.endClock(), map.endClock());
      assertTrue(followed.out().contains(end), followed.out());
    }
  }
}
