package bbt.translator.smp;

import static bbt.ptg.riscv.Insn.*;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.ptg.riscv.Encoder.Operands;
import bbt.ptg.riscv.Insn;
import bbt.translator.config.MachineConfig;
import bbt.translator.console.ConsolePort;
import bbt.translator.engine.EngineMode;
import bbt.translator.machine.Machine;
import bbt.translator.riscv.cpu.Csr;
import bbt.translator.run.ExitReason;
import bbt.translator.run.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A hart that only spins gives up its turn, and nothing else does. */
@Timeout(300)
class SpinTest {
  private static final int HARTS = 3;
  private static final long QUANTUM = 20_000;

  /** About so many instructions is what the leading hart does while the others wait. */
  private static final long WORK = 1_200_000;

  /** Most that a hart spins meanwhile: two turns until it is noticed, then a little of each. */
  private static final long FEW = 2 * QUANTUM + WORK / QUANTUM * 250;

  /** The doubleword that is 0 as long as the others wait; another one that is 1 until then. */
  private static final int READY = 0;

  private static final int LOCK = 64;
  private static final int COUNT = 128;

  @TempDir Path folder;
  private Machine machine;

  /** How to wait; x8 is the address of READY, x9 that of LOCK, x10 is 1. Changes x11 to x17. */
  private enum Wait {
    LOAD(p -> p.a.label("w").i(LD, 11, 8, 0).branch(BEQ, 11, 0, "w")),
    JUMP_BACK(
        p -> {
          p.a.label("w").i(LW, 11, 8, 0).branch(BNE, 11, 0, "out").jal(0, "w").label("out");
        }),
    TEST_AND_SET(p -> p.a.label("w").r(AMOSWAP_D, 11, 9, 10).branch(BNE, 11, 0, "w")),
    OR_OF_NOTHING(p -> p.a.label("w").r(AMOOR_W, 11, 8, 0).branch(BEQ, 11, 0, "w")),
    RESERVE(p -> p.a.label("w").r(LR_W, 11, 8, 0).branch(BEQ, 11, 0, "w")),
    COMPARE_AND_SWAP(
        p -> {
          p.a.label("w").r(LR_D, 11, 9, 0).branch(BNE, 11, 0, "fails");
          p.a.r(SC_D, 12, 9, 10).branch(BNE, 12, 0, "w").label("fails");
          p.a.r(SLTU, 12, 0, 11).branch(BNE, 12, 0, "w");
        }),
    /** What was loaded is looked at in the next round. */
    TICKET(
        p -> {
          p.a.li(11, 0).label("w").i(ANDI, 12, 11, 1).branch(BEQ, 12, 10, "out");
          p.a.i(LW, 11, 8, 0).i(FENCE, 0, 0, 0x22).jal(0, "w").label("out");
        }),
    /** Code of a compiler that does not optimise: calls, and stores to the stack. */
    CALL(
        p -> {
          p.a.i(ADDI, 2, 19, 0x700).label("w").i(ADDI, 12, 8, 0).jal(1, "f");
          p.a.s(SD, 12, 2, 0).i(LD, 13, 2, 0).branch(BEQ, 13, 0, "w").jal(0, "out");
          p.a.label("f").i(ADDI, 2, 2, -16).s(SD, 1, 2, 8).i(LD, 12, 12, 0).i(LD, 1, 2, 8);
          p.a.i(ADDI, 2, 2, 16).i(JALR, 0, 1, 0).label("out");
        });

    private final Consumer<SmpProgram> code;

    Wait(Consumer<SmpProgram> code) {
      this.code = code;
    }
  }

  /** Loops that wait, too, but in which each round is another one, or may be. */
  private enum Work {
    COUNTS_IN_A_REGISTER(p -> p.a.i(ADDI, 14, 14, 1)),
    COUNTS_IN_MEMORY(p -> p.a.i(LD, 14, 8, COUNT).i(ADDI, 14, 14, 1).s(SD, 14, 8, COUNT).li(14, 0)),
    ADDS_TO_MEMORY(p -> p.a.i(ADDI, 14, 8, COUNT).r(AMOADD_D, 0, 14, 10)),
    READS_THE_TIME(p -> p.a.i(CSRRS, 14, 0, Csr.TIME).li(14, 0)),
    READS_A_DEVICE(p -> p.a.li(14, SmpPrograms.MTIME).i(LD, 14, 14, 0).li(14, 0)),
    STORES_CONDITIONALLY(
        p -> p.a.i(ADDI, 14, 8, COUNT).r(LR_D, 15, 14, 0).r(SC_D, 15, 14, 15).li(15, 0));

    private final Consumer<SmpProgram> code;

    Work(Consumer<SmpProgram> code) {
      this.code = code;
    }
  }

  /** The leading hart works, then all others go on, who {@code wait} for it. */
  private static SmpProgram program(Consumer<SmpProgram> wait) {
    SmpProgram p = SmpProgram.machine(HARTS);
    p.a.i(ADDI, 8, 19, READY).i(ADDI, 9, 19, LOCK).li(10, 1);
    p.leader(
        () -> {
          p.a.s(SD, 10, 9, 0); // in the first turn of all: the lock is taken
          p.times((int) WORK / 4, () -> {});
          p.a.i(CSRRS, 24, 0, Csr.TIME);
          p.fence().a.s(SD, 10, 8, 0).s(SD, 0, 9, 0);
        });
    p.others(
        () -> {
          wait.accept(p);
          p.a.i(CSRRS, 24, 0, Csr.TIME);
          p.fence().a.s(SD, 0, 9, 0); // who took the lock leaves it
        });
    return p.join().pass();
  }

  private RunResult run(SmpProgram program, boolean yields) throws IOException {
    machine =
        Machine.create(
            MachineConfig.builder()
                .kernel(Files.write(folder.resolve("program.elf"), program.elf()))
                .memoryBytes(16 << 20)
                .engine(EngineMode.INTERPRETER)
                .harts(program.harts)
                .quantum(QUANTUM)
                .spinsYield(yields)
                .maxInsns(60_000_000)
                .build(),
            ConsolePort.none());
    RunResult r = machine.run();
    assertEquals(ExitReason.POWER_OFF, r.reason());
    return r;
  }

  private void inEveryEngine(SmpProgram p, long quantum) throws IOException {
    SmpRun run = new SmpRun(folder, p.harts, quantum, null);
    SmpRun.Outcome first = null;
    for (SmpRun.Engine engine : SmpRun.Engine.ALL) {
      SmpRun.Outcome outcome = run.run(p.elf(), engine);
      assertEquals(ExitReason.POWER_OFF, outcome.reason());
      first = first == null ? outcome : first;
      assertEquals(first, outcome, engine.toString());
    }
  }

  @ParameterizedTest
  @EnumSource(Wait.class)
  void whoSpinsGivesUpItsTurn(Wait wait) throws IOException {
    RunResult before = run(program(wait.code), false);
    long time = machine.hart(0).general(24);
    RunResult r = run(program(wait.code), true);
    for (int hart = 1; hart < HARTS; hart++) {
      assertTrue(before.hartRetired().get(hart) > WORK - 2 * QUANTUM, "without the rule");
      assertTrue(r.hartRetired().get(hart) < FEW, r.hartRetired().toString());
    }
    // The time passes as if they had spun to the end of their turns.
    assertEquals(time, machine.hart(0).general(24), 2);
    inEveryEngine(program(wait.code), QUANTUM);
  }

  @ParameterizedTest
  @EnumSource(Work.class)
  void whoDoesMoreKeepsItsTurn(Work work) throws IOException {
    SmpProgram p =
        program(
            q -> {
              q.a.label("w");
              work.code.accept(q);
              q.a.i(LD, 11, 8, 0).branch(BEQ, 11, 0, "w");
            });
    RunResult r = run(p, true);
    for (int hart = 1; hart < HARTS; hart++) {
      assertTrue(r.hartRetired().get(hart) > WORK - 2 * QUANTUM, r.hartRetired().toString());
    }
    assertEquals(run(p, false).hartRetired(), r.hartRetired());
  }

  /** All spin until the handler of the first one's timer has been there: time does not stand. */
  @Test
  void whereAllSpinTimersComeInTime() throws IOException {
    int tick = 100_000;
    SmpProgram p = SmpProgram.machine(2);
    p.a.la(5, "handler").i(CSRRW, 0, 5, Csr.MTVEC).i(ADDI, 8, 19, READY);
    p.leader(
        () -> {
          p.a.li(5, 0x80).i(CSRRW, 0, 5, Csr.MIE).li(5, tick).li(6, SmpPrograms.MTIMECMP);
          p.a.s(SD, 5, 6, 0).emit(CSRRSI, new Operands(0, 8, 0, 0, Csr.MSTATUS, 0));
        });
    Wait.LOAD.code.accept(p);
    p.join().pass();
    p.a.align(4).label("handler").i(CSRRS, 24, 0, Csr.TIME).li(5, -1).li(6, SmpPrograms.MTIMECMP);
    p.a.s(SD, 5, 6, 0).li(5, 1).s(SD, 5, 8, 0).op(MRET);
    RunResult r = run(p, true);
    assertEquals(tick, machine.hart(0).general(24), QUANTUM / 100);
    assertTrue(r.retired() < 500_000, r.retired() + " instead of 20 million");
    inEveryEngine(p, QUANTUM);
  }

  /** Random waits behind random work, disturbed by interrupts between the harts. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void isTheSameInEveryEngine(long seed) throws IOException {
    Random random = new Random(seed);
    int harts = 2 + random.nextInt(4);
    SmpProgram p = SmpProgram.machine(harts);
    p.a.la(5, "handler").i(CSRRW, 0, 5, Csr.MTVEC).li(5, 8).i(CSRRW, 0, 5, Csr.MIE);
    p.a.emit(CSRRSI, new Operands(0, 8, 0, 0, Csr.MSTATUS, 0));
    for (int round = 1; round <= 12; round++) {
      // One hart works longer, and interrupts another one meanwhile.
      String done = p.fresh();
      p.a.li(5, random.nextInt(harts)).branch(BNE, 18, 5, done);
      int other = random.nextInt(harts);
      p.times(1 + random.nextInt(20_000), () -> {});
      p.a.li(7, other);
      p.msip(1).times(1 + random.nextInt(10_000), () -> {});
      p.a.label(done);
      // All wait until all are here.
      p.a.li(5, 1).i(ADDI, 8, 19, 8 * round).r(AMOADD_D, 0, 8, 5).li(9, harts);
      String wait = p.fresh();
      p.a.label(wait);
      Insn[] loads = {LD, LW, LWU, LH, LBU, LR_D, LR_W, AMOOR_D, AMOADD_W};
      for (int i = random.nextInt(6); i > 0; i--) {
        Insn insn = random.nextBoolean() ? loads[random.nextInt(5)] : ADD;
        int register = 11 + random.nextInt(4);
        if (insn == ADD) {
          p.a.r(random.nextBoolean() ? XOR : SUB, register, 8, 11 + random.nextInt(4));
        } else {
          p.a.i(insn, register, 8, 0);
        }
      }
      Insn load = loads[random.nextInt(loads.length)];
      if (load.mnemonic().startsWith("l") && !load.mnemonic().startsWith("lr")) {
        p.a.i(load, 15, 8, 0);
      } else {
        p.a.r(load, 15, 8, 0);
      }
      p.a.branch(BNE, 15, 9, wait);
    }
    p.join().pass();
    p.a.align(4).label("handler").li(3, SmpProgram.MSIP).i(SLLI, 4, 18, 2).r(ADD, 3, 3, 4);
    p.a.s(SW, 0, 3, 0).i(ADDI, 3, 19, 0x700).li(4, 1).r(AMOADD_D, 0, 3, 4).op(MRET);
    inEveryEngine(p, 1000 + random.nextInt(5000));
  }
}
