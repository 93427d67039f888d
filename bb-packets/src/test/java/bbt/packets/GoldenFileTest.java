package bbt.packets;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Frozen files of the format. If this fails, the format changed: raise the version in {@link
 * PacketFormat}, document it, and write new files with {@code -DargLine=-Dbbt.update=true}.
 */
class GoldenFileTest {
  private static final EventScript SCRIPT = new EventScript(2014, 400);
  private static final String NOW = PacketFormat.MAJOR + "." + PacketFormat.MINOR;

  @ParameterizedTest
  @EnumSource
  void theFormatIsWhatItWas(Mode mode) throws IOException {
    check(file(NOW, mode.name()), Traces.write(SCRIPT, mode, true, true));
  }

  @Test
  void theFormatOfSeveralHartsIsWhatItWas() throws IOException {
    check(file(NOW, "harts"), new MachineScript(2014, 3, 700).write(Mode.COMPACT, true));
  }

  /** Version 0.1 had one hart: its files say the same as those of today. */
  @ParameterizedTest
  @EnumSource
  void olderFilesAreRead(Mode mode) throws IOException {
    byte[] old = Files.readAllBytes(file("0.1", mode.name()));
    List<Chunk> chunks = Traces.read(old);
    List<Chunk> now = Traces.read(Traces.write(SCRIPT, mode, true, true));
    assertEquals(frames(now), frames(chunks));
    assertEquals(
        Traces.only(now, Chunk.Sideband.class).toString().replaceAll("@[0-9a-f]+", ""),
        Traces.only(chunks, Chunk.Sideband.class).toString().replaceAll("@[0-9a-f]+", ""));
    Chunk.End end = Traces.only(chunks, Chunk.End.class).getFirst();
    assertEquals(List.of(new Chunk.HartEnd(SCRIPT.retired(), 99)), end.harts());
    assertEquals("poweroff", end.reason());
    assertEquals(-1, end.ticks());
    try (TraceReader reader = TraceReader.open(file("0.1", mode.name()))) {
      assertTrue(reader.hasIndex());
      assertEquals("0.1", reader.version());
      assertEquals(
          frames(now).size(),
          reader.index().entries().stream().filter(e -> e.kind() == TraceIndex.Kind.FRAME).count());
      while (reader.next() != null) {}
      assertEquals(end.contentHash(), reader.contentHash());
    }
  }

  private static List<String> frames(List<Chunk> chunks) {
    return Traces.only(chunks, Frame.class).stream().map(Traces::text).toList();
  }

  private static Path file(String version, String name) {
    return Path.of(System.getProperty("bbt.root", ".."))
        .resolve("bb-packets/src/test/resources/bbt/packets")
        .resolve("v" + version + "-" + name.toLowerCase(java.util.Locale.ROOT) + ".bbt");
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
