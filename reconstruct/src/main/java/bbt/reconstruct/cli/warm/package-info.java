/**
 * Keeps a warm process after a guest's end, so that the next guest begins with the compiled code of
 * those before.
 *
 * <p>Enters: a command line and the streams, terminal and directory of the client that has it.
 * Leaves: what the command writes, and its exit code.
 *
 * <ul>
 *   <li><b>caller</b>: whoever called a command: the process itself, or a client ({@link
 *       bbt.reconstruct.cli.warm.Caller}).
 *   <li><b>client</b>: the small process that the user started ({@link
 *       bbt.reconstruct.cli.warm.WarmClient}).
 *   <li><b>meeting place</b>: the socket by which they find each other ({@link
 *       bbt.reconstruct.cli.warm.MeetingPlace}).
 * </ul>
 */
package bbt.reconstruct.cli.warm;
