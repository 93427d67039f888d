package bbt.samples.guests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.Packet;
import bbt.packets.TraceReader;
import bbt.ptg.arm64.A64Isa;
import bbt.ptg.image.ElfFile;
import bbt.reconstruct.walk.Reconstruction;
import bbt.reconstruct.walk.flow.FlowListener;
import bbt.reconstruct.walk.graph.FunctionMap;
import bbt.samples.conformance.prove.Run;
import bbt.samples.testing.Bbt;
import bbt.translator.engine.EngineMode;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code mini-arm64} through the whole chain, against the guest's own counts and the source's;
 * {@code prove} has its checksum.
 */
final class ArmMiniTest {
  @TempDir private Path folder;

  @Test
  void itIsKnownByNameAndReported() throws Exception {
    Path trace = folder.resolve("m.bbt");
    Bbt.Outcome boot = Bbt.run("boot", "mini-arm64", "--bb-trace", trace.toString(), "--report");
    assertEquals(0, boot.code(), boot::err);
    for (String line :
        List.of(
            "mini: shared counters right",
            "kernel_work",
            "free_space",
            "kwork",
            "task 0xffffff80")) {
      assertTrue(boot.out().contains(line), () -> line + " in " + boot.out());
    }
    Bbt.Outcome verified = Bbt.run("verify", trace.toString());
    assertEquals(0, verified.code(), verified::out);
    Bbt.Outcome help = Bbt.run("step", trace.toString(), "--at", "end", "-c", "help who-wrote");
    assertTrue(help.out().contains("who-wrote x6+24"), help::out);
  }

  @Test
  void enginesAreCompared() throws Exception {
    Bbt.Outcome outcome = Bbt.run("lockstep", "mini-arm64", "--insns", "1000000");
    assertEquals(0, outcome.code(), outcome::out);
    assertTrue(outcome.out().startsWith("PASS  seed 1: 1,000,"), outcome::out);
  }

  @Test
  void countsAreTheGuestsAndTheSources() throws Exception {
    Path trace = folder.resolve("t.bbt");
    Path kernel = new ArmMiniSample().prepare(line -> {}).kernel();
    Run run = Run.kernel(kernel, "", EngineMode.AUTO, trace, b -> b);
    Map<Long, String> entries = new HashMap<>();
    ElfFile.read(kernel).symbols().stream()
        .filter(symbol -> symbol.name().startsWith("counted_"))
        .forEach(symbol -> entries.put(symbol.address(), symbol.name()));
    Map<String, Integer> executed = new HashMap<>();
    Map<String, Long> traced = new HashMap<>();
    try (TraceReader reader = TraceReader.open(trace)) {
      Reconstruction all =
          new Reconstruction(
                  reader,
                  (space, pc) -> FunctionMap.NONE,
                  new FlowListener() {
                    @Override
                    public void exception(Packet.Exception packet) {
                      traced.merge(
                          A64Isa.ARM64.traps().title(packet.kind(), packet.cause()), 1L, Long::sum);
                    }
                  },
                  (step, count) -> {
                    String name = entries.get(step.node().pc());
                    if (name != null) {
                      executed.merge(name, 1, Integer::sum);
                    }
                  })
              .run();
      assertEquals(List.of(), all.problems());
    }
    assertEquals(12345, executed.get("counted_leaf"));
    assertEquals(8361, executed.get("counted_fibonacci"));
    assertEquals(5001, executed.get("counted_even"));
    assertEquals(5000, executed.get("counted_odd"));

    // The guest tells aborts apart that have one class.
    Map<String, Long> guest = new HashMap<>();
    run.console()
        .lines()
        .filter(line -> line.startsWith("mini: count "))
        .forEach(
            line -> {
              String name = line.substring("mini: count ".length(), line.lastIndexOf(' '));
              guest.merge(
                  family(name), Long.decode(line.substring(line.lastIndexOf(' ') + 1)), Long::sum);
            });
    Map<String, Long> machine = new HashMap<>();
    traced.forEach((title, count) -> machine.merge(family(title), count, Long::sum));
    machine.remove("reset");
    assertEquals(guest, machine);
  }

  private static String family(String name) {
    return switch (name) {
      case "psci system off" -> "firmware call";
      case "timer interrupt" -> "interrupt";
      case "misaligned pc" -> "program counter misaligned";
      case "breakpoint" -> "breakpoint instruction";
      case "trapped system register" -> "system instruction trapped";
      default -> {
        boolean abort = name.contains("fault") || name.contains("abort");
        yield !abort ? name : name.startsWith("instruction") ? "fetch" : "data";
      }
    };
  }
}
