package bbt.packets.bytes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bbt.packets.Chunk;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every reader of a trace tells in the same words what is wrong with it. */
class ProblemTest {
  private static String told(Problem p) {
    String kind = p.getClass().getSimpleName();
    String what =
        Stream.of(p.cut() ? "cut" : "", p.repaired() ? "repaired" : "", p.harmless() ? "" : "wrong")
            .reduce("", String::concat);
    return kind + " " + what + " at " + p.offset() + ": " + p.message();
  }

  @Test
  void aChunkThatCannotBeReadIsCutOrUnreadable() {
    assertEquals("Cut cut at 7: ends", told(new Chunk.Damage(7, 9, true, null, "ends").problem()));
    assertEquals(
        "Unreadable wrong at 7: no sync",
        told(new Chunk.Damage(7, 9, false, null, "no sync").problem()));
    assertEquals("Unreadable wrong at 8: odd", told(new TraceFormatException(8, "odd").problem()));
  }

  @Test
  void whatWasPutRightCostsNothing() {
    assertEquals(
        "Repaired repaired at 5: put right: nothing is missing",
        told(new Problem.Repaired(5, 3, "put right")));
    assertEquals("Disagreement wrong at 1: pc", told(new Problem.Disagreement(1, "pc")));
  }

  @Test
  void hostileTextIsPrintable() {
    String hostile = "\u001b[2J";
    Stream.of(
            new Problem.Unreadable(0, hostile),
            new Problem.Disagreement(0, hostile),
            new Problem.Cut(0, hostile))
        .forEach(p -> assertEquals(PrintableText.of(hostile), p.message()));
  }
}
