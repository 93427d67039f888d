package bbt.ptg.guest.rtl;

import bbt.ptg.guest.ControlFlow;

/**
 * The vocabulary in which the semantics of instructions is written, once; a guest's room extends it
 * with its operands and with the work that only that architecture has.
 *
 * <p>{@code V} is what a value is to the consumer: a piece of Java source for the generator of the
 * interpreter, an IR value for the lifter, a probe for the tests. Operands are named, not numbered:
 * an implementation knows the current instruction and resolves them, so the same semantics can
 * produce code for one fixed encoding (lifter) and for a whole opcode (interpreter generator). All
 * values are 64 bits wide; 1/0 are true/false.
 *
 * <p>Semantics must call operations in program order and must call exactly one terminator operation
 * ({@link #branchIf}, {@link #jump}, {@link #jumpTo}, or one of the guest's own) last when its
 * control flow is not {@link ControlFlow#SEQUENTIAL}, and none otherwise. Memory operations may
 * fault; nothing architectural may be written before the last operation that can fault.
 */
public interface Rtl<V> {
  V pc();

  /** The address of the next instruction in memory. */
  V nextPc();

  V constant(long value);

  // ---- 64-bit arithmetic; narrower forms are written with sext32 and zext32
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

  /** Load and reserve. */
  V loadReserved(MemoryKind kind, V address);

  /** Store if the reservation holds: 0 on success, 1 on failure. */
  V storeConditional(MemoryKind kind, V address, V value);

  /** Atomic read-modify-write; returns the old value (sign-extended for words). */
  V amo(Amo operation, MemoryKind kind, V address, V value);

  // ---- terminators
  /**
   * Jumps to the target that the encoding names when the condition holds, else goes on at {@link
   * #nextPc}.
   */
  void branchIf(V condition);

  /** Jumps to the target that the encoding names. */
  void jump();

  /** Jumps to a computed address; what the instruction links is written before. */
  void jumpTo(V target);

  // ---- sequential instructions with nothing to compute
  /** Fences and prefetch hints: no effect in a machine with one memory order. */
  void nothing();
}
