/**
 * Shows a debugger the guest in the middle of its run, without the guest or its trace noticing.
 *
 * <p>Enters: what to look for. Leaves: calls on the guest's thread, between two instructions, with
 * exact registers, pc and count; the guest stands still until the call returns.
 *
 * <ul>
 *   <li><b>stop</b>: a virtual address; the instruction there is shown before it is executed. The
 *       nodes that contain it are left out of regions, everything else runs at full speed.
 *   <li><b>watch</b>: a range of virtual addresses; a load or store that touches it is told before
 *       it is carried out. The pages of it are kept off the fast path of data accesses by the slow
 *       marks of the TLB, which are no machine state.
 *   <li><b>probe</b>: what the engines ask ({@link bbt.translator.debug.Probe}).
 * </ul>
 *
 * Nothing is unwound: a shown instruction may lie in the middle of a node, whose execution goes on
 * as if nothing had happened. So interrupts, TLBs, counts and traces are those of a run without.
 */
package bbt.translator.debug;
