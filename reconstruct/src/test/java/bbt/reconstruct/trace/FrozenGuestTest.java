package bbt.reconstruct.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.bytes.PacketFormat;
import bbt.packets.bytes.Problem;
import bbt.packets.write.Recompressor;
import bbt.reconstruct.edit.TraceMaker;
import bbt.reconstruct.edit.Window;
import bbt.reconstruct.interchange.RoundTrip;
import bbt.reconstruct.interchange.SpikeLog;
import bbt.reconstruct.testing.RandomGuest;
import bbt.reconstruct.testing.Rebuilt;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Traces of guests that once were recorded are rebuilt to the same instructions for ever: what a
 * trace says depends on how the guest's instructions are read, too.
 */
final class FrozenGuestTest {
  private static final Path FROZEN =
      Path.of(System.getProperty("bbt.root"))
          .resolve("reconstruct/src/test/resources/bbt/reconstruct/fuzz/trace");

  /**
   * @param executed the hash of the lists of all instructions' addresses and harts, and of the
   *     traps
   */
  @ParameterizedTest
  @CsvSource({
    "tiny-0.4, 23, -1479164188",
    "harts-0.4, 65, 458582472",
    "guest-1.0, 639, 251606928",
    "arm64-1.0, 116086, -1910086648",
    "filtered-1.0, 507, -267974558",
    "ring-1.0, 2354, -1538328046",
    "archive-1.0, 500, -946282455",
    "merged-1.0, 300, 1525984641",
    "imported-1.0, 500, 1569259550"
  })
  void isRebuiltAsEver(String name, long instructions, int executed) throws Exception {
    Path trace = FROZEN.resolve(name + ".bbt");
    TraceVerifier.Result verified = TraceVerifier.verify(trace);
    assertTrue(verified.ok(), verified.problems().toString());
    assertEquals(instructions, verified.instructions());
    Rebuilt rebuilt = Rebuilt.of(trace);
    assertEquals(List.of(), rebuilt.problems());
    assertEquals(instructions, rebuilt.addresses().size());
    assertEquals(
        executed, List.of(rebuilt.addresses(), rebuilt.harts(), rebuilt.traps()).hashCode());
  }

  /**
   * Made the files whose guests are random, and makes such again with {@code
   * -DargLine=-Dbbt.update=true}: only for another version of the format, under other names. {@code
   * filtered-1.0} is of {@code bbt boot panic --bb-verify --bb-filter symbol=receive --bb-stop
   * symbol=receive:20}.
   */
  @Test
  @EnabledIfSystemProperty(named = "bbt.update", matches = "true")
  void filesAreWritten(@TempDir Path folder) throws IOException {
    String version = "-" + PacketFormat.text(PacketFormat.VERSION) + ".bbt";
    RandomGuest guest = new RandomGuest(2014);
    Path ring = FROZEN.resolve("ring" + version);
    guest.runRing(ring, 40_000, 6_000, 1);
    List<Long> newest = Rebuilt.of(ring).addresses();
    int all = guest.addresses.size();
    assertTrue(newest.size() > 100 && newest.size() < all, newest.size() + " of " + all);
    assertEquals(guest.addresses.subList(all - newest.size(), all), newest);

    Path whole = folder.resolve("whole.bbt");
    guest = new RandomGuest(2015);
    guest.run(whole, true, 500, 1);
    Recompressor.recompress(whole, FROZEN.resolve("archive" + version), true, at -> {});
    assertEquals(guest.addresses, Rebuilt.of(FROZEN.resolve("archive" + version)).addresses());

    List<Path> parts = new ArrayList<>();
    List<Long> kept = new ArrayList<>();
    for (int from : new int[] {0, 103, 250}) {
      Path part = folder.resolve(from + ".bbt");
      TraceMaker.cut(whole, part, new Window(from, from + 100, Set.of()), n -> {});
      parts.add(part);
      kept.addAll(guest.addresses.subList(from, from + 100));
    }
    TraceMaker.merge(parts, FROZEN.resolve("merged" + version), n -> {});
    assertEquals(kept, Rebuilt.of(FROZEN.resolve("merged" + version)).addresses());

    guest = new RandomGuest(2016).uninterrupted();
    guest.run(whole, true, 500, 1);
    Path log = folder.resolve("spike.log");
    SpikeLog.write(whole, log);
    RoundTrip.read(log, "spike", Map.of(), whole, FROZEN.resolve("imported" + version));
    List<Long> told = Rebuilt.of(FROZEN.resolve("imported" + version)).addresses();
    // Where a jump led that was the last of all is not told.
    assertEquals(guest.addresses.subList(0, told.size()), told);
  }

  private static List<String> frozen() throws IOException {
    try (Stream<Path> files = Files.list(FROZEN)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  /** Traces that the list above does not name are rebuilt, too; two of them name no index. */
  @ParameterizedTest
  @MethodSource("frozen")
  void everyFileIsRebuilt(String name) throws Exception {
    Path trace = FROZEN.resolve(name);
    TraceVerifier.Result verified = TraceVerifier.verify(trace);
    List<Problem> problems = verified.problems();
    assertTrue(problems.stream().allMatch(Problem::harmless), problems.toString());
    Rebuilt rebuilt = Rebuilt.of(trace);
    List<Problem> found = rebuilt.problems();
    assertTrue(found.stream().allMatch(Problem::harmless), found.toString());
    assertEquals(verified.instructions(), rebuilt.addresses().size());
    assertTrue(rebuilt.instructions() > 0, "there is nothing in it");
  }
}
