package bbt.samples.guests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.Chunk;
import bbt.packets.SidebandRecord;
import bbt.packets.TraceReader;
import bbt.reconstruct.trace.TraceVerifier;
import bbt.samples.conformance.prove.Run;
import bbt.samples.testing.Bbt;
import bbt.translator.config.MachineConfig;
import bbt.translator.config.TraceOptions;
import bbt.translator.engine.EngineMode;
import bbt.translator.machine.Machine;
import bbt.translator.run.ExitReason;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A kernel with the drivers of a teaching kernel (samples/src/guest/tutor): it never reads IIR,
 * does not know VERSION_1, and its harts read the console in turns.
 */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class TutorTest {
  private static final String INPUT = "hello\nthere\nall\nof\nyou\nand\nothers\nquit\n";

  /** With a divisor of the time between two reads of input, one hart would get it all. */
  private static final long QUANTUM = 30_011;

  private static final long MAX_INSNS = 300_000_000;

  @TempDir private Path folder;
  private Path disk;

  @BeforeEach
  void makeDisk() throws IOException {
    disk = Files.write(folder.resolve("disk"), new byte[64 << 10]);
  }

  private static Path kernel() throws IOException {
    return EmbeddedElf.file("tutor");
  }

  private static String expected(int harts) {
    StringBuilder text = new StringBuilder("tutor: harts " + harts + "\n");
    text.append("tutor: sum 943370296\n".repeat(harts)).append("tutor: type\n");
    int turn = 0;
    for (String line : INPUT.split("\n")) {
      text.append("hart " + turn++ % harts + ": " + line.toUpperCase(java.util.Locale.ROOT) + "\n");
    }
    return text.append("tutor: calm\n").toString();
  }

  private Run run(int harts, EngineMode engine, Path trace) throws IOException {
    return Run.of(
        MachineConfig.builder()
            .kernel(kernel())
            .drives(List.of(new MachineConfig.DriveConfig(disk, false)))
            .harts(harts)
            .quantum(QUANTUM)
            // Every second hart waits in a loop; if it gave up its turns, input would not come to
            // it.
            .spinsYield(false)
            .engine(engine)
            .maxInsns(MAX_INSNS)
            .trace(
                trace == null
                    ? null
                    : new TraceOptions(trace, true, true, TraceOptions.Context.AUTO))
            .build(),
        INPUT);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void itsDriversWorkInEveryEngine(int harts) throws Exception {
    Path first = folder.resolve("first.bbt");
    Run interpreted = run(harts, EngineMode.INTERPRETER, first);
    assertEquals(expected(harts), interpreted.console());
    assertEquals(ExitReason.POWER_OFF, interpreted.result().reason());
    assertTrue(TraceVerifier.verify(first).ok());
    Path second = folder.resolve("second.bbt");
    run(harts, EngineMode.AUTO, second);
    assertEquals(-1, Files.mismatch(first, second));
  }

  /** Typed when it asks: QEMU loses what comes before the port is set up. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  @Tag("qemu")
  void qemuPrintsTheSame(int harts) throws Exception {
    Process qemu =
        new ProcessBuilder(
                "qemu-system-riscv64",
                "-M",
                "virt",
                "-bios",
                "none",
                "-smp",
                "" + harts,
                "-kernel",
                kernel().toString(),
                "-display",
                "none",
                "-monitor",
                "none",
                "-serial",
                "stdio",
                "-global",
                "virtio-mmio.force-legacy=false",
                "-drive",
                "file=" + disk + ",if=none,format=raw,id=x0",
                "-device",
                "virtio-blk-device,drive=x0,bus=virtio-mmio-bus.0")
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    StringBuilder console = new StringBuilder();
    try (InputStream in = qemu.getInputStream();
        OutputStream typed = qemu.getOutputStream()) {
      for (int b = in.read(); b >= 0; b = in.read()) {
        console.append((char) b);
        if (console.toString().endsWith("type\n")) {
          typed.write(INPUT.getBytes(StandardCharsets.US_ASCII));
          typed.flush();
        }
      }
      assertTrue(qemu.waitFor(120, TimeUnit.SECONDS));
    } finally {
      qemu.destroyForcibly();
    }
    assertEquals(expected(harts), console.toString());
  }

  /** Notes of input by hart, in the order of the file. */
  private static List<String> notes(Path trace, Set<Integer> harts) throws IOException {
    List<String> lines = new ArrayList<>();
    try (TraceReader reader = TraceReader.open(trace)) {
      for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
        if (chunk instanceof Chunk.Sideband sideband && !sideband.checkpoint()) {
          for (SidebandRecord item : sideband.records()) {
            if (item instanceof SidebandRecord.Note n && n.key().equals(Machine.INPUT_NOTE)) {
              lines.add(n.value());
              harts.add(sideband.hart());
            }
          }
        }
      }
    }
    return lines;
  }

  @Test
  void inputOfTwoHartsIsRepeatedInTheOrderOfTheClock() throws Exception {
    Path trace = folder.resolve("trace.bbt");
    run(2, EngineMode.AUTO, trace);
    Set<Integer> harts = new TreeSet<>();
    List<String> notes = notes(trace, harts);
    assertEquals(Set.of(0, 1), harts, "input came to both");
    List<Long> counts = notes.stream().map(n -> Long.parseLong(n.split(" ")[0])).toList();
    assertTrue(!counts.equals(counts.stream().sorted().toList()), "not in the clock's order");
    String[] files = {"--kernel", kernel().toString(), "--drive", disk.toString()};
    Bbt.Outcome whole = Bbt.run("replay", files[0], files[1], files[2], files[3], trace.toString());
    assertEquals(0, whole.code(), whole.err());
    assertTrue(whole.out().contains("agrees with the trace"), whole.out());
    Bbt.Outcome end =
        Bbt.run("replay", "--at", "end", files[0], files[1], files[2], files[3], trace.toString());
    assertEquals(0, end.code(), end.err());

    // A log in any order, and one of another run.
    Path log = folder.resolve("log");
    Files.writeString(log, "bbt-input 1\n" + String.join("\n", notes) + "\n");
    assertEquals(expected(2), booted(log, 0).out());
    Files.writeString(log, "bbt-input 1\n" + (MAX_INSNS * 2) + " 10000 61\n");
    Bbt.Outcome other = booted(log, 72);
    assertTrue(other.err().contains("stopped at --max-insns"), other.err());
  }

  private Bbt.Outcome booted(Path log, int code) throws Exception {
    Bbt.Outcome outcome =
        Bbt.run(
            "boot",
            "--kernel",
            kernel().toString(),
            "--drive",
            disk.toString(),
            "--smp",
            "2",
            "--quantum",
            "" + QUANTUM,
            "--max-insns",
            "" + MAX_INSNS,
            "--replay-input",
            log.toString());
    assertEquals(code, outcome.code(), outcome.err());
    return outcome;
  }
}
