/**
 * Defines what a walk tells its listeners: calls, returns, jumps between functions, traps,
 * switches, and every executed straight line.
 *
 * <p>Enters: {@link bbt.reconstruct.walk.graph.Step}s as they are walked. Leaves: calls of a {@link
 * bbt.reconstruct.walk.flow.FlowListener} or a {@link bbt.reconstruct.walk.flow.PieceConsumer}.
 *
 * <dl>
 *   <dt>edge
 *   <dd>what leads from one step to the next. Only those that matter to a call stack are told:
 *       calls, returns, and jumps that may leave a function.
 *   <dt>piece
 *   <dd>a straight line that was executed, whole or in part.
 *   <dt>rounds
 *   <dd>equal passes through a loop, told once with their number.
 * </dl>
 */
package bbt.reconstruct.walk.flow;
