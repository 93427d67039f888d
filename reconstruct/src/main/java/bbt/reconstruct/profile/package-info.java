/**
 * Holds where instructions went: to functions, call paths, tasks and exceptions, over time.
 *
 * <p>Enters: what {@code bbt.reconstruct.profile.count} has counted. Leaves: a {@link
 * bbt.reconstruct.profile.Profile}.
 *
 * <dl>
 *   <dt>program
 *   <dd>the kernel (everything above user mode), or a user program by its name; functions belong to
 *       one.
 *   <dt>function
 *   <dd>what a symbol covers; where there are none, what a call targeted, until the next return.
 *   <dt>self
 *   <dd>instructions in the function itself.
 *   <dt>inclusive
 *   <dd>instructions of the same task from the function's entry to its end, everything it called
 *       and every trap it took included; recursion counts once.
 *   <dt>calls
 *   <dd>calls and tail calls that arrived at the function's first instruction. A trap is no call.
 *   <dt>task clock
 *   <dd>instructions that were executed while the task was the current one.
 *   <dt>unfinished
 *   <dd>a trap whose return never came: the task ended (exit), or the trace did.
 * </dl>
 */
package bbt.reconstruct.profile;
