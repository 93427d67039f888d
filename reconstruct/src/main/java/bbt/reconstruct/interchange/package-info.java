/**
 * Holds what is common to writing and reading traces of other makers (docs/interchange.md).
 *
 * <p>Enters: a rebuilt execution, or a foreign trace. Leaves: {@link
 * bbt.reconstruct.interchange.HartFlow} calls for an encoder, or a {@link
 * bbt.reconstruct.interchange.FollowException} where a foreign trace does not fit its code.
 *
 * <dl>
 *   <dt>Flow
 *   <dd>what one hart executes, as an encoder is told it: straight lines, traps, changes of state.
 *   <dt>Context
 *   <dd>the number by which such a trace tells address spaces apart.
 *   <dt>UntoldAddresses
 *   <dd>what was executed since a decoder was last told something that it can tell apart.
 * </dl>
 */
package bbt.reconstruct.interchange;
