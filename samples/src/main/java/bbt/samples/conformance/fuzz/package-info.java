/**
 * Fuzzes the guest machine against another one: the loop of {@code bbt fuzz}.
 *
 * <p>Enters: a {@link bbt.samples.conformance.fuzz.kind.Kind} of random programs, a seed, a machine
 * to compare with. Leaves: findings. A {@link bbt.samples.conformance.fuzz.FuzzSession} lets the
 * kind make batches, runs each here and there as a {@link bbt.samples.conformance.fuzz.Trial},
 * minimises a difference that nothing explains and saves it as a {@link
 * bbt.samples.conformance.fuzz.SavedCase}, which a {@link
 * bbt.samples.conformance.fuzz.SavedCaseReplay} runs again.
 */
package bbt.samples.conformance.fuzz;
