/**
 * Brings input from outside to the guest and the guest's output back: console, network, and the
 * logs of both.
 *
 * <p>Enters: bytes and events of the host, at moments that the guest's state decides
 * (docs/determinism.md 10). Leaves: bytes in devices, lines in a log and in the trace, the guest's
 * output.
 *
 * <ul>
 *   <li><b>port</b>: the host's end of the guest's console ({@link
 *       bbt.translator.console.ConsolePort});
 *   <li><b>arrival</b>: an input, and the moment at which it reached the guest;
 *   <li><b>piped</b> input is read at moments of guest time, <b>interactive</b> input when it
 *       comes.
 * </ul>
 */
package bbt.translator.console;
