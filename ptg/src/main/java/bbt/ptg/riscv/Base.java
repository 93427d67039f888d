package bbt.ptg.riscv;

import bbt.ptg.guest.MemoryKind;
import bbt.ptg.guest.Rtl;

/** RV64I: unprivileged specification, chapters "RV32I" and "RV64I". */
final class Base {
  private Base() {}

  static <V> void lui(Rtl<V> r) {
    r.rd(r.imm());
  }

  static <V> void auipc(Rtl<V> r) {
    r.rd(r.add(r.pc(), r.imm()));
  }

  static <V> void jal(Rtl<V> r) {
    r.rd(r.nextPc());
    r.jump();
  }

  static <V> void jalr(Rtl<V> r) {
    V target = r.and(r.add(r.rs1(), r.imm()), r.constant(-2));
    r.rd(r.nextPc());
    r.jumpTo(target);
  }

  static <V> void beq(Rtl<V> r) {
    r.branchIf(r.eq(r.rs1(), r.rs2()));
  }

  static <V> void bne(Rtl<V> r) {
    r.branchIf(r.ne(r.rs1(), r.rs2()));
  }

  static <V> void blt(Rtl<V> r) {
    r.branchIf(r.lt(r.rs1(), r.rs2()));
  }

  static <V> void bge(Rtl<V> r) {
    r.branchIf(r.ge(r.rs1(), r.rs2()));
  }

  static <V> void bltu(Rtl<V> r) {
    r.branchIf(r.ltu(r.rs1(), r.rs2()));
  }

  static <V> void bgeu(Rtl<V> r) {
    r.branchIf(r.geu(r.rs1(), r.rs2()));
  }

  static <V> void lb(Rtl<V> r) {
    r.rd(r.load(MemoryKind.S8, r.add(r.rs1(), r.imm())));
  }

  static <V> void lh(Rtl<V> r) {
    r.rd(r.load(MemoryKind.S16, r.add(r.rs1(), r.imm())));
  }

  static <V> void lw(Rtl<V> r) {
    r.rd(r.load(MemoryKind.S32, r.add(r.rs1(), r.imm())));
  }

  static <V> void ld(Rtl<V> r) {
    r.rd(r.load(MemoryKind.D64, r.add(r.rs1(), r.imm())));
  }

  static <V> void lbu(Rtl<V> r) {
    r.rd(r.load(MemoryKind.U8, r.add(r.rs1(), r.imm())));
  }

  static <V> void lhu(Rtl<V> r) {
    r.rd(r.load(MemoryKind.U16, r.add(r.rs1(), r.imm())));
  }

  static <V> void lwu(Rtl<V> r) {
    r.rd(r.load(MemoryKind.U32, r.add(r.rs1(), r.imm())));
  }

  static <V> void sb(Rtl<V> r) {
    r.store(MemoryKind.S8, r.add(r.rs1(), r.imm()), r.rs2());
  }

  static <V> void sh(Rtl<V> r) {
    r.store(MemoryKind.S16, r.add(r.rs1(), r.imm()), r.rs2());
  }

  static <V> void sw(Rtl<V> r) {
    r.store(MemoryKind.S32, r.add(r.rs1(), r.imm()), r.rs2());
  }

  static <V> void sd(Rtl<V> r) {
    r.store(MemoryKind.D64, r.add(r.rs1(), r.imm()), r.rs2());
  }

  static <V> void add(Rtl<V> r) {
    r.rd(r.add(r.rs1(), r.rs2()));
  }

  static <V> void addi(Rtl<V> r) {
    r.rd(r.add(r.rs1(), r.imm()));
  }

  static <V> void slt(Rtl<V> r) {
    r.rd(r.lt(r.rs1(), r.rs2()));
  }

  static <V> void slti(Rtl<V> r) {
    r.rd(r.lt(r.rs1(), r.imm()));
  }

  static <V> void sltu(Rtl<V> r) {
    r.rd(r.ltu(r.rs1(), r.rs2()));
  }

  static <V> void sltiu(Rtl<V> r) {
    r.rd(r.ltu(r.rs1(), r.imm()));
  }

  static <V> void xor(Rtl<V> r) {
    r.rd(r.xor(r.rs1(), r.rs2()));
  }

  static <V> void xori(Rtl<V> r) {
    r.rd(r.xor(r.rs1(), r.imm()));
  }

  static <V> void or(Rtl<V> r) {
    r.rd(r.or(r.rs1(), r.rs2()));
  }

  static <V> void ori(Rtl<V> r) {
    r.rd(r.or(r.rs1(), r.imm()));
  }

  static <V> void and(Rtl<V> r) {
    r.rd(r.and(r.rs1(), r.rs2()));
  }

  static <V> void andi(Rtl<V> r) {
    r.rd(r.and(r.rs1(), r.imm()));
  }

  static <V> void sll(Rtl<V> r) {
    r.rd(r.sll(r.rs1(), r.rs2()));
  }

  static <V> void slli(Rtl<V> r) {
    r.rd(r.sll(r.rs1(), r.imm()));
  }

  static <V> void srl(Rtl<V> r) {
    r.rd(r.srl(r.rs1(), r.rs2()));
  }

  static <V> void srli(Rtl<V> r) {
    r.rd(r.srl(r.rs1(), r.imm()));
  }

  static <V> void sra(Rtl<V> r) {
    r.rd(r.sra(r.rs1(), r.rs2()));
  }

  static <V> void srai(Rtl<V> r) {
    r.rd(r.sra(r.rs1(), r.imm()));
  }

  static <V> void sub(Rtl<V> r) {
    r.rd(r.sub(r.rs1(), r.rs2()));
  }

  static <V> void addw(Rtl<V> r) {
    r.rd(r.sext32(r.add(r.rs1(), r.rs2())));
  }

  static <V> void addiw(Rtl<V> r) {
    r.rd(r.sext32(r.add(r.rs1(), r.imm())));
  }

  static <V> void subw(Rtl<V> r) {
    r.rd(r.sext32(r.sub(r.rs1(), r.rs2())));
  }

  static <V> void sllw(Rtl<V> r) {
    r.rd(r.sext32(r.sll(r.rs1(), r.and(r.rs2(), r.constant(31)))));
  }

  static <V> void srlw(Rtl<V> r) {
    r.rd(r.sext32(r.srl(r.zext32(r.rs1()), r.and(r.rs2(), r.constant(31)))));
  }

  static <V> void sraw(Rtl<V> r) {
    r.rd(r.sra(r.sext32(r.rs1()), r.and(r.rs2(), r.constant(31))));
  }

  static <V> void slliw(Rtl<V> r) {
    r.rd(r.sext32(r.sll(r.rs1(), r.imm())));
  }

  static <V> void srliw(Rtl<V> r) {
    r.rd(r.sext32(r.srl(r.zext32(r.rs1()), r.imm())));
  }

  static <V> void sraiw(Rtl<V> r) {
    r.rd(r.sra(r.sext32(r.rs1()), r.imm()));
  }

  static <V> void fence(Rtl<V> r) {
    r.nothing();
  }
}
