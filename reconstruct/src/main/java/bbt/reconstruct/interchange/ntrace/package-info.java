/**
 * N-Trace: Nexus messages, in history mode as they are written here, in both modes as they are
 * read.
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
