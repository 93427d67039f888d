package bbt.translator.smp;

import static bbt.ptg.riscv.Insn.*;
import static org.junit.jupiter.api.Assertions.assertEquals;

import bbt.ptg.riscv.Encoder;
import bbt.ptg.riscv.Encoder.Operands;
import bbt.ptg.riscv.Insn;
import bbt.translator.riscv.cpu.Csr;
import bbt.translator.run.ExitReason;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Harts that race: random instructions on shared memory, with interrupts between harts, timers,
 * pauses and changes of each other's code. What comes out depends on every single hand-over, and
 * must not depend on the engine.
 */
@Timeout(300)
class RandomSmpTest {
  private static final int LENGTH = 70;
  private static final int ROUNDS = 120;
  private static final int SHARED = 0x400;
  private static final Insn[] ALU = {ADD, SUB, XOR, OR, MUL, SLTU, SLL, SRL};
  private static final Insn[] LOADS = {LD, LW, LWU, LH, LBU};
  private static final Insn[] STORES = {SD, SW, SH, SB};
  private static final Insn[] AMOS = {AMOADD_D, AMOSWAP_D, AMOXOR_D, AMOMAX_D, AMOMINU_D};
  private static final Insn[] BRANCHES = {BEQ, BNE, BLT, BGEU};

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void isTheSameInEveryEngine(long seed) throws Exception {
    Random random = new Random(seed);
    int harts = 2 + random.nextInt(4);
    byte[] elf = program(harts, random).elf();
    SmpRun run = new SmpRun(folder, harts, 1000 + random.nextInt(3000), null);
    SmpRun.Outcome first = null;
    for (SmpRun.Engine engine : SmpRun.Engine.ALL) {
      SmpRun.Outcome outcome = run.run(elf, engine);
      assertEquals(ExitReason.POWER_OFF, outcome.reason());
      first = first == null ? outcome : first;
      assertEquals(first, outcome, engine.toString());
    }
  }

  private static SmpProgram program(int harts, Random random) {
    SmpProgram p = SmpProgram.machine(harts);
    p.a.la(5, "handler").i(CSRRW, 0, 5, Csr.MTVEC).li(5, 0x88).i(CSRRW, 0, 5, Csr.MIE);
    p.a.emit(CSRRSI, new Operands(0, 8, 0, 0, Csr.MSTATUS, 0));
    p.times(ROUNDS, () -> body(p, harts, random));
    p.a.i(CSRRW, 0, 0, Csr.MIE);
    p.join().pass();
    handler(p);
    return p;
  }

  /** x8 to x15 and x24 to x31 are everybody's. */
  private static int register(Random random) {
    return (random.nextBoolean() ? 8 : 24) + random.nextInt(8);
  }

  private static void body(SmpProgram p, int harts, Random random) {
    int patched = random.nextInt(LENGTH);
    for (int i = 0; i < LENGTH; i++) {
      if (i == patched) {
        p.a.label("patched").i(ADDI, 9, 9, 1);
      }
      switch (random.nextInt(20)) {
        case 0, 1, 2 -> {
          Insn load = LOADS[random.nextInt(LOADS.length)];
          p.a.i(load, register(random), 19, random.nextInt(SHARED / 8) * 8L);
        }
        case 3, 4, 5 -> {
          Insn store = STORES[random.nextInt(STORES.length)];
          p.a.s(store, register(random), 19, random.nextInt(SHARED / 8) * 8L);
        }
        case 6, 7 -> {
          p.a.i(ADDI, 6, 19, random.nextInt(SHARED / 8) * 8L);
          p.a.r(AMOS[random.nextInt(AMOS.length)], register(random), 6, register(random));
        }
        case 8, 9 -> {
          p.a.i(ADDI, 6, 19, random.nextInt(8) * 8L).r(LR_D, register(random), 6, 0);
          alu(p, random);
          p.a.r(SC_D, register(random), 6, register(random));
        }
        case 10, 11 -> {
          String over = p.fresh();
          Insn branch = BRANCHES[random.nextInt(BRANCHES.length)];
          p.a.branch(branch, register(random), register(random), over);
          alu(p, random);
          alu(p, random);
          p.a.label(over);
        }
        case 12 -> rare(p, harts, random);
        default -> alu(p, random);
      }
    }
  }

  private static void alu(SmpProgram p, Random random) {
    Insn insn = ALU[random.nextInt(ALU.length)];
    p.a.r(insn, register(random), register(random), register(random));
  }

  private static void rare(SmpProgram p, int harts, Random random) {
    switch (random.nextInt(6)) {
      case 0 -> p.a.op(PAUSE);
      case 1 -> p.a.i(CSRRS, register(random), 0, Csr.TIME);
      case 2 -> p.a.i(CSRRS, register(random), 0, Csr.MINSTRET);
      case 3 -> {
        p.a.li(7, random.nextInt(harts));
        p.msip(1);
      }
      case 4 -> { // the own timer, soon
        p.a.li(6, SmpPrograms.MTIMECMP).i(SLLI, 5, 18, 3).r(ADD, 6, 6, 5);
        p.a.i(CSRRS, 5, 0, Csr.TIME).i(ADDI, 5, 5, random.nextInt(60)).s(SD, 5, 6, 0);
      }
      default -> { // another instruction for everybody
        int insn = Encoder.i(ADDI, 9, 9, random.nextInt(1000));
        p.a.la(5, "patched").li(6, insn).s(SW, 6, 5, 0);
      }
    }
  }

  /** Counts interrupts by cause; x3 and x4 are its own. */
  private static void handler(SmpProgram p) {
    p.a.align(4).label("handler").i(CSRRS, 4, 0, Csr.MCAUSE).i(ANDI, 4, 4, 15).i(SLLI, 3, 4, 3);
    p.a.r(ADD, 3, 3, 19).i(ADDI, 3, 3, 0x600);
    p.a.i(ADDI, 4, 4, -7).branch(BEQ, 4, 0, "timer");
    p.a.li(4, 1).r(AMOADD_D, 0, 3, 4).li(3, SmpProgram.MSIP).i(SLLI, 4, 18, 2).r(ADD, 3, 3, 4);
    p.a.s(SW, 0, 3, 0).op(MRET);
    p.a.label("timer").li(4, 1).r(AMOADD_D, 0, 3, 4).li(3, SmpPrograms.MTIMECMP);
    p.a.i(SLLI, 4, 18, 3).r(ADD, 3, 3, 4).li(4, -1).s(SD, 4, 3, 0).op(MRET);
  }
}
