package bbt.reconstruct.diff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import bbt.packets.TraceIndex;
import bbt.packets.TraceReader;
import bbt.packets.write.TraceEditor;
import bbt.reconstruct.diff.find.Divergence;
import bbt.reconstruct.testing.RandomGuest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An index that contradicts the file costs time, never the right answer. */
class HostileIndexTest {
  private static final int FORK = 3000;

  @TempDir private Path folder;
  private Path a;
  private Path b;
  private TraceIndex indexOfA;

  @BeforeEach
  void traces() throws IOException {
    a = folder.resolve("a.bbt");
    b = folder.resolve("b.bbt");
    new RandomGuest(5).run(a, true, 20_000);
    new RandomGuest(5).forked(FORK, 6).run(b, true, 20_000);
    try (TraceReader reader = TraceReader.open(a)) {
      indexOfA = reader.index();
    }
  }

  private DiffResult diff(UnaryOperator<TraceIndex> index) throws IOException {
    Path other = folder.resolve("other.bbt");
    TraceEditor.reindex(b, other, index);
    return new DiffMaker(a, other).firstOnly(true).run();
  }

  /** A copy of A in which one branch goes the other way; its frames begin where A's do. */
  private Path flipped() throws IOException {
    Path flipped = folder.resolve("flipped.bbt");
    boolean[] done = {false};
    TraceEditor.reframe(
        a,
        flipped,
        frame -> {
          boolean first = !done[0] && frame.bitCount() > 20;
          done[0] |= first;
          return first ? TraceEditor.flipped(frame, 20) : frame;
        });
    return flipped;
  }

  @Test
  void hashesOfTheOtherTraceDoNotHideWhereTheyPart() throws IOException {
    Path flipped = flipped();
    Divergence right = new DiffMaker(a, flipped).firstOnly(true).run().divergence();
    assertNotNull(right);
    Path lying = folder.resolve("lying.bbt");
    TraceEditor.reindex(
        flipped,
        lying,
        index -> new TraceIndex(indexOfA.entries(), indexOfA.hash() + 1, index.endOffset()));
    DiffResult found = new DiffMaker(a, lying).firstOnly(true).run();
    assertNotNull(found.divergence());
    assertEquals(right.toString(), found.divergence().toString());
  }

  @Test
  void aTraceThatTakesTheOthersHashIsNotTheSame() throws IOException {
    Path lying = folder.resolve("lying.bbt");
    TraceEditor.reindex(
        flipped(),
        lying,
        index -> new TraceIndex(index.entries(), indexOfA.hash(), index.endOffset()));
    DiffResult found = new DiffMaker(a, lying).firstOnly(true).run();
    assertNull(found.how());
    assertNotNull(found.divergence());
  }

  @Test
  void offsetsThatAreNoneCostTimeOnly() throws IOException {
    String right = diff(index -> index).divergence().toString();
    for (long offset : new long[] {-1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 40, 17, 0}) {
      DiffResult found =
          diff(
              index ->
                  new TraceIndex(
                      index.entries().stream()
                          .map(
                              e ->
                                  new TraceIndex.Entry(
                                      e.kind(), e.hart(), e.retired(), e.clock(), offset, e.hash()))
                          .toList(),
                      index.hash(),
                      offset));
      assertEquals(right, found.divergence().toString(), "offset " + offset);
    }
  }
}
