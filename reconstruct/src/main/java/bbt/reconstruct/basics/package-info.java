/**
 * What everything else in this module may use, and what uses nothing of it: failures that a user
 * can mend, files that are written whole or not at all, what happens on a signal, progress on a
 * terminal, numbers as people read them.
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
