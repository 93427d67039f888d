package bbt.ptg.riscv.semantics;

/**
 * The semantics of an instruction, written once over an abstract vocabulary: see {@link RiscvRtl}.
 */
@FunctionalInterface
public interface Semantics {
  /** Calls the operations of the current instruction of {@code r}, in program order. */
  <V> void apply(RiscvRtl<V> r);
}
