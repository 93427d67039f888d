package bbt.translator.interp.gen;

import bbt.ptg.riscv.semantics.CacheOp;
import bbt.ptg.riscv.semantics.FpOp;
import bbt.ptg.riscv.semantics.RiscvRtl;
import bbt.ptg.riscv.semantics.SystemOp;

/** Turns the semantics of a RISC-V instruction into Java. */
final class RiscvJavaRtl extends JavaRtl implements RiscvRtl<JavaRtl.Piece> {
  private int floatOperands;
  private SystemOp systemOp;

  RiscvJavaRtl(Place place, JavaRtl first) {
    super(place, first);
  }

  @Override
  String atomics() {
    return "RiscvMem";
  }

  @Override
  String systemOp() {
    return systemOp == null ? null : systemOp.name();
  }

  @Override
  int floatOperands() {
    return floatOperands;
  }

  @Override
  public Piece rs1() {
    return firstSource();
  }

  @Override
  public Piece rs2() {
    return secondSource();
  }

  @Override
  public Piece imm() {
    return immediate();
  }

  @Override
  public void rd(Piece value) {
    destination(value);
  }

  @Override
  public Piece frs1() {
    floatOperands |= 2;
    return firstSource();
  }

  @Override
  public Piece frs2() {
    floatOperands |= 4;
    return secondSource();
  }

  @Override
  public Piece frs3() {
    return thirdSource();
  }

  @Override
  public void frd(Piece value) {
    floatOperands |= 1;
    destination(value);
    line("cpu.fs = 3;");
  }

  @Override
  public void cacheBlock(CacheOp operation, Piece address) {
    helped();
    boolean zero = operation == CacheOp.ZERO;
    line(
        (zero ? "RiscvMem.zeroBlock(cpu, " : "RiscvMem.cacheBlock(cpu, CacheOp." + operation + ", ")
            + address.asLong()
            + ", site);");
  }

  @Override
  public Piece fp(FpOp operation, Piece a, Piece b, Piece c) {
    helped();
    return local(
        "Fp."
            + operation.methodName()
            + "(cpu, "
            + operand(a)
            + ", "
            + operand(b)
            + ", "
            + operand(c)
            + ", rm)");
  }

  private static String operand(Piece piece) {
    return piece == null ? "0L" : piece.asLong();
  }

  @Override
  public void requireFp() {
    helped();
    line("requireFp(cpu, site);");
    line("final int rm = Word.rounding(p);");
  }

  @Override
  public void requireRoundingMode() {
    helped();
    line("requireRoundingMode(cpu, rm, site);");
  }

  @Override
  public void system(SystemOp operation) {
    systemOp = operation;
  }
}
