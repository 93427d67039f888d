/**
 * Interprets RISC-V: pre-decoded instructions, one dispatch loop, generated at build time from the
 * instruction table ({@code src/generator}).
 *
 * <p>Enters: a {@link bbt.translator.riscv.cpu.Cpu} at a node's start (or where a region left off).
 * Leaves: retired nodes, counted and recorded.
 *
 * <ul>
 *   <li><b>word</b>: an instruction pre-decoded into a long: handler, register slots, immediate
 *       ({@link bbt.translator.riscv.interp.Word}).
 *   <li><b>handler</b>: what a word does; common ones are cases of the dispatch loop, the others
 *       static methods of {@code Handlers}; one that accesses memory is both.
 *   <li><b>register slot</b>: a Cpu field's place in units of eight bytes ({@link
 *       bbt.translator.riscv.interp.RegisterSlots}).
 *   <li><b>slot</b>: a halfword of a page, see {@code bbt.translator.engine}.
 *   <li><b>straddler</b>: an instruction that lies on two pages.
 * </ul>
 */
package bbt.translator.riscv.interp;
