package bbt.ptg.guest;

import bbt.ptg.riscv.CacheOp;
import bbt.ptg.riscv.FpOp;
import bbt.ptg.riscv.Insn;
import bbt.ptg.riscv.Semantics;
import bbt.ptg.riscv.SystemOp;

/**
 * The vocabulary in which every instruction's semantics is written, once.
 *
 * <p>{@code V} is what a value is to the consumer: a piece of Java source for the generator of the
 * interpreter, an IR value for the lifter, a probe for the tests. Operands are named, not numbered:
 * an implementation knows the current instruction and resolves {@link #rs1()} and so on, so the
 * same semantics can produce code for one fixed encoding (lifter) and for a whole opcode
 * (interpreter generator). All values are 64 bits wide; 1/0 are true/false.
 *
 * <p>Semantics must call operations in program order and must call exactly one terminator operation
 * ({@link #branchIf}, {@link #jump}, {@link #jumpTo}, {@link #system}) last when its control flow
 * is not {@link ControlFlow#SEQUENTIAL}, and none otherwise. Memory operations may fault; nothing
 * architectural may be written before the last operation that can fault.
 */
public interface Rtl<V> {
  // ---- operands of the current instruction
  V rs1();

  V rs2();

  /** The sign-extended immediate (for shifts the amount; for lui/auipc already shifted by 12). */
  V imm();

  V pc();

  /** The address of the next instruction in memory: pc + 2 or pc + 4. */
  V nextPc();

  /** Writes the integer destination register; a write to x0 is dropped. */
  void rd(V value);

  /** Raw 64 bits of an f register (no unboxing). */
  V frs1();

  V frs2();

  V frs3();

  /** Writes all 64 bits of the f destination and marks mstatus.FS dirty. */
  void frd(V value);

  V constant(long value);

  // ---- 64-bit arithmetic; the *w forms of the ISA are written with sext32
  V add(V a, V b);

  V sub(V a, V b);

  V and(V a, V b);

  V or(V a, V b);

  V xor(V a, V b);

  /** Shifts use the low six bits of {@code b}. */
  V sll(V a, V b);

  V srl(V a, V b);

  V sra(V a, V b);

  V mul(V a, V b);

  V sext8(V a);

  V sext16(V a);

  V sext32(V a);

  V zext8(V a);

  V zext16(V a);

  V zext32(V a);

  V eq(V a, V b);

  V ne(V a, V b);

  V lt(V a, V b);

  V ltu(V a, V b);

  V ge(V a, V b);

  V geu(V a, V b);

  /** {@code condition != 0 ? a : b}; both are evaluated. */
  V select(V condition, V a, V b);

  /** A pure function with no place in the list above: see {@link Pure}. */
  V pure(Pure function, V a, V b);

  // ---- memory: little-endian, virtual addresses, may trap
  V load(MemoryKind kind, V address);

  void store(MemoryKind kind, V address, V value);

  /** lr.w/lr.d: load and reserve. */
  V loadReserved(MemoryKind kind, V address);

  /** sc.w/sc.d: 0 on success, 1 on failure. */
  V storeConditional(MemoryKind kind, V address, V value);

  /** Atomic read-modify-write; returns the old value (sign-extended for words). */
  V amo(Amo operation, MemoryKind kind, V address, V value);

  /**
   * Acts on the cache block that holds the address; illegal where menvcfg or senvcfg does not
   * permit it (privileged specification, "Machine Environment Configuration Register").
   */
  void cacheBlock(CacheOp operation, V address);

  // ---- floating point
  /**
   * A floating-point operation with the instruction's rounding mode; raises flags in fcsr. Operands
   * that the operation does not take are {@code null}. Integer operands/results are x register
   * values, f operands/results raw 64-bit f register contents (NaN boxing is the operation's work).
   */
  V fp(FpOp operation, V a, V b, V c);

  /** Traps as illegal when mstatus.FS is off; first operation of every F/D instruction. */
  void requireFp();

  /**
   * Traps as illegal when the instruction's rounding mode is dynamic (rm = 7) and fcsr.frm holds a
   * reserved value (5 to 7). Called once, after {@link #requireFp}, by each instruction that has a
   * rounding-mode field ({@link Insn#hasRoundingMode}).
   */
  void requireRoundingMode();

  // ---- terminators
  /** To pc + imm when the condition holds, else to nextPc. */
  void branchIf(V condition);

  /** To pc + imm. */
  void jump();

  /** To a computed address (bit 0 already cleared). Write rd before, read rs1 before that. */
  void jumpTo(V target);

  /** An instruction whose work is the machine's: CSR access, ecall, xRET, wfi, fences. */
  void system(SystemOp operation);

  // ---- sequential instructions with nothing to compute
  /** fence, prefetch hints: no effect in a machine with one memory order. */
  void nothing();
}
