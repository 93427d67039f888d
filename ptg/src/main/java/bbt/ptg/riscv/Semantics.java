package bbt.ptg.riscv;

import bbt.ptg.guest.Rtl;

/** What an instruction does, written once over an abstract vocabulary: see {@link Rtl}. */
@FunctionalInterface
public interface Semantics {
  /** Calls the operations of the current instruction of {@code r}, in program order. */
  <V> void apply(Rtl<V> r);
}
