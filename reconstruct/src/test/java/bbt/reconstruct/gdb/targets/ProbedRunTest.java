package bbt.reconstruct.gdb.targets;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.ptg.riscv.Decoded;
import bbt.ptg.riscv.Decoder;
import bbt.reconstruct.testing.Rebuilt;
import bbt.reconstruct.testing.SmpGuest;
import bbt.translator.config.MachineConfig;
import bbt.translator.config.TraceOptions;
import bbt.translator.console.ConsolePort;
import bbt.translator.debug.Debugger;
import bbt.translator.debug.Probe;
import bbt.translator.debug.Watch;
import bbt.translator.debug.WatchHit;
import bbt.translator.device.GuestMemory;
import bbt.translator.engine.EngineMode;
import bbt.translator.hart.Hart;
import bbt.translator.machine.Machine;
import bbt.translator.riscv.cpu.Cpu;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A debugger that looks at a guest changes nothing of its run: what is shown, and that neither
 * guest nor trace notice.
 */
@Timeout(300)
class ProbedRunTest {
  private static final int HARTS = 2;

  /** Where the guest has its data: a counter that all harts add to. */
  private static final long DATA = 0x8000_8000L;

  @TempDir private Path folder;
  private byte[] untouched;
  private Rebuilt rebuilt;

  /** An instruction that was shown, before it was executed. */
  private record Shown(int hart, long retired, long pc) {}

  /** A run with somebody who looks. */
  private class Looking implements Debugger {
    final List<Shown> shown = new ArrayList<>();
    final List<String> hits = new ArrayList<>();
    Machine machine;
    Probe probe;

    @Override
    public boolean accessing(Hart cpu, WatchHit hit) {
      hits.add(text((Cpu) cpu, hit.address(), hit.store()));
      return false;
    }

    @Override
    public boolean before(Hart cpu) {
      shown.add(new Shown(cpu.hartId, cpu.retired(), cpu.pc));
      return false;
    }

    /** Chooses what to look for. */
    void begin() {}

    void run(EngineMode engine) throws IOException {
      Path trace = folder.resolve("probed.bbt");
      machine = Machine.create(config(trace, engine), ConsolePort.none());
      probe = machine.attach(this);
      begin();
      machine.run();
      machine.release();
      assertArrayEquals(untouched, Files.readAllBytes(trace), "the trace with somebody who looks");
    }
  }

  private static String text(Cpu cpu, long address, boolean store) {
    return "hart %d, %d, 0x%x: %s 0x%x"
        .formatted(cpu.hartId, cpu.retired(), cpu.pc, store ? "store" : "load", address);
  }

  private MachineConfig config(Path trace, EngineMode engine) {
    return MachineConfig.builder()
        .kernel(folder.resolve("guest.elf"))
        .memoryBytes(16 << 20)
        .harts(HARTS)
        .quantum(1000)
        .engine(engine)
        .threshold(20)
        .thresholdSeed(5)
        .trace(new TraceOptions(trace, true, true, TraceOptions.Context.AUTO))
        .build();
  }

  @BeforeEach
  void runWithoutAnybody() throws IOException {
    Files.write(folder.resolve("guest.elf"), SmpGuest.elf(HARTS, 600));
    Path trace = folder.resolve("untouched.bbt");
    Machine machine = Machine.create(config(trace, EngineMode.AUTO), ConsolePort.none());
    machine.run();
    machine.release();
    untouched = Files.readAllBytes(trace);
    rebuilt = Rebuilt.of(trace);
  }

  /** What retired of what was shown: of several at one count, the last. */
  private static List<Shown> retired(List<Shown> shown) {
    List<Shown> result = new ArrayList<>();
    Shown[] open = new Shown[HARTS];
    for (Shown s : shown) {
      Shown before = open[s.hart()];
      if (before != null && s.retired() > before.retired()) {
        assertEquals(before.retired() + 1, s.retired(), "an instruction was not shown");
      }
      open[s.hart()] = s;
    }
    long[] last = new long[HARTS];
    Arrays.fill(last, Long.MAX_VALUE);
    for (int i = shown.size() - 1; i >= 0; i--) {
      Shown s = shown.get(i);
      if (s.retired() < last[s.hart()]) {
        last[s.hart()] = s.retired();
        result.add(s);
      }
    }
    Collections.reverse(result);
    return result;
  }

  private List<Shown> all() {
    List<Shown> list = new ArrayList<>();
    long[] counts = new long[HARTS];
    for (int i = 0; i < rebuilt.addresses().size(); i++) {
      int hart = rebuilt.harts().get(i);
      list.add(new Shown(hart, counts[hart]++, rebuilt.addresses().get(i)));
    }
    return list;
  }

  @ParameterizedTest
  @EnumSource(EngineMode.class)
  void everyInstructionIsShownOnceBeforeItIsExecuted(EngineMode engine) throws IOException {
    Looking looking =
        new Looking() {
          @Override
          void begin() {
            probe.everyInstruction(true);
          }
        };
    looking.run(engine);
    assertEquals(all(), retired(looking.shown));
  }

  @ParameterizedTest
  @EnumSource(EngineMode.class)
  void stopsAreShownEachTimeWhateverTheEngine(EngineMode engine) throws IOException {
    List<Long> places = List.copyOf(new TreeSet<>(rebuilt.addresses()));
    for (int count : new int[] {1, 3, 12}) {
      Set<Long> chosen = new HashSet<>();
      Random random = new Random(count);
      while (chosen.size() < count) {
        chosen.add(places.get(random.nextInt(places.size())));
      }
      Looking looking =
          new Looking() {
            @Override
            void begin() {
              machine.stops(chosen.stream().mapToLong(Long::longValue).toArray());
            }
          };
      looking.run(engine);
      List<Shown> expected = all().stream().filter(s -> chosen.contains(s.pc())).toList();
      // A stop at an instruction that traps is shown too, and does not retire.
      List<Shown> found = looking.shown.stream().filter(expected::contains).distinct().toList();
      assertEquals(expected, found);
      assertTrue(looking.shown.stream().allMatch(s -> chosen.contains(s.pc())));
    }
  }

  @ParameterizedTest
  @EnumSource(EngineMode.class)
  void stopsMayComeAndGoInTheMiddleOfARun(EngineMode engine) throws IOException {
    List<Long> executed = rebuilt.addresses();
    Random random = new Random(4);
    Looking looking =
        new Looking() {
          private Set<Long> current = Set.of();

          @Override
          void begin() {
            choose();
          }

          private void choose() {
            current = new HashSet<>();
            for (int i = 0; i < 3; i++) {
              current.add(executed.get(random.nextInt(executed.size()))); // mostly hot ones
            }
            machine.stops(current.stream().mapToLong(Long::longValue).toArray());
          }

          @Override
          public boolean before(Hart cpu) {
            assertTrue(current.contains(cpu.pc));
            if (shown.size() % 5 == 0) {
              choose();
            }
            return super.before(cpu);
          }
        };
    looking.run(engine);
    assertTrue(looking.shown.size() > 100, looking.shown.size() + " shown");
  }

  /** Loads and stores of a range, found by looking at each instruction. */
  private static final class Accesses {
    final List<String> expected = new ArrayList<>();
    private final long from;
    private final long to;
    private final Pending[] pending = new Pending[HARTS];

    private record Pending(long retired, List<String> text) {}

    Accesses(long from, int bytes) {
      this.from = from;
      this.to = from + bytes;
    }

    void before(Cpu cpu, GuestMemory memory) {
      Pending last = pending[cpu.hartId];
      if (last != null && cpu.retired() > last.retired()) {
        expected.addAll(last.text());
      }
      int bits = memory.read16(cpu.pc) | memory.read16(cpu.pc + 2) << 16;
      Decoded insn = Decoder.decode(bits);
      List<String> text = new ArrayList<>();
      if (insn != null) {
        int size =
            switch (insn.insn()) {
              case LD, SD, AMOADD_D -> 8;
              case LW, SW -> 4;
              default -> 0;
            };
        boolean store =
            switch (insn.insn()) {
              case SD, SW, AMOADD_D -> true;
              default -> false;
            };
        long address =
            cpu.general(insn.rs1()) + (insn.insn().name().startsWith("AMO") ? 0 : insn.imm());
        if (size > 0 && address < to && address + size > from) {
          text.add(text(cpu, address, store));
        }
      }
      pending[cpu.hartId] = new Pending(cpu.retired(), text);
    }
  }

  @Test
  void watchesFindEachAccessWhateverTheEngine() throws IOException {
    for (long[] range : new long[][] {{DATA, 8}, {DATA + 10, 2}, {DATA + 4096, 8}}) {
      Accesses accesses = new Accesses(range[0], (int) range[1]);
      Looking every =
          new Looking() {
            @Override
            void begin() {
              probe.everyInstruction(true);
            }

            @Override
            public boolean before(Hart cpu) {
              accesses.before((Cpu) cpu, machine.memory());
              return false;
            }
          };
      every.run(EngineMode.INTERPRETER);
      assertTrue(range[0] > DATA + 64 || !accesses.expected.isEmpty());
      for (EngineMode engine : EngineMode.values()) {
        Looking looking =
            new Looking() {
              @Override
              void begin() {
                machine.watches(List.of(new Watch(range[0], (int) range[1], true, true)));
              }
            };
        looking.run(engine);
        assertEquals(accesses.expected, looking.hits, engine.name());
      }
    }
  }

  @Test
  void aWatchOfStoresOnlyDoesNotShowLoads() throws IOException {
    Looking looking =
        new Looking() {
          @Override
          void begin() {
            machine.watches(List.of(new Watch(DATA, 16, false, true)));
          }
        };
    looking.run(EngineMode.TRANSLATOR);
    assertTrue(looking.hits.size() > 600, looking.hits.size() + " hits");
    assertTrue(looking.hits.stream().allMatch(hit -> hit.contains("store")), "stores only");
  }

  @Test
  void aWatchThatIsTakenAwayIsNotShownAnyMore() throws IOException {
    Looking looking =
        new Looking() {
          @Override
          void begin() {
            machine.watches(List.of(new Watch(DATA, 8, true, true)));
          }

          @Override
          public boolean accessing(Hart cpu, WatchHit hit) {
            machine.watches(List.of());
            return super.accessing(cpu, hit);
          }
        };
    looking.run(EngineMode.AUTO);
    assertEquals(1, looking.hits.size());
  }

  /** gdb steps over an access with a breakpoint behind it. */
  @Test
  void aStopRightBehindAnAccessIsShown() throws IOException {
    List<Long> accesses = new ArrayList<>();
    Looking looking =
        new Looking() {
          @Override
          void begin() {
            machine.watches(List.of(new Watch(DATA, 8, true, true)));
          }

          @Override
          public boolean accessing(Hart cpu, WatchHit hit) {
            accesses.add(cpu.retired());
            machine.stops(cpu.pc + 4);
            return false;
          }

          @Override
          public boolean before(Hart cpu) {
            machine.stops();
            return super.before(cpu);
          }
        };
    looking.run(EngineMode.TRANSLATOR);
    assertTrue(accesses.size() > 600, accesses.size() + " accesses");
    assertEquals(
        accesses.stream().map(count -> count + 1).toList(),
        looking.shown.stream().map(Shown::retired).toList());
  }
}
