/**
 * One bare-metal program on two machines: an {@link bbt.samples.fuzz.run.Image} goes in, the RAM
 * that it left comes out as {@link bbt.samples.fuzz.run.GuestRam}; {@link
 * bbt.samples.fuzz.run.Reference} is the independent machine, {@link
 * bbt.samples.fuzz.run.EngineRun} is ours.
 */
package bbt.samples.fuzz.run;
