package bbt.ptg.riscv.semantics;

import bbt.ptg.guest.rtl.MemoryKind;

/** The semantics of RV64I: unprivileged specification, chapters "RV32I" and "RV64I". */
public final class Base {
  private Base() {}

  public static <V> void lui(RiscvRtl<V> r) {
    r.rd(r.imm());
  }

  public static <V> void auipc(RiscvRtl<V> r) {
    r.rd(r.add(r.pc(), r.imm()));
  }

  public static <V> void jal(RiscvRtl<V> r) {
    r.rd(r.nextPc());
    r.jump();
  }

  public static <V> void jalr(RiscvRtl<V> r) {
    V target = r.and(r.add(r.rs1(), r.imm()), r.constant(-2));
    r.rd(r.nextPc());
    r.jumpTo(target);
  }

  public static <V> void beq(RiscvRtl<V> r) {
    r.branchIf(r.eq(r.rs1(), r.rs2()));
  }

  public static <V> void bne(RiscvRtl<V> r) {
    r.branchIf(r.ne(r.rs1(), r.rs2()));
  }

  public static <V> void blt(RiscvRtl<V> r) {
    r.branchIf(r.lt(r.rs1(), r.rs2()));
  }

  public static <V> void bge(RiscvRtl<V> r) {
    r.branchIf(r.ge(r.rs1(), r.rs2()));
  }

  public static <V> void bltu(RiscvRtl<V> r) {
    r.branchIf(r.ltu(r.rs1(), r.rs2()));
  }

  public static <V> void bgeu(RiscvRtl<V> r) {
    r.branchIf(r.geu(r.rs1(), r.rs2()));
  }

  public static <V> void lb(RiscvRtl<V> r) {
    r.rd(r.load(MemoryKind.S8, r.add(r.rs1(), r.imm())));
  }

  public static <V> void lh(RiscvRtl<V> r) {
    r.rd(r.load(MemoryKind.S16, r.add(r.rs1(), r.imm())));
  }

  public static <V> void lw(RiscvRtl<V> r) {
    r.rd(r.load(MemoryKind.S32, r.add(r.rs1(), r.imm())));
  }

  public static <V> void ld(RiscvRtl<V> r) {
    r.rd(r.load(MemoryKind.D64, r.add(r.rs1(), r.imm())));
  }

  public static <V> void lbu(RiscvRtl<V> r) {
    r.rd(r.load(MemoryKind.U8, r.add(r.rs1(), r.imm())));
  }

  public static <V> void lhu(RiscvRtl<V> r) {
    r.rd(r.load(MemoryKind.U16, r.add(r.rs1(), r.imm())));
  }

  public static <V> void lwu(RiscvRtl<V> r) {
    r.rd(r.load(MemoryKind.U32, r.add(r.rs1(), r.imm())));
  }

  public static <V> void sb(RiscvRtl<V> r) {
    r.store(MemoryKind.S8, r.add(r.rs1(), r.imm()), r.rs2());
  }

  public static <V> void sh(RiscvRtl<V> r) {
    r.store(MemoryKind.S16, r.add(r.rs1(), r.imm()), r.rs2());
  }

  public static <V> void sw(RiscvRtl<V> r) {
    r.store(MemoryKind.S32, r.add(r.rs1(), r.imm()), r.rs2());
  }

  public static <V> void sd(RiscvRtl<V> r) {
    r.store(MemoryKind.D64, r.add(r.rs1(), r.imm()), r.rs2());
  }

  public static <V> void add(RiscvRtl<V> r) {
    r.rd(r.add(r.rs1(), r.rs2()));
  }

  public static <V> void addi(RiscvRtl<V> r) {
    r.rd(r.add(r.rs1(), r.imm()));
  }

  public static <V> void slt(RiscvRtl<V> r) {
    r.rd(r.lt(r.rs1(), r.rs2()));
  }

  public static <V> void slti(RiscvRtl<V> r) {
    r.rd(r.lt(r.rs1(), r.imm()));
  }

  public static <V> void sltu(RiscvRtl<V> r) {
    r.rd(r.ltu(r.rs1(), r.rs2()));
  }

  public static <V> void sltiu(RiscvRtl<V> r) {
    r.rd(r.ltu(r.rs1(), r.imm()));
  }

  public static <V> void xor(RiscvRtl<V> r) {
    r.rd(r.xor(r.rs1(), r.rs2()));
  }

  public static <V> void xori(RiscvRtl<V> r) {
    r.rd(r.xor(r.rs1(), r.imm()));
  }

  public static <V> void or(RiscvRtl<V> r) {
    r.rd(r.or(r.rs1(), r.rs2()));
  }

  public static <V> void ori(RiscvRtl<V> r) {
    r.rd(r.or(r.rs1(), r.imm()));
  }

  public static <V> void and(RiscvRtl<V> r) {
    r.rd(r.and(r.rs1(), r.rs2()));
  }

  public static <V> void andi(RiscvRtl<V> r) {
    r.rd(r.and(r.rs1(), r.imm()));
  }

  public static <V> void sll(RiscvRtl<V> r) {
    r.rd(r.sll(r.rs1(), r.rs2()));
  }

  public static <V> void slli(RiscvRtl<V> r) {
    r.rd(r.sll(r.rs1(), r.imm()));
  }

  public static <V> void srl(RiscvRtl<V> r) {
    r.rd(r.srl(r.rs1(), r.rs2()));
  }

  public static <V> void srli(RiscvRtl<V> r) {
    r.rd(r.srl(r.rs1(), r.imm()));
  }

  public static <V> void sra(RiscvRtl<V> r) {
    r.rd(r.sra(r.rs1(), r.rs2()));
  }

  public static <V> void srai(RiscvRtl<V> r) {
    r.rd(r.sra(r.rs1(), r.imm()));
  }

  public static <V> void sub(RiscvRtl<V> r) {
    r.rd(r.sub(r.rs1(), r.rs2()));
  }

  public static <V> void addw(RiscvRtl<V> r) {
    r.rd(r.sext32(r.add(r.rs1(), r.rs2())));
  }

  public static <V> void addiw(RiscvRtl<V> r) {
    r.rd(r.sext32(r.add(r.rs1(), r.imm())));
  }

  public static <V> void subw(RiscvRtl<V> r) {
    r.rd(r.sext32(r.sub(r.rs1(), r.rs2())));
  }

  public static <V> void sllw(RiscvRtl<V> r) {
    r.rd(r.sext32(r.sll(r.rs1(), r.and(r.rs2(), r.constant(31)))));
  }

  public static <V> void srlw(RiscvRtl<V> r) {
    r.rd(r.sext32(r.srl(r.zext32(r.rs1()), r.and(r.rs2(), r.constant(31)))));
  }

  public static <V> void sraw(RiscvRtl<V> r) {
    r.rd(r.sra(r.sext32(r.rs1()), r.and(r.rs2(), r.constant(31))));
  }

  public static <V> void slliw(RiscvRtl<V> r) {
    r.rd(r.sext32(r.sll(r.rs1(), r.imm())));
  }

  public static <V> void srliw(RiscvRtl<V> r) {
    r.rd(r.sext32(r.srl(r.zext32(r.rs1()), r.imm())));
  }

  public static <V> void sraiw(RiscvRtl<V> r) {
    r.rd(r.sra(r.sext32(r.rs1()), r.imm()));
  }

  public static <V> void fence(RiscvRtl<V> r) {
    r.nothing();
  }
}
