package bbt.samples.conformance.fuzz.user;

import bbt.ptg.asm.Assembler;
import bbt.ptg.riscv.Decoded;
import bbt.ptg.riscv.Decoder;
import bbt.ptg.riscv.Encoder;
import bbt.ptg.riscv.Encoder.Operands;
import bbt.ptg.riscv.Format;
import bbt.ptg.riscv.Insn;
import bbt.samples.conformance.fuzz.user.InsnChoice.Group;
import java.util.Random;

/** Generates single random instructions that go on to the next, with random operands. */
final class InsnGenerator {
  private static final int ORDERING = 3 << 25;

  private final Random random;
  private final Assembler code;
  private final WritableRegisters registers;
  private final InsnChoice choice;

  /** The taste of this program: one draw in a hundred falls to each. */
  private final Group[] taste = new Group[100];

  InsnGenerator(Random random, Assembler code, WritableRegisters registers, InsnChoice choice) {
    this.random = random;
    this.code = code;
    this.registers = registers;
    this.choice = choice;
    Group[] all = {Group.INTEGER, Group.LOAD, Group.STORE, Group.FLOAT, Group.COMPRESSED};
    int[] weights = new int[all.length];
    int sum = 0;
    for (int i = 0; i < all.length; i++) {
      weights[i] = 1 + random.nextInt(8);
      sum += weights[i];
    }
    int from = 0;
    int upTo = 0;
    for (int i = 0; i < all.length; i++) {
      upTo += weights[i];
      for (; from < taste.length * upTo / sum; from++) {
        taste[from] = all[i];
      }
    }
  }

  /** Any instruction that goes on to the next one. */
  void any() {
    of(taste[random.nextInt(taste.length)]);
  }

  /** Any instruction of a group that {@link #any} takes from. */
  void of(Group group) {
    if (group == Group.COMPRESSED) {
      compressed();
    } else {
      plain(choice.any(group, random));
    }
  }

  /** A branch on random registers to a label further on. */
  void branch(String label) {
    int first = registers.source();
    switch (random.nextInt(6)) {
      case 0 ->
          code.branch(random.nextBoolean() ? Insn.C_BEQZ : Insn.C_BNEZ, first & 7 | 8, 0, label);
      case 1 -> code.branch(choice.any(Group.BRANCH, random), first, first, label);
      default -> code.branch(choice.any(Group.BRANCH, random), first, registers.source(), label);
    }
  }

  /**
   * A row of an instruction without rd in memory: AMO and its like, at the address in a register.
   */
  void atomic(Insn insn, int base) {
    Operands o = new Operands(registers.destination(), base, registers.source(), 0, 0, 0);
    if (insn.format() == Format.LR) {
      o = new Operands(o.rd(), base, 0, 0, 0, 0);
    }
    code.raw32(Encoder.encode(insn, o) | ordering());
  }

  /** Random acquire and release bits. */
  int ordering() {
    return random.nextInt(3) == 0 ? random.nextInt() & ORDERING : 0;
  }

  /** A distance from a pointer. */
  int offset() {
    return switch (random.nextInt(6)) {
      // The pointers stand near the edges of pages.
      case 0 -> random.nextInt(24) - 12;
      case 1 -> random.nextInt(4096) - 2048;
      default -> random.nextInt(512) * 8 - 2048;
    };
  }

  /** Emits an instruction that is not compressed. */
  void plain(Insn insn) {
    code.emit(insn, operands(insn, insn.format()));
  }

  private Operands operands(Insn insn, Format format) {
    int f1 = random.nextInt(32);
    int f2 = random.nextInt(32);
    int fd = random.nextInt(32);
    return switch (format) {
      case R -> Operands.registers(registers.destination(), registers.source(), registers.source());
      case R1 -> Operands.registers(registers.destination(), registers.source(), 0);
      case RI -> withImmediate(registers.destination(), Corners.immediate12(random));
      case SHIFT -> withImmediate(registers.destination(), random.nextInt(shifts(insn)));
      case U ->
          new Operands(
              registers.destination(), 0, 0, 0, (int) Corners.integer(random) & 0xFFFFF000, 0);
      // All kinds of fences, but not what is a row of its own.
      case FENCE_SETS -> new Operands(0, 0, 0, 0, 0x11 | random.nextInt(0x100), 0);
      case PREFETCH -> new Operands(0, registers.source(), 0, 0, random.nextInt(64) * 32, 0);
      case LR -> Operands.registers(registers.destination(), registers.pointer(), 0);
      case AMO ->
          Operands.registers(registers.destination(), registers.pointer(), registers.source());
      case CACHE_BLOCK -> Operands.registers(0, registers.pointer(), 0);
      case LOAD -> new Operands(registers.destination(), registers.pointer(), 0, 0, offset(), 0);
      case FLOAD -> new Operands(fd, registers.pointer(), 0, 0, offset(), 0);
      case STORE -> new Operands(0, registers.pointer(), registers.source(), 0, offset(), 0);
      case FSTORE -> new Operands(0, registers.pointer(), f2, 0, offset(), 0);
      case F4 -> new Operands(fd, f1, f2, random.nextInt(32), 0, mode());
      case F_RM -> new Operands(fd, f1, f2, 0, 0, mode());
      case F2 -> Operands.registers(fd, f1, f2);
      case F1_RM -> new Operands(fd, f1, 0, 0, 0, mode());
      case F_COMPARE -> Operands.registers(registers.destination(), f1, f2);
      case F_TO_X -> Operands.registers(registers.destination(), f1, 0);
      case F_TO_X_RM -> new Operands(registers.destination(), f1, 0, 0, 0, mode());
      case X_TO_F -> Operands.registers(fd, registers.source(), 0);
      case X_TO_F_RM -> new Operands(fd, registers.source(), 0, 0, 0, mode());
      default -> throw new IllegalArgumentException(insn + " is not chosen at random");
    };
  }

  private Operands withImmediate(int destination, long immediate) {
    return new Operands(destination, registers.source(), 0, 0, immediate, 0);
  }

  /** The number of distances that a shift's immediate can hold. */
  private static int shifts(Insn insn) {
    return insn.pattern().toString().contains("uimm5:0") ? 64 : 32;
  }

  /** A rounding mode that is not reserved; mostly the one in fcsr. */
  private int mode() {
    return random.nextInt(3) == 0 ? random.nextInt(5) : 7;
  }

  private void compressed() {
    for (int i = 0; i < 50; i++) {
      Insn row = choice.any(Group.COMPRESSED, random);
      int bits = Encoder.fill(row, random.nextInt());
      Decoded d = Decoder.decode(bits);
      if (d != null && d.compressed() == row && isHarmless(d)) {
        code.raw16(bits);
        return;
      }
    }
    code.raw16(1);
  }

  private boolean isHarmless(Decoded d) {
    return switch (d.insn().format()) {
      case LOAD -> isPointer(d.rs1()) && (d.rd() == 0 || registers.isFree(d.rd()));
      case FLOAD, STORE, FSTORE -> isPointer(d.rs1());
      default -> d.rd() == 0 || registers.isFree(d.rd());
    };
  }

  private static boolean isPointer(int register) {
    for (int pointer : WritableRegisters.POINTERS) {
      if (register == pointer) {
        return true;
      }
    }
    return false;
  }
}
