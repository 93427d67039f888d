/**
 * Rebuilds the executed instructions from packets and announced code, and checks every one.
 *
 * <p>Enters: the chunks of a {@link bbt.packets.TraceReader}. Leaves, to a {@link
 * bbt.reconstruct.walk.flow.FlowListener} and a {@link bbt.reconstruct.walk.flow.PieceConsumer}:
 * every executed straight line, calls, returns, traps, switches. This package walks a whole trace:
 * {@link bbt.reconstruct.walk.Reconstruction} from its beginning, {@link
 * bbt.reconstruct.walk.SegmentWalk} from a checkpoint, {@link bbt.reconstruct.walk.Schedule} from
 * turn to turn of the harts. Below it: {@code hart} walks one hart's frames, {@code flow} says what
 * listeners hear, {@code graph} is the code as it is known so far.
 *
 * <dl>
 *   <dt>turn
 *   <dd>the stretch of the run in which one hart alone executes.
 *   <dt>gap
 *   <dd>a stretch of the trace that is damaged or could not be rebuilt, told as a {@link
 *       bbt.packets.bytes.Problem}. State before and after it is unrelated.
 * </dl>
 */
package bbt.reconstruct.walk;
