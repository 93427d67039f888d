package bbt.translator.riscv.cpu;

import bbt.ptg.guest.rtl.Amo;
import bbt.ptg.guest.rtl.MemoryKind;
import bbt.ptg.guest.rtl.Pure;
import bbt.ptg.riscv.Decoded;
import bbt.ptg.riscv.semantics.CacheOp;
import bbt.ptg.riscv.semantics.FpOp;
import bbt.ptg.riscv.semantics.RiscvRtl;
import bbt.ptg.riscv.semantics.SystemOp;

/**
 * Evaluates the semantics of integer instructions on an array of registers, one operation at a
 * time. What it does not know is {@link #unknown}: memory, floating point, the machine's work.
 */
public abstract class EvaluatingRtl implements RiscvRtl<Long> {
  public final long[] x = new long[32];
  public long pc;
  private Decoded current;
  private long next;

  /** Executes one instruction at {@link #pc}. */
  public void execute(Decoded instruction) {
    current = instruction;
    next = pc + instruction.length();
    instruction.insn().semantics().apply(this);
    pc = next;
  }

  /** An operation that is somebody else's to do; for its result, if it has one. */
  protected abstract Long unknown();

  @Override
  public Long rs1() {
    return x[current.rs1()];
  }

  @Override
  public Long rs2() {
    return x[current.rs2()];
  }

  @Override
  public Long imm() {
    return current.imm();
  }

  @Override
  public Long pc() {
    return pc;
  }

  @Override
  public Long nextPc() {
    return pc + current.length();
  }

  @Override
  public void rd(Long value) {
    if (current.rd() != 0) {
      x[current.rd()] = value;
    }
  }

  @Override
  public Long frs1() {
    return unknown();
  }

  @Override
  public Long frs2() {
    return unknown();
  }

  @Override
  public Long frs3() {
    return unknown();
  }

  @Override
  public void frd(Long value) {
    unknown();
  }

  @Override
  public Long constant(long value) {
    return value;
  }

  @Override
  public Long add(Long a, Long b) {
    return a + b;
  }

  @Override
  public Long sub(Long a, Long b) {
    return a - b;
  }

  @Override
  public Long and(Long a, Long b) {
    return a & b;
  }

  @Override
  public Long or(Long a, Long b) {
    return a | b;
  }

  @Override
  public Long xor(Long a, Long b) {
    return a ^ b;
  }

  @Override
  public Long sll(Long a, Long b) {
    return a << (b & 63);
  }

  @Override
  public Long srl(Long a, Long b) {
    return a >>> (b & 63);
  }

  @Override
  public Long sra(Long a, Long b) {
    return a >> (b & 63);
  }

  @Override
  public Long mul(Long a, Long b) {
    return a * b;
  }

  @Override
  public Long sext8(Long a) {
    return (long) a.byteValue();
  }

  @Override
  public Long sext16(Long a) {
    return (long) a.shortValue();
  }

  @Override
  public Long sext32(Long a) {
    return (long) a.intValue();
  }

  @Override
  public Long zext16(Long a) {
    return a & 0xFFFF;
  }

  @Override
  public Long zext32(Long a) {
    return a & 0xFFFF_FFFFL;
  }

  private static Long truth(boolean value) {
    return value ? 1L : 0L;
  }

  @Override
  public Long eq(Long a, Long b) {
    return truth(a.longValue() == b.longValue());
  }

  @Override
  public Long ne(Long a, Long b) {
    return truth(a.longValue() != b.longValue());
  }

  @Override
  public Long lt(Long a, Long b) {
    return truth(a < b);
  }

  @Override
  public Long ltu(Long a, Long b) {
    return truth(Long.compareUnsigned(a, b) < 0);
  }

  @Override
  public Long ge(Long a, Long b) {
    return truth(a >= b);
  }

  @Override
  public Long geu(Long a, Long b) {
    return truth(Long.compareUnsigned(a, b) >= 0);
  }

  @Override
  public Long select(Long condition, Long a, Long b) {
    return condition != 0 ? a : b;
  }

  @Override
  public Long pure(Pure function, Long a, Long b) {
    return unknown();
  }

  @Override
  public Long load(MemoryKind kind, Long address) {
    return unknown();
  }

  @Override
  public void store(MemoryKind kind, Long address, Long value) {
    unknown();
  }

  @Override
  public Long loadReserved(MemoryKind kind, Long address) {
    return unknown();
  }

  @Override
  public Long storeConditional(MemoryKind kind, Long address, Long value) {
    return unknown();
  }

  @Override
  public Long amo(Amo operation, MemoryKind kind, Long address, Long value) {
    return unknown();
  }

  @Override
  public void cacheBlock(CacheOp operation, Long address) {
    unknown();
  }

  @Override
  public Long fp(FpOp operation, Long a, Long b, Long c) {
    return unknown();
  }

  @Override
  public void requireFp() {
    unknown();
  }

  @Override
  public void requireRoundingMode() {
    unknown();
  }

  @Override
  public void branchIf(Long condition) {
    if (condition != 0) {
      jump();
    }
  }

  @Override
  public void jump() {
    next = pc + current.imm();
  }

  @Override
  public void jumpTo(Long target) {
    next = target;
  }

  @Override
  public void system(SystemOp operation) {
    unknown();
  }

  @Override
  public void nothing() {}
}
