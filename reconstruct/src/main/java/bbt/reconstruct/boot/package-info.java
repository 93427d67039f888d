/**
 * Measures how a kernel started: when it came to each milestone, and what each of its
 * initialisation functions cost.
 *
 * <p>Enters: the frames of all call stacks, as the walk tells them, and what an operating system's
 * room says of its kernel's functions ({@link bbt.reconstruct.names.KernelFunctions}). Leaves: a
 * {@link bbt.reconstruct.boot.BootView}.
 *
 * <dl>
 *   <dt>milestone
 *   <dd>the first call of a function that says how far the boot is, or the first instruction in
 *       user mode.
 *   <dt>initcall
 *   <dd>a function that the kernel calls once, to initialise a part of itself; a Linux kernel has
 *       about a thousand.
 * </dl>
 */
package bbt.reconstruct.boot;
