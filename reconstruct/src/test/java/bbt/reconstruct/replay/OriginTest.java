package bbt.reconstruct.replay;

import static bbt.ptg.riscv.Insn.ADD;
import static bbt.ptg.riscv.Insn.ADDI;
import static bbt.ptg.riscv.Insn.AMOADD_D;
import static bbt.ptg.riscv.Insn.AMOSWAP_D;
import static bbt.ptg.riscv.Insn.CSRRS;
import static bbt.ptg.riscv.Insn.FLD;
import static bbt.ptg.riscv.Insn.FMV_D_X;
import static bbt.ptg.riscv.Insn.FMV_X_D;
import static bbt.ptg.riscv.Insn.FSD;
import static bbt.ptg.riscv.Insn.LBU;
import static bbt.ptg.riscv.Insn.LD;
import static bbt.ptg.riscv.Insn.LR_D;
import static bbt.ptg.riscv.Insn.LWU;
import static bbt.ptg.riscv.Insn.SB;
import static bbt.ptg.riscv.Insn.SC_D;
import static bbt.ptg.riscv.Insn.SD;
import static bbt.ptg.riscv.Insn.SLLI;
import static bbt.ptg.riscv.Insn.SW;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.ptg.asm.Assembler;
import bbt.ptg.guest.data.GuestRegister;
import bbt.ptg.riscv.Decoded;
import bbt.ptg.riscv.Decoder;
import bbt.reconstruct.map.TraceMap;
import bbt.reconstruct.names.BinaryFiles;
import bbt.reconstruct.replay.origin.Holder;
import bbt.reconstruct.replay.origin.Origin;
import bbt.reconstruct.replay.origin.OriginEnd;
import bbt.reconstruct.replay.origin.OriginFinder;
import bbt.reconstruct.replay.origin.OriginStep;
import bbt.reconstruct.replay.setup.GuestOptions;
import bbt.reconstruct.replay.state.MachineState;
import bbt.reconstruct.replay.state.Position;
import bbt.reconstruct.testing.TestElf;
import bbt.translator.config.MachineConfig;
import bbt.translator.config.TraceOptions;
import bbt.translator.console.ConsolePort;
import bbt.translator.engine.EngineMode;
import bbt.translator.machine.Machine;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Follows values of a program whose moves are known, and of one that was looked at step by step.
 */
@Timeout(300)
class OriginTest {
  private static final long BASE = 0x8000_0000L;
  private static final long DATA = BASE + 0x8000;
  private static final long SYSCON = 0x10_0000;
  private static final int MSTATUS = 0x300;
  private static final int MSCRATCH = 0x340;

  @TempDir private Path folder;

  /** Each kind of move, with a label at each instruction that is told of. */
  private static Assembler moves() {
    Assembler a = new Assembler();
    a.li(19, DATA).li(20, DATA + 0xFFC).li(21, 0x1000_0005).la(22, "data");
    a.label("li").li(5, 77).label("mv").i(ADDI, 6, 5, 0);
    a.label("sd").s(SD, 6, 19, 0).label("ld").i(LD, 7, 19, 0);
    a.s(SD, 19, 19, 8).label("byte").s(SB, 6, 19, 11).label("lwu").i(LWU, 28, 19, 8);
    a.label("big").i(SLLI, 31, 5, 40);
    a.label("wide").s(SD, 31, 20, 0).label("narrow").i(LBU, 30, 20, 5);
    a.label("csr").i(CSRRS, 8, 0, MSCRATCH).label("uart").i(LBU, 9, 21, 0);
    a.label("swap").r(AMOSWAP_D, 10, 19, 7).label("swapped").i(LD, 11, 19, 0);
    a.label("sum").r(AMOADD_D, 0, 19, 5).label("summed").i(LD, 12, 19, 0);
    a.label("add").r(ADD, 13, 5, 7).label("loaded").i(LD, 14, 22, 0);
    a.r(LR_D, 15, 19, 0).label("sc").r(SC_D, 15, 19, 5).label("after").i(LD, 16, 19, 0);
    a.li(23, 0x6000).i(CSRRS, 0, 23, MSTATUS);
    a.label("fmv").r(FMV_D_X, 1, 7, 0).label("fsd").s(FSD, 1, 19, 16);
    a.label("fld").i(FLD, 2, 19, 16).label("back").r(FMV_X_D, 17, 2, 0);
    a.li(5, SYSCON).li(6, 0x5555).s(SW, 6, 5, 0).label("end").jal(0, "end");
    return a.align(8).label("data").raw64(0x1122334455667788L);
  }

  /** A register, the labels that it came from, and how that ended. */
  private static final String EXPECTED =
      """
      7: ld sd mv li: CONSTANT
      28: lwu byte mv li: CONSTANT
      30: narrow wide big li: CONSTANT
      8: csr: CONTROL
      9: uart: DeviceRegister[physical=268435461]
      10: swap sd mv li: CONSTANT
      11: swapped swap ld sd mv li: CONSTANT
      12: summed sum: Computed[inputs=[Input[register=GuestRegister[floating=false, number=5], value=77]], memory=true]
      14: loaded: INITIAL
      15: sc: OUTCOME
      16: after sc li: CONSTANT
      17: back fld fsd fmv ld sd mv li: CONSTANT
      27:: INITIAL
      """;

  private Path guest(byte[] elf) throws IOException {
    return Files.write(folder.resolve("guest.elf"), elf);
  }

  private static GuestOptions record(Path kernel, Path trace) throws IOException {
    MachineConfig config =
        MachineConfig.builder()
            .kernel(kernel)
            .memoryBytes(16 << 20)
            .trace(new TraceOptions(trace, true, true, TraceOptions.Context.AUTO))
            .build();
    Machine.create(config, ConsolePort.none()).run();
    return new GuestOptions(kernel, null, List.of(), null, null, List.of(), List.of(), null);
  }

  private static TraceMap map(Path trace) throws IOException {
    return TraceMap.open(trace, new TraceMap.Options(BinaryFiles.NONE, null, done -> {}));
  }

  private static OriginFinder finder(Replay replay, TraceMap map) {
    return new OriginFinder(replay, map, () -> false, done -> {});
  }

  @Test
  void eachMoveIsFollowed() throws IOException {
    Assembler program = moves();
    Path trace = folder.resolve("moves.bbt");
    GuestOptions files = record(guest(TestElf.plain(BASE, program.bytes())), trace);
    try (Replay replay = Replay.open(trace, files, folder.resolve("cache"), 0);
        TraceMap map = map(trace)) {
      Position end = behind(replay, BASE + program.offsetOf("back"));
      for (String line : EXPECTED.lines().toList()) {
        String[] parts = line.split(": ?", 3);
        GuestRegister register = GuestRegister.general(Integer.parseInt(parts[0]));
        Origin found = finder(replay, map).of(end, 0, register, 100);
        List<Long> labels =
            Arrays.stream(parts[1].split(" "))
                .filter(label -> !label.isEmpty())
                .map(label -> BASE + program.offsetOf(label))
                .toList();
        assertEquals(labels, found.steps().stream().map(OriginStep::pc).toList(), line);
        assertEquals(parts[2], found.ending().toString(), line);
      }
      Origin computed = finder(replay, map).of(end, 0, GuestRegister.general(13), 100);
      List<OriginEnd.Input> inputs =
          List.of(
              new OriginEnd.Input(GuestRegister.general(5), 77),
              new OriginEnd.Input(GuestRegister.general(7), 77));
      assertEquals(new OriginEnd.Computed(inputs, false), computed.ending());
      Origin shifted = finder(replay, map).of(end, 0, GuestRegister.general(30), 100);
      assertEquals(
          new Holder.InRegister(0, GuestRegister.general(31), 5, 1),
          shifted.steps().get(2).holder(),
          "the byte that was stored to the second page");
      Origin bounded = finder(replay, map).of(end, 0, GuestRegister.general(17), 3);
      assertEquals(OriginEnd.Plain.LIMIT, bounded.ending());
      assertEquals(3, bounded.steps().size());
    }
  }

  @Test
  void theLastByteOfMemoryToBeWrittenIsFollowed() throws IOException {
    Assembler program = moves();
    Path trace = folder.resolve("moves.bbt");
    GuestOptions files = record(guest(TestElf.plain(BASE, program.bytes())), trace);
    try (Replay replay = Replay.open(trace, files, folder.resolve("cache"), 0);
        TraceMap map = map(trace)) {
      Position end = behind(replay, BASE + program.offsetOf("back"));
      Holder.InMemory eight = new Holder.InMemory(DATA + 8, List.of(new Holder.Range(DATA + 8, 8)));
      OriginStep last = finder(replay, map).of(end, eight, 10).steps().getFirst();
      assertEquals(BASE + program.offsetOf("byte"), last.pc());
      assertEquals(
          new Holder.InMemory(DATA + 11, List.of(new Holder.Range(DATA + 11, 1))), last.holder());
      assertArrayEquals(new byte[] {77}, last.value());
      assertEquals(8, last.wanted());
      Holder.InMemory nobody =
          new Holder.InMemory(DATA + 64, List.of(new Holder.Range(DATA + 64, 8)));
      Origin none = finder(replay, map).of(end, nobody, 10);
      assertEquals(List.of(), none.steps());
      assertEquals(OriginEnd.Plain.INITIAL, none.ending());
    }
  }

  private static Position behind(Replay replay, long pc) throws IOException {
    while (replay.state().pc(0) != pc) {
      assertTrue(replay.step());
    }
    replay.step();
    return replay.position();
  }

  // ---- against a run that was looked at step by step

  /**
   * A step of the run.
   *
   * @param x the registers of its hart before it
   * @param memory the data before it
   */
  private record Step(Position at, int hart, long pc, Decoded insn, long[][] x, byte[] memory) {}

  private static List<Step> stepByStep(Replay replay) throws IOException {
    MachineState state = replay.state();
    replay.goTo(Position.at(0));
    List<Step> steps = new ArrayList<>();
    boolean goesOn = true;
    while (goesOn) {
      Position at = replay.position();
      long[][] x = new long[state.harts()][32];
      long[] pc = new long[state.harts()];
      int[] bits = new int[state.harts()];
      for (int hart = 0; hart < x.length; hart++) {
        for (int i = 0; i < 32; i++) {
          x[hart][i] = state.general(hart, i);
        }
        pc[hart] = state.pc(hart);
        byte[] code = state.readPhysical(pc[hart], 4);
        bits[hart] = ByteBuffer.wrap(code).order(ByteOrder.LITTLE_ENDIAN).getInt();
      }
      byte[] memory = state.readPhysical(DATA, 16);
      goesOn = replay.step();
      int hart = state.hart();
      if (replay.position().clock() > at.clock()) {
        steps.add(new Step(at, hart, pc[hart], Decoder.decode(bits[hart]), x, memory));
      }
    }
    return steps;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void whatIsToldIsWhatHappened(int harts) throws IOException {
    RecordedGuest guest = RecordedGuest.run(folder, harts, 300, EngineMode.AUTO);
    int followed = 0;
    try (Replay replay = Replay.open(guest.trace(), guest.files(), folder.resolve("cache"), 3001);
        TraceMap map = map(guest.trace())) {
      List<Step> steps = stepByStep(replay);
      Random random = new Random(harts);
      OriginFinder finder = finder(replay, map);
      for (int round = 0; round < 60; round++) {
        Step from = steps.get(random.nextInt(steps.size() / 2, steps.size()));
        int register = List.of(1, 5, 6, 9, 18, 21, 28, 29, 30).get(random.nextInt(9));
        Origin found = finder.of(from.at(), from.hart(), GuestRegister.general(register), 12);
        assertNotEquals(OriginEnd.Plain.UNKNOWN, found.ending(), "each step leaves the value");
        Holder holder = found.asked();
        Position until = from.at();
        for (OriginStep step : found.steps()) {
          check(steps, step, holder, until);
          followed++;
          until = step.at();
          holder = null; // what it was before is the step's to know
        }
      }
    }
    assertTrue(followed > 100, followed + " steps");
  }

  /** Checks that a step wrote the value, and that nobody wrote there until it was seen again. */
  private static void check(List<Step> steps, OriginStep told, Holder asked, Position until) {
    int at = 0;
    while (steps.get(at).at().compareTo(told.at()) < 0) {
      at++;
    }
    Step step = steps.get(at);
    assertEquals(told.at(), step.at());
    assertEquals(told.hart(), step.hart());
    assertEquals(told.pc(), step.pc());
    if (told.holder() instanceof Holder.InRegister r) {
      assertEquals(r.register().number(), step.insn().rd());
      assertTrue(asked == null || asked.equals(told.holder()));
      for (int i = at + 1; i < steps.size() && steps.get(i).at().compareTo(until) <= 0; i++) {
        Step later = steps.get(i);
        boolean writes = later.hart() == r.hart() && later.insn().rd() == step.insn().rd();
        boolean before = later.at().compareTo(until) < 0;
        assertTrue(
            !before || !writes || later.insn().insn().format().name().matches("S|B"),
            later.toString());
        long value = later.x()[r.hart()][r.register().number()];
        for (int b = 0; b < r.bytes(); b++) {
          assertEquals(told.value()[b], (byte) (value >>> 8 * (r.first() + b)));
        }
      }
    } else {
      Holder.InMemory m = (Holder.InMemory) told.holder();
      int first = (int) (m.address() - DATA);
      if (first >= 0 && first + m.bytes() <= 16) {
        for (int i = at + 1; i < steps.size() && steps.get(i).at().compareTo(until) <= 0; i++) {
          byte[] then = Arrays.copyOfRange(steps.get(i).memory(), first, first + m.bytes());
          assertArrayEquals(told.value(), then);
        }
      }
    }
  }
}
