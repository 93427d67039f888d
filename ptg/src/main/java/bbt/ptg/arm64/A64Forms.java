package bbt.ptg.arm64;

import bbt.ptg.guest.CodeForms;
import bbt.ptg.guest.CodeHash;
import bbt.ptg.guest.ControlFlow;
import bbt.ptg.guest.InstructionClass;

/**
 * Tells the forms of AArch64's instructions. An address takes two of them: adrp has its page, and
 * an add, load or store on that register has what is behind it (ELF for the Arm 64-bit
 * Architecture, relocations {@code R_AARCH64_ADR_PREL_PG_HI21} and {@code LO12_NC}).
 */
final class A64Forms implements CodeForms {
  /** Registers that hold the page of an address: what is added to them is the rest of it. */
  private final boolean[] page = new boolean[32];

  @Override
  public long next(long pc, int bits) {
    A64Decoded d = A64Decoder.decode(bits);
    if (d == null) {
      return bits;
    }
    boolean rest = page[d.rn()] && (isOffset(d.insn()) || isAddition(d));
    CodeHash form = new CodeHash();
    form.add(d.insn().ordinal());
    form.add(isRelative(d.insn()) ? named(d) : rest ? d.rn() << 5 | d.rd() : bits);
    if (d.insn().costClass() != InstructionClass.STORE && !isVector(d.insn())) {
      page[d.rd()] = d.insn() == A64Insn.ADRP;
    }
    return form.value();
  }

  /** What stands beside a distance: a condition or the number of a bit, and a register. */
  private static int named(A64Decoded d) {
    boolean jump = d.insn().flow() == ControlFlow.DIRECT_JUMP;
    return jump ? 0 : d.second() << 5 | d.rd();
  }

  private static boolean isOffset(A64Insn insn) {
    return insn.format() == A64Format.OFFSET || insn.format() == A64Format.VECTOR_OFFSET;
  }

  /** Whether the first operand of an instruction is a vector register. */
  private static boolean isVector(A64Insn insn) {
    return !insn.format().template.startsWith("{d}") && (insn.pattern().match >>> 26 & 3) == 3;
  }

  private static boolean isAddition(A64Decoded d) {
    return d.insn() == A64Insn.ADD_IMM_X;
  }

  private static boolean isRelative(A64Insn insn) {
    return switch (insn.format()) {
      case ADDRESS, PAGE_ADDRESS, LITERAL, VECTOR_LITERAL, PREFETCH_LITERAL -> true;
      default ->
          insn.flow() == ControlFlow.DIRECT_JUMP || insn.flow() == ControlFlow.CONDITIONAL_BRANCH;
    };
  }
}
