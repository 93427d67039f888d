package bbt.reconstruct.diff.find;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.IndexEntries;
import bbt.packets.SidebandRecord;
import bbt.packets.TraceIndex;
import bbt.packets.TraceReader;
import bbt.packets.write.TraceEditor;
import bbt.reconstruct.diff.DiffMaker;
import bbt.reconstruct.diff.DiffResult;
import bbt.reconstruct.testing.RandomGuest;
import bbt.reconstruct.trace.TraceVerifier;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The search in the indexes of two traces: what it finds, and how little it reads. */
class CommonPrefixTest {
  @TempDir Path folder;

  private Path trace(String name, int length, int harts, int forkAt) throws IOException {
    Path file = folder.resolve(name);
    new RandomGuest(8).forked(forkAt, 9).run(file, true, length, harts);
    return file;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void aLongTraceCostsAFewReads(int harts) throws IOException {
    int length = harts == 1 ? 400_000 : 250_000;
    Path a = trace("a", length, harts, -1);
    for (int forkAt : new int[] {100, length / 3, length / 2, length - 200}) {
      Path b = trace("b", length, harts, forkAt);
      try (TraceReader readerA = TraceReader.open(a);
          TraceReader readerB = TraceReader.open(b)) {
        TraceIndex x = readerA.index();
        TraceIndex y = readerB.index();
        assertTrue(x.count() > 1000 && x.count() < 4000, "entries: " + x.count());
        int expected = 0;
        while (x.entry(expected).hash() == y.entry(expected).hash()) {
          expected++;
        }
        long before = readerA.reads();
        IndexEntries probed = readerA.indexEntries();
        CommonPrefix prefix = CommonPrefix.of(probed, readerB.indexEntries(), harts);
        assertEquals(expected, prefix.equal(), "fork at " + forkAt);
        assertFalse(CommonPrefix.same(probed, readerB.indexEntries()));
        // Two to open it, then one for each bit of its length.
        assertTrue(readerA.reads() - before <= 2 + 12, "reads: " + (readerA.reads() - before));
        before = readerA.reads();
        CommonPrefix.FramePair place = prefix.place();
        assertTrue(readerA.reads() - before <= (harts == 1 ? 2 : 20), "reads for a place");
        assertTrue(place.clock() <= forkAt, place + ", fork at " + forkAt);
        assertTrue(place.clock() > forkAt - 2000, place + ", fork at " + forkAt);
      }
    }
  }

  @Test
  void equalTracesAreOneComparison() throws IOException {
    Path a = trace("a", 9000, 1, -1);
    Path b = trace("b", 9000, 1, -1);
    try (TraceReader readerA = TraceReader.open(a);
        TraceReader readerB = TraceReader.open(b)) {
      long before = readerA.reads();
      assertTrue(CommonPrefix.same(readerA.indexEntries(), readerB.indexEntries()));
      assertEquals(2, readerA.reads() - before);
    }
  }

  @Test
  void placesComeLastFirstAndAtLastTheStart() throws IOException {
    Path a = trace("a", 9000, 1, -1);
    Path b = trace("b", 9000, 1, 6000);
    try (TraceReader readerA = TraceReader.open(a);
        TraceReader readerB = TraceReader.open(b)) {
      CommonPrefix prefix = CommonPrefix.of(readerA.indexEntries(), readerB.indexEntries(), 1);
      List<Long> clocks = new ArrayList<>();
      for (CommonPrefix.FramePair p = prefix.place(); p != null; p = prefix.place()) {
        clocks.add(p.clock());
      }
      assertTrue(clocks.size() > 4 && clocks.size() <= 9, clocks.toString());
      assertEquals(0, clocks.getLast());
      List<Long> sorted = new ArrayList<>(clocks);
      sorted.sort(java.util.Comparator.reverseOrder());
      assertEquals(sorted, clocks);
    }
  }

  /** A wrong index costs time, never the answer; and verify names it. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void aWrongIndexLeadsToNoOtherPlace(int harts) throws IOException {
    Path a = trace("a", 6000, harts, -1);
    Path b = trace("b", 6000, harts, 4000);
    Path copy = folder.resolve("copy");
    TraceEditor.reindex(a, copy, UnaryOperator.identity());
    assertTrue(TraceVerifier.verify(copy).ok());
    DiffResult right = new DiffMaker(a, b).firstOnly(true).run();
    assertNotNull(right.divergence());
    Random random = new Random(harts);
    Path wrong = folder.resolve("wrong");
    for (int i = 0; i < 40; i++) {
      int field = i % 5;
      int number = random.nextInt(20);
      TraceEditor.reindex(b, wrong, index -> changed(index, number, field));
      String what = "field " + field + " of entry " + number;
      DiffResult found = new DiffMaker(a, wrong).firstOnly(true).run();
      assertEquals(right.divergence(), found.divergence(), what);
      TraceEditor.reindex(a, wrong, index -> changed(index, number, field));
      assertTrue(new DiffMaker(a, wrong).firstOnly(true).run().same(), what);
      TraceVerifier.Result verified = TraceVerifier.verify(wrong);
      assertFalse(verified.ok(), what);
      String message = verified.problems().getFirst().message();
      assertTrue(message.contains("index"), message);
    }
  }

  /** Frames behind a difference may agree again, with each other and in their counts. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void aDifferenceBeforeEqualFramesIsFound(int harts) throws IOException {
    Path a = trace("a", 6000, harts, -1);
    Path b = folder.resolve("b");
    List<SidebandRecord.Time> times = new ArrayList<>();
    TraceEditor.rewrite(a, b, each -> noted(each, times));
    assertTrue(times.size() > 3, "skips of time: " + times.size());
    for (SidebandRecord.Time time : times) {
      TraceEditor.rewrite(
          a,
          b,
          each ->
              each.equals(time) ? new SidebandRecord.Time(time.retired(), time.ticks() + 1) : each);
      DiffResult result = new DiffMaker(a, b).firstOnly(true).run();
      assertNotNull(result.divergence(), time.toString());
      assertEquals(DivergenceKind.TIME, result.divergence().kind(), time.toString());
      assertTrue(
          result.divergence().why().contains(String.format("%.6f", time.ticks() / 1e7)),
          result.divergence().why());
    }
  }

  private static SidebandRecord noted(SidebandRecord each, List<SidebandRecord.Time> times) {
    if (each instanceof SidebandRecord.Time time) {
      times.add(time);
    }
    return each;
  }

  /** InParallel may be wrong alike, as one writer made them. */
  @Test
  void aClockThatBothIndexesStateWronglyIsNotTold() throws IOException {
    Path a = trace("a", 6000, 1, -1);
    Path b = trace("b", 6000, 1, 4000);
    DiffResult right = new DiffMaker(a, b).firstOnly(true).run();
    for (int number = 0; number < 20; number++) {
      int n = number;
      TraceEditor.reindex(a, folder.resolve("x"), index -> changed(index, n, 2));
      TraceEditor.reindex(b, folder.resolve("y"), index -> changed(index, n, 2));
      DiffResult found =
          new DiffMaker(folder.resolve("x"), folder.resolve("y")).firstOnly(true).run();
      assertEquals(right.divergence(), found.divergence(), "entry " + number);
    }
  }

  private static TraceIndex changed(TraceIndex index, int number, int field) {
    List<TraceIndex.Entry> entries = new ArrayList<>(index.entries());
    TraceIndex.Entry e = entries.get(number);
    entries.set(
        number,
        switch (field) {
          case 0 -> entry(e, e.retired(), e.clock(), e.offset(), e.hash() ^ 1);
          case 1 -> entry(e, e.retired(), e.clock(), e.offset() + 3, e.hash());
          case 2 -> entry(e, e.retired(), e.clock() + 1, e.offset(), e.hash());
          case 3 -> entry(e, e.retired() + 1, e.clock(), e.offset(), e.hash());
          default -> e;
        });
    return new TraceIndex(entries, index.hash() ^ (field == 4 ? 1 : 0), index.endOffset());
  }

  private static TraceIndex.Entry entry(
      TraceIndex.Entry e, long retired, long clock, long offset, long hash) {
    return new TraceIndex.Entry(e.kind(), e.hart(), retired, clock, offset, hash);
  }

  /** Without its index a trace is searched by one made from its chunks. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aTraceWithoutIndexIsSearchedAlike(boolean trailerAlone) throws IOException {
    Path a = trace("a", 6000, 1, -1);
    Path b = trace("b", 6000, 1, 4000);
    DiffResult right = new DiffMaker(a, b).firstOnly(true).run();
    DiffResult found = new DiffMaker(a, cut(b, trailerAlone)).firstOnly(true).run();
    assertEquals(right.divergence(), found.divergence());
    assertFalse(found.cutB());
    DiffResult same = new DiffMaker(a, cut(a, trailerAlone)).run();
    assertEquals(DiffResult.Sameness.HASHES, same.how());
    assertNull(same.divergence());
  }

  private Path cut(Path trace, boolean trailerAlone) throws IOException {
    byte[] whole = Files.readAllBytes(trace);
    ByteBuffer trailer =
        ByteBuffer.wrap(whole, whole.length - 16, 16).order(ByteOrder.LITTLE_ENDIAN);
    long length = trailerAlone ? whole.length - 20 : trailer.getLong() + 10;
    return Files.write(folder.resolve("cut"), Arrays.copyOf(whole, Math.toIntExact(length)));
  }
}
