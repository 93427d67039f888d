/**
 * Generates random programs for AArch64: a user's, and those of its system level.
 *
 * <p>Enters: a seed. Leaves: a batch, and the comparison of what it left in RAM.
 *
 * <p>{@link bbt.samples.conformance.fuzz.arm64.ArmPrivilegedKind} makes {@link
 * bbt.samples.conformance.fuzz.arm64.ArmEpisode episodes}: system registers, {@link
 * bbt.samples.conformance.fuzz.arm64.ArmTables translation tables} and {@link
 * bbt.samples.conformance.fuzz.arm64.ArmOperations operations}, each of which may trap. {@link
 * bbt.samples.conformance.fuzz.arm64.ArmHarness} runs them and survives every exception; {@link
 * bbt.samples.conformance.fuzz.arm64.ArmLog} is what it leaves to compare.
 *
 * <p>{@link bbt.samples.conformance.fuzz.arm64.ArmUserKind} has programs by {@link
 * bbt.ptg.arm64.A64Programs}, with {@link bbt.samples.conformance.fuzz.arm64.ArmUserPieces pieces}
 * that ask the machine for something; each has a {@link bbt.samples.conformance.fuzz.arm64.ArmSlot
 * slot}, and {@link bbt.samples.conformance.fuzz.arm64.ArmUserHarness} runs them.
 */
package bbt.samples.conformance.fuzz.arm64;
