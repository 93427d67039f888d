/**
 * Reads out of guest memory what Linux knows, on any architecture: tasks and their names, programs,
 * panics, the functions of the kernel and its modules.
 *
 * <p>Enters: events from the recorder ({@link bbt.translator.linux.LinuxSystem}), guest memory.
 * Leaves: names and notes for the trace. Of a guest that is no Linux nothing is found, and nothing
 * is said.
 *
 * <ul>
 *   <li><b>task</b>: what Linux schedules, known by the address of its {@code task_struct}, which
 *       it keeps in the thread pointer;
 *   <li><b>process</b>: tasks that share a program, by the id of the first;
 *   <li><b>image</b>: an ELF file mapped into a process; of the kernel, its code and data in
 *       memory;
 *   <li><b>kallsyms</b>: the compressed symbol tables that a kernel carries in its own read-only
 *       data, made by {@code scripts/kallsyms.c} of the kernel source. They name every function of
 *       a stock kernel though its image has no symbol section;
 *   <li><b>token</b>: one of 256 strings; a compressed name is a list of token numbers;
 *   <li><b>marker</b>: the offset of every 256th compressed name.
 * </ul>
 */
package bbt.translator.linux;
