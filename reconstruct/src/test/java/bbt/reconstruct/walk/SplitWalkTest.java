package bbt.reconstruct.walk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.ChunkHeader;
import bbt.packets.Frame;
import bbt.packets.Packet;
import bbt.packets.write.TraceEditor;
import bbt.reconstruct.testing.RandomGuest;
import bbt.reconstruct.testing.Wounds;
import bbt.reconstruct.trace.TraceTotals;
import bbt.reconstruct.trace.TraceVerifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A trace that is verified on several threads gets the answer that one thread gives. */
class SplitWalkTest {
  private static final int THREADS = 3;

  @TempDir private Path folder;

  private Path trace(long seed, boolean compact, int instructions) throws IOException {
    Path file = folder.resolve("random.bbt");
    new RandomGuest(seed).run(file, compact, instructions);
    return file;
  }

  private static SplitWalk walk(Path file, int frames, boolean sound) throws IOException {
    SplitWalk walk = new SplitWalk(file, frames, instructions -> {});
    List<TraceTotals> totals = Stream.generate(TraceTotals::new).limit(THREADS).toList();
    assertEquals(sound, walk.run(totals), file.toString());
    return walk;
  }

  private static TraceVerifier.Result verified(Path file, int threads) throws IOException {
    return TraceVerifier.verify(file, instructions -> {}, threads, 3);
  }

  @Test
  void aSoundTraceIsSoundOnAnyNumberOfThreads() throws IOException {
    int stretches = 0;
    int again = 0;
    for (int seed = 0; seed < 40; seed++) {
      Path file = trace(seed, seed % 2 == 0, 20_000);
      TraceVerifier.Result inOrder = verified(file, 1);
      assertTrue(inOrder.ok());
      assertEquals(inOrder, verified(file, THREADS));
      SplitWalk walk = walk(file, 3, true);
      assertEquals(inOrder.instructions(), walk.instructions());
      stretches += (int) (inOrder.frames() / 3);
      again += walk.walkedAgain();
    }
    assertTrue(stretches > 100, stretches + " stretches");
    // The few frames before a stretch nearly always say in what state it begins.
    assertTrue(again * 20 < stretches, again + " of " + stretches + " stretches walked again");
  }

  @Test
  void whatIsWrongIsSaidAsByOneThread() throws IOException {
    Random random = new Random(5);
    int wrong = 0;
    for (int seed = 0; seed < 12; seed++) {
      Path good = Wounds.bare(trace(seed, true, 20_000));
      List<ChunkHeader> headers = Wounds.headers(good);
      byte[] bytes = Files.readAllBytes(good);
      Path bad = folder.resolve("bad.bbt");
      for (int i = 0; i < 12; i++) {
        ChunkHeader chunk = headers.get(1 + random.nextInt(headers.size() - 1));
        byte[] its = bytes.clone();
        if (i % 3 == 0) {
          its = Wounds.without(its, List.of(chunk));
        } else {
          Wounds.flip(its, chunk, random);
        }
        Files.write(bad, its);
        TraceVerifier.Result inOrder = verified(bad, 1);
        wrong += inOrder.ok() ? 0 : 1;
        assertEquals(inOrder, verified(bad, THREADS), chunk.toString());
      }
    }
    assertTrue(wrong > 100, wrong + " wrong traces");
  }

  /**
   * A frame that does not follow the one before it is noticed by the walk where the copy's
   * checksums are right.
   */
  @Test
  void aFrameThatDoesNotFollowTheOneBeforeItIsNoticed() throws IOException {
    int wrong = 0;
    for (int seed = 0; seed < 12; seed++) {
      Path good = trace(seed, true, 20_000);
      for (int frame = 2; frame < 30; frame += 3) { // the last ones of stretches
        int which = frame;
        int[] number = {0};
        Path bad = folder.resolve("bad.bbt");
        TraceEditor.reframe(
            good, bad, f -> number[0]++ == which && f.bitCount() > 0 ? changed(f) : f);
        TraceVerifier.Result inOrder = verified(bad, 1);
        wrong += inOrder.ok() ? 0 : 1;
        assertEquals(inOrder, verified(bad, THREADS), "frame " + frame);
      }
    }
    assertTrue(wrong > 50, wrong + " wrong traces");
  }

  /** Where its last event is a jump at its end, nothing in the frame itself is wrong. */
  private static Frame changed(Frame frame) {
    int last = frame.targets().length - 1;
    return last < 0
        ? TraceEditor.flipped(frame, frame.bitCount() - 1)
        : TraceEditor.retargeted(frame, last, frame.targets()[last] + 4);
  }

  /** The first hash that a stretch states must be the one that all before it lead to. */
  @Test
  void aWrongHashIsNoticedWhereverItStands() throws IOException {
    int wrong = 0;
    for (int seed = 0; seed < 12; seed++) {
      Path good = trace(seed, true, 20_000);
      for (int frame = 1; frame < 9; frame++) {
        int which = frame;
        int[] number = {0};
        Path bad = folder.resolve("bad.bbt");
        TraceEditor.reframe(
            good,
            bad,
            f -> number[0]++ == which ? TraceEditor.repacketed(f, SplitWalkTest::rehashed) : f);
        TraceVerifier.Result inOrder = verified(bad, 1);
        wrong += inOrder.ok() ? 0 : 1;
        assertEquals(inOrder, verified(bad, THREADS), "frame " + frame);
      }
    }
    assertTrue(wrong > 20, wrong + " wrong traces");
  }

  private static Packet rehashed(Packet packet) {
    return packet instanceof Packet.Exception e
        ? new Packet.Exception(
            e.retired(),
            e.pc(),
            e.bits(),
            e.targets(),
            e.kind(),
            e.privilege(),
            e.cause(),
            e.epc(),
            e.tval(),
            e.verifyHash() ^ 1)
        : packet;
  }

  @Test
  void aCutTraceIsNoWholeOne() throws IOException {
    Path file = trace(3, true, 20_000);
    byte[] bytes = Files.readAllBytes(file);
    Path cut = Files.write(folder.resolve("cut.bbt"), Arrays.copyOf(bytes, bytes.length / 2));
    assertFalse(verified(cut, THREADS).ok());
    assertEquals(verified(cut, 1), verified(cut, THREADS));
  }
}
