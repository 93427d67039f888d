/**
 * Writes and reads the packets of RISC-V Efficient Trace (E-Trace), version 2.0, in the
 * encapsulation that goes with it.
 *
 * <p>Enters: what one hart executes ({@link bbt.reconstruct.interchange.HartFlow}), or a file of
 * packets. Leaves: packets, or what a decoder followed through the code of a program.
 *
 * <p>Encoder and decoder were each written from the specification; they share the layout of a
 * packet and the tables of the modes, and no state.
 *
 * <dl>
 *   <dt>Source
 *   <dd>the number of a hart's encoder, in front of each packet.
 *   <dt>Synchronisation
 *   <dd>a packet with a whole address, from which a decoder can start.
 *   <dt>Map
 *   <dd>branches that were not told yet: one bit each, 0 is taken.
 *   <dt>Mode
 *   <dd>what an encoder may leave out because the decoder can do as it does: returns by a stack of
 *       calls, branches by a {@link bbt.reconstruct.interchange.etrace.BranchTable}, targets of
 *       jumps by a {@link bbt.reconstruct.interchange.etrace.JumpTable}, handlers by a trap vector.
 *       What both sides have learned is forgotten at a synchronisation.
 * </dl>
 */
package bbt.reconstruct.interchange.etrace;
