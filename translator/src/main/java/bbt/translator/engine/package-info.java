/**
 * The engine loop and what both engines share about code in execution.
 *
 * <p>Enters: guest memory, a {@link bbt.translator.runtime.Cpu}, a {@link
 * bbt.translator.engine.GuestMachine} that answers events. Leaves: retired instructions.
 *
 * <ul>
 *   <li><b>physical code</b>: one 4 KiB page of guest memory from which instructions were decoded,
 *       shared by all virtual pages that show it ({@link bbt.translator.engine.PhysicalCode}).
 *   <li><b>code page</b>: a (virtual page, physical page) pair in execution ({@link
 *       bbt.translator.engine.CodePage}).
 *   <li><b>line</b>: 64 bytes of physical memory; the unit in which stores into code are noticed.
 *   <li><b>slot</b>: a halfword of a page (0..2047), the place of an instruction.
 *   <li><b>node</b>: straight-line instructions up to a control-flow instruction, by address alone
 *       (docs/determinism.md 1).
 *   <li><b>region</b>: several nodes of one page compiled to one JVM method.
 *   <li><b>context rule</b>: which instructions may be a context switch ({@link
 *       bbt.translator.engine.ContextRule}).
 *   <li><b>heat</b>: how many more node entries at a slot until the tiering policy is asked.
 * </ul>
 */
package bbt.translator.engine;
