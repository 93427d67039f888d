package bbt.ptg.riscv;

import bbt.ptg.guest.CodeForms;
import bbt.ptg.guest.CodeHash;
import bbt.ptg.guest.ControlFlow;

/**
 * Tells the forms of RISC-V's instructions. An address takes two of them: lui or auipc has its
 * upper 20 bits, and an addi, load, store or jalr on that register has the lower 12 (psABI,
 * relocations {@code R_RISCV_HI20}, {@code LO12_I}, {@code PCREL_HI20} and their like). Linker
 * relaxation leaves the second one alone, on gp.
 */
final class RiscvForms implements CodeForms {
  /** Where a program keeps an address for good: its data lies about it. */
  private static final int GLOBAL_POINTER = 3;

  /** How far from its code a program has data that it reaches with lui. */
  private static final long NEAR = 1 << 26;

  /** Below it are small numbers, no program. */
  private static final long FIRST = 1 << 16;

  /** Registers that hold the upper part of an address: what is added to them is the lower one. */
  private final boolean[] upper = new boolean[32];

  RiscvForms() {
    upper[GLOBAL_POINTER] = true;
  }

  @Override
  public long next(long pc, int bits) {
    Decoded d = Decoder.decode(bits);
    if (d == null) {
      return bits;
    }
    boolean makes =
        d.insn() == Insn.AUIPC
            || d.insn() == Insn.LUI && d.imm() >= FIRST && Math.abs(d.imm() - pc) < NEAR;
    boolean address =
        makes
            || d.insn() == Insn.JAL
            || d.insn().flow() == ControlFlow.CONDITIONAL_BRANCH
            || upper[d.rs1()] && addsImmediate(d);
    if (d.rd() != GLOBAL_POINTER && writesGeneral(d)) {
      upper[d.rd()] = makes && d.rd() != 0;
    }
    long registers = (long) d.rd() << 15 | d.rs1() << 10 | d.rs2() << 5 | d.rs3();
    CodeHash form = new CodeHash();
    form.add(d.insn().ordinal());
    form.add(registers);
    form.add(address ? 0 : d.imm());
    form.add(modifier(d));
    return form.value();
  }

  /** What a field says that is no operand: a rounding mode, or an order of memory. */
  private static int modifier(Decoded d) {
    return switch (d.insn().format()) {
      case LR, AMO -> d.bits() >>> 25 & 3;
      default -> d.rm();
    };
  }

  private static boolean addsImmediate(Decoded d) {
    return switch (d.insn().format()) {
      case LOAD, STORE, FLOAD, FSTORE, JUMP_REGISTER -> true;
      case RI -> d.insn() == Insn.ADDI || d.insn() == Insn.ADDIW;
      default -> false;
    };
  }

  private static boolean writesGeneral(Decoded d) {
    return d.insn().format().template.indexOf('d') >= 0;
  }
}
