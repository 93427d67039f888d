/**
 * What the recorder knows of Linux on RISC-V: address spaces, tasks and their names, programs, the
 * kernel's and its modules' functions.
 *
 * <p>Enters: events from the recorder ({@link bbt.translator.riscv.linux.LinuxSystem}), guest
 * memory. Leaves: names and notes for the trace. Of a guest that is no Linux nothing is found, and
 * nothing is said.
 *
 * <ul>
 *   <li><b>task</b>: what Linux schedules, known by the address of its {@code task_struct}, which
 *       it keeps in tp;
 *   <li><b>process</b>: tasks that share a program, by the id of the first;
 *   <li><b>image</b>: an ELF file mapped into a process; of the kernel, its code and data in
 *       memory;
 *   <li><b>kallsyms</b>: the kernel's own table of its functions.
 * </ul>
 */
package bbt.translator.riscv.linux;
