package bbt.samples.guests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.TraceReader;
import bbt.ptg.guest.Node;
import bbt.ptg.image.ElfFile;
import bbt.reconstruct.walk.Reconstruction;
import bbt.reconstruct.walk.flow.FlowListener;
import bbt.reconstruct.walk.graph.FunctionMap;
import bbt.samples.conformance.prove.Run;
import bbt.translator.engine.EngineMode;
import bbt.translator.run.ExceptionKindName;
import bbt.translator.run.ExitReason;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The committed guest through the whole chain: boot, record, rebuild, against independent counts.
 */
final class MiniEndToEndTest {
  /** csrrs rd, instret, x0, without rd. */
  private static final int READ_INSTRET = 0xc0202073;

  private static final int WITHOUT_RD = ~0xF80;

  @TempDir private Path folder;

  private static Properties committed() throws IOException {
    Properties expected = new Properties();
    try (InputStream in = Run.class.getResourceAsStream("/bbt/samples/prove/mini.properties")) {
      expected.load(in);
    }
    return expected;
  }

  @ParameterizedTest
  @EnumSource(EngineMode.class)
  void bootsToTheCommittedChecksumAndCount(EngineMode engine) throws Exception {
    Run run = Run.mini("", engine, null, b -> b);
    assertEquals(ExitReason.POWER_OFF, run.result().reason());
    assertEquals(committed().getProperty("checksum"), run.after("mini: checksum "));
    assertEquals(committed().getProperty("instructions"), Long.toString(run.result().retired()));
    assertTrue(run.console().contains("mini: shared counters right"), run.console());
    assertTrue(
        run.after("mini: store seen by the next instruction ").endsWith("1"),
        "docs/determinism.md 7: a store is visible to the next fetch");
  }

  @Test
  void withoutPreemptionItComputesTheSame() throws Exception {
    Run run = Run.mini("nopreempt", EngineMode.INTERPRETER, null, b -> b);
    assertEquals(committed().getProperty("checksum"), run.after("mini: checksum "));
    assertEquals(
        0, run.result().exceptions().getOrDefault(ExceptionKindName.INTERRUPT_REQUEST, 0L));
  }

  @Test
  void twoRunsAreTheSame() throws Exception {
    Run first = Run.mini("", EngineMode.AUTO, folder.resolve("1.bbt"), b -> b);
    Run second = Run.mini("", EngineMode.AUTO, folder.resolve("2.bbt"), b -> b);
    assertEquals(first.result().retired(), second.result().retired());
    assertEquals(first.console(), second.console());
    assertEquals(-1, Files.mismatch(folder.resolve("1.bbt"), folder.resolve("2.bbt")));
  }

  @ParameterizedTest
  @EnumSource(EngineMode.class)
  void tracingChangesNeitherCountNorConsole(EngineMode engine) throws Exception {
    Run plain = Run.mini("", engine, null, b -> b);
    Run traced = Run.mini("", engine, folder.resolve("t.bbt"), b -> b);
    assertEquals(plain.result().retired(), traced.result().retired());
    assertEquals(plain.console(), traced.console());
  }

  @Test
  void threeEnginesAndRandomThresholdsWriteTheSameBytes() throws Exception {
    Path first = folder.resolve("interpreter.bbt");
    Run.mini("", EngineMode.INTERPRETER, first, b -> b);
    for (EngineMode engine : new EngineMode[] {EngineMode.TRANSLATOR, EngineMode.AUTO}) {
      Path other = folder.resolve(engine + ".bbt");
      Run.mini("", engine, other, b -> b);
      assertEquals(-1, Files.mismatch(first, other), engine + " against interpreter");
    }
    for (long seed : new long[] {1, 2, 3}) {
      Path other = folder.resolve("random" + seed + ".bbt");
      Run.mini("", EngineMode.AUTO, other, b -> b.thresholdSeed(seed));
      assertEquals(-1, Files.mismatch(first, other), "threshold seed " + seed);
    }
  }

  /** The guest counts its exceptions itself; so does the machine; so does the trace. */
  @Test
  void exceptionCountsAgree() throws Exception {
    Path trace = folder.resolve("t.bbt");
    Run run = Run.mini("", EngineMode.INTERPRETER, trace, b -> b);
    Map<String, Long> machine = run.result().causes();
    Map<String, Long> traced = new HashMap<>();
    rebuild(
        trace,
        new FlowListener() {
          @Override
          public void exception(bbt.packets.Packet.Exception packet) {
            traced.merge(
                switch (packet.kind()) {
                  case FIRMWARE -> "firmware";
                  case RESET -> "reset";
                  default ->
                      packet.cause() < 0
                          ? "interrupt " + (packet.cause() & 63)
                          : "exception " + packet.cause();
                },
                1L,
                Long::sum);
          }
        },
        null);
    Map<String, Integer> names =
        Map.of(
            "instruction access fault", 1,
            "illegal instruction", 2,
            "breakpoint", 3,
            "load address misaligned", 4,
            "load access fault", 5,
            "store access fault", 7,
            "system call", 8,
            "instruction page fault", 12,
            "load page fault", 13,
            "store page fault", 15);
    names.forEach(
        (name, cause) -> {
          long guest = Long.parseLong(run.after("mini: count " + name + " "));
          assertTrue(guest > 0, name);
          assertEquals(guest, machine.get("exception " + cause), name + ", by the machine");
          assertEquals(guest, traced.get("exception " + cause), name + ", by the trace");
        });
    long timer = Long.parseLong(run.after("mini: count timer interrupt "));
    assertEquals(timer, machine.get("interrupt 5"));
    assertEquals(timer, traced.get("interrupt 5"));
    long firmware = Long.decode(run.after("mini: count firmware call "));
    assertEquals(firmware, run.result().exceptions().get(ExceptionKindName.FIRMWARE));
    assertEquals(firmware, traced.get("firmware"));
    assertEquals(1L, traced.get("reset"));
  }

  /** instret as the guest read it is the count in the trace at that very instruction. */
  @ParameterizedTest
  @ValueSource(strings = {"", "nopreempt"})
  void instretReadByTheGuestIsTheTracesCount(String append) throws Exception {
    Path trace = folder.resolve("t.bbt");
    Run run = Run.mini(append, EngineMode.AUTO, trace, b -> b);
    List<Long> readAt = new ArrayList<>();
    long[] retired = {0};
    rebuild(
        trace,
        FlowListener.NOBODY,
        (step, count) -> {
          Node node = step.node();
          for (int i = 0; i < count; i++) {
            if (node.length(i) == 4 && (node.bits(i) & WITHOUT_RD) == READ_INSTRET) {
              readAt.add(retired[0]);
            }
            retired[0]++;
          }
        });
    assertEquals(
        List.of(
            Long.decode(run.after("mini: instret at start ")),
            Long.decode(run.after("mini: instret at end "))),
        readAt);
    assertEquals(run.result().retired(), retired[0]);
  }

  /** Functions that the source calls a fixed number of times. */
  @Test
  void callCountsAreTheSources() throws Exception {
    Path trace = folder.resolve("t.bbt");
    Run.mini("", EngineMode.AUTO, trace, b -> b);
    Map<Long, String> entries = new HashMap<>();
    ElfFile.read(MiniSample.kernel()).symbols().stream()
        .filter(symbol -> symbol.name().startsWith("counted_"))
        .forEach(symbol -> entries.put(symbol.address(), symbol.name()));
    assertEquals(5, entries.size(), entries::toString);
    Map<String, Integer> executed = new HashMap<>();
    rebuild(
        trace,
        FlowListener.NOBODY,
        (step, count) -> {
          String name = entries.get(step.node().pc());
          if (name != null) {
            executed.merge(name, 1, Integer::sum);
          }
        });
    assertEquals(12345, executed.get("counted_leaf"));
    assertEquals(8361, executed.get("counted_fibonacci"));
    assertEquals(5001, executed.get("counted_even"));
    assertEquals(5000, executed.get("counted_odd"));
  }

  private static void rebuild(
      Path trace, FlowListener listener, bbt.reconstruct.walk.flow.PieceConsumer pieces)
      throws IOException {
    try (TraceReader reader = TraceReader.open(trace)) {
      Reconstruction all =
          new Reconstruction(reader, (space, pc) -> FunctionMap.NONE, listener, pieces).run();
      assertEquals(List.of(), all.problems());
    }
  }
}
