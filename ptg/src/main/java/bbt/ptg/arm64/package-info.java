/**
 * Describes the instruction set of AArch64 in one table: {@link bbt.ptg.arm64.A64Insn} has a row
 * for each instruction that a Cortex-A53 executes in 64-bit state, those on vector and
 * floating-point registers not yet among them.
 *
 * <p>Enters: instruction bits. Leaves: {@link bbt.ptg.arm64.A64Decoded}, text, control flow, and
 * semantics ({@code semantics}). The source is Arm's Architecture Reference Manual for A-profile,
 * chapter C4 (encodings) and C6 (base instructions).
 *
 * <ul>
 *   <li><b>row</b>: an {@link bbt.ptg.arm64.A64Insn}, the only place where an instruction is
 *       described; forms of 32 and of 64 bits are rows of their own
 *   <li><b>bit mask</b>: the immediate of a logical instruction: a rotated run of ones, repeated
 *   <li><b>alias</b>: the name that the assembler prefers for some operands of an instruction
 *   <li><b>undefined</b>: an encoding that no row matches; it raises an exception
 * </ul>
 */
package bbt.ptg.arm64;
