package bbt.samples.fuzz;

import bbt.ptg.isa.Insn;
import java.util.Set;

/**
 * What a reference can do, found by asking it.
 *
 * @param version as in {@link bbt.samples.fuzz.run.Reference#version}
 * @param insns rows of the instruction table that it executes
 */
public record Capabilities(int version, Set<Insn> insns) {
  public Capabilities {
    insns = Set.copyOf(insns);
  }
}
