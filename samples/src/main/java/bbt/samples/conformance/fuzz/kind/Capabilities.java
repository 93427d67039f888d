package bbt.samples.conformance.fuzz.kind;

import bbt.ptg.riscv.Insn;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The capabilities of a reference, found by asking it.
 *
 * @param version as in {@link bbt.samples.conformance.fuzz.run.Reference#version}
 * @param insns rows of the instruction table that it executes
 */
public record Capabilities(int version, Set<Insn> insns) {
  public Capabilities {
    insns = Set.copyOf(insns);
  }

  /** Those of a reference that executes all rows. */
  public static Capabilities all(int version) {
    return new Capabilities(version, EnumSet.allOf(Insn.class));
  }

  /** Mnemonics of the rows it does not execute, in table order. */
  public List<String> unknown() {
    return EnumSet.allOf(Insn.class).stream()
        .filter(insn -> !insns.contains(insn))
        .map(Insn::mnemonic)
        .toList();
  }
}
