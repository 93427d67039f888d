package bbt.samples.agree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import bbt.packets.TraceReader;
import bbt.packets.bytes.PacketFormat;
import bbt.reconstruct.walk.Reconstruction;
import bbt.reconstruct.walk.flow.FlowListener;
import bbt.reconstruct.walk.graph.FunctionMap;
import bbt.samples.conformance.prove.Run;
import bbt.samples.guests.ArmMiniSample;
import bbt.samples.guests.HartsSample;
import bbt.samples.guests.MiniSample;
import bbt.translator.config.MachineConfig;
import bbt.translator.config.TraceOptions;
import bbt.translator.trace.TraceScope;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The reader in Python (samples/python-reader), which was written from docs/trace-format.md alone,
 * rebuilds the same instructions in the same order as ours.
 */
@Tag("qemu")
final class SecondReaderTest {
  private static final Path ROOT = Path.of(System.getProperty("bbt.root"));
  private static final Path READER = ROOT.resolve("samples/python-reader/bbtread.py");

  @TempDir private Path folder;

  private record Outcome(int code, String out, String err) {}

  private Outcome read(Path trace, String... options) throws Exception {
    List<String> line = new ArrayList<>(List.of("python3", "-B", READER + "", trace + ""));
    line.addAll(List.of(options));
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    Process process;
    try {
      process =
          new ProcessBuilder(line).redirectOutput(out.toFile()).redirectError(err.toFile()).start();
    } catch (IOException e) {
      return fail("python3 is missing: this test needs Debian's package python3", e);
    }
    if (!process.waitFor(300, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      fail("the reader in Python did not end in 300 s");
    }
    return new Outcome(process.exitValue(), Files.readString(out), Files.readString(err));
  }

  /** The pc of each instruction, as our own reader rebuilds it. */
  private Path pcs(Path trace) throws Exception {
    Path file = folder.resolve("ours");
    try (TraceReader reader = TraceReader.open(trace);
        OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16)) {
      byte[] pc = new byte[8];
      ByteBuffer bytes = ByteBuffer.wrap(pc).order(ByteOrder.LITTLE_ENDIAN);
      Reconstruction walk =
          new Reconstruction(
              reader,
              (space, at) -> FunctionMap.NONE,
              new FlowListener() {},
              (step, count) -> {
                try {
                  for (int i = 0; i < count; i++) {
                    bytes.putLong(0, step.node().address(i));
                    out.write(pc);
                  }
                } catch (IOException e) {
                  throw new java.io.UncheckedIOException(e);
                }
              });
      assertEquals(List.of(), walk.run().problems());
    }
    return file;
  }

  private void agree(Path trace, String said) throws Exception {
    Path theirs = folder.resolve("theirs");
    Outcome outcome = read(trace, "--pcs", theirs.toString());
    assertEquals(0, outcome.code(), outcome.err());
    assertTrue(outcome.err().contains(said), outcome.err());
    Path ours = pcs(trace);
    assertTrue(Files.size(ours) > 0);
    assertEquals(-1, Files.mismatch(ours, theirs), "the first byte of pcs that differs");
  }

  private Path record(Path kernel, int harts, boolean compact, boolean verify, String... filters)
      throws Exception {
    Path trace = folder.resolve("trace.bbt");
    TraceScope scope =
        new TraceScope(
            java.util.Arrays.stream(filters).map(TraceScope.Filter::parse).toList(),
            List.of(),
            List.of());
    Run.of(
        MachineConfig.builder()
            .kernel(kernel)
            .harts(harts)
            .trace(new TraceOptions(trace, verify, compact, TraceOptions.Context.AUTO, scope))
            .build());
    return trace;
  }

  @Test
  void everyInstructionOfMini() throws Exception {
    agree(record(MiniSample.kernel(), 1, true, false), "1 harts, 6823818 instructions");
  }

  @Test
  void rawModeAndVerifyHashes() throws Exception {
    agree(record(MiniSample.kernel(), 1, false, true), "verify hashes compared");
  }

  /** Its frames' bits are coded as runs. */
  @Test
  void fourHartsInTheirOrder() throws Exception {
    Path trace = record(HartsSample.kernel(), 4, true, true);
    assertTrue(framesInRuns(trace) > 0, "no frame in runs");
    agree(trace, "4 harts, 647719 instructions");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void onlyWhatWasRecorded(int harts) throws Exception {
    agree(record(MiniSample.kernel(), harts, true, true, "kernel"), "193958 not recorded");
  }

  /**
   * LZ4 and an earlier version; 1.0 with runs, two harts, resets and replaced code; parts, and what
   * was imported.
   */
  @ParameterizedTest
  @CsvSource({
    "tiny-0.4, 0",
    "harts-0.4, 0",
    "guest-1.0, 3",
    "filtered-1.0, 1",
    "merged-1.0, 1",
    "imported-1.0, 1",
    "ring-1.0, 5"
  })
  void frozenFiles(String name, int framesInRuns) throws Exception {
    Path frozen = ROOT.resolve("reconstruct/src/test/resources/bbt/reconstruct/fuzz/trace");
    Path file = frozen.resolve(name + ".bbt");
    assertEquals(framesInRuns, framesInRuns(file));
    agree(file, "ended: ");
  }

  /** How many frames of a file have codec 3: docs/trace-format.md, "Runs". */
  private static int framesInRuns(Path trace) throws IOException {
    ByteBuffer file = ByteBuffer.wrap(Files.readAllBytes(trace)).order(ByteOrder.LITTLE_ENDIAN);
    int frames = 0;
    for (int at = 0; at + 10 <= file.limit(); at++) {
      boolean chunk = file.getLong(at) == PacketFormat.SYNC;
      frames += chunk && file.get(at + 8) == 2 && file.get(at + 9) == 3 ? 1 : 0;
    }
    return frames;
  }

  @ParameterizedTest
  @CsvSource({
    "0, 7, this is no Branch Bitstream trace",
    "8, 7, version 7.0 of the format is not known",
    "70, 255, damaged at offset 16: the chunk's checksum is wrong",
    "25, 3, damaged at offset 16: no chunk stands there"
  })
  void whatItDoesNotKnowItRefuses(int offset, int value, String said) throws Exception {
    Path trace = record(HartsSample.kernel(), 1, true, false);
    byte[] bytes = Files.readAllBytes(trace);
    bytes[offset] = (byte) value;
    Files.write(trace, bytes);
    refused(trace, said);
  }

  private void refused(Path trace, String said) throws Exception {
    Outcome outcome = read(trace);
    assertEquals(1, outcome.code());
    assertEquals(1, outcome.err().lines().count(), outcome.err());
    assertTrue(outcome.err().contains(said), outcome.err());
  }

  @Test
  void anotherInstructionSetIsRefused() throws Exception {
    Path kernel = new ArmMiniSample().prepare(line -> {}).kernel();
    refused(record(kernel, 1, true, false), "the guest's instruction set is 'arm64'");
  }
}
