/**
 * Serves GDB's remote serial protocol.
 *
 * <p>Enters: bytes of one gdb at a time, over a loopback connection. Leaves: what it asks a {@link
 * bbt.reconstruct.gdb.targets.Target} for, which is a guest in its run ({@link
 * bbt.reconstruct.gdb.targets.LiveTarget}) or a run that is over and repeated.
 *
 * <ul>
 *   <li><b>thread</b>: a hart; its number plus one, since gdb has no thread 0.
 *   <li><b>point</b>: a breakpoint or watchpoint, as gdb's Z packets name them.
 *   <li><b>motion</b>: how the target is to go on: run or step, forwards or backwards.
 *   <li><b>stop</b>: where and why it does not go on.
 * </ul>
 *
 * One thread reads packets, one serves them; only the second one talks to the target and writes
 * answers. Everything stops together: gdb's all-stop mode.
 */
package bbt.reconstruct.gdb;
