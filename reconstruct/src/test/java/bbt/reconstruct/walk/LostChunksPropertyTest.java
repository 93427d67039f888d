package bbt.reconstruct.walk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.ChunkHeader;
import bbt.packets.TraceReader;
import bbt.packets.bytes.Problem;
import bbt.reconstruct.testing.RandomGuest;
import bbt.reconstruct.testing.Wounds;
import bbt.reconstruct.walk.flow.FlowListener;
import bbt.reconstruct.walk.flow.PieceConsumer;
import bbt.reconstruct.walk.graph.FunctionMap;
import bbt.reconstruct.walk.graph.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterProperty;
import net.jqwik.api.lifecycle.BeforeProperty;

/**
 * Whatever chunks are lost, the walk of the rest tells only what was executed: of guests that
 * change their code under each other's feet, so that following stale code would tell something
 * else.
 */
class LostChunksPropertyTest {
  private Path folder;

  @BeforeProperty
  void make() throws IOException {
    folder = Files.createTempDirectory("lost");
  }

  @AfterProperty
  void remove() throws IOException {
    try (var files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }

  /** What a walk told: by hart, by retired count, address and bits of the instruction. */
  private static final class Told implements FlowListener, PieceConsumer {
    final List<List<String>> byHart = new ArrayList<>();
    private final long[] retired;
    private int hart;
    long instructions;

    Told(int harts) {
      retired = new long[harts];
      for (int i = 0; i < harts; i++) {
        byHart.add(new ArrayList<>());
      }
    }

    @Override
    public void hart(int number) {
      hart = number;
    }

    @Override
    public void start(long startRetired, long pc, int privilege, int addressSpace, long task) {
      retired[hart] = startRetired;
    }

    @Override
    public void piece(Step step, int count) {
      List<String> its = byHart.get(hart);
      for (int i = 0; i < count; i++) {
        while (its.size() <= retired[hart]) {
          its.add(null);
        }
        its.set(
            (int) retired[hart]++,
            Long.toHexString(step.node().address(i))
                + " "
                + Integer.toHexString(step.node().bits(i)));
        instructions++;
      }
    }
  }

  private static Told walk(Path trace, List<Problem> problems) throws IOException {
    try (TraceReader reader = TraceReader.open(trace)) {
      Told told = new Told(reader.harts());
      Reconstruction walk =
          new Reconstruction(reader, (space, pc) -> FunctionMap.NONE, told, told).run();
      problems.addAll(walk.problems());
      assertEquals(told.instructions, walk.instructions());
      return told;
    }
  }

  private static void isPartOf(Told truth, Told told, String what) {
    for (int hart = 0; hart < truth.byHart.size(); hart++) {
      List<String> all = truth.byHart.get(hart);
      List<String> some = told.byHart.get(hart);
      assertTrue(some.size() <= all.size(), what);
      for (int i = 0; i < some.size(); i++) {
        if (some.get(i) != null) {
          assertEquals(all.get(i), some.get(i), what + ": hart " + hart + ", count " + i);
        }
      }
    }
  }

  @Property(tries = 150)
  void whatIsToldWasExecuted(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 3) int harts,
      @ForAll @IntRange(min = 1, max = 4) int wounds,
      @ForAll boolean old)
      throws IOException {
    Path good = folder.resolve("good.bbt");
    RandomGuest guest = new RandomGuest(seed);
    if (old) {
      guest.runOld(good, 2500 * harts, harts);
    } else {
      guest.run(good, true, 2500 * harts, harts);
    }
    List<Problem> problems = new ArrayList<>();
    Told truth = walk(good, problems);
    assertEquals(List.of(), problems);
    Files.write(good, Wounds.withoutParity(good));
    List<ChunkHeader> chunks = new ArrayList<>(Wounds.headers(good));
    chunks.removeFirst();
    Random random = new Random(seed);
    byte[] bytes = Files.readAllBytes(good);
    List<ChunkHeader> gone = new ArrayList<>();
    for (int i = 0; i < wounds; i++) {
      int number = random.nextInt(chunks.size());
      if (old || random.nextBoolean()) {
        Wounds.flip(bytes, chunks.get(number), random);
        continue;
      }
      // Often with what stands behind it: a sideband chunk and the frame that would tell of it.
      int end = Math.min(chunks.size(), number + 1 + random.nextInt(3));
      for (ChunkHeader hit : chunks.subList(number, end)) {
        if (!gone.contains(hit)) {
          gone.add(hit);
        }
      }
    }
    gone.sort(java.util.Comparator.comparingLong(ChunkHeader::offset));
    Path bad = Files.write(folder.resolve("bad.bbt"), Wounds.without(bytes, gone));
    isPartOf(truth, walk(bad, problems), "seed " + seed + ", " + problems);
  }

  /**
   * Nothing but one sideband chunk: where the next frame follows stale code, no event tells of it.
   */
  @Example
  void eachSidebandChunkAlone() throws IOException {
    eachSidebandChunk(false);
  }

  @Example
  void eachSidebandChunkAloneInATraceWithoutNumbers() throws IOException {
    eachSidebandChunk(true);
  }

  private void eachSidebandChunk(boolean old) throws IOException {
    for (long seed = 1; seed < 6; seed++) {
      Path good = folder.resolve("good.bbt");
      RandomGuest guest = new RandomGuest(seed);
      if (old) {
        guest.runOld(good, 4000, 1);
      } else {
        guest.run(good, true, 4000);
      }
      Told truth = walk(good, new ArrayList<>());
      byte[] bytes = Wounds.withoutParity(good);
      Files.write(good, bytes);
      for (ChunkHeader hit : Wounds.headers(good)) {
        if (hit.kind() == ChunkHeader.Kind.SIDEBAND) {
          byte[] bad = old ? bytes.clone() : Wounds.without(bytes, List.of(hit));
          if (old) {
            bad[(int) (hit.offset() + hit.bytes() - 1)] ^= 1;
          }
          Path file = Files.write(folder.resolve("bad.bbt"), bad);
          isPartOf(truth, walk(file, new ArrayList<>()), "seed " + seed + ", " + hit);
        }
      }
    }
  }

  /** With its parity, a trace loses nothing by a bit. */
  @Property(tries = 60)
  void aFlippedBitCostsNothing(@ForAll long seed, @ForAll @IntRange(min = 1, max = 3) int harts)
      throws IOException {
    Path good = folder.resolve("good.bbt");
    new RandomGuest(seed).run(good, true, 1500 * harts, harts);
    Told truth = walk(good, new ArrayList<>());
    List<ChunkHeader> chunks = Wounds.headers(good);
    Random random = new Random(seed);
    byte[] bytes = Files.readAllBytes(good);
    Wounds.flip(bytes, chunks.get(random.nextInt(chunks.size() - 1)), random);
    Path bad = Files.write(folder.resolve("bad.bbt"), bytes);
    List<Problem> problems = new ArrayList<>();
    Told told = walk(bad, problems);
    assertEquals(truth.byHart, told.byHart);
    assertTrue(problems.size() == 1 && problems.getFirst().repaired(), problems::toString);
  }

  /** Behind a frame that is lost alone the walk goes on, in a trace without numbers too. */
  @Property(tries = 40)
  void aLostFrameCostsNoCode(@ForAll long seed, @ForAll boolean old) throws IOException {
    Path good = folder.resolve("good.bbt");
    RandomGuest guest = new RandomGuest(seed);
    if (old) {
      guest.runOld(good, 4000, 1);
    } else {
      guest.run(good, true, 4000);
    }
    Told truth = walk(good, new ArrayList<>());
    Files.write(good, Wounds.withoutParity(good));
    Random random = new Random(seed);
    List<ChunkHeader> frames =
        Wounds.headers(good).stream()
            .filter(h -> h.kind() == ChunkHeader.Kind.FRAME && h.retired() < h.endRetired())
            .toList();
    ChunkHeader hit = frames.get(random.nextInt(frames.size()));
    byte[] bytes = Files.readAllBytes(good);
    bytes[(int) (hit.offset() + hit.bytes() - 1)] ^= 1;
    List<Problem> problems = new ArrayList<>();
    Told told = walk(Files.write(folder.resolve("bad.bbt"), bytes), problems);
    isPartOf(truth, told, problems.toString());
    assertTrue(
        problems.stream().noneMatch(p -> p.message().contains("sideband")), problems::toString);
  }
}
