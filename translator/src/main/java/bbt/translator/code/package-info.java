/**
 * Holds guest code that is executed, as both engines share it: decoded pages and compiled regions.
 *
 * <p>Enters: guest RAM, pcs, stores into RAM. Leaves: pages of decoded code, regions to run.
 *
 * <ul>
 *   <li><b>physical code</b>: one 4 KiB page of guest memory from which instructions were decoded,
 *       shared by all virtual pages that show it ({@link bbt.translator.code.PhysicalCode}).
 *   <li><b>code page</b>: a (virtual page, physical page) pair in execution ({@link
 *       bbt.translator.code.CodePage}).
 *   <li><b>line</b>: 64 bytes of physical memory; the unit in which stores into code are noticed.
 *   <li><b>slot</b>: a halfword of a page (0..2047), the place of an instruction.
 *   <li><b>node</b>: straight-line instructions up to a control-flow instruction, by address alone
 *       (docs/determinism.md 1).
 *   <li><b>region</b>: several nodes of one page compiled to one JVM method ({@link
 *       bbt.translator.code.Region}).
 *   <li><b>heat</b>: how many more node entries at a slot until the tiering policy is asked.
 * </ul>
 */
package bbt.translator.code;
