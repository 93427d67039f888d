package bbt.packets;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Frozen files of the format. If this fails, the format changed: raise the version in {@link
 * PacketFormat}, document it, and write new files with {@code -DargLine=-Dbbt.update=true}.
 */
class GoldenFileTest {
  private static final EventScript SCRIPT = new EventScript(2014, 400);

  @ParameterizedTest
  @EnumSource
  void theFormatIsWhatItWas(Mode mode) throws IOException {
    byte[] now = Traces.write(SCRIPT, mode, true, true);
    String name =
        "v"
            + PacketFormat.MAJOR
            + "."
            + PacketFormat.MINOR
            + "-"
            + mode.name().toLowerCase(java.util.Locale.ROOT);
    Path file =
        Path.of(System.getProperty("bbt.root", ".."))
            .resolve("bb-packets/src/test/resources/bbt/packets/" + name + ".bbt");
    if (Boolean.getBoolean("bbt.update")) {
      Files.createDirectories(file.getParent());
      Files.write(file, now);
    }
    byte[] golden = Files.readAllBytes(file);
    assertEquals(
        Traces.only(Traces.read(golden), Frame.class).stream().map(Traces::text).toList(),
        Traces.only(Traces.read(now), Frame.class).stream().map(Traces::text).toList());
    assertArrayEquals(golden, now);
  }
}
