/**
 * Differential fuzzing of the guest machine: {@code bbt fuzz}.
 *
 * <p>A {@link bbt.samples.fuzz.Kind} makes a {@link bbt.samples.fuzz.Batch} of random cases from a
 * seed: one bare-metal program that runs here, on every engine, and on an independent machine. What
 * they leave in RAM is compared; a {@link bbt.samples.fuzz.Difference} is {@link
 * bbt.samples.fuzz.Explained} by the table there or is a finding: it is minimised and saved by the
 * {@link bbt.samples.fuzz.Corpus}. {@link bbt.samples.fuzz.Session} is the loop.
 */
package bbt.samples.fuzz;
