package bbt.samples.conformance.fuzz.user;

import bbt.ptg.asm.Assembler;
import bbt.ptg.riscv.Encoder;
import bbt.ptg.riscv.Encoder.Operands;
import bbt.ptg.riscv.Format;
import bbt.ptg.riscv.Insn;
import bbt.samples.conformance.fuzz.user.InsnChoice.Group;
import java.util.Random;
import java.util.function.Supplier;

/** Generates short sequences that random single instructions would never make. */
final class Snippets {
  private static final int FFLAGS = 1;
  private static final int FRM = 2;
  private static final int FCSR = 3;

  private static final Insn[] CSR_INSNS = {
    Insn.CSRRW, Insn.CSRRS, Insn.CSRRC, Insn.CSRRWI, Insn.CSRRSI, Insn.CSRRCI
  };

  private final Random random;
  private final Assembler code;
  private final WritableRegisters registers;
  private final InsnGenerator insns;
  private final InsnChoice choice;
  private final boolean translated;
  private final Supplier<String> labels;

  Snippets(
      Random random,
      Assembler code,
      WritableRegisters registers,
      InsnGenerator insns,
      InsnChoice choice,
      boolean translated,
      Supplier<String> labels) {
    this.random = random;
    this.code = code;
    this.registers = registers;
    this.insns = insns;
    this.choice = choice;
    this.translated = translated;
    this.labels = labels;
  }

  /** A jump to one of four places, by two bits of a register. */
  void jumpTable() {
    int index = registers.scratch();
    int target = registers.scratchBut(index);
    String table = labels.get();
    String after = labels.get();
    code.i(Insn.ANDI, index, registers.source(), 3).i(Insn.SLLI, index, index, 2);
    code.la(target, table).r(Insn.ADD, target, target, index);
    code.i(Insn.JALR, 0, target, 0);
    code.label(table);
    String[] cases = new String[4];
    for (int i = 0; i < cases.length; i++) {
      cases[i] = random.nextInt(4) == 0 ? after : labels.get();
      code.jal(0, cases[i]);
    }
    for (String place : cases) {
      if (!place.equals(after)) {
        code.label(place);
        insns.any();
        if (random.nextBoolean()) {
          code.to(random.nextBoolean() ? Insn.C_J : Insn.JAL, 0, 0, 0, after);
        }
      }
    }
    code.label(after);
  }

  /** auipc and jalr over an instruction or two; the link may be kept. */
  void jumpByPair() {
    String target = labels.get();
    int through = registers.scratch();
    code.pair(Insn.JALR, registers.destination(), through, target);
    for (int i = random.nextInt(3); i > 0; i--) {
      insns.any();
    }
    code.label(target);
  }

  /** An AMO or cache-block instruction, its address made before; now and then misaligned. */
  void atomic() {
    int base = address(random.nextInt(20) == 0);
    if (choice.has(Group.CACHE) && random.nextInt(6) == 0) {
      code.emit(choice.any(Group.CACHE, random), Operands.registers(0, base, 0));
      return;
    }
    insns.atomic(choice.any(Group.ATOMIC, random), base);
  }

  /**
   * Load-reserved and store-conditional, without memory accesses between: whether those end the
   * reservation is free (unprivileged 13.2), as is a store to another address than the reserved
   * one.
   */
  void reservation() {
    int base = address(false);
    boolean wide = random.nextBoolean();
    boolean reserve = random.nextInt(5) > 0;
    if (reserve) {
      int loaded = registers.scratchBut(base);
      code.raw32(Encoder.r(wide ? Insn.LR_D : Insn.LR_W, loaded, base, 0) | insns.ordering());
      registers.protect(base);
      for (int i = random.nextInt(3); i > 0; i--) {
        insns.of(Group.INTEGER);
      }
      registers.release(base);
    } else {
      // Whatever was reserved: the second of two cannot succeed.
      conditional(wide, base);
    }
    conditional(wide, base);
  }

  private void conditional(boolean wide, int base) {
    int result = registers.scratchBut(base);
    code.raw32(
        Encoder.r(wide ? Insn.SC_D : Insn.SC_W, result, base, registers.source())
            | insns.ordering());
  }

  /** A register that points into data, aligned to 8 unless asked otherwise. */
  private int address(boolean misaligned) {
    int base = registers.scratch();
    int pointer = registers.pointer();
    int offset = random.nextInt(500) * 8 - 2000;
    code.i(Insn.ADDI, base, pointer, offset).i(Insn.ANDI, base, base, -8);
    if (misaligned) {
      code.i(Insn.ADDI, base, base, 1 + random.nextInt(7));
    }
    return base;
  }

  /** A load or store at an address that depends on data; behind page tables it may miss. */
  void computedAddress() {
    int base = registers.scratch();
    int wild = translated ? random.nextInt(20) : 2;
    if (wild == 0) {
      code.i(Insn.ADDI, base, registers.source(), 0);
    } else if (wild == 1) {
      // Around the end of the mapped pages.
      code.i(Insn.LUI, base, 0, 0x1000 * (1 + random.nextInt(4)));
    } else {
      code.i(Insn.ANDI, base, registers.source(), 0x7FF);
    }
    code.r(Insn.ADD, base, base, registers.pointer());
    if (random.nextBoolean()) {
      int value = registers.source();
      Insn store = choice.any(Group.STORE, random);
      code.s(store, value, base, 0);
    } else {
      Insn load = choice.any(Group.LOAD, random);
      boolean toFloat = load.format() == Format.FLOAD;
      code.i(load, toFloat ? random.nextInt(32) : registers.destination(), base, 0);
    }
  }

  /** An access to fcsr or a part of it. */
  void status() {
    int csr = 1 + random.nextInt(3);
    Insn insn = CSR_INSNS[random.nextInt(CSR_INSNS.length)];
    int source = registers.source();
    if (csr == FRM || csr == FCSR) {
      // A mode that exists, mostly: with another one each instruction that asks for it traps.
      boolean reserved = random.nextInt(15) == 0;
      int mode = reserved ? 5 + random.nextInt(3) : random.nextInt(5);
      code.i(Insn.CSRRWI, registers.destination(), mode, FRM);
      csr = FFLAGS;
    }
    if (random.nextInt(3) == 0) {
      code.i(Insn.CSRRS, registers.destination(), 0, FCSR);
    } else {
      code.i(insn, registers.destination(), source, csr);
    }
  }

  /** Overwrites an instruction further on; fence.i in between. */
  void patch() {
    String place = labels.get();
    int address = registers.scratch();
    int value = registers.scratchBut(address);
    int destination = registers.destination();
    int patch = Encoder.i(Insn.ADDI, destination, registers.source(), Corners.immediate12(random));
    boolean half = random.nextInt(3) == 0;
    code.la(address, place);
    if (half) {
      int free = registers.scratch();
      patch = Encoder.i(Insn.C_ADDI, free, free, 5);
      code.li(value, patch).s(Insn.SH, value, address, 0);
    } else {
      code.li(value, patch).s(Insn.SW, value, address, 0);
    }
    if (random.nextBoolean()) {
      insns.any();
    }
    code.op(Insn.FENCE_I);
    for (int i = random.nextInt(3); i > 0; i--) {
      insns.any();
    }
    code.label(place);
    if (half) {
      code.raw16(1);
    } else {
      code.i(Insn.ADDI, registers.destination(), registers.source(), 1);
    }
  }

  /** Emits something that traps, or would go astray. */
  void odd() {
    switch (random.nextInt(translated ? 9 : 6)) {
      case 0 -> code.op(Insn.EBREAK);
      case 1 -> code.op(Insn.ECALL);
      case 2 -> code.raw16(0);
      case 3 -> code.raw32(-1);
      case 4 -> code.op(Insn.C_EBREAK);
      case 5 -> {
        // A reserved rounding mode in the instruction.
        int add = Encoder.encode(Insn.FADD_D, new Operands(1, 2, 3, 0, 0, 0));
        code.raw32(add | 5 + random.nextInt(2) << 12);
      }
      case 6 -> // Into data, which may not be executed.
          code.i(Insn.JALR, registers.destination(), registers.pointer(), 0);
      case 7 -> {
        int base = registers.scratch();
        code.li(base, Corners.integer(random));
        code.i(Insn.LD, registers.destination(), base, 0);
      }
      default -> {
        int base = registers.scratch();
        code.li(base, Corners.integer(random));
        code.s(Insn.SD, registers.source(), base, 0);
      }
    }
  }

  /** The stack pointer goes down and up again, with something in between. */
  void stackFrame() {
    int size = 16 * (1 + random.nextInt(16));
    code.i(Insn.C_ADDI16SP, 2, 2, -size);
    insns.any();
    code.i(Insn.C_ADDI16SP, 2, 2, size);
  }

  /** auipc and a load or store on it: code as data. */
  void linkAndLoad() {
    String here = labels.get();
    code.label(here);
    int base = registers.scratch();
    code.pair(Insn.LWU, registers.destination(), base, here);
  }
}
