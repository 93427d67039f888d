/**
 * Reads a cost model, a table of cycles by class of instruction, as a user writes it.
 *
 * <p>Enters: a file of {@code CLASS CYCLES} lines (docs/report.md, "Cost model"). Leaves: a {@link
 * bbt.reconstruct.cost.CostModel}, asked once for each instruction that was met. The classes
 * ({@link bbt.ptg.guest.InstructionClass}) are derived from the instruction table, so that every
 * instruction has one.
 */
package bbt.reconstruct.cost;
