package bbt.translator.trace;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

import bbt.packets.SidebandRecord;
import bbt.packets.TraceHeader;
import bbt.packets.bytes.PacketFormat;
import bbt.packets.write.TraceWriter;
import bbt.ptg.asm.Assembler;
import bbt.ptg.riscv.Insn;
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
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Function;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random parts of random programs: where nothing is recorded, quiet regions leave the same trace.
 */
class RandomScopeTest {
  private static final long INSTRUCTIONS = 40_000;
  private static final int FUNCTIONS = 4;

  /** Frames are cut often. */
  private static final PacketFormat.Limits SMALL = new PacketFormat.Limits(20, 50, 300, 2, 100, 60);

  /** Of two packets in a loop either may be the first of a frame. */
  private static final PacketFormat.Limits ODD =
      new PacketFormat.Limits(20, 3, 1 << 20, 2, 100, 60);

  /** Gives the functions of a page other names whenever it is mapped, and names tasks. */
  private static final class Names implements GuestSystem {
    private final Random random;
    private final long[] starts;

    Names(long seed, long[] starts) {
      random = new Random(seed);
      this.starts = starts;
    }

    @Override
    public ContextRule contextRule() {
      return ContextRule.STACK;
    }

    @Override
    public void switched(Hart hart, long before, long now, Listener to) {
      to.named(hart, now, 1, "t" + (now >> 3 & 1));
    }

    @Override
    public boolean executed(
        Hart hart, long virtualPage, long physicalPage, boolean translated, Listener to) {
      int count = 1 + random.nextInt(20);
      long[] addresses =
          random
              .ints(count, 0, starts.length)
              .mapToLong(i -> virtualPage | starts[i] & 4095)
              .sorted()
              .distinct()
              .toArray();
      count = addresses.length;
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

  /** Addresses at which nodes start, the more often executed ones more often. */
  private static long[] starts(long seed) {
    BareMachine machine = new BareMachine(new Ram(1 << 16), Tiering.NONE, null);
    new RandomProgram(seed).load(machine.ram, machine.cpu, seed);
    machine.cpu.pc = RandomProgram.CODE_PAGE;
    machine.runTo(5000, 1);
    return machine.happenings.stream()
        .mapToLong(BareMachine.Happening::pc)
        .filter(pc -> pc - RandomProgram.CODE_PAGE >>> 12 == 0)
        .toArray();
  }

  private static TraceScope scope(Random random, long[] starts) {
    List<TraceScope.Filter> filters = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      List<String> conditions = new ArrayList<>();
      if (random.nextInt(4) == 0) {
        conditions.add(
            switch (random.nextInt(3)) {
              case 0 -> "kernel";
              case 1 -> "space=0";
              default -> "task=t" + random.nextInt(2);
            });
      }
      if (random.nextBoolean()) {
        conditions.add("symbol=f" + random.nextInt(FUNCTIONS));
      }
      if (conditions.isEmpty() || random.nextInt(3) == 0) {
        long a = starts[random.nextInt(starts.length)];
        long b = starts[random.nextInt(starts.length)];
        conditions.add("range=%x-%x".formatted(Math.min(a, b), Math.max(a, b) + 2));
      }
      filters.add(TraceScope.Filter.parse(String.join(",", conditions)));
    }
    List<TraceScope.Trigger> on = new ArrayList<>();
    List<TraceScope.Trigger> off = new ArrayList<>();
    for (int i = random.nextInt(filters.isEmpty() ? 3 : 2); i > 0; i--) {
      on.add(trigger(random, starts));
    }
    for (int i = random.nextInt(filters.isEmpty() && on.isEmpty() ? 3 : 2); i > 0; i--) {
      off.add(trigger(random, starts));
    }
    return new TraceScope(filters, on, off);
  }

  private static TraceScope.Trigger trigger(Random random, long[] starts) {
    String text =
        switch (random.nextInt(5)) {
          case 0 -> "insns=" + random.nextInt((int) INSTRUCTIONS);
          case 1, 2 -> "symbol=f" + random.nextInt(FUNCTIONS);
          default -> "pc=%x".formatted(starts[random.nextInt(starts.length)]);
        };
    boolean counts = !text.startsWith("insns") && random.nextBoolean();
    return TraceScope.Trigger.parse(counts ? text + ":" + (1 + random.nextInt(20)) : text);
  }

  private static byte[] run(
      long seed,
      TraceScope scope,
      long[] starts,
      boolean quiet,
      Function<Recorder, Tiering> tierings)
      throws IOException {
    return run(
        machine -> {
          new RandomProgram(seed).load(machine.ram, machine.cpu, seed);
          machine.cpu.pc = RandomProgram.CODE_PAGE;
        },
        scope,
        new Names(seed, starts),
        SMALL,
        quiet,
        tierings);
  }

  private static byte[] run(
      Consumer<BareMachine> program,
      TraceScope scope,
      GuestSystem system,
      PacketFormat.Limits limits,
      boolean quiet,
      Function<Recorder, Tiering> tierings)
      throws IOException {
    Path trace = Files.createTempFile("scope", ".bbt");
    Map<String, String> facts = Map.of("trace.mode", "compact", "trace.verify", "true");
    Ram ram = new Ram(1 << 16);
    Recorder recorder =
        new Recorder(
            RiscvIsa.RV64,
            () ->
                new Recorder.Opened(
                    TraceWriter.create(trace, new TraceHeader(facts)), SymbolTable.EMPTY, limits),
            new PageTableRoots(ram),
            List.of(system),
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
    program.accept(machine);
    machine.runTo(INSTRUCTIONS);
    assertDoesNotThrow(() -> recorder.end(machine.cpu, 0, "limit"), scope::toString);
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
    long[] starts = starts(seed);
    TraceScope scope = scope(new Random(seed ^ 0x5C09E), starts);
    byte[] expected = run(seed, scope, starts, false, r -> Tiering.NONE);
    String what = "seed " + seed + ", " + scope;
    assertArrayEquals(expected, run(seed, scope, starts, true, r -> Tiering.NONE), what);
    assertArrayEquals(expected, run(seed, scope, starts, false, r -> regions(r, 1, seed)), what);
    assertArrayEquals(expected, run(seed, scope, starts, true, r -> regions(r, 1, seed)), what);
    assertArrayEquals(expected, run(seed, scope, starts, true, r -> regions(r, 30, seed)), what);
  }

  /**
   * A hart becomes quiet behind a node that is recorded, and the next one traps at once: the gap
   * begins in the handler. How long the loop is says behind which of its nodes a hart is quiet.
   */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8})
  void aGapBeginsWhereExecutionGoesOn(int padding) throws IOException {
    long handler = Ram.BASE + 0x200;
    Assembler a = new Assembler();
    a.li(5, handler).raw32(0x30529073); // csrw mtvec, t0
    long from = Ram.BASE + a.offset();
    a.label("loop").i(Insn.ADDI, 6, 6, 1).jal(0, "call");
    long to = Ram.BASE + a.offset();
    a.label("call").raw32(0x00000073); // ecall
    a.padTo((int) (handler - Ram.BASE));
    for (int i = 0; i < padding; i++) {
      a.i(Insn.ADDI, 7, 7, 1);
    }
    a.li(5, from).raw32(0x34129073).raw32(0x30200073); // csrw mepc, t0; mret
    TraceScope scope =
        new TraceScope(
            List.of(TraceScope.Filter.parse("range=%x-%x".formatted(from, to))),
            List.of(),
            List.of());
    Consumer<BareMachine> program = machine -> machine.load(a);
    byte[] expected = run(program, scope, NAMELESS, ODD, false, r -> Tiering.NONE);
    byte[] found = run(program, scope, NAMELESS, ODD, true, r -> regions(r, 1, 0));
    assertArrayEquals(expected, found);
  }

  /** A switch of tasks in the middle of a node cuts it: the rest of it is what is asked for. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatFollowsASwitchOfTasksWakesAHart(boolean regions) throws IOException {
    Assembler a = new Assembler();
    a.li(10, Ram.BASE + 0x200).li(11, Ram.BASE + 0x208);
    a.label("again").i(Insn.LD, 2, 10, 0);
    long from = Ram.BASE + a.offset();
    a.i(Insn.ADDI, 5, 0, 100).r(Insn.ADD, 6, 10, 0).r(Insn.ADD, 10, 11, 0).r(Insn.ADD, 11, 6, 0);
    a.label("loop").i(Insn.ADDI, 5, 5, -1).branch(Insn.BNE, 5, 0, "loop");
    a.jal(0, "again").padTo(0x200).raw64(0x100).raw64(0x900);
    TraceScope scope =
        new TraceScope(
            List.of(TraceScope.Filter.parse("range=%x-%x".formatted(from, from + 4))),
            List.of(),
            List.of());
    Consumer<BareMachine> program = machine -> machine.load(a);
    byte[] expected = run(program, scope, NAMELESS, SMALL, false, r -> Tiering.NONE);
    Function<Recorder, Tiering> tiering = r -> regions ? regions(r, 1, 0) : Tiering.NONE;
    assertArrayEquals(expected, run(program, scope, NAMELESS, SMALL, true, tiering));
  }

  private static final GuestSystem NAMELESS = () -> ContextRule.STACK;
}
