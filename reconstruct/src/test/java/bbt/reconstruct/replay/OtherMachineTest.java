package bbt.reconstruct.replay;

import static bbt.ptg.riscv.Insn.ADDI;
import static bbt.ptg.riscv.Insn.BEQ;
import static bbt.ptg.riscv.Insn.BNE;
import static bbt.ptg.riscv.Insn.LD;
import static bbt.ptg.riscv.Insn.SD;
import static bbt.ptg.riscv.Insn.SW;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.SidebandRecord;
import bbt.packets.TraceHeader;
import bbt.packets.write.TraceEditor;
import bbt.ptg.asm.Assembler;
import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.UserException;
import bbt.reconstruct.replay.setup.KnownFiles;
import bbt.reconstruct.replay.setup.TraceFacts;
import bbt.reconstruct.replay.setup.TraceSetup;
import bbt.reconstruct.replay.state.SnapshotStore;
import bbt.reconstruct.testing.Rebuilt;
import bbt.reconstruct.testing.TestElf;
import bbt.reconstruct.trace.TraceVerifier;
import bbt.translator.config.MachineConfig;
import bbt.translator.config.TraceOptions;
import bbt.translator.console.ConsolePort;
import bbt.translator.console.InputLog;
import bbt.translator.engine.EngineMode;
import bbt.translator.machine.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A machine that behaves differently from the traced one, anywhere, is noticed: the check says
 * where.
 */
@Timeout(300)
class OtherMachineTest {
  private static final Pattern INSTRUCTION = Pattern.compile("trace: instruction (\\d+) of hart");
  private static final Pattern RECORD = Pattern.compile("sideband at 0: at (\\d+): ");
  private static final int HEADERS = 64 + 56;
  private static final long BASE = 0x8000_0000L;

  @TempDir Path folder;

  private MachineConfig.Builder config(RecordedGuest guest, Path kernel) {
    return MachineConfig.builder()
        .kernel(kernel)
        .memoryBytes(16 << 20)
        .harts(guest.config().harts())
        .quantum(guest.config().quantum())
        .maxInsns(3 * guest.retired())
        .engine(EngineMode.AUTO);
  }

  /** What the check of a trace against a machine says; null: they agree. */
  private String check(Path trace, MachineConfig.Builder machine) throws IOException {
    TraceFacts facts = TraceFacts.read(trace);
    try (SnapshotStore store = SnapshotStore.create(folder.resolve("cache").resolve("snapshots"));
        ForwardPass pass =
            new ForwardPass(
                trace, facts, machine, InputLog.Replay.of(List.of()), null, store, 1_000_000)) {
      pass.advance(Long.MAX_VALUE, done -> {});
      return null;
    } catch (UserException e) {
      assertEquals(Fault.CHECK_FAILED, e.fault());
      return e.getMessage();
    }
  }

  @Test
  void anotherBitInAnInstruction() throws IOException {
    RecordedGuest guest = RecordedGuest.run(folder, 1, 300, EngineMode.AUTO);
    List<Long> truth = Rebuilt.of(guest.trace()).addresses();
    byte[] program = Files.readAllBytes(guest.kernel());
    Path kernel = folder.resolve("other.elf");
    Path its = folder.resolve("its.bbt");
    Random random = new Random(11);
    int named = 0;
    int same = 0;
    for (int round = 0; round < 40; round++) {
      byte[] other = program.clone();
      int at = HEADERS + random.nextInt(program.length - HEADERS);
      other[at] ^= (byte) (1 << random.nextInt(8));
      Files.write(kernel, other);
      Machine.create(
              config(guest, kernel)
                  .trace(new TraceOptions(its, true, true, TraceOptions.Context.AUTO))
                  .build(),
              ConsolePort.none())
          .run();
      int first = firstDifference(truth, Rebuilt.of(its).addresses(), BASE + at - HEADERS);
      String says = check(guest.trace(), config(guest, kernel));
      String what = "byte " + at + ", instruction " + first + ": " + says;
      if (first < 0) {
        same++;
        assertEquals(null, says, what);
        continue;
      }
      assertTrue(says != null, what);
      Matcher instruction = INSTRUCTION.matcher(says);
      Matcher code = RECORD.matcher(says);
      if (instruction.find()) {
        // The instruction that led elsewhere, or the first one there.
        long number = Long.parseLong(instruction.group(1));
        assertTrue(number == first || number == first - 1, what);
        named++;
      } else {
        assertTrue(code.find(), what);
        assertTrue(Math.abs(Long.parseLong(code.group(1)) - first) <= 1, what);
      }
    }
    assertTrue(named > 5, named + " named");
    assertTrue(same > 0, "the program has bytes that are never executed");
  }

  /** The first instruction that is another one, or whose bytes are; -1: there is none. */
  private static int firstDifference(List<Long> a, List<Long> b, long changed) {
    for (int i = 0; i < Math.max(a.size(), b.size()); i++) {
      if (i >= a.size() || i >= b.size() || !a.get(i).equals(b.get(i))) {
        return i;
      }
      long pc = a.get(i);
      boolean four = i + 1 < a.size() ? a.get(i + 1) != pc + 2 : true;
      if (changed >= pc && changed < pc + (four ? 4 : 2)) {
        return i;
      }
    }
    return -1;
  }

  @Test
  void anotherOrderOfHarts() throws IOException {
    RecordedGuest guest = RecordedGuest.run(folder, 3, 300, EngineMode.AUTO);
    assertEquals(null, check(guest.trace(), config(guest, guest.kernel())));
    String says = check(guest.trace(), config(guest, guest.kernel()).quantum(2001));
    assertTrue(says != null && says.contains("differs from the trace"), says);
  }

  /** Two harts, one of which spins until the other one has worked. */
  private RecordedGuest spinning(boolean yields) throws IOException {
    Assembler a = new Assembler().li(19, BASE + 0x8000).branch(BNE, 10, 0, "work");
    a.label("spin").i(LD, 5, 19, 0).branch(BEQ, 5, 0, "spin");
    a.li(5, 0x10_0000).li(6, 0x5555).s(SW, 6, 5, 0).label("end").jal(0, "end");
    a.label("work").li(5, 40_000).label("again").i(ADDI, 5, 5, -1).branch(BNE, 5, 0, "again");
    a.s(SD, 10, 19, 0).jal(0, "end");
    Path kernel = folder.resolve("spinning.elf");
    Files.write(kernel, TestElf.plain(BASE, a.bytes()));
    Path trace = folder.resolve("spinning.bbt");
    MachineConfig config =
        MachineConfig.builder()
            .kernel(kernel)
            .memoryBytes(16 << 20)
            .harts(2)
            .quantum(2000)
            .spinsYield(yields)
            .trace(new TraceOptions(trace, true, true, TraceOptions.Context.AUTO))
            .build();
    long retired = Machine.create(config, ConsolePort.none()).run().retired();
    return new RecordedGuest(kernel, trace, config, retired);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anotherRuleForHartsThatSpin(boolean yields) throws IOException {
    RecordedGuest guest = spinning(yields);
    assertEquals(yields, guest.retired() < 120_000, guest.retired() + " instructions");
    assertEquals(List.of(), TraceVerifier.verify(guest.trace()).problems());
    TraceFacts facts = TraceFacts.read(guest.trace());
    Map<String, String> entries = new TreeMap<>(facts.header().entries());
    assertEquals(yields ? "yields" : "stays", entries.get("machine.spin"));
    KnownFiles known = KnownFiles.in(folder.resolve("known"));
    TraceSetup setup = new TraceSetup(guest.trace(), facts.header());
    assertEquals(null, check(guest.trace(), setup.config(guest.files(), known)));
    String says = check(guest.trace(), config(guest, guest.kernel()).spinsYield(!yields));
    assertTrue(says != null && says.contains("differs from the trace"), says);
    entries.remove("machine.spin");
    TraceSetup old = new TraceSetup(guest.trace(), new TraceHeader(entries));
    assertFalse(old.config(guest.files(), known).build().spinsYield(), "a trace of old");
  }

  @ParameterizedTest
  @ValueSource(ints = {300, 3000})
  void anotherTime(int rounds) throws IOException {
    RecordedGuest guest = RecordedGuest.run(folder, 1, rounds, EngineMode.AUTO);
    String says = check(guest.trace(), config(guest, guest.kernel()).insnsPerSecond(900_000_000));
    // Timer interrupts, if it was long enough for one; else where the clock stood.
    String expected = rounds == 300 ? "guest time at the end: " : "the trace says ";
    assertTrue(says != null && says.contains(expected), () -> "" + says);
  }

  @Test
  void everyRecordBesideTheFlow() throws IOException {
    RecordedGuest guest = RecordedGuest.run(folder, 2, 300, EngineMode.AUTO);
    List<SidebandRecord> records = new ArrayList<>();
    Path other = folder.resolve("records.bbt");
    TraceEditor.rewrite(
        guest.trace(),
        other,
        item -> {
          records.add(item);
          return item;
        });
    assertEquals(null, check(other, config(guest, guest.kernel())));
    Random random = new Random(4);
    List<Integer> victims = new ArrayList<>();
    for (int i = 0; i < records.size(); i++) {
      // A few of the many that announce code, all others.
      if (!(records.get(i) instanceof SidebandRecord.Code) || random.nextInt(4) == 0) {
        victims.add(i);
      }
    }
    assertTrue(records.stream().anyMatch(r -> r instanceof SidebandRecord.Mapping), "no mappings");
    for (int victim : victims) {
      int[] number = {0};
      SidebandRecord wrong = worse(records.get(victim), random);
      TraceEditor.rewrite(guest.trace(), other, item -> number[0]++ == victim ? wrong : item);
      String says = check(other, config(guest, guest.kernel()));
      boolean part = wrong != records.get(victim);
      assertEquals(part, says != null, records.get(victim) + " became " + wrong + ": " + says);
      if (part) {
        // By itself, or by the first instruction that reads otherwise with it.
        assertTrue(
            says.contains("at " + wrong.retired() + ": ") || says.contains("instruction "), says);
      }
    }
  }

  /** Something else; the same where a record is no part of the execution. */
  private static SidebandRecord worse(SidebandRecord item, Random random) {
    return switch (item) {
      case SidebandRecord.Code c -> {
        short[] halfwords = c.halfwords().clone();
        halfwords[random.nextInt(halfwords.length)] ^= (short) (1 << random.nextInt(16));
        yield new SidebandRecord.Code(c.retired(), c.line(), c.mask(), halfwords);
      }
      case SidebandRecord.Mapping m ->
          new SidebandRecord.Mapping(
              m.retired(), m.addressSpace(), m.virtualPage(), m.physicalPage() ^ 0x1000);
      case SidebandRecord.Time t -> new SidebandRecord.Time(t.retired(), t.ticks() + 1);
      default -> item;
    };
  }
}
