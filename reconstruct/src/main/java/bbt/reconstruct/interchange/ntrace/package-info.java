/**
 * Writes and reads the Nexus messages of RISC-V N-Trace: history mode is written, both modes are
 * read.
 *
 * <p>Enters: what one hart executes ({@link bbt.reconstruct.interchange.HartFlow}), or a file of
 * messages. Leaves: messages, or what a decoder followed through the code of a program.
 *
 * <dl>
 *   <dt>Message
 *   <dd>a transfer code, fields of fixed width, fields of any width; six bits of it in each byte,
 *       beside two that say where a field and the message end.
 *   <dt>History
 *   <dd>branches that were not told yet: one bit each, 1 is taken, the first one at the top behind
 *       a bit that marks the top.
 *   <dt>Instruction count
 *   <dd>units of two bytes, retired since the last message that had such a count.
 * </dl>
 */
package bbt.reconstruct.interchange.ntrace;
