package bbt.reconstruct.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.bytes.Problem;
import bbt.reconstruct.testing.Rebuilt;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
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
    "arm64-1.0, 116086, -1910086648"
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
