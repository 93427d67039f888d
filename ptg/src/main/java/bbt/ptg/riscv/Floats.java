package bbt.ptg.riscv;

import bbt.ptg.guest.MemoryKind;

/** The F, D and Zfhmin extensions; the arithmetic itself is {@link FpOp}. */
final class Floats {
  private Floats() {}

  /** An instruction that is the operation of its name. */
  static <V> void operation(Insn insn, RiscvRtl<V> r) {
    FpOp op = FpOp.valueOf(insn.name());
    r.requireFp();
    if (insn.hasRoundingMode()) {
      r.requireRoundingMode();
    }
    V a = op.operation.fromInteger ? r.rs1() : r.frs1();
    V b = op.operation.operands > 1 ? r.frs2() : null;
    V c = op.operation.operands > 2 ? r.frs3() : null;
    V result = r.fp(op, a, b, c);
    if (op.operation.toInteger) {
      r.rd(result);
    } else {
      r.frd(result);
    }
  }

  static <V> void flw(RiscvRtl<V> r) {
    r.requireFp();
    r.frd(r.fp(FpOp.FMV_W_X, r.load(MemoryKind.U32, r.add(r.rs1(), r.imm())), null, null));
  }

  static <V> void fsw(RiscvRtl<V> r) {
    r.requireFp();
    r.store(MemoryKind.S32, r.add(r.rs1(), r.imm()), r.frs2());
  }

  static <V> void fld(RiscvRtl<V> r) {
    r.requireFp();
    r.frd(r.load(MemoryKind.D64, r.add(r.rs1(), r.imm())));
  }

  static <V> void fsd(RiscvRtl<V> r) {
    r.requireFp();
    r.store(MemoryKind.D64, r.add(r.rs1(), r.imm()), r.frs2());
  }

  static <V> void flh(RiscvRtl<V> r) {
    r.requireFp();
    r.frd(r.fp(FpOp.FMV_H_X, r.load(MemoryKind.U16, r.add(r.rs1(), r.imm())), null, null));
  }

  static <V> void fsh(RiscvRtl<V> r) {
    r.requireFp();
    r.store(MemoryKind.S16, r.add(r.rs1(), r.imm()), r.frs2());
  }
}
