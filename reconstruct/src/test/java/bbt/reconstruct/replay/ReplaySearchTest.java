package bbt.reconstruct.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.ptg.riscv.Decoded;
import bbt.ptg.riscv.Decoder;
import bbt.reconstruct.replay.state.MachineState;
import bbt.reconstruct.replay.state.Position;
import bbt.translator.debug.Watch;
import bbt.translator.engine.EngineMode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Searches in both directions against a run that was looked at step by step. */
@Timeout(300)
class ReplaySearchTest {
  /** Where the guest has its data: a counter that all harts add to. */
  private static final long DATA = 0x8000_8000L;

  @TempDir private Path folder;

  /**
   * A step of the run.
   *
   * @param interrupt whether no instruction was begun
   * @param retired whether it was not a trap
   * @param from address of a load or store, else 0
   */
  private record Step(
      Position at, int hart, long pc, boolean interrupt, boolean retired, long from, int bytes) {
    boolean touches(long address, int size) {
      return retired && bytes > 0 && from < address + size && from + bytes > address;
    }
  }

  private Replay open(RecordedGuest guest) throws IOException {
    return Replay.open(guest.trace(), guest.files(), folder.resolve("cache"), 4001);
  }

  private static List<Step> stepByStep(Replay replay) throws IOException {
    MachineState state = replay.state();
    List<Step> steps = new ArrayList<>();
    replay.goTo(Position.at(0));
    int harts = state.harts();
    boolean goesOn = true;
    while (goesOn) {
      Position at = replay.position();
      Step[] next = new Step[harts];
      for (int hart = 0; hart < harts; hart++) {
        next[hart] = decode(state, at, hart);
      }
      goesOn = replay.step();
      int hart = state.hart();
      boolean retired = replay.position().clock() > at.clock();
      if (retired || goesOn) {
        boolean interrupt = !retired && state.control(hart, "mcause").getAsLong() < 0;
        Step s = next[hart];
        steps.add(new Step(at, hart, s.pc(), interrupt, retired, s.from(), s.bytes()));
      }
    }
    return steps;
  }

  private static Step decode(MachineState state, Position at, int hart) {
    long pc = state.pc(hart);
    byte[] code = state.readPhysical(pc, 4);
    int bits = code.length < 4 ? 0 : ByteBuffer.wrap(code).order(ByteOrder.LITTLE_ENDIAN).getInt();
    Decoded insn = Decoder.decode(bits);
    int size = 0;
    long address = 0;
    if (insn != null) {
      size =
          switch (insn.insn()) {
            case LD, SD, AMOADD_D -> 8;
            case LW, SW -> 4;
            default -> 0;
          };
      boolean atomic = insn.insn().name().startsWith("AMO");
      address = state.general(hart, insn.rs1()) + (atomic ? 0 : insn.imm());
    }
    return new Step(at, hart, pc, false, false, address, size);
  }

  private static Step last(List<Step> steps, Position before, Predicate<Step> wanted) {
    return steps.stream()
        .filter(s -> s.at().compareTo(before) < 0 && wanted.test(s))
        .reduce((a, b) -> b)
        .orElse(null);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void instructionsAreFoundInBothDirections(int harts) throws IOException {
    RecordedGuest guest = RecordedGuest.run(folder, harts, 700, EngineMode.AUTO);
    try (Replay replay = open(guest)) {
      List<Step> steps = stepByStep(replay);
      List<Long> places = List.copyOf(new TreeSet<>(steps.stream().map(Step::pc).toList()));
      ReplaySearch search = new ReplaySearch(replay);
      Random random = new Random(harts);
      for (int round = 0; round < 60; round++) {
        Set<Long> stops = new HashSet<>();
        for (int i = 0; i < 1 + round % 3; i++) {
          stops.add(
              random.nextBoolean()
                  ? places.get(random.nextInt(places.size()))
                  : steps.get(random.nextInt(steps.size())).pc());
        }
        Wanted wanted = new Wanted(stops, List.of());
        Predicate<Step> test = s -> stops.contains(s.pc()) && !s.interrupt();
        Position from = steps.get(random.nextInt(steps.size())).at();
        replay.goTo(from);
        Hit hit = search.next(wanted, () -> false);
        Step expected =
            steps.stream()
                .filter(s -> s.at().compareTo(from) > 0 && test.test(s))
                .findFirst()
                .orElse(null);
        check(expected, hit, replay, replay.end());
        replay.goTo(from);
        hit = search.previous(wanted, () -> false);
        check(last(steps, from, test), hit, replay, Position.at(0));
      }
    }
  }

  private static void check(Step expected, Hit hit, Replay replay, Position otherwise) {
    if (expected == null) {
      assertNull(hit);
      assertEquals(otherwise, replay.position());
      return;
    }
    assertEquals(new Hit(expected.at(), expected.hart(), null), hit);
    assertEquals(expected.at(), replay.position());
    assertEquals(expected.pc(), replay.state().pc(expected.hart()));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void accessesAreFoundInBothDirections(int harts) throws IOException {
    RecordedGuest guest = RecordedGuest.run(folder, harts, 700, EngineMode.AUTO);
    try (Replay replay = open(guest)) {
      List<Step> steps = stepByStep(replay);
      ReplaySearch search = new ReplaySearch(replay);
      Random random = new Random(harts);
      for (int round = 0; round < 40; round++) {
        long address = DATA + (round % 2 == 0 ? 0 : 1 + round / 2 % 15);
        int size = 1 + random.nextInt(4);
        Watch watch = new Watch(address, size, true, true);
        Wanted wanted = new Wanted(Set.of(), List.of(watch));
        Position from = steps.get(random.nextInt(steps.size())).at();
        replay.goTo(from);
        Hit hit = search.next(wanted, () -> false);
        Step expected =
            steps.stream()
                .filter(s -> s.at().compareTo(from) >= 0 && s.touches(address, size))
                .findFirst()
                .orElse(null);
        if (expected == null) {
          assertNull(hit);
        } else {
          assertEquals(expected.at(), hit.at());
          assertEquals(expected.hart(), hit.hart());
          assertEquals(expected.from(), hit.access().address());
          assertEquals(expected.at(), replay.position());
        }
        replay.goTo(from);
        hit = search.previous(wanted, () -> false);
        expected = last(steps, from, s -> s.touches(address, size));
        assertEquals(expected == null ? null : expected.at(), hit == null ? null : hit.at());
        assertEquals(hit == null ? Position.at(0) : hit.behind(), replay.position());
      }
    }
  }

  @Test
  void stepsOfAHartGoBackTheWayTheyCame() throws IOException {
    RecordedGuest guest = RecordedGuest.run(folder, 1, 700, EngineMode.AUTO);
    try (Replay replay = open(guest)) {
      List<Step> steps = stepByStep(replay);
      ReplaySearch search = new ReplaySearch(replay);
      int from = steps.size() / 2;
      replay.goTo(steps.get(from).at());
      for (int i = from - 1; i > from - 200; i--) {
        assertTrue(search.back(0));
        assertEquals(steps.get(i).at(), replay.position());
      }
      for (int i = from - 198; i < from; i++) {
        assertTrue(search.step(0, () -> false));
        assertEquals(steps.get(i).at(), replay.position());
      }
      replay.goTo(Position.at(1));
      assertTrue(search.back(0));
      assertFalse(search.back(0));
      replay.goTo(replay.end());
      assertFalse(search.step(0, () -> false));
    }
  }

  @Test
  void aHartStepsBackOverTheTurnsOfOthers() throws IOException {
    RecordedGuest guest = RecordedGuest.run(folder, 3, 700, EngineMode.AUTO);
    try (Replay replay = open(guest)) {
      ReplaySearch search = new ReplaySearch(replay);
      replay.goTo(Position.at(guest.retired() / 2));
      for (int hart = 0; hart < 3; hart++) {
        for (int i = 0; i < 3; i++) {
          Position from = replay.position();
          long retired = replay.state().retired(hart);
          assertTrue(search.back(hart));
          assertTrue(replay.position().compareTo(from) < 0);
          long now = replay.state().retired(hart);
          assertTrue(now == retired - 1 || now == retired, now + " from " + retired);
          long pc = replay.state().pc(hart);
          assertTrue(search.step(hart, () -> false));
          assertTrue(replay.state().retired(hart) >= now);
          replay.goTo(hart, Math.max(now, 1), 0);
          assertEquals(now == 0 ? replay.state().pc(hart) : pc, replay.state().pc(hart));
        }
      }
    }
  }

  @Test
  void aSearchCanBeCutShort() throws IOException {
    RecordedGuest guest = RecordedGuest.run(folder, 1, 700, EngineMode.AUTO);
    try (Replay replay = open(guest)) {
      Wanted wanted = new Wanted(Set.of(0x1234L), List.of());
      replay.goTo(Position.at(100));
      assertNull(new ReplaySearch(replay).next(wanted, () -> true));
      assertTrue(replay.position().clock() < guest.retired());
      assertNull(new ReplaySearch(replay).previous(wanted, () -> true));
    }
  }
}
