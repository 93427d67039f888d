/**
 * Holds what all other packages of this module may use: failures that a user can mend, files that
 * are written whole or not at all, what happens on a signal, progress on a terminal, numbers as
 * people read them.
 *
 * <p>Enters and leaves: nothing of a trace. Nothing here uses another package of this module.
 *
 * <dl>
 *   <dt>fault
 *   <dd>what kind of failure it is; the command line alone knows which exit code that gives.
 *   <dt>work
 *   <dd>something that a signal may cut off and that then puts itself in order ({@link
 *       bbt.reconstruct.basics.Interruption}).
 * </dl>
 */
package bbt.reconstruct.basics;
