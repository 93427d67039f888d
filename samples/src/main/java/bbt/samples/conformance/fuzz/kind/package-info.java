/**
 * Defines what a kind of random programs is, for the fuzzer that runs them.
 *
 * <p>Enters: a seed. Leaves: a {@link bbt.samples.conformance.fuzz.kind.Batch}, random cases in one
 * bare-metal program, and the comparison of what two machines left in RAM: each {@link
 * bbt.samples.conformance.fuzz.kind.Difference} is {@link
 * bbt.samples.conformance.fuzz.kind.Explained} by the table there or is a finding.
 */
package bbt.samples.conformance.fuzz.kind;
