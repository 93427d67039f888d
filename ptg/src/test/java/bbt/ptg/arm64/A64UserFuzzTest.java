package bbt.ptg.arm64;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random programs of a user on {@code qemu-aarch64} and by the semantics of the rows: X0 to X30,
 * the stack pointer, the flags, vector registers, FPCR, FPSR and the data must be the same. {@code
 * -Dbbt.programs=N} runs more of them, {@code -Dbbt.seed=N} others, {@code -Dbbt.pieces=1} programs
 * of one instruction each, {@code -Dbbt.show=N} shows more of those that differ.
 */
@Tag("qemu")
class A64UserFuzzTest {
  private static final int BATCH = 500;
  private static final int PIECES = Integer.getInteger("bbt.pieces", 24);
  private static final long CODE = 0x1000_0000L;

  /** Bytes of the harness before the programs. */
  private static final int HARNESS = 4096;

  /** Bytes of a program with what enters and leaves it. */
  private static final int SLOT = 512;

  /** Words that enter a program: the last two registers are loaded there. */
  private static final int ENTRY = 2;

  /** Place of the flags, behind X0 to X30 and the stack pointer. */
  private static final int FLAGS = 32;

  /** Place of FPCR, and behind it FPSR. */
  private static final int FLOATS = 33;

  /** Place of the vector registers, the low half of each first. */
  private static final int VECTORS = 35;

  /** The bits of FPCR: how halves are, default NaN, flushing, and the rounding mode. */
  private static final int CONTROLS = 0x07C0_0000;

  /** The bits of FPSR. */
  private static final int STATUS = 0x0800_009F;

  private static final int REGISTERS = VECTORS + 64;

  private static final int RESULT = REGISTERS * Long.BYTES + A64Programs.PAGE_BYTES;

  @TempDir Path folder;

  private record Program(int[] code, long[] registers) {}

  private final Set<A64Insn> executed = EnumSet.noneOf(A64Insn.class);
  private long instructions;

  @Test
  void programsEndAlike() throws Exception {
    int programs = Integer.getInteger("bbt.programs", 2000);
    long seed = Long.getLong("bbt.seed", 1);
    List<String> different = new ArrayList<>();
    for (int done = 0; done < programs; done += BATCH) {
      batch(new Random(seed * 1_000_003 + done), different);
    }
    System.out.printf(
        "arm64: %,d programs, %,d instructions of %d rows, %d programs differ from qemu-aarch64%n",
        programs, instructions, executed.size(), different.size());
    assertEquals(List.of(), different.stream().limit(Integer.getInteger("bbt.show", 5)).toList());
    Set<A64Insn> missing = EnumSet.copyOf(A64Programs.rows());
    missing.removeAll(executed);
    assertTrue(missing.isEmpty(), () -> "never executed: " + missing);
  }

  private void batch(Random random, List<String> different) throws Exception {
    byte[] page = new byte[A64Programs.PAGE_BYTES];
    ByteBuffer fresh = ByteBuffer.wrap(page).order(ByteOrder.LITTLE_ENDIAN);
    while (fresh.hasRemaining()) {
      fresh.putLong(A64Numbers.next(random));
    }
    List<Program> programs = new ArrayList<>();
    for (int i = 0; i < BATCH; i++) {
      long[] registers = new long[REGISTERS];
      for (int k = 0; k < A64State.SP + 1; k++) {
        registers[k] = random.nextLong() >> random.nextInt(64);
      }
      registers[FLAGS] = (long) random.nextInt(16) << 28;
      for (int k = VECTORS; k < REGISTERS; k++) {
        registers[k] = A64Numbers.next(random);
      }
      registers[FLOATS] = random.nextBoolean() ? 0 : random.nextInt() & CONTROLS;
      registers[FLOATS + 1] = random.nextBoolean() ? 0 : random.nextInt() & STATUS;
      programs.add(new Program(A64Programs.next(random, PIECES, null), registers));
    }
    ByteBuffer theirs = run(programs, page);
    for (int i = 0; i < BATCH; i++) {
      Program program = programs.get(i);
      byte[] expected = new byte[RESULT];
      theirs.get(i * RESULT, expected);
      String difference = compare(program, CODE + HARNESS + (long) i * SLOT, page, expected);
      if (difference != null) {
        different.add(difference);
      }
    }
  }

  /** Carries out a program; returns what differs, null for nothing. */
  private String compare(Program program, long slot, byte[] page, byte[] expected) {
    A64State state = new A64State();
    System.arraycopy(program.registers, 0, state.x, 0, state.x.length);
    state.nzcv = (int) (program.registers[FLAGS] >>> 28);
    state.floats.control((int) program.registers[FLOATS]);
    state.floats.status((int) program.registers[FLOATS + 1]);
    System.arraycopy(program.registers, VECTORS, state.vector, 0, state.vector.length);
    for (int i = 0; i < page.length; i++) {
      state.put(A64Programs.PAGE + i, page[i]);
    }
    long entry = slot + 4L * ENTRY;
    for (int i = 0; i < program.code.length; i++) {
      for (int k = 0; k < 4; k++) {
        state.put(entry + 4L * i + k, program.code[i] >>> 8 * k);
      }
    }
    state.pc = entry;
    EvaluatingA64 machine = new EvaluatingA64(state);
    while (state.pc != entry + 4L * program.code.length) {
      int bits = program.code[(int) (state.pc - entry) / 4];
      executed.add(A64Decoder.row(bits));
      instructions++;
      machine.step(bits);
    }
    ByteBuffer ours = ByteBuffer.allocate(RESULT).order(ByteOrder.LITTLE_ENDIAN);
    for (long each : state.x) {
      ours.putLong(each);
    }
    ours.putLong((long) state.nzcv << 28);
    ours.putLong(state.floats.control());
    ours.putLong(state.floats.status());
    for (long each : state.vector) {
      ours.putLong(each);
    }
    for (int i = 0; i < page.length; i++) {
      ours.put((byte) state.get(A64Programs.PAGE + i));
    }
    int at = Arrays.mismatch(ours.array(), expected);
    return at < 0 ? null : text(program, entry, at, ours.array(), expected);
  }

  private static String text(Program program, long entry, int at, byte[] ours, byte[] theirs) {
    StringBuilder text = new StringBuilder();
    int word = at / Long.BYTES * Long.BYTES;
    String place =
        word < REGISTERS * Long.BYTES
            ? "register " + word / Long.BYTES
            : "data " + (at - REGISTERS * Long.BYTES);
    text.append(place).append(": ").append(quad(ours, word)).append(", QEMU's ");
    text.append(quad(theirs, word)).append('\n');
    for (int i = 0; i < program.code.length; i++) {
      text.append(A64Disassembler.text(entry + 4L * i, program.code[i])).append('\n');
    }
    return text.toString();
  }

  private static String quad(byte[] bytes, int at) {
    return Long.toHexString(
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong(Math.min(at, RESULT - 8)));
  }

  private ByteBuffer run(List<Program> programs, byte[] page) throws Exception {
    Map<String, Long> sections = Map.of(".cases", CODE, ".page", A64Programs.PAGE);
    byte[] result = QemuUser.run(folder, source(programs, page), sections);
    assertEquals(programs.size() * RESULT, result.length);
    return ByteBuffer.wrap(result);
  }

  private static String source(List<Program> programs, byte[] page) {
    StringBuilder text = new StringBuilder(harness(programs.size()));
    text.append(".org ").append(HARNESS).append('\n');
    for (int i = 0; i < programs.size(); i++) {
      text.append("ldr x30, [x0, #240]\nldr x0, [x0]\n.inst ");
      int[] code = programs.get(i).code;
      for (int k = 0; k < code.length; k++) {
        text.append(k == 0 ? "" : ",").append(code[k] & 0xFFFFFFFFL);
      }
      text.append("\nb finish\n.org ").append(HARNESS + (i + 1) * SLOT).append('\n');
    }
    text.append(".section .page, \"aw\"\n.skip ").append(A64Programs.PAGE_BYTES).append('\n');
    text.append(".data\n.balign 8\npristine: .byte ");
    for (int i = 0; i < page.length; i++) {
      text.append(i == 0 ? "" : ",").append(page[i] & 0xFF);
    }
    text.append("\ninit:\n");
    for (Program program : programs) {
      text.append(".quad ");
      for (int k = 0; k < REGISTERS; k++) {
        text.append(k == 0 ? "" : ",").append("0x").append(Long.toHexString(program.registers[k]));
      }
      text.append('\n');
    }
    return text.append(".bss\n.balign 8\nout: .skip ")
        .append(programs.size() * RESULT)
        .append('\n')
        .toString();
  }

  /** Enters one program after another, writes down what it leaves, and prints all of it. */
  private static String harness(int programs) {
    StringBuilder text = new StringBuilder();
    text.append(
        """
        .section .cases, "awx"
        .globl _start
        _start:
          ldr x1, index
          cmp x1, #%1$d
          b.eq done
          ldr x3, =pristine
          ldr x4, =%2$d
          mov x5, #%3$d
        fresh:
          ldr x6, [x3], #8
          str x6, [x4], #8
          subs x5, x5, #8
          b.ne fresh
          clrex
          ldr x0, =init
          mov x3, #%4$d
          madd x0, x1, x3, x0
          ldr x30, =%5$d
          add x30, x30, x1, lsl #9
          ldr x3, =out
          mov x4, #%6$d
          madd x3, x1, x4, x3
          adr x4, result
          str x3, [x4]
          add x1, x1, #1
          adr x4, index
          str x1, [x4]
          ldr x1, [x0, #248]
          mov sp, x1
          ldr x1, [x0, #256]
          msr nzcv, x1
          ldr x1, [x0, #264]
          msr fpcr, x1
          ldr x1, [x0, #272]
          msr fpsr, x1
        """
            .formatted(
                programs,
                A64Programs.PAGE,
                A64Programs.PAGE_BYTES,
                REGISTERS * Long.BYTES,
                CODE + HARNESS,
                RESULT));
    text.append("add x1, x0, #%d\n".formatted(VECTORS * Long.BYTES));
    for (int i = 0; i < 32; i += 2) {
      text.append("ldp q%d, q%d, [x1, #%d]\n".formatted(i, i + 1, 16 * i));
    }
    for (int i = 1; i < 29; i += 2) {
      text.append("ldp x%d, x%d, [x0, #%d]\n".formatted(i, i + 1, 8 * i));
    }
    text.append(
        """
          ldr x29, [x0, #232]
          br x30
        finish:
          msr tpidr_el0, x0
          ldr x0, result
        """);
    for (int i = 1; i < 31; i += 2) {
      text.append("stp x%d, x%d, [x0, #%d]\n".formatted(i, i + 1, 8 * i));
    }
    text.append("add x1, x0, #%d\n".formatted(VECTORS * Long.BYTES));
    for (int i = 0; i < 32; i += 2) {
      text.append("stp q%d, q%d, [x1, #%d]\n".formatted(i, i + 1, 16 * i));
    }
    return text.append(
            """
              mov x1, sp
              mrs x2, nzcv
              stp x1, x2, [x0, #248]
              mrs x1, fpcr
              mrs x2, fpsr
              stp x1, x2, [x0, #264]
              mrs x1, tpidr_el0
              str x1, [x0]
              add x0, x0, #%1$d
              ldr x3, =%2$d
              mov x5, #%3$d
            copy:
              ldr x6, [x3], #8
              str x6, [x0], #8
              subs x5, x5, #8
              b.ne copy
              b _start
            done:
              ldr x19, =out
              ldr x20, =%4$d
              b print
            """
                .formatted(
                    REGISTERS * Long.BYTES,
                    A64Programs.PAGE,
                    A64Programs.PAGE_BYTES,
                    programs * RESULT))
        .append(QemuUser.PRINT)
        .append(
            """
            .ltorg
            .balign 8
            index: .quad 0
            result: .quad 0
            """)
        .toString();
  }
}
