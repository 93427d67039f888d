package bbt.translator.riscv.interp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bbt.ptg.asm.Assembler;
import bbt.ptg.guest.ControlFlow;
import bbt.ptg.riscv.Encoder;
import bbt.ptg.riscv.Extension;
import bbt.ptg.riscv.Format;
import bbt.ptg.riscv.Insn;
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

/**
 * Every instruction that computes from integer registers, memory in between for loads, stores and
 * atomics, run by both engines and by QEMU.
 */
@Tag("qemu")
class IntegerQemuTest {
  private static final int ROWS = 64;
  private static final int TABLE = 8;
  private static final int COUNT = 18;
  private static final int SCRATCH = 19;
  private static final Set<Format> COMPUTING =
      EnumSet.of(Format.R, Format.R1, Format.RI, Format.SHIFT, Format.U);
  private static final Set<Format> MEMORY =
      EnumSet.of(Format.LOAD, Format.STORE, Format.LR, Format.AMO);

  private record Sweep(Insn insn, long imm) {}

  @TempDir Path folder;

  private static long[] table(Random random) {
    long[] corners = {
      0,
      1,
      2,
      31,
      32,
      63,
      64,
      -1,
      -2,
      0x80,
      0x7FFF,
      0x8000,
      0x7FFFFFFF,
      0x80000000L,
      0xFFFFFFFFL,
      1L << 32,
      Long.MAX_VALUE,
      Long.MIN_VALUE,
      Integer.MIN_VALUE,
      0x0100800001FF0010L
    };
    long[] table = new long[2 * ROWS];
    for (int i = 0; i < table.length; i++) {
      table[i] =
          random.nextInt(3) == 0
              ? random.nextLong() >> random.nextInt(64)
              : corners[random.nextInt(corners.length)];
    }
    return table;
  }

  @Test
  void results() throws Exception {
    UserProgram program = new UserProgram();
    Random random = new Random(3);
    int table = program.table(table(random));
    int scratch = program.table(0, 0, 0);
    program.address(SCRATCH, scratch);
    List<Sweep> sweeps = new ArrayList<>();
    for (Insn insn : Insn.values()) {
      boolean memory = MEMORY.contains(insn.format());
      // The processor of qemu-user 7.2 has no Zicond.
      boolean known = insn.extension() != Extension.ZICOND;
      if (insn.isCompressed() || insn.flow() != ControlFlow.SEQUENTIAL || !known) {
        continue;
      }
      if (memory || COMPUTING.contains(insn.format())) {
        boolean immediate = insn.pattern().toString().contains("imm") && !memory;
        for (int i = 0; i < (immediate ? 6 : 1); i++) {
          long imm = immediate ? random.nextLong() : 0;
          sweeps.add(new Sweep(insn, imm));
          sweep(program, insn, imm, table, sweeps.size());
        }
      }
    }
    UserProgram.Outputs outputs = program.run(folder);
    ByteBuffer theirs = outputs.qemu();
    assertEquals(theirs.capacity(), outputs.interpreter().capacity());
    for (Sweep sweep : sweeps) {
      for (int row = 0; row < ROWS; row++) {
        for (String what : new String[] {"register", "memory"}) {
          String expected = Long.toHexString(theirs.getLong());
          String where = sweep + ", row " + row + ": " + what;
          assertEquals(expected, Long.toHexString(outputs.interpreter().getLong()), where);
          assertEquals(expected, Long.toHexString(outputs.translator().getLong()), where);
        }
      }
    }
  }

  /** A mark (docs/control.md) of each number and sign changes no register. */
  @Test
  void marksDoNothing() throws Exception {
    UserProgram program = new UserProgram();
    Assembler code = program.code();
    List<Integer> kept = new ArrayList<>();
    for (int register = 1; register < 31; register++) {
      if (register != UserProgram.OUT) {
        code.li(register, 0x1234567 * register);
        kept.add(register);
      }
    }
    for (int number : new int[] {0, 1, 7, 2047, -1, -2048}) {
      for (int value = 0; value < 32; value += 5) {
        code.i(Insn.SLTI, 0, value, number);
      }
    }
    for (int register : kept) {
      code.s(Insn.SD, register, UserProgram.OUT, 0)
          .i(Insn.ADDI, UserProgram.OUT, UserProgram.OUT, 8);
    }
    code.s(Insn.SD, 0, UserProgram.OUT, 0);
    program.output(8 * (kept.size() + 1));
    UserProgram.Outputs outputs = program.run(folder);
    for (int register : kept) {
      long expected = 0x1234567 * register;
      assertEquals(expected, outputs.qemu().getLong(), "x" + register + " on QEMU");
      assertEquals(expected, outputs.interpreter().getLong(), "x" + register);
      assertEquals(expected, outputs.translator().getLong(), "x" + register + ", translated");
    }
    assertEquals(0, outputs.qemu().getLong());
    assertEquals(0, outputs.interpreter().getLong());
    assertEquals(0, outputs.translator().getLong());
  }

  /**
   * Puts rd and the memory word after the instruction into the output, for each pair of operands.
   */
  private static void sweep(UserProgram program, Insn insn, long imm, int table, int number) {
    boolean memory = MEMORY.contains(insn.format());
    Assembler code = program.code();
    program.address(TABLE, table);
    code.i(Insn.ADDI, COUNT, 0, ROWS);
    // Ends a reservation of the sweep before.
    code.r(Insn.SC_D, 13, SCRATCH, 12);
    code.label("sweep" + number);
    code.i(Insn.LD, 11, TABLE, 0).i(Insn.LD, 12, TABLE, 8);
    code.i(Insn.ADDI, 10, 0, 0);
    code.s(Insn.SD, 11, SCRATCH, 0);
    boolean conditional = insn == Insn.SC_W || insn == Insn.SC_D;
    if (conditional) {
      // Succeeds on every second row.
      code.i(Insn.ANDI, 13, COUNT, 1).branch(Insn.BEQ, 13, 0, "skip" + number);
      code.r(insn == Insn.SC_W ? Insn.LR_W : Insn.LR_D, 13, SCRATCH, 0);
      code.label("skip" + number);
    }
    code.raw32(encoding(insn, memory ? SCRATCH : 11, (int) imm));
    if (conditional) {
      // A failed one leaves no reservation either.
      code.r(insn, 13, SCRATCH, 12).r(Insn.SH1ADD, 10, 13, 10);
    }
    code.i(Insn.LD, 13, SCRATCH, 0);
    code.s(Insn.SD, 10, UserProgram.OUT, 0).s(Insn.SD, 13, UserProgram.OUT, 8);
    code.i(Insn.ADDI, TABLE, TABLE, 16).i(Insn.ADDI, UserProgram.OUT, UserProgram.OUT, 16);
    code.i(Insn.ADDI, COUNT, COUNT, -1);
    code.branch(Insn.BNE, COUNT, 0, "sweep" + number);
    program.output(16 * ROWS);
  }

  /**
   * Encodes rd 10, rs1 as given and rs2 12, as far as the row has them; other open bits are the
   * immediate's.
   */
  private static int encoding(Insn insn, int first, int immediate) {
    String fields = insn.pattern().toString();
    int open = field(fields, "rd", 7, 10, immediate);
    open = field(fields, "rs1", 15, first, open);
    return Encoder.fill(insn, field(fields, "rs2", 20, 12, open));
  }

  private static int field(String fields, String name, int shift, int value, int open) {
    return fields.contains(name) ? open & ~(31 << shift) | value << shift : open;
  }
}
