package bbt.reconstruct.walk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.Chunk;
import bbt.packets.Frame;
import bbt.packets.TraceReader;
import bbt.packets.bytes.Problem;
import bbt.reconstruct.testing.RandomGuest;
import bbt.reconstruct.testing.Rebuilt;
import bbt.reconstruct.testing.Wounds;
import bbt.reconstruct.trace.TraceVerifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damage in a trace of several harts stays with the hart that it hit. */
class HartDamageTest {
  private static final int HARTS = 3;

  @TempDir private Path folder;

  private static List<Chunk> chunks(Path file) throws IOException {
    List<Chunk> chunks = new ArrayList<>();
    try (TraceReader reader = TraceReader.open(file)) {
      for (Chunk c = reader.next(); c != null; c = reader.next()) {
        chunks.add(c);
      }
    }
    return chunks;
  }

  private static int hartOf(Chunk chunk) {
    return switch (chunk) {
      case Frame f -> f.hart();
      case Chunk.Sideband s -> s.hart();
      default -> -1;
    };
  }

  @Test
  void aLostChunkCostsItsHartAndNoOther() throws IOException {
    RandomGuest guest = new RandomGuest(11);
    Path good = folder.resolve("good.bbt");
    guest.run(good, true, 9000, HARTS);
    good = Wounds.bare(good);
    Rebuilt whole = Rebuilt.of(good);
    assertEquals(List.of(), whole.problems());
    assertEquals(guest.harts, whole.harts());
    byte[] bytes = Files.readAllBytes(good);
    Path file = folder.resolve("bad.bbt");
    int frames = 0;
    int schedules = 0;
    List<Chunk> chunks = chunks(good);
    for (int i = 0; i < chunks.size(); i += 3) {
      Chunk chunk = chunks.get(i);
      byte[] bad = bytes.clone();
      bad[(int) chunk.offset() + 50] ^= 0x10;
      Files.write(file, bad);
      Rebuilt found = Rebuilt.of(file);
      assertFalse(found.problems().isEmpty());
      for (int hart = 0; hart < HARTS; hart++) {
        if (hart != hartOf(chunk)) {
          assertEquals(
              whole.byHart(HARTS).get(hart),
              found.byHart(HARTS).get(hart),
              "hart " + hart + ": " + chunk + found.problems());
        }
      }
      if (chunk instanceof Frame frame) {
        frames++;
        long lost = frame.endRetired() - frame.startRetired();
        List<Long> its = whole.byHart(HARTS).get(frame.hart());
        // Before it everything; after it all that needs no code from its sideband.
        assertEquals(
            its.subList(0, (int) frame.startRetired()),
            found.byHart(HARTS).get(frame.hart()).subList(0, (int) frame.startRetired()));
        assertTrue(found.byHart(HARTS).get(frame.hart()).size() <= its.size() - lost);
        assertFalse(TraceVerifier.verify(file).ok());
      } else if (chunk instanceof Chunk.Schedule) {
        schedules++;
      }
    }
    assertTrue(frames > 5 && schedules > 5, frames + " frames, " + schedules + " schedules");
  }

  /** A frame that is lost alone, with its sideband there, costs exactly its own instructions. */
  @Test
  void behindALostFrameTheHartGoesOn() throws IOException {
    RandomGuest guest = new RandomGuest(12);
    Path good = folder.resolve("good.bbt");
    guest.run(good, true, 9000, HARTS);
    good = Wounds.bare(good);
    List<List<Long>> whole = Rebuilt.of(good).byHart(HARTS);
    byte[] bytes = Files.readAllBytes(good);
    Path file = folder.resolve("bad.bbt");
    int exact = 0;
    int tried = 0;
    for (Chunk chunk : chunks(good)) {
      if (chunk instanceof Frame frame && frame.startRetired() > 1000) {
        byte[] bad = bytes.clone();
        bad[(int) chunk.offset() + 50] ^= 0x10;
        Files.write(file, bad);
        List<Long> expected = new ArrayList<>(whole.get(frame.hart()));
        expected.subList((int) frame.startRetired(), (int) frame.endRetired()).clear();
        tried++;
        exact += Rebuilt.of(file).byHart(HARTS).get(frame.hart()).equals(expected) ? 1 : 0;
      }
    }
    // A node at the frame's end may reach into code that only the next sideband announces.
    assertTrue(tried > 10 && exact > tried * 9 / 10, exact + " of " + tried);
  }

  @Test
  void aFileCutAnywhereIsRebuiltAsFarAsItGoes() throws IOException {
    RandomGuest guest = new RandomGuest(13);
    Path good = folder.resolve("good.bbt");
    guest.run(good, true, 5000, HARTS);
    byte[] bytes = Files.readAllBytes(good);
    Path file = folder.resolve("cut.bbt");
    List<List<Long>> whole = Rebuilt.of(good).byHart(HARTS);
    List<Chunk> chunks = chunks(good);
    for (int i = 1; i < chunks.size() - 1; i += 5) {
      Files.write(file, java.util.Arrays.copyOf(bytes, (int) chunks.get(i).offset() - 7));
      Rebuilt found = Rebuilt.of(file);
      assertEquals(1, found.problems().size(), () -> found.problems().toString());
      assertTrue(found.problems().getFirst().cut());
      for (int hart = 0; hart < HARTS; hart++) {
        long kept = 0;
        for (Chunk chunk : chunks.subList(0, i - 1)) {
          if (chunk instanceof Frame f && f.hart() == hart) {
            kept = f.endRetired();
          }
        }
        assertEquals(whole.get(hart).subList(0, (int) kept), found.byHart(HARTS).get(hart));
      }
    }
  }

  /** Checksums repaired, the story changed: the walk itself must notice. */
  @Test
  void turnsThatDoNotAgreeWithTheFramesAreNoticed() throws IOException {
    RandomGuest guest = new RandomGuest(14);
    Path good = folder.resolve("good.bbt");
    guest.run(good, true, 4000, HARTS);
    Path file = folder.resolve("bad.bbt");
    bbt.packets.write.TraceEditor.reschedule(
        good,
        file,
        turns -> {
          List<Chunk.Quantum> changed = new ArrayList<>(turns);
          for (int i = 0; i + HARTS < changed.size(); i++) {
            Chunk.Quantum one = changed.get(i);
            for (int k = i + 1; k < changed.size(); k++) {
              Chunk.Quantum other = changed.get(k);
              if (other.hart() == one.hart() && one.instructions() > 3) {
                // The same sum, but the hand-over comes two instructions early.
                changed.set(i, new Chunk.Quantum(one.hart(), one.instructions() - 2, 0));
                changed.set(
                    k, new Chunk.Quantum(other.hart(), other.instructions() + 2, other.packets()));
                return changed;
              }
            }
          }
          return changed;
        });
    List<Problem> problems = Rebuilt.of(file).problems();
    assertNotEquals(List.of(), problems);
    assertTrue(
        problems.stream().anyMatch(p -> p.message().contains("turn ends inside a node")),
        problems::toString);
  }
}
