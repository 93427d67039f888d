package bbt.ptg.riscv.semantics;

import bbt.ptg.guest.rtl.MemoryKind;

/** The semantics of the F, D and Zfhmin extensions; the arithmetic itself is {@link FpOp}. */
public final class Floats {
  private Floats() {}

  /** An instruction that is an operation, in a rounding mode of its own where it has one. */
  public static <V> void operation(FpOp op, boolean rounds, RiscvRtl<V> r) {
    r.requireFp();
    if (rounds) {
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

  public static <V> void flw(RiscvRtl<V> r) {
    r.requireFp();
    r.frd(r.fp(FpOp.FMV_W_X, r.load(MemoryKind.U32, r.add(r.rs1(), r.imm())), null, null));
  }

  public static <V> void fsw(RiscvRtl<V> r) {
    r.requireFp();
    r.store(MemoryKind.S32, r.add(r.rs1(), r.imm()), r.frs2());
  }

  public static <V> void fld(RiscvRtl<V> r) {
    r.requireFp();
    r.frd(r.load(MemoryKind.D64, r.add(r.rs1(), r.imm())));
  }

  public static <V> void fsd(RiscvRtl<V> r) {
    r.requireFp();
    r.store(MemoryKind.D64, r.add(r.rs1(), r.imm()), r.frs2());
  }

  public static <V> void flh(RiscvRtl<V> r) {
    r.requireFp();
    r.frd(r.fp(FpOp.FMV_H_X, r.load(MemoryKind.U16, r.add(r.rs1(), r.imm())), null, null));
  }

  public static <V> void fsh(RiscvRtl<V> r) {
    r.requireFp();
    r.store(MemoryKind.S16, r.add(r.rs1(), r.imm()), r.frs2());
  }
}
