package bbt.translator.riscv.fp;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.ptg.asm.Assembler;
import bbt.ptg.riscv.Encoder;
import bbt.ptg.riscv.Encoder.Operands;
import bbt.ptg.riscv.Format;
import bbt.ptg.riscv.Insn;
import bbt.translator.engine.EngineMode;
import bbt.translator.memory.Ram;
import bbt.translator.region.Tierings;
import bbt.translator.riscv.cpu.Cpu;
import bbt.translator.riscv.lift.RiscvCode;
import bbt.translator.testing.BareMachine;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * When floating-point instructions are illegal, and what they do to mstatus.FS: each instruction in
 * both engines.
 */
class FpGuardsTest {
  private static final int MCAUSE = 0x342;
  private static final int MTVAL = 0x343;
  private static final int MTVEC = 0x305;
  private static final int ILLEGAL = 2;
  private static final int HANDLER = 0x400;
  private static final int DYNAMIC = 7;
  private static final int TOWARDS_ZERO = 1;
  private static final int INEXACT = 1;
  private static final long NAN = 0x7FF00000_00000001L;

  private static final EnumSet<Format> FLOATING = EnumSet.range(Format.FLOAD, Format.X_TO_F_RM);

  private static List<Insn> floating() {
    List<Insn> all = new ArrayList<>();
    for (Insn insn : Insn.values()) {
      if (!insn.isCompressed() && FLOATING.contains(insn.format())) {
        all.add(insn);
      }
    }
    assertTrue(all.size() >= 70, "all of F, D and Zfhmin: " + all.size());
    return all;
  }

  private static int encode(Insn insn, int rm) {
    String fields = insn.pattern().toString();
    int destination = fields.contains("rd") ? 1 : 0;
    int second = fields.contains("rs2") ? 3 : 0;
    int third = fields.contains("rs3") ? 4 : 0;
    int bits = Encoder.encode(insn, new Operands(destination, 2, second, third, 0, 0));
    return insn.hasRoundingMode() ? bits | rm << 12 : bits; // reserved ones, too
  }

  /** Runs one instruction; x2 points to memory, f1 to f4 hold the operand. */
  private static Cpu run(EngineMode engine, int bits, int fs, int frm, long operand) {
    return run(engine, bits, fs, frm, 0, operand);
  }

  private static Cpu run(EngineMode engine, int bits, int fs, int frm, int fflags, long operand) {
    BareMachine machine =
        new BareMachine(1 << 20, Tierings.create(RiscvCode.RV64, engine, 0, 0, null, false, null));
    Cpu cpu = machine.cpu;
    cpu.csrs.write(MTVEC, Ram.BASE + HANDLER);
    cpu.fs = fs;
    cpu.frm = frm;
    cpu.fflags = fflags;
    cpu.x2 = Ram.BASE + 0x800;
    cpu.f1 = 77;
    cpu.f2 = operand;
    cpu.f3 = operand;
    cpu.f4 = operand;
    // The jump ends the node: one with wfi in it would be the interpreter's in both engines.
    Assembler program = new Assembler().raw32(bits).to(Insn.JAL, 0, 0, 0, "end").label("end");
    machine.load(program.op(Insn.WFI).padTo(HANDLER).op(Insn.WFI));
    assertDoesNotThrow(() -> machine.runTo(100));
    return cpu;
  }

  private static void illegal(EngineMode engine, Insn insn, int rm, int fs, int frm) {
    int bits = encode(insn, rm);
    Cpu cpu = run(engine, bits, fs, frm, 0);
    String what = engine + " " + insn + " rm=" + rm + " fs=" + fs + " frm=" + frm;
    assertEquals(ILLEGAL, cpu.csrs.read(MCAUSE), what);
    assertEquals(bits & 0xFFFFFFFFL, cpu.csrs.read(MTVAL), what);
    assertEquals(fs, cpu.fs, what);
    assertEquals(0, cpu.fflags, what);
    assertEquals(77, cpu.f1, what);
    assertEquals(0, cpu.x1, what);
  }

  private static Cpu legal(EngineMode engine, Insn insn, int rm, int frm, long operand) {
    Cpu cpu = run(engine, encode(insn, rm), 1, frm, operand);
    assertEquals(0, cpu.csrs.read(MCAUSE), engine + " " + insn + " rm=" + rm + " frm=" + frm);
    return cpu;
  }

  @ParameterizedTest
  @EnumSource(names = {"INTERPRETER", "TRANSLATOR"})
  void illegalWithTheUnitOff(EngineMode engine) {
    for (Insn insn : floating()) {
      illegal(engine, insn, 0, 0, 0);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"INTERPRETER", "TRANSLATOR"})
  void reservedRoundingModesAreIllegal(EngineMode engine) {
    int rounding = 0;
    for (Insn insn : floating()) {
      if (insn.hasRoundingMode()) {
        rounding++;
        illegal(engine, insn, 5, 1, 0);
        illegal(engine, insn, 6, 1, 0);
        for (int frm = 5; frm < 8; frm++) {
          illegal(engine, insn, DYNAMIC, 1, frm);
          legal(engine, insn, 1, frm, 0);
        }
        legal(engine, insn, DYNAMIC, 4, 0);
        legal(engine, insn, 4, 0, 0);
      } else {
        legal(engine, insn, 0, 5, 0);
      }
    }
    assertTrue(rounding >= 36, "instructions that round: " + rounding);
  }

  @ParameterizedTest
  @EnumSource(names = {"INTERPRETER", "TRANSLATOR"})
  void theUnitIsDirtyAfterRegistersOrFlagsChanged(EngineMode engine) {
    for (Insn insn : floating()) {
      boolean toRegister =
          switch (insn.format()) {
            case FSTORE, F_COMPARE, F_TO_X, F_TO_X_RM -> false;
            default -> true;
          };
      Cpu cpu = legal(engine, insn, 0, 0, 0);
      assertEquals(toRegister || cpu.fflags != 0 ? 3 : 1, cpu.fs, engine + " " + insn);
      cpu = legal(engine, insn, 0, 0, NAN);
      assertEquals(toRegister || cpu.fflags != 0 ? 3 : 1, cpu.fs, engine + " " + insn + " NaN");
      if (insn == Insn.FEQ_D || insn == Insn.FCVT_W_D) {
        assertEquals(16, cpu.fflags, engine + " " + insn);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"INTERPRETER", "TRANSLATOR"})
  void theUnitIsDirtyAfterAFlagWasRaisedThatWasSet(EngineMode engine) {
    int conversions = 0;
    for (Insn insn : floating()) {
      if (insn.format() == Format.F_TO_X_RM) {
        conversions++;
        boolean single = insn.name().endsWith("_S");
        for (int rm : new int[] {0, TOWARDS_ZERO}) {
          for (double x : new double[] {2, 2.75}) {
            long operand =
                single
                    ? -1L << 32 | Float.floatToRawIntBits((float) x)
                    : Double.doubleToRawLongBits(x);
            Cpu cpu = run(engine, encode(insn, rm), 2, 0, INEXACT, operand);
            String what = engine + " " + insn + " rm=" + rm + " of " + x;
            assertEquals(INEXACT, cpu.fflags, what);
            assertEquals(x == 2 ? 2 : 3, cpu.fs, what);
          }
        }
      }
    }
    assertEquals(8, conversions);
  }
}
