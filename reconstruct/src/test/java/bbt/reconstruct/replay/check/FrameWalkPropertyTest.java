package bbt.reconstruct.replay.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import bbt.packets.Chunk;
import bbt.packets.ChunkHeader;
import bbt.packets.Frame;
import bbt.packets.TraceReader;
import bbt.reconstruct.replay.check.FrameWalk.Piece;
import bbt.reconstruct.testing.RandomGuest;
import bbt.reconstruct.testing.Wounds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/**
 * Checks the events from which the words about a difference are made: one frame, with the code
 * before it.
 */
class FrameWalkPropertyTest {
  private static List<String> instructions(FrameWalk walk) {
    List<String> all = new ArrayList<>();
    for (FrameWalk.Event event : walk.events()) {
      if (event instanceof Piece p) {
        for (int i = 0; i < p.count(); i++) {
          all.add(Long.toHexString(p.address(i)) + " " + p.step().node().bits(i));
        }
      }
    }
    return all;
  }

  /** Sideband is lost right before a frame. */
  @Property(tries = 60)
  void noFrameIsWalkedAlongStaleCode(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 2) int harts) throws IOException {
    Path good = Files.createTempFile("good", ".bbt");
    Path bad = Files.createTempFile("bad", ".bbt");
    try {
      new RandomGuest(seed).run(good, true, 2500 * harts, harts);
      List<ChunkHeader> sidebands = new ArrayList<>();
      for (ChunkHeader h : Wounds.headers(good)) {
        if (h.kind() == ChunkHeader.Kind.SIDEBAND) {
          sidebands.add(h);
        }
      }
      ChunkHeader lost = sidebands.get(new Random(seed).nextInt(sidebands.size()));
      Files.write(bad, Wounds.without(Files.readAllBytes(good), List.of(lost)));
      try (TraceReader reader = TraceReader.open(good)) {
        reader.seek(lost.offset());
        List<Chunk.Sideband> before = new ArrayList<>();
        Frame frame = null;
        while (frame == null) {
          Chunk chunk = reader.next();
          if (chunk instanceof Frame next && next.hart() == lost.hart()) {
            frame = next;
          } else if (chunk instanceof Chunk.Sideband s && s.hart() == lost.hart()) {
            before.add(s);
          }
        }
        FrameWalk whole = FrameWalk.of(good, lost.offset(), before, frame);
        assertNotNull(whole);
        assertNull(whole.problem());
        long shorter = frame.offset() - lost.bytes();
        FrameWalk without = FrameWalk.of(bad, shorter, List.of(), frame);
        if (before.size() == 1) {
          assertNull(without);
        } else if (without != null) {
          // Other sideband behind the lost one told of it: what comes again in there is known.
          List<String> some = instructions(without);
          assertEquals(instructions(whole).subList(0, some.size()), some);
        }
        // As a re-execution that differs has it: all that it announced there is at hand.
        FrameWalk executed = FrameWalk.of(bad, lost.offset(), before, frame);
        assertEquals(instructions(whole), instructions(executed));
      }
    } finally {
      Files.delete(good);
      Files.delete(bad);
    }
  }
}
