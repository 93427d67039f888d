/**
 * What is known of Linux when a trace is read. Enters: names of functions. Leaves: which of them
 * serves a system call, and which one a kernel that panics calls.
 */
package bbt.reconstruct.linux;
