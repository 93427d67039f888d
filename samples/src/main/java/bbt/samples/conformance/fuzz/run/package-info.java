/**
 * Runs one bare-metal program on two machines.
 *
 * <p>Enters: an {@link bbt.samples.conformance.fuzz.run.Image}. Leaves: the RAM that it left, as
 * {@link bbt.samples.conformance.fuzz.run.GuestRam}. {@link
 * bbt.samples.conformance.fuzz.run.Reference} is the independent machine, {@link
 * bbt.samples.conformance.fuzz.run.EngineRun} is ours.
 */
package bbt.samples.conformance.fuzz.run;
