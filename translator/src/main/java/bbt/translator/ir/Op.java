package bbt.translator.ir;

import bbt.ptg.guest.MemoryKind;
import bbt.ptg.riscv.CacheOp;

/** Something a node does in program order, before its terminator. */
public sealed interface Op {

  /** Writes integer register 1 to 31. */
  record WriteX(int register, Value value) implements Op {}

  /** Writes all 64 bits of an f register and marks mstatus.FS dirty. */
  record WriteF(int register, Value value) implements Op {}

  /** Evaluates now what {@link Value.Temp} reads later in the node. */
  record SetTemp(int index, Value value) implements Op {}

  /** Evaluates a value for its effect and drops the result (a load into x0 may still fault). */
  record Evaluate(Value value) implements Op {}

  /** A store, which may fault at {@code site}. */
  record Store(MemoryKind kind, Value address, Value value, int site) implements Op {}

  /** An operation on a cache block, which may be illegal or fault at {@code site}. */
  record CacheBlock(CacheOp operation, Value address, int site) implements Op {}

  /** Raises an illegal-instruction trap at {@code site} when mstatus.FS is off. */
  record RequireFp(int site) implements Op {}

  /** Raises an illegal-instruction trap at {@code site} when fcsr.frm is a reserved mode. */
  record RequireRoundingMode(int site) implements Op {}
}
