/**
 * What instructions cost: a table of cycles by class of instruction, as a user writes it.
 *
 * <p>What enters: a file of {@code CLASS CYCLES} lines (docs/report.md, "Cost model"). What leaves:
 * a {@link bbt.reconstruct.cost.CostModel}, asked once for each instruction that was met.
 *
 * <p>The classes ({@link bbt.reconstruct.cost.InstructionClass}) are derived from the instruction
 * table, so that every instruction has one.
 */
package bbt.reconstruct.cost;
