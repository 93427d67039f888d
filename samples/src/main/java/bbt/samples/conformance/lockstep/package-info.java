/**
 * Runs {@code bbt lockstep}: both engines on one guest, compared at every exit of a region.
 *
 * <p>Enters: a guest's files and a seed. Leaves: how much was compared and, where the engines
 * differ, the instruction (see {@code bbt.translator.lockstep}).
 */
package bbt.samples.conformance.lockstep;
