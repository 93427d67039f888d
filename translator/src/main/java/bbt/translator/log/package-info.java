/**
 * Writes logs of the translator's phases, as QEMU users know them: {@code -d
 * guest,ir,bytecode,trap,exec}.
 *
 * <p>Enters: text from any phase. Leaves: lines in the file of {@code -D}, or on standard error.
 */
package bbt.translator.log;
