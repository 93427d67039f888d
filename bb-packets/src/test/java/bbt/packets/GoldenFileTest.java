package bbt.packets;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.bytes.PacketFormat;
import bbt.packets.write.Recompressor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Frozen files of the format. If this fails, the format changed: raise the version in {@link
 * PacketFormat}, document it, and write new files with {@code -DargLine=-Dbbt.update=true}.
 */
class GoldenFileTest {
  private static final EventScript SCRIPT = new EventScript(2014, 400);
  private static final String NOW = PacketFormat.text(PacketFormat.VERSION);

  @ParameterizedTest
  @EnumSource
  void theFormatIsWhatItWas(Mode mode) throws IOException {
    check(file(NOW, mode.name()), Traces.write(SCRIPT, mode, true, true));
  }

  @Test
  void theFormatOfSeveralHartsIsWhatItWas() throws IOException {
    check(file(NOW, "harts"), new MachineScript(2014, 3, 700).write(Mode.COMPACT, true));
  }

  @Test
  void theFormatOfGapsIsWhatItWas() throws IOException {
    check(file(NOW, "gaps"), GapTest.sample());
  }

  /** What a ring has dropped, and the checkpoints that it begins with. */
  @Test
  void theFormatOfRingsIsWhatItWas(@TempDir Path folder) throws IOException {
    check(file(NOW, "ring"), ring(folder));
  }

  private static byte[] ring(Path folder) throws IOException {
    Path ring = folder.resolve("ring");
    RingTest.write(new MachineScript(2014, 2, 4_000), 40_000, ring, Files::newOutputStream);
    try (TraceReader reader = TraceReader.open(ring)) {
      assertTrue(reader.header().dropped() > 0);
    }
    return Files.readAllBytes(ring);
  }

  @Test
  void theFormatOfArchivesIsWhatItWas(@TempDir Path folder) throws IOException {
    Path plain =
        Files.write(folder.resolve("plain"), Traces.write(SCRIPT, Mode.COMPACT, true, true));
    Path archive = folder.resolve("archive");
    Recompressor.recompress(plain, archive, true, at -> {});
    check(file(NOW, "archive"), Files.readAllBytes(archive));
  }

  /**
   * Files of older versions say the same as those of today: 0.1 had one hart, and up to 0.2 the
   * index had no hashes.
   */
  @ParameterizedTest
  @CsvSource({
    "0.1, COMPACT",
    "0.1, RAW",
    "0.2, COMPACT",
    "0.2, RAW",
    "0.3, COMPACT",
    "0.3, RAW",
    "0.4, COMPACT",
    "0.4, RAW",
    "0.5, COMPACT",
    "0.5, RAW",
    "0.6, COMPACT",
    "0.6, RAW",
    "0.7, COMPACT",
    "0.7, RAW",
    "0.8, COMPACT",
    "0.8, RAW"
  })
  void olderFilesAreRead(String version, Mode mode) throws IOException {
    byte[] old = Files.readAllBytes(file(version, mode.name()));
    List<Chunk> chunks = Traces.read(old);
    List<Chunk> now = Traces.read(Traces.write(SCRIPT, mode, true, true));
    assertEquals(frames(now), frames(chunks));
    assertEquals(
        records(Traces.only(now, Chunk.Sideband.class)),
        records(Traces.only(chunks, Chunk.Sideband.class)));
    Chunk.End end = Traces.only(chunks, Chunk.End.class).getFirst();
    assertEquals(List.of(new Chunk.HartEnd(SCRIPT.retired(), 99)), end.harts());
    assertEquals("poweroff", end.reason());
    assertEquals(version.equals("0.1") ? -1 : 1234, end.ticks());
    try (TraceReader reader = TraceReader.open(file(version, mode.name()))) {
      assertTrue(reader.hasIndex());
      assertEquals(version, reader.version());
      if (version.compareTo("0.3") < 0) {
        indexIsAsSound(reader);
      }
      assertNull(reader.indexProblem());
      assertEquals(
          frames(now).size(),
          reader.index().entries().stream().filter(e -> e.kind() == TraceIndex.Kind.FRAME).count());
      while (reader.next() != null) {}
      assertEquals(end.contentHash(), reader.contentHash());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.6", "0.7", "0.8"})
  void olderFilesWithGapsAreRead(String version) throws IOException {
    byte[] old = Files.readAllBytes(file(version, "gaps"));
    assertEquals(frames(Traces.read(GapTest.sample())), frames(Traces.read(old)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8"})
  void olderFilesOfSeveralHartsAreRead(String version) throws IOException {
    byte[] now = new MachineScript(2014, 3, 700).write(Mode.COMPACT, true);
    byte[] old = Files.readAllBytes(file(version, "harts"));
    assertEquals(frames(Traces.read(now)), frames(Traces.read(old)));
    try (TraceReader reader = TraceReader.open(file(version, "harts"))) {
      assertEquals(version, reader.version());
      if (version.equals("0.2")) {
        indexIsAsSound(reader);
      }
      assertNull(reader.indexProblem());
    }
  }

  @Test
  void olderArchivesAreRead() throws IOException {
    byte[] now = Traces.write(SCRIPT, Mode.COMPACT, true, true);
    byte[] old = Files.readAllBytes(file("0.8", "archive"));
    assertEquals(frames(Traces.read(now)), frames(Traces.read(old)));
  }

  /** It has no hashes; those made from the chunks are there for a search. */
  private static void indexIsAsSound(TraceReader reader) throws IOException {
    assertNull(reader.indexProblem());
    assertEquals(0, reader.index().hash());
    IndexEntries made = reader.indexEntries();
    assertEquals(reader.index().count(), made.count());
    assertNotEquals(0, made.hash());
    assertTrue(made.endOffset() > 0);
    for (int i = 0; i < made.count(); i++) {
      assertEquals(reader.index().entry(i).offset(), made.entry(i).offset());
      assertNotEquals(0, made.entry(i).hash());
    }
  }

  /** What sidebands say; not where they stand, and which numbers they have. */
  private static String records(List<Chunk.Sideband> sidebands) {
    return sidebands.stream()
        .map(s -> s.checkpoint() + " " + s.hart() + " " + s.retired() + " " + s.records())
        .toList()
        .toString()
        .replaceAll("@[0-9a-f]+", "");
  }

  private static List<String> frames(List<Chunk> chunks) {
    return Traces.only(chunks, Frame.class).stream().map(Traces::text).toList();
  }

  private static Path folder() {
    return Path.of(System.getProperty("bbt.root", ".."))
        .resolve("bb-packets/src/test/resources/bbt/packets");
  }

  private static Path file(String version, String name) {
    return folder().resolve("v" + version + "-" + name.toLowerCase(java.util.Locale.ROOT) + ".bbt");
  }

  private static List<String> frozen() throws IOException {
    try (Stream<Path> files = Files.list(folder())) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  /** Files that no test above names are read, too: each says what one of its sort says today. */
  @ParameterizedTest
  @MethodSource("frozen")
  void everyFrozenFileIsRead(String name, @TempDir Path folder) throws IOException {
    assertTrue(name.matches("v[0-9]+[.][0-9]+-[a-z]+[.]bbt"), name);
    String version = name.substring(1, name.indexOf('-'));
    String sort = name.substring(name.indexOf('-') + 1, name.length() - ".bbt".length());
    byte[] now =
        switch (sort) {
          case "compact", "archive" -> Traces.write(SCRIPT, Mode.COMPACT, true, true);
          case "raw" -> Traces.write(SCRIPT, Mode.RAW, true, true);
          case "harts" -> new MachineScript(2014, 3, 700).write(Mode.COMPACT, true);
          case "gaps" -> GapTest.sample();
          case "ring" -> ring(folder);
          default -> throw new AssertionError(name + " is of no known sort");
        };
    try (TraceReader reader = TraceReader.open(file(version, sort))) {
      assertEquals(version, reader.version());
      List<Chunk> chunks = new ArrayList<>();
      for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
        chunks.add(chunk);
      }
      assertEquals(List.of(), Traces.only(chunks, Chunk.Damage.class));
      assertEquals(List.of(), reader.problems());
      assertEquals(frames(Traces.read(now)), frames(chunks));
      Chunk.End end = Traces.only(chunks, Chunk.End.class).getFirst();
      assertEquals(end.contentHash(), reader.contentHash());
      assertNull(reader.indexProblem());
    }
  }

  /** No version of the format loses its frozen files, also once there is a newer one. */
  @Test
  void eachVersionHasItsFiles() throws IOException {
    List<String> expected = new ArrayList<>();
    for (int version = 1; version <= PacketFormat.VERSION; version++) {
      if (PacketFormat.isKnown(version)) {
        for (String sort : sorts(version)) {
          expected.add("v" + PacketFormat.text(version) + "-" + sort + ".bbt");
        }
      }
    }
    assertEquals(expected.stream().sorted().toList(), frozen());
  }

  /** What there was to freeze in a version. */
  private static List<String> sorts(int version) {
    List<String> sorts = new ArrayList<>(List.of("compact", "raw"));
    if (version >= 2) {
      sorts.add("harts");
    }
    if (version >= 6) {
      sorts.add("gaps");
    }
    if (version >= 8) {
      sorts.add("archive");
    }
    if (version >= 1 << 16) {
      sorts.add("ring");
    }
    return sorts;
  }

  /** A run that was recorded in it is recorded so again, for comparison. */
  @ParameterizedTest
  @CsvSource({
    "3, COMPACT",
    "3, RAW",
    "4, COMPACT",
    "4, RAW",
    "6, COMPACT",
    "6, RAW",
    "7, COMPACT",
    "7, RAW",
    "8, COMPACT",
    "8, RAW"
  })
  void versionsBeforeAreStillWritten(int number, Mode mode) throws IOException {
    String version = PacketFormat.text(number);
    byte[] old = Files.readAllBytes(file(version, mode.name()));
    assertArrayEquals(old, Traces.write(SCRIPT, mode, true, true, number));
    byte[] harts = new MachineScript(2014, 3, 700).write(Mode.COMPACT, true, number);
    assertArrayEquals(Files.readAllBytes(file(version, "harts")), harts);
  }

  /** Between the last version below 1.0 and 1.0 there is none. */
  @Test
  void versionsAreKnownByNumber() {
    for (int version = 1; version <= 8; version++) {
      assertTrue(PacketFormat.isKnown(version));
      assertEquals("0." + version, PacketFormat.text(version));
    }
    assertEquals("1.0", PacketFormat.text(PacketFormat.VERSION));
    assertTrue(PacketFormat.isKnown(1 << 16));
    for (int version : new int[] {0, 9, 0xFFFF, 1 << 16 | 1, 2 << 16, -1}) {
      assertFalse(PacketFormat.isKnown(version), PacketFormat.text(version));
    }
  }

  private static void check(Path file, byte[] now) throws IOException {
    if (Boolean.getBoolean("bbt.update")) {
      Files.createDirectories(file.getParent());
      Files.write(file, now);
    }
    byte[] golden = Files.readAllBytes(file);
    assertEquals(frames(Traces.read(golden)), frames(Traces.read(now)));
    assertArrayEquals(golden, now);
  }
}
