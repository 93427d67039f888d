/**
 * Traces of other makers: what is common to writing and to reading them (docs/interchange.md).
 *
 * <dl>
 *   <dt>Flow
 *   <dd>what one hart executes, as an encoder is told it: straight lines, traps, changes of state.
 *   <dt>Context
 *   <dd>the number by which such a trace tells address spaces apart.
 *   <dt>Stretch
 *   <dd>what was executed since a decoder was last told something that it can tell apart.
 * </dl>
 */
package bbt.reconstruct.interchange;
