package bbt.reconstruct.interchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.interchange.build.ImportedHart;
import bbt.reconstruct.interchange.ntrace.NtraceDecoder;
import bbt.reconstruct.interchange.read.Importer;
import bbt.reconstruct.testing.RandomGuest;
import bbt.reconstruct.testing.Rebuilt;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterProperty;
import net.jqwik.api.lifecycle.BeforeProperty;

/**
 * A random guest's trace, exported to another format and imported again, holds the same execution.
 */
class InterchangePropertyTest {
  private Path folder;

  @BeforeProperty
  void make() throws IOException {
    folder = Files.createTempDirectory("interchange");
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

  @Property(tries = 200)
  void eTrace(@ForAll long seed, @ForAll @IntRange(min = 1, max = 6000) int instructions)
      throws IOException {
    comesBack(seed, instructions, "e-trace");
  }

  /** Returns that lead elsewhere than behind their calls, and branches that nothing predicts. */
  @Property(tries = 200)
  void eTraceInItsModes(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 6000) int instructions,
      @ForAll @IntRange(min = 0, max = 5) int stack,
      @ForAll @IntRange(min = 0, max = 6) int predictor,
      @ForAll @IntRange(min = 0, max = 6) int cache)
      throws IOException {
    comesBack(
        seed,
        instructions,
        "e-trace",
        Map.of(
            "return_stack_size",
            "" + stack,
            "bpred_size",
            "" + predictor,
            "cache_size",
            "" + cache,
            "trap_vector_1",
            "0x40100"));
  }

  @Example
  void eTraceThatEndsInALoop() throws IOException {
    comesBack(66402, 5243, "e-trace");
  }

  /** Causes of traps are not in it. */
  @Property(tries = 200)
  void nTrace(@ForAll long seed, @ForAll @IntRange(min = 1, max = 6000) int instructions)
      throws IOException {
    comesBack(seed, instructions, "n-trace");
  }

  /** With all that an encoder may leave out. */
  @Property(tries = 200)
  void nTraceWithoutWhatIsImplied(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 6000) int instructions)
      throws IOException {
    comesBack(
        seed,
        instructions,
        "n-trace",
        Map.of("implicit_return", "1", "repeated_history", "1", "extend_address", "1"));
  }

  @Property(tries = 100)
  void logOfCommits(@ForAll long seed, @ForAll @IntRange(min = 1, max = 4000) int instructions)
      throws IOException {
    comesBack(seed, instructions, "spike");
  }

  private void comesBack(long seed, int instructions, String format) throws IOException {
    comesBack(seed, instructions, format, Map.of());
  }

  private void comesBack(long seed, int instructions, String format, Map<String, String> parameters)
      throws IOException {
    Path trace = folder.resolve("run.bbt");
    Path foreign = folder.resolve("run.foreign");
    Path back = folder.resolve("back.bbt");
    RandomGuest guest = new RandomGuest(seed).uninterrupted();
    guest.run(trace, true, instructions);
    if (format.equals("spike")) {
      SpikeLog.write(trace, foreign);
    } else {
      RoundTrip.export(trace, format, parameters, foreign);
    }
    Importer.Result result = RoundTrip.read(foreign, format, parameters, trace, back);
    assertNull(result.misfits().told());
    assertEquals(0, result.gaps());
    Rebuilt rebuilt = Rebuilt.of(back);
    assertEquals(List.of(), rebuilt.problems());
    // Where a jump led that was the last of all is not told.
    int known = rebuilt.addresses().size();
    assertTrue(guest.addresses.size() - known <= 1, known + " of " + guest.addresses.size());
    for (int i = 0; i < known; i++) {
      if (!guest.addresses.get(i).equals(rebuilt.addresses().get(i))) {
        assertEquals(
            guest.addresses.subList(Math.max(0, i - 5), Math.min(known, i + 5)),
            rebuilt.addresses().subList(Math.max(0, i - 5), Math.min(known, i + 5)),
            "from instruction " + Math.max(0, i - 5));
      }
    }
    List<String> traps =
        guest.traps.stream()
            .map(t -> t.replaceFirst(" 5 (?=[0-9a-f]+$)", " " + ImportedHart.UNKNOWN_CALL + " "))
            .map(t -> format.equals("n-trace") ? withoutCause(t) : t)
            .toList();
    List<String> told =
        rebuilt.traps().stream().map(t -> format.equals("n-trace") ? withoutCause(t) : t).toList();
    assertEquals(traps.subList(0, told.size()), told);
    assertTrue(traps.size() - rebuilt.traps().size() <= 2, rebuilt.traps() + " of " + traps);
  }

  /** A call of firmware keeps it: it is none of a trap. A call from user mode shows itself. */
  private static String withoutCause(String trap) {
    return trap.replaceFirst(
        " (8|9|12|13) (?=[0-9a-f]+$)", " " + NtraceDecoder.UNKNOWN_CAUSE + " ");
  }
}
