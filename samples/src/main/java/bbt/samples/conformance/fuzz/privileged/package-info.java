/**
 * Generates random programs for the privileged architecture.
 *
 * <p>Enters: a seed. Leaves: a batch, and the comparison of what it left in RAM.
 *
 * <p>{@link bbt.samples.conformance.fuzz.privileged.EpisodeGenerator} makes an {@link
 * bbt.samples.conformance.fuzz.privileged.Episode}: a state to set up, page tables, and a list of
 * {@link bbt.samples.conformance.fuzz.privileged.Operation operations}, each of which may trap.
 * {@link bbt.samples.conformance.fuzz.privileged.PrivilegedHarness} runs it and survives every
 * trap; {@link bbt.samples.conformance.fuzz.privileged.TrapLog} is what it leaves to compare.
 *
 * <p>The generator stays away from what the specification leaves open, by construction: changed
 * page tables and protection are fenced before they are used, satp names a root that is one, at
 * most one interrupt for a privilege is pending (the reference does not rank them), and what would
 * take the ground from under the harness is left out.
 */
package bbt.samples.conformance.fuzz.privileged;
