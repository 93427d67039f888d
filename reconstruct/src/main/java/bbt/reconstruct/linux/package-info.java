/**
 * Knows the functions of a Linux kernel by name, for readers of a trace.
 *
 * <p>Enters: names of functions. Leaves: which of them serves a system call, which one a kernel
 * that panics calls, and which are milestones and initcalls of its boot.
 */
package bbt.reconstruct.linux;
