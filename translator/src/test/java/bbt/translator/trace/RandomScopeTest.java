package bbt.translator.trace;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

import bbt.packets.SidebandRecord;
import bbt.packets.TraceHeader;
import bbt.packets.write.TraceWriter;
import bbt.ptg.riscv.RiscvIsa;
import bbt.ptg.symbols.SymbolTable;
import bbt.translator.code.Tiering;
import bbt.translator.hart.Hart;
import bbt.translator.memory.Ram;
import bbt.translator.region.CompileLog;
import bbt.translator.region.RandomProgram;
import bbt.translator.region.RegionCompiler;
import bbt.translator.region.SynchronousTiering;
import bbt.translator.riscv.cpu.PageTableRoots;
import bbt.translator.riscv.lift.RiscvCode;
import bbt.translator.testing.BareMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/**
 * Random parts of random programs: where nothing is recorded, quiet regions leave the same trace.
 */
class RandomScopeTest {
  private static final long INSTRUCTIONS = 40_000;
  private static final int FUNCTIONS = 4;

  /** How many of the traces had a part of a run. */
  private static final Set<Integer> LENGTHS = new HashSet<>();

  /** Gives the functions of a page other names whenever it is mapped. */
  private static final class Names implements GuestSystem {
    private final Random random;

    Names(long seed) {
      random = new Random(seed);
    }

    @Override
    public ContextRule contextRule() {
      return ContextRule.STACK;
    }

    @Override
    public boolean executed(
        Hart hart, long virtualPage, long physicalPage, boolean translated, Listener to) {
      int count = 1 + random.nextInt(20);
      long[] addresses =
          random.longs(count, 0, 2048).sorted().map(at -> virtualPage + 2 * at).toArray();
      String[] names = new String[count];
      for (int i = 0; i < count; i++) {
        int number = random.nextInt(FUNCTIONS + 1);
        names[i] = number == FUNCTIONS ? "" : "f" + number;
      }
      to.say(
          hart,
          (trace, retired) ->
              trace.names(
                  new SidebandRecord.Symbols(
                      retired, "kernel", SidebandRecord.GLOBAL, addresses, names)));
      return true;
    }
  }

  private static TraceScope scope(Random random) {
    List<TraceScope.Filter> filters = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      List<String> conditions = new ArrayList<>();
      if (random.nextInt(4) == 0) {
        conditions.add(random.nextBoolean() ? "kernel" : "space=0");
      }
      if (random.nextBoolean()) {
        conditions.add("symbol=f" + random.nextInt(FUNCTIONS));
      }
      if (conditions.isEmpty() || random.nextInt(3) == 0) {
        long from = address(random);
        conditions.add("range=%x-%x".formatted(from, from + 2 + random.nextInt(400)));
      }
      filters.add(TraceScope.Filter.parse(String.join(",", conditions)));
    }
    List<TraceScope.Trigger> starts = new ArrayList<>();
    List<TraceScope.Trigger> stops = new ArrayList<>();
    for (int i = random.nextInt(filters.isEmpty() ? 3 : 2); i > 0; i--) {
      starts.add(trigger(random));
    }
    for (int i = random.nextInt(filters.isEmpty() && starts.isEmpty() ? 3 : 2); i > 0; i--) {
      stops.add(trigger(random));
    }
    return new TraceScope(filters, starts, stops);
  }

  private static long address(Random random) {
    return RandomProgram.CODE_PAGE + 2L * random.nextInt(2048);
  }

  private static TraceScope.Trigger trigger(Random random) {
    String text =
        switch (random.nextInt(5)) {
          case 0 -> "insns=" + random.nextInt((int) INSTRUCTIONS);
          case 1, 2 -> "symbol=f" + random.nextInt(FUNCTIONS);
          default -> "pc=%x".formatted(address(random));
        };
    boolean counts = !text.startsWith("insns") && random.nextBoolean();
    return TraceScope.Trigger.parse(counts ? text + ":" + (1 + random.nextInt(20)) : text);
  }

  private static byte[] run(
      long seed, TraceScope scope, boolean quiet, Function<Recorder, Tiering> tierings)
      throws IOException {
    Path trace = Files.createTempFile("scope", ".bbt");
    Map<String, String> facts = Map.of("trace.mode", "compact", "trace.verify", "true");
    Ram ram = new Ram(1 << 16);
    Recorder recorder =
        new Recorder(
            RiscvIsa.RV64,
            () ->
                new Recorder.Opened(
                    TraceWriter.create(trace, new TraceHeader(facts)), SymbolTable.EMPTY),
            new PageTableRoots(ram),
            List.of(new Names(seed)),
            ContextRule.STACK,
            scope,
            List.of());
    BareMachine machine = new BareMachine(ram, tierings.apply(recorder), recorder);
    if (quiet) {
      recorder.shows(machine.cpu, machine.code, machine.fetchTlb::quiet);
    }
    machine.atEvent =
        () -> {
          recorder.look(machine.cpu, machine.cpu.retired(), 0);
          machine.cpu.expireIn(
              Math.min(
                  recorder.nextLook(machine.cpu),
                  Math.max(recorder.switching().nextCount() - machine.cpu.retired(), 1)));
        };
    new RandomProgram(seed).load(ram, machine.cpu, seed);
    machine.cpu.pc = RandomProgram.CODE_PAGE;
    machine.runTo(INSTRUCTIONS);
    String what = "seed " + seed + ", " + scope;
    assertDoesNotThrow(() -> recorder.end(machine.cpu, 0, "limit"), what);
    byte[] bytes = Files.readAllBytes(trace);
    Files.delete(trace);
    return bytes;
  }

  private static Tiering regions(Recorder recorder, int most, long seed) {
    Random random = new Random(seed);
    return SynchronousTiering.after(
        new RegionCompiler(RiscvCode.RV64, recorder, true, true, CompileLog.NONE),
        () -> 1 + random.nextInt(most));
  }

  @Property(tries = 150, shrinking = ShrinkingMode.OFF)
  void quietRegionsLeaveTheSameTrace(@ForAll long seed) throws IOException {
    TraceScope scope = scope(new Random(seed ^ 0x5C09E));
    byte[] expected = run(seed, scope, false, r -> Tiering.NONE);
    String what = "seed " + seed + ", " + scope;
    assertArrayEquals(expected, run(seed, scope, true, r -> Tiering.NONE), what);
    assertArrayEquals(expected, run(seed, scope, false, r -> regions(r, 1, seed)), what);
    assertArrayEquals(expected, run(seed, scope, true, r -> regions(r, 1, seed)), what);
    assertArrayEquals(expected, run(seed, scope, true, r -> regions(r, 30, seed)), what);
  }
}
