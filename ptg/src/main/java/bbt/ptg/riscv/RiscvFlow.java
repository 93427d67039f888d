package bbt.ptg.riscv;

import bbt.ptg.guest.data.DataFlow;
import bbt.ptg.guest.data.FlowRtl;
import bbt.ptg.guest.data.GuestRegister;
import bbt.ptg.guest.data.Source;
import bbt.ptg.guest.data.Term;
import bbt.ptg.riscv.semantics.CacheOp;
import bbt.ptg.riscv.semantics.FpOp;
import bbt.ptg.riscv.semantics.RiscvRtl;
import bbt.ptg.riscv.semantics.SystemOp;

/** The {@link FlowRtl} of RISC-V. */
final class RiscvFlow extends FlowRtl implements RiscvRtl<Term> {
  /** Registers in which the firmware's answer is. */
  private static final int[] ANSWER = {10, 11};

  private final Decoded insn;

  private RiscvFlow(Decoded insn) {
    this.insn = insn;
  }

  /** Returns the flow of an instruction. */
  static DataFlow of(Decoded insn) {
    RiscvFlow rtl = new RiscvFlow(insn);
    insn.insn().semantics().apply(rtl);
    return rtl.flow();
  }

  private static Term general(int number) {
    return number == 0 ? new Term.Fixed(0) : register(GuestRegister.general(number));
  }

  private static Term floating(int number) {
    return register(GuestRegister.floating(number));
  }

  @Override
  public Term rs1() {
    return general(insn.rs1());
  }

  @Override
  public Term rs2() {
    return general(insn.rs2());
  }

  @Override
  public Term imm() {
    return new Term.Fixed(insn.imm());
  }

  @Override
  public void rd(Term value) {
    if (insn.rd() != 0) {
      write(GuestRegister.general(insn.rd()), value.source());
    }
  }

  @Override
  public Term frs1() {
    return floating(insn.rs1());
  }

  @Override
  public Term frs2() {
    return floating(insn.rs2());
  }

  @Override
  public Term frs3() {
    return floating(insn.rs3());
  }

  @Override
  public void frd(Term value) {
    write(GuestRegister.floating(insn.rd()), value.source());
  }

  @Override
  public void cacheBlock(CacheOp operation, Term address) {
    if (operation == CacheOp.ZERO) {
      store(CacheOp.BLOCK_BYTES, new Source.Constant());
    }
  }

  // ---- floating point

  @Override
  public Term fp(FpOp operation, Term a, Term b, Term c) {
    boolean moves =
        switch (operation.operation) {
          case TO_BITS, FROM_BITS -> true;
          case COPY_SIGN -> a.equals(b);
          default -> false;
        };
    return moves ? a.low(operation.format.bits / 8) : Term.mixed(a, b, c);
  }

  @Override
  public void requireFp() {
    // It traps, or does nothing.
  }

  @Override
  public void requireRoundingMode() {
    // It traps, or does nothing.
  }

  @Override
  public void system(SystemOp operation) {
    switch (operation) {
      case CSRRW, CSRRS, CSRRC, CSRRWI, CSRRSI, CSRRCI -> rd(new Term.Own(Source.Machine.CONTROL));
      case ECALL -> {
        for (int register : ANSWER) {
          write(GuestRegister.general(register), Source.Machine.FIRMWARE);
        }
      }
      case EBREAK,
          SRET,
          MRET,
          WFI,
          FENCE_I,
          SFENCE_VMA,
          SINVAL_VMA,
          SFENCE_W_INVAL,
          SFENCE_INVAL_IR,
          PAUSE,
          WRS_NTO,
          WRS_STO -> {}
    }
  }
}
