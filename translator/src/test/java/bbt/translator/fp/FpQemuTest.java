package bbt.translator.fp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bbt.ptg.isa.Format;
import bbt.ptg.isa.FpOp;
import bbt.ptg.isa.Insn;
import bbt.translator.testing.Assembler;
import bbt.translator.testing.Assembler.Operands;
import bbt.translator.testing.UserProgram;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every floating-point instruction in every mode, run by both engines and by QEMU. */
@Tag("qemu")
class FpQemuTest {
  private static final int ROWS = 150;
  private static final int TABLE = 8;
  private static final int COUNT = 18;
  private static final int FFLAGS = 1;
  private static final int FRM = 2;
  private static final Set<Format> TO_X =
      EnumSet.of(Format.F_COMPARE, Format.F_TO_X, Format.F_TO_X_RM);

  /** One run of an instruction over a table of operands. */
  private record Sweep(Insn insn, int rm, int frm, int fflags) {}

  @TempDir Path folder;

  private static long[] operands(long[] corners, java.util.function.LongSupplier random) {
    Random choice = new Random(5);
    long[] table = new long[3 * ROWS];
    for (int i = 0; i < table.length; i++) {
      table[i] =
          choice.nextInt(5) < 3 ? corners[choice.nextInt(corners.length)] : random.getAsLong();
    }
    return table;
  }

  @Test
  void resultsAndFlags() throws Exception {
    UserProgram program = new UserProgram();
    Random random = new Random(11);
    int singles = program.table(operands(FpTest.SINGLES, () -> FpTest.operand(random, true)));
    int doubles = program.table(operands(FpTest.DOUBLES, () -> FpTest.operand(random, false)));
    int integers = program.table(operands(FpTest.INTEGERS, random::nextLong));
    List<Sweep> sweeps = new ArrayList<>();
    for (FpOp op : FpOp.values()) {
      if (op == FpOp.BOX_S) {
        continue;
      }
      Insn insn = Insn.valueOf(op.name());
      for (int rm = 0; rm < (insn.hasRoundingMode() ? 10 : 2); rm++) {
        boolean dynamic = rm >= 5;
        Sweep sweep = new Sweep(insn, dynamic ? 7 : rm, dynamic ? rm - 5 : 4 - rm, rm & 1);
        if (!insn.hasRoundingMode()) {
          sweep = new Sweep(insn, 0, 0, rm);
        }
        sweeps.add(sweep);
        boolean fromX = insn.format() == Format.X_TO_F || insn.format() == Format.X_TO_F_RM;
        boolean single = op.name().endsWith("_S") || op == FpOp.FMV_X_W;
        sweep(program, sweep, fromX ? integers : single ? singles : doubles, sweeps.size());
      }
    }
    UserProgram.Outputs outputs = program.run(folder);
    ByteBuffer theirs = outputs.qemu();
    assertEquals(theirs.capacity(), outputs.interpreter().capacity());
    for (Sweep sweep : sweeps) {
      for (int row = 0; row < ROWS; row++) {
        for (String what : new String[] {"result", "flags"}) {
          String expected = hex(theirs);
          String where = sweep + ", row " + row + ": " + what;
          assertEquals(expected, hex(outputs.interpreter()), where);
          assertEquals(expected, hex(outputs.translator()), where);
        }
      }
    }
  }

  private static String hex(ByteBuffer buffer) {
    return Long.toHexString(buffer.getLong());
  }

  private static void sweep(UserProgram program, Sweep sweep, int table, int number) {
    Assembler code = program.code();
    program.address(TABLE, table);
    code.i(Insn.CSRRWI, 0, sweep.frm, FRM);
    code.i(Insn.ADDI, COUNT, 0, ROWS);
    code.label("sweep" + number);
    code.i(Insn.LD, 11, TABLE, 0);
    for (int i = 0; i < 3; i++) {
      code.i(Insn.FLD, 11 + i, TABLE, 8L * i);
    }
    code.i(Insn.CSRRWI, 0, sweep.fflags, FFLAGS);
    String encoding = sweep.insn.pattern().toString();
    int rs2 = encoding.contains("rs2") ? 12 : 0;
    code.emit(sweep.insn, new Operands(10, 11, rs2, 13, 0, sweep.rm));
    code.s(TO_X.contains(sweep.insn.format()) ? Insn.SD : Insn.FSD, 10, UserProgram.OUT, 0);
    code.i(Insn.CSRRS, 10, 0, FFLAGS);
    code.s(Insn.SD, 10, UserProgram.OUT, 8);
    code.i(Insn.ADDI, TABLE, TABLE, 24).i(Insn.ADDI, UserProgram.OUT, UserProgram.OUT, 16);
    code.i(Insn.ADDI, COUNT, COUNT, -1);
    code.branch(Insn.BNE, COUNT, 0, "sweep" + number);
    program.output(16 * ROWS);
  }
}
