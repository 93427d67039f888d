package bbt.reconstruct.map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.ChunkHeader;
import bbt.packets.TraceReader;
import bbt.reconstruct.names.BinaryFiles;
import bbt.reconstruct.testing.RandomGuest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An index kept in the cache is used for its own trace alone, not for another or a damaged file.
 */
class StepCacheTest {
  @TempDir private Path folder;
  private Path cache;
  private Path whole;
  private Path damaged;

  @BeforeEach
  void traces() throws IOException {
    cache = folder.resolve("cache");
    whole = folder.resolve("whole.bbt");
    damaged = folder.resolve("damaged.bbt");
    new RandomGuest(3).run(whole, true, 20_000, 1);
    byte[] bytes = Files.readAllBytes(whole);
    bytes[frameOf(whole)] ^= 4;
    Files.write(damaged, bytes);
  }

  /** A byte in the middle of what a frame stores. */
  private static int frameOf(Path trace) throws IOException {
    try (TraceReader reader = TraceReader.open(trace)) {
      for (ChunkHeader at = reader.peek(); at != null; at = reader.peek()) {
        if (at.kind() == ChunkHeader.Kind.FRAME) {
          return Math.toIntExact(at.offset() + (at.bytes() + 48) / 2);
        }
        reader.seek(at.offset() + at.bytes());
      }
    }
    throw new AssertionError("no frame");
  }

  private TraceMap open(Path trace) throws IOException {
    return TraceMap.open(trace, new TraceMap.Options(BinaryFiles.NONE, cache, offset -> {}));
  }

  private boolean damage(Path trace) throws IOException {
    try (TraceMap map = open(trace)) {
      return !map.problems().isEmpty();
    }
  }

  private List<Path> kept() throws IOException {
    if (!Files.isDirectory(cache)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(cache)) {
      return files.filter(file -> file.toString().endsWith(MapFile.SUFFIX)).toList();
    }
  }

  @Test
  void aDamagedCopyThatWasSteppedFirstSaysNothingOfTheWholeFile() throws IOException {
    assertTrue(damage(damaged));
    assertFalse(damage(whole));
  }

  @Test
  void aWholeFileThatWasSteppedFirstDoesNotHideDamage() throws IOException {
    assertFalse(damage(whole));
    assertTrue(damage(damaged));
  }

  @Test
  void aDamagedFileIsNeverKept() throws IOException {
    assertTrue(damage(damaged));
    assertEquals(List.of(), kept());
    byte[] bytes = Files.readAllBytes(whole);
    Path cut = folder.resolve("cut.bbt");
    Files.write(cut, java.util.Arrays.copyOf(bytes, bytes.length / 2));
    assertTrue(damage(cut));
    assertEquals(List.of(), kept());
  }

  @Test
  void aDamagedEntryIsMadeAnew() throws IOException {
    assertFalse(damage(whole));
    Path entry = kept().getFirst();
    byte[] bytes = Files.readAllBytes(entry);
    for (int at : new int[] {0, 9, 20, bytes.length / 2, bytes.length - 1}) {
      byte[] changed = bytes.clone();
      changed[at] ^= 1;
      Files.write(entry, changed);
      try (TraceMap map = open(whole)) {
        assertFalse(map.cached(), "byte " + at);
      }
      Files.write(entry, java.util.Arrays.copyOf(bytes, at));
      try (TraceMap map = open(whole)) {
        assertFalse(map.cached(), "cut at " + at);
      }
      try (TraceMap map = open(whole)) {
        assertTrue(map.cached(), "it was not written anew");
      }
    }
  }

  @Test
  void twoProcessesMayWriteOneEntryAtATime() throws Exception {
    try (ExecutorService pool = Executors.newFixedThreadPool(4)) {
      List<Future<Boolean>> all =
          Stream.generate(() -> pool.submit(() -> damage(whole))).limit(12).toList();
      for (Future<Boolean> each : all) {
        assertFalse(each.get());
      }
    }
    try (TraceMap map = open(whole);
        Stream<Path> files = Files.list(cache)) {
      assertTrue(map.cached());
      assertEquals(1, files.count());
    }
  }
}
