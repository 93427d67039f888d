package bbt.translator.smp;

import static bbt.ptg.riscv.Insn.*;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.ptg.riscv.Encoder.Operands;
import bbt.translator.config.MachineConfig;
import bbt.translator.config.TimeMode;
import bbt.translator.console.ConsolePort;
import bbt.translator.engine.EngineMode;
import bbt.translator.machine.Machine;
import bbt.translator.riscv.cpu.Csr;
import bbt.translator.run.ExitReason;
import bbt.translator.run.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks whose turn it is, how long it lasts, and what the clock says meanwhile. */
@Timeout(300)
class TurnsTest {
  private static final int QUANTUM = 1000;
  private static final long PLIC = 0xC00_0000L;
  private static final long UART = 0x1000_0000L;

  @TempDir Path folder;
  private Machine machine;

  private MachineConfig.Builder config(SmpProgram program) throws IOException {
    return MachineConfig.builder()
        .kernel(Files.write(folder.resolve("program.elf"), program.elf()))
        .memoryBytes(16 << 20)
        .engine(EngineMode.INTERPRETER)
        .harts(program.harts)
        .quantum(QUANTUM)
        .spinsYield(false) // SpinTest's: here a hart that spins stands for one that works
        .maxInsns(50_000_000);
  }

  private RunResult run(SmpProgram program) throws IOException {
    return run(config(program).build());
  }

  private RunResult run(MachineConfig config) throws IOException {
    machine = Machine.create(config, ConsolePort.none());
    return machine.run();
  }

  private RunResult passes(SmpProgram program) throws IOException {
    RunResult r = run(program);
    assertEquals(0, r.guestCode(), "the check that failed");
    assertEquals(ExitReason.POWER_OFF, r.reason());
    return r;
  }

  private static SmpProgram spin(SmpProgram p) {
    p.a.label("spin").jal(0, "spin");
    return p;
  }

  @ParameterizedTest
  @EnumSource(EngineMode.class)
  void hartsTakeTurnsOfAQuantum(EngineMode engine) throws IOException {
    SmpProgram p = spin(SmpProgram.machine(3)).pass();
    RunResult r = run(config(p).engine(engine).threshold(20).maxInsns(100_500).build());
    assertEquals(ExitReason.INSTRUCTION_LIMIT, r.reason());
    assertEquals(100_500, r.retired(), "the limit is for all together");
    assertEquals(34_000, r.hartRetired().get(0));
    assertEquals(33_500, r.hartRetired().get(1), "cut by the limit");
    assertEquals(33_000, r.hartRetired().get(2));
  }

  @Test
  void whoPausesLeavesItsTurn() throws IOException {
    SmpProgram p = SmpProgram.machine(2);
    p.others(() -> p.times(40_000, () -> {}).publish(0, 22));
    p.leader(
        () -> {
          p.a.li(7, 1);
          p.await(0, 7, true);
        });
    RunResult r = passes(p.join().pass());
    assertTrue(r.hartRetired().get(0) < 1500, r.hartRetired().toString());
    assertTrue(r.hartRetired().get(1) > 100_000, r.hartRetired().toString());
  }

  @Test
  void whoWaitsTakesNoTurns() throws IOException {
    SmpProgram p = SmpProgram.machine(4);
    p.a.branch(BNE, 20, 0, "lead").jal(0, "park").label("lead");
    p.times(50_000, () -> {}).a.i(CSRRS, 8, 0, Csr.MINSTRET).i(CSRRS, 9, 0, Csr.TIME);
    RunResult r = passes(p.pass());
    for (int hart = 1; hart < 4; hart++) {
      assertTrue(r.hartRetired().get(hart) < 20, r.hartRetired().toString());
    }
    // Alone it has all of the time.
    long instret = machine.hart(0).general(8);
    long time = machine.hart(0).general(9);
    assertTrue(Math.abs(time - instret / 100) <= 15, instret + " retired, time " + time);
  }

  @Test
  void whoRunsSharesTheTime() throws IOException {
    SmpProgram p = SmpProgram.machine(4);
    p.a.branch(BNE, 20, 0, "lead").jal(0, "spin").label("lead");
    p.times(50_000, () -> {}).a.i(CSRRS, 8, 0, Csr.MINSTRET).i(CSRRS, 9, 0, Csr.TIME);
    p.pass();
    RunResult r = passes(spin(p));
    long others = r.retired() - r.hartRetired().get(0);
    assertEquals((machine.hart(0).general(8) + 1 + others) / 400, machine.hart(0).general(9));
  }

  @Test
  void aTimerInterruptsTheRunningHartAtItsTick() throws IOException {
    for (int tick = 205; tick < 225; tick++) {
      SmpProgram p = SmpProgram.machine(2);
      p.a.la(5, "handler").i(CSRRW, 0, 5, Csr.MTVEC).li(5, 0x80).i(CSRRW, 0, 5, Csr.MIE);
      p.a.branch(BEQ, 20, 0, "spin").li(5, tick).li(6, SmpPrograms.MTIMECMP).s(SD, 5, 6, 0);
      p.a.emit(CSRRSI, new Operands(0, 8, 0, 0, Csr.MSTATUS, 0));
      p.a.label("spin").jal(0, "spin").align(4).label("handler").i(CSRRS, 9, 0, Csr.TIME);
      passes(p.pass());
      // Of ten ticks hart 0 runs in the first five; in the others it is the first to know.
      int expected = tick % 10 < 5 ? tick : tick + 10 - tick % 10;
      assertEquals(expected, machine.hart(0).general(9), "for tick " + tick);
    }
  }

  @Test
  void whenAllWaitTimeSkipsToTheFirstTimer() throws IOException {
    SmpProgram p = SmpProgram.machine(3);
    p.a.li(5, 0x80).i(CSRRW, 0, 5, Csr.MIE).li(6, SmpPrograms.MTIMECMP).i(SLLI, 5, 18, 3);
    p.a.r(ADD, 6, 6, 5).li(5, 500_000).li(7, 100_000).r(MUL, 7, 7, 18).r(SUB, 5, 5, 7);
    p.a.s(SD, 5, 6, 0).op(WFI).i(CSRRS, 8, 0, Csr.TIME).li(5, -1).s(SD, 5, 6, 0);
    RunResult r = passes(p.join().pass());
    assertEquals(500_000, machine.hart(0).general(8));
    assertEquals(400_000, machine.hart(1).general(8));
    assertEquals(300_000, machine.hart(2).general(8));
    assertEquals(500_000, r.skippedTicks(), 2);
  }

  @Test
  void theSupervisorsTimersOfAllHartsCount() throws IOException {
    SmpProgram p = SmpProgram.machine(2);
    p.a.i(ADDI, 5, 0, -1).i(CSRRW, 0, 5, Csr.STIMECMP).i(SLLI, 5, 5, 63);
    p.a.i(CSRRS, 0, 5, Csr.MENVCFG).li(5, 0x20).i(CSRRW, 0, 5, Csr.MIE);
    p.others(() -> p.a.li(5, 250_000).i(CSRRW, 0, 5, Csr.STIMECMP).op(WFI));
    p.leader(
        () -> {
          p.a.li(5, 700_000).i(CSRRW, 0, 5, Csr.STIMECMP).op(WFI);
          p.a.i(CSRRS, 9, 0, Csr.TIME);
        });
    p.a.i(CSRRS, 8, 0, Csr.TIME).i(ADDI, 5, 0, -1).i(CSRRW, 0, 5, Csr.STIMECMP);
    passes(p.join().pass());
    assertEquals(700_000, machine.hart(0).general(9));
    assertEquals(250_000, machine.hart(1).general(8));
  }

  @Test
  void aDeviceInterruptsTheHartThatAsksForIt() throws IOException {
    SmpProgram p = SmpProgram.machine(3);
    int context = 4; // hart 2, M-mode
    p.leader(
        () -> {
          p.a.li(5, PLIC).li(6, 1).s(SW, 6, 5, 40); // priority of source 10
          p.a.li(5, PLIC + 0x2000 + 0x80 * context).li(6, 1 << 10).s(SW, 6, 5, 0);
          p.a.li(5, UART).li(6, 2).s(SB, 6, 5, 1); // transmitter empty
        });
    p.others(
        () -> {
          p.a.li(5, 0x800).i(CSRRW, 0, 5, Csr.MIE).li(5, 2).branch(BNE, 18, 5, "done");
          p.a.op(WFI).li(5, PLIC + 0x20_0004 + 0x1000 * context).i(LW, 8, 5, 0).label("done");
        });
    passes(p.join().pass());
    assertEquals(10, machine.hart(2).general(8));
    assertEquals(0, machine.hart(1).control(Csr.MIP).orElseThrow());
  }

  @Test
  void theLastHartToStopEndsTheRun() throws IOException {
    SmpProgram p = SmpProgram.supervisor(2);
    p.leader(
        () -> {
          p.forEachOther(() -> p.start("secondary", 0, 1));
          p.call(SmpProgram.HSM, 1);
        });
    p.times(5000, () -> {}).call(SmpProgram.HSM, 1);
    RunResult r = run(p.pass());
    assertEquals(ExitReason.IDLE_FOREVER, r.reason());
    assertEquals("the guest stopped its last hart", r.message());
    assertTrue(r.hartRetired().get(1) > 10_000);
  }

  @Test
  void hartsThatNobodyStartsRetireNothing() throws IOException {
    RunResult r = passes(SmpProgram.supervisor(4).pass());
    assertEquals(0, r.hartRetired().get(1) + r.hartRetired().get(2) + r.hartRetired().get(3));
  }

  @Test
  void withTheHostsClockTimersWakeTheirHarts() throws IOException {
    RunResult r =
        run(config(SmpPrograms.TIMERS_WAKE_THEIR_HARTS.assemble(4)).time(TimeMode.HOST).build());
    assertEquals(ExitReason.POWER_OFF, r.reason());
  }

  @Test
  void wrongNumbersAreRefused() {
    MachineConfig.Builder b = MachineConfig.builder();
    assertEquals(
        "the number of harts must be 1 to 32, found 33", message(() -> b.harts(33).build()));
    assertEquals(
        "a hart's turn must be at least 1000 instructions, found 999",
        message(() -> b.harts(2).quantum(999).build()));
  }

  private static String message(Runnable what) {
    try {
      what.run();
      return "";
    } catch (IllegalArgumentException e) {
      return e.getMessage();
    }
  }
}
