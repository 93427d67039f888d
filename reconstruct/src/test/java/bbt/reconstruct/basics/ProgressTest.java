package bbt.reconstruct.basics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class ProgressTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void saysHowFarHowFastHowLong() {
    AtomicInteger asked = new AtomicInteger();
    Progress progress =
        new Progress(
            null,
            "rebuilding",
            () -> {
              asked.incrementAndGet();
              return 4_100_000_000L;
            });
    assertEquals("rebuilding: 0 of 4.10 G instructions, 0 %, 0/s", progress.line(0, SECOND / 5));
    assertEquals(
        "rebuilding: 100 M of 4.10 G instructions, 2 %, 100 M/s",
        progress.line(100_000_000, SECOND),
        "the time left is not guessed from the slow first second");
    // By the last seconds, not by the slow first one.
    progress.line(200_000_000, 2 * SECOND);
    progress.line(2_200_000_000L, 4 * SECOND);
    assertEquals(
        "rebuilding: 3.20 G of 4.10 G instructions, 78 %, 1.00 G/s, 1 s left",
        progress.line(3_200_000_000L, 5 * SECOND));
    assertEquals(1, asked.get(), "the whole is asked for once");
  }

  @Test
  void theWholeNeedNotBeKnown() {
    Progress progress = new Progress(null, "moving", () -> 0);
    assertEquals("moving: 50.0 M instructions, 50.0 M/s", progress.line(50_000_000, SECOND));
  }
}
