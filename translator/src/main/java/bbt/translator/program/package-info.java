/**
 * Runs a program of the host in a guest that was made for it ({@code bbt run}). The guest's first
 * process says over a port of a virtio console that it is ready, takes an archive of files and a
 * command, and says how the command ended; the program's standard streams are three more ports.
 *
 * <p>Enters: a program, its files and arguments. Leaves: its output and its exit code.
 */
package bbt.translator.program;
