/**
 * Generates random programs for AArch64's system level.
 *
 * <p>Enters: a seed. Leaves: a batch, and the comparison of what it left in RAM.
 *
 * <p>{@link bbt.samples.conformance.fuzz.arm64.ArmPrivilegedKind} makes {@link
 * bbt.samples.conformance.fuzz.arm64.ArmEpisode episodes}: system registers, {@link
 * bbt.samples.conformance.fuzz.arm64.ArmTables translation tables} and {@link
 * bbt.samples.conformance.fuzz.arm64.ArmOperations operations}, each of which may trap. {@link
 * bbt.samples.conformance.fuzz.arm64.ArmHarness} runs them and survives every exception; {@link
 * bbt.samples.conformance.fuzz.arm64.ArmLog} is what it leaves to compare.
 */
package bbt.samples.conformance.fuzz.arm64;
