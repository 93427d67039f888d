package bbt.translator.riscv.fp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bbt.ptg.asm.Assembler;
import bbt.ptg.riscv.Encoder.Operands;
import bbt.ptg.riscv.Format;
import bbt.ptg.riscv.Insn;
import bbt.ptg.riscv.semantics.FpOp;
import bbt.translator.testing.UserProgram;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every floating-point instruction over its hard cases, in every mode, static and dynamic, with and
 * without NX set before: run by both engines and by QEMU.
 */
@Tag("qemu")
class FpQemuTest {
  private static final int TABLE = 8;
  private static final int COUNT = 18;
  private static final int FFLAGS = 1;
  private static final int FRM = 2;
  private static final int BYTES_PER_ROW = 24;
  private static final Set<Format> TO_X =
      EnumSet.of(Format.F_COMPARE, Format.F_TO_X, Format.F_TO_X_RM);

  /** One run of an instruction over the table of operands. */
  private record Sweep(Insn insn, int rm, int frm, int fflags) {}

  @TempDir Path folder;

  private static List<Sweep> sweeps(Insn insn) {
    List<Sweep> sweeps = new ArrayList<>();
    if (!insn.hasRoundingMode()) {
      return List.of(new Sweep(insn, 0, 0, 0), new Sweep(insn, 0, 3, 1));
    }
    for (int mode = 0; mode < 5; mode++) {
      sweeps.add(new Sweep(insn, mode, 4 - mode, mode & 1));
      sweeps.add(new Sweep(insn, 7, mode, ~mode & 1));
    }
    return sweeps;
  }

  @ParameterizedTest
  @EnumSource
  void resultsAndFlags(FpOp op) throws Exception {
    Insn insn = Insn.valueOf(op.name());
    List<long[]> rows = FpCases.of(op);
    long[] table = rows.stream().flatMapToLong(java.util.Arrays::stream).toArray();
    UserProgram program = new UserProgram();
    int start = program.table(table);
    List<Sweep> sweeps = sweeps(insn);
    for (Sweep sweep : sweeps) {
      sweep(program, sweep, start, rows.size(), sweeps.indexOf(sweep));
    }
    UserProgram.Outputs outputs = program.run(folder);
    ByteBuffer theirs = outputs.qemu();
    assertEquals(16 * rows.size() * sweeps.size(), theirs.capacity());
    for (Sweep sweep : sweeps) {
      for (long[] row : rows) {
        for (String what : new String[] {"result", "flags"}) {
          long expected = theirs.getLong();
          same(expected, outputs.interpreter().getLong(), "interpreter", what, sweep, row);
          same(expected, outputs.translator().getLong(), "translator", what, sweep, row);
        }
      }
    }
  }

  private static void same(
      long expected, long found, String engine, String what, Sweep sweep, long[] row) {
    if (expected != found) {
      String where = String.format("%s, %x %x %x: %s", sweep, row[0], row[1], row[2], what);
      assertEquals(Long.toHexString(expected), Long.toHexString(found), engine + ": " + where);
    }
  }

  private static void sweep(UserProgram program, Sweep sweep, int table, int rows, int number) {
    Assembler code = program.code();
    program.address(TABLE, table);
    code.i(Insn.CSRRWI, 0, sweep.frm, FRM);
    code.li(COUNT, rows);
    code.label("sweep" + number);
    code.i(Insn.LD, 11, TABLE, 0);
    for (int i = 0; i < 3; i++) {
      code.i(Insn.FLD, 11 + i, TABLE, 8L * i);
    }
    code.i(Insn.CSRRWI, 0, sweep.fflags, FFLAGS);
    String encoding = sweep.insn.pattern().toString();
    int rs2 = encoding.contains("rs2") ? 12 : 0;
    int rs3 = encoding.contains("rs3") ? 13 : 0;
    code.emit(sweep.insn, new Operands(10, 11, rs2, rs3, 0, sweep.rm));
    code.s(TO_X.contains(sweep.insn.format()) ? Insn.SD : Insn.FSD, 10, UserProgram.OUT, 0);
    code.i(Insn.CSRRS, 10, 0, FFLAGS);
    code.s(Insn.SD, 10, UserProgram.OUT, 8);
    code.i(Insn.ADDI, TABLE, TABLE, BYTES_PER_ROW);
    code.i(Insn.ADDI, UserProgram.OUT, UserProgram.OUT, 16);
    code.i(Insn.ADDI, COUNT, COUNT, -1);
    code.branch(Insn.BNE, COUNT, 0, "sweep" + number);
    program.output(16 * rows);
  }
}
