/**
 * Describes what decides a run: the machine's configuration, its kind of time, what is to be
 * recorded.
 *
 * <p>Enters: options of the command line, or the header of a trace. Leaves: immutable records.
 */
package bbt.translator.config;
