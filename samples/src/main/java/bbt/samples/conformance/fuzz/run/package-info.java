/**
 * One bare-metal program on two machines: an {@link bbt.samples.conformance.fuzz.run.Image} goes
 * in, the RAM that it left comes out as {@link bbt.samples.conformance.fuzz.run.GuestRam}; {@link
 * bbt.samples.conformance.fuzz.run.Reference} is the independent machine, {@link
 * bbt.samples.conformance.fuzz.run.EngineRun} is ours.
 */
package bbt.samples.conformance.fuzz.run;
